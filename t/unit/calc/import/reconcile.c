/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.c: a position sheet read from text, and compared with a ledger. */
#include "config.h"

#include "calc/import/reconcile.h"
#include "core/pool.h"
#include "rows.h"
#include "tap.h"

static void *pool;

#define CELLS_MAX 8

/* Rows separated by '/', cells by '|'; an empty cell is missing. */
static struct worksheet table(const char *name, const char *text)
{
	size_t n = 1, r = 0;
	const char *const **rows;
	size_t *lengths;

	for (const char *p = text; *p; p++)
		n += *p == '/';
	rows = pool_array(pool, const char *const *, n);
	lengths = pool_array(pool, size_t, n);
	for (;; r++) {
		const char **cells = pool_array(pool, const char *, CELLS_MAX);
		size_t row = strcspn(text, "/"), k = 0;

		for (const char *p = text; k < CELLS_MAX;) {
			size_t cell = strcspn(p, "|/");

			cells[k++] = cell ? pool_strndup(pool, p, cell) : NULL;
			if (p[cell] != '|')
				break;
			p += cell + 1;
		}
		rows[r] = cells;
		lengths[r] = k;
		if (!text[row])
			break;
		text += row + 1;
	}
	return (struct worksheet){ name, { .rows = rows, .n_cells = lengths, .n_rows = n } };
}

static struct position_sheet read_one(const char *name, const char *text)
{
	struct worksheet w = table(name, text);
	struct position_sheet out;

	position_sheet_read(pool, &w, 1, &out);
	return out;
}

/* "PETR4 stock 100" for each. */
static const char *shown(const struct position_sheet *s)
{
	const char *out = "";

	for (size_t i = 0; i < s->n; i++)
		out = pool_printf(pool, "%s%s%s %s %s%s", out, i ? ", " : "", s->items[i].symbol,
				  asset_type_names[s->items[i].type],
				  quantity_text(pool, s->items[i].qty),
				  s->items[i].faulty ? "?" : "");
	return out;
}

static void reads(const char *name, const char *text, const char *want, const char *what)
{
	struct position_sheet s = read_one(name, text);

	is_text(shown(&s), want, what);
}

static void reading(void)
{
	struct position_sheet s;

	reads("Acoes",
	      "Produto|Código de Negociação|Quantidade/PETR4 - PETROBRAS|PETR4|10/PETR4 - PETROBRAS|PETR4|5/|Total|15",
	      "PETR4 stock 15", "rows of one paper are added, the foot is not");
	reads("Acoes", "Produto|Código de Negociação|Quantidade/PETR4 - X|PETR4F|1.500",
	      "PETR4 stock 1500", "one mark and three digits are thousands of a share");
	reads("Tesouro Direto", "Produto|Quantidade/Tesouro IPCA+ 2035|1.500",
	      "Tesouro IPCA+ 2035 tesouro 1500", "and of a title, in the exchange's own sheet");
	s = read_one(NULL, "produto|quantidade/Tesouro IPCA+ 2035|1.500");
	is_text(s.n_faults ? s.faults[0].code : NULL, "number_ambiguous",
		"but in a sheet by hand they are told");
	ok(s.n == 1 && s.items[0].faulty, "and the paper is left out");
	reads(NULL, "produto|quantidade/TESOURO IPCA + 2035|1.500/Tesouro Selic 2029|0.25",
	      "Tesouro IPCA+ 2035 tesouro 1,5, Tesouro Selic 2029 tesouro 0,25",
	      "unless another quantity proves the point");
	reads("Empréstimo de Ativos",
	      "Produto|Natureza|Quantidade/VALE3 - VALE|Doador|7/VALE3 - VALE|Tomador|9",
	      "VALE3 stock 7", "lent shares count, borrowed ones do not");
	s = read_one("Empréstimos", "Produto|Natureza|Quantidade/VALE3 - VALE|?|7");
	ok(s.n_faults == 1 && s.n == 1 && s.items[0].faulty, "a loan of neither kind is an error");
	reads("Renda Fixa",
	      "Produto|Código|Quantidade/CDB - CDB12 - BANCO - S.A.|CDB12|3/DEB - VALE29 - VALE|VALE29|4",
	      "CDB12 renda_fixa 3, VALE29 debenture 4",
	      "paper of banks and debentures by their codes");
	s = read_one("Acoes", "Produto|Quantidade/PETR4 - X|0/VALE3 - X|-3/ITSA4 - X|dez/ - X|4");
	is_text(shown(&s), "ITSA4 stock 0?, VALE3 stock 0?",
		"none is no position; what cannot be read is not taken for none");
	is_int((int64_t)s.n_faults, 3, "each is told");
	is_int((int64_t)s.groups, 1 << GROUP_EXCHANGE | 1 << GROUP_TREASURY | 1 << GROUP_PRIVATE,
	       "the exchange's own sheet tells all that it keeps");
	s = read_one(NULL, "ticker|tipo|qtd/BTC|cripto|0,5");
	is_int((int64_t)s.groups, 1 << GROUP_CRYPTO, "another tells of what stands in it");
	is_int((int64_t)read_one("Notas", "Nota|Valor/x|1").tables, 0,
	       "other columns are no position");
	s = read_one("Acoes",
		     "Produto|Quantidade/PETR4 - X|92.000.000.000/PETR4 - Y|92.000.000.000");
	ok(s.n == 1 && s.items[0].faulty, "a sum beyond the grid is no quantity");
}

/* ---- against a ledger ---- */

static struct day position_day; /* 2026-11-19, a Thursday */

/* A stock with these rows, and a sheet with @quantity of it. */
static struct reconciliation against(const char *const *rows, const char *sheet)
{
	struct fold_asset f = asset_of(pool, "AAAA3", rows);
	struct ledger_asset *a = pool_zero(pool, struct ledger_asset);
	struct ledger ledger = { .assets = a, .n_assets = 1 };
	struct market market = { 0 };
	struct derived *d = pool_zero(pool, struct derived);
	struct position_sheet s = read_one("Acoes", sheet);
	struct reconcile_input in = {
		.derived = d, .market = &market, .sheet = &s, .day = position_day
	};
	struct reconciliation out = { 0 };

	*a = (struct ledger_asset){ .symbol = "AAAA3", .rows = f.rows, .n_rows = f.n_rows };
	if (ledger_derive(pool, &ledger, &market, position_day, d) != CALC_OK ||
	    reconcile(pool, &in, &out) != CALC_OK)
		ok(false, "it is compared");
	return out;
}

#define SHEET(quantity) "Produto|Quantidade/AAAA3 - A|" quantity

static void is_mends(const struct reconcile_item *i, const char *want, const char *name)
{
	const char *got = "";

	for (size_t k = 0; k < i->n_mends; k++)
		got = pool_printf(pool, "%s%s%s", got, k ? " " : "",
				  mend_kind_names[i->mends[k].kind]);
	is_text(got, want, name);
}

static void agreement(void)
{
	struct reconciliation r = against(ROWS("2026-03-02 buy 100 10 0"), SHEET("100"));
	const struct reconcile_item *i = r.items;
	char day[DAY_TEXT_SIZE];

	is_int(i->status, RECONCILE_OK, "the same quantity");
	is_mends(i, "", "needs nothing");
	r = against(ROWS("2026-03-02 buy 100 10 0", "2026-11-17 buy 1 10 0"), SHEET("100"));
	is_mends(r.items, "adjust", "a trade of three days before has settled");
	day_format(r.items->agreed_on, day);
	is_text(day, "2026-11-16", "they agreed until the day before it");
	r = against(ROWS("2026-03-02 buy 100 10 0", "2026-11-18 buy 1 10 0"), SHEET("100"));
	is_mends(r.items, "wait", "one of two days before has not");
	r = against(ROWS("2026-03-02 buy 100 10 0", "2026-11-18 sell 100 10 0"), SHEET("100"));
	is_int(r.items->status, RECONCILE_ONLY_IN_SHEET, "sold yesterday");
	is_mends(r.items, "wait", "but not yet delivered");
	r = against(ROWS("2026-11-19 buy 100 10 0"), "Produto|Quantidade/BBBB3 - B|5");
	is_int((int64_t)r.n, 2, "one on each side");
	is_mends(&r.items[0], "wait", "bought today, before which both had none");
	r = against(ROWS("2026-03-02 buy 100 10 0", "2026-11-20 sell 40 10 0"), SHEET("100"));
	is_int(r.items->status, RECONCILE_OK, "rows behind the day do not count");
}

static void splits(void)
{
	struct reconciliation r = against(ROWS("2026-03-02 buy 100 10 0"), SHEET("1000"));

	is_mends(r.items, "split adjust", "ten times is a split");
	is_int(r.items->mends[0].rows[0].row.ratio_e12, 10000000000000, "of ten for one");
	r = against(ROWS("2026-03-02 buy 100 10 0"), SHEET("10"));
	is_mends(r.items, "split adjust", "a tenth is a grouping");
	is_int(r.items->mends[0].rows[0].row.ratio_e12, 100000000000, "of one for ten");
	is_mends(against(ROWS("2026-03-02 buy 100 10 0"), SHEET("150")).items, "adjust",
		 "one and a half times is none that a whole number says");
	is_mends(against(ROWS("2026-03-02 buy 1 10 0"), SHEET("1.001")).items, "adjust",
		 "nor is a thousand and one");
}

/* Three rows up to the agreement, and the later ones, ten in all. */
static void rows_around(void)
{
	struct reconciliation r =
		against(ROWS("2026-01-05 buy 1 1 0", "2026-01-06 buy 1 1 0", "2026-01-07 buy 1 1 0",
			     "2026-01-08 buy 1 1 0", "2026-01-09 buy 1 1 0", "2026-01-12 buy 1 1 0",
			     "2026-01-13 buy 1 1 0", "2026-01-14 buy 1 1 0", "2026-01-15 buy 1 1 0",
			     "2026-01-16 buy 1 1 0", "2026-01-19 buy 1 1 0", "2026-01-20 buy 1 1 0",
			     "2026-01-21 buy 1 1 0"),
			SHEET("5"));
	const struct reconcile_item *i = r.items;

	is_int((int64_t)i->rows_total, 13, "of thirteen rows");
	is_int((int64_t)i->n_rows, RECONCILE_ROWS_MAX, "ten are shown");
	is_int(i->rows[0].row->day.n, on("2026-01-07").n,
	       "from the third before the last day of agreement");
	is_int(i->agreed_on.n, on("2026-01-11").n, "which ends with the next row");
	r = against(ROWS("2026-01-05 buy 7 1 0", "2026-01-06 buy 1 1 0"), SHEET("5"));
	ok(!r.items->agreed && r.items->n_rows == 2,
	   "without such a day the newest rows are shown");
}

/* The cost moves with the name, to the last place. */
static void renames(void)
{
	struct reconciliation r =
		against(ROWS("2026-03-02 buy 3 3.33 0.01"), "Produto|Quantidade/AAAA4 - A|3");
	const struct mend *m = &r.items[0].mends[0];

	is_int((int64_t)r.n, 2, "an old name and a new one");
	is_mends(&r.items[0], "rename adjust", "of one root");
	is_mends(&r.items[1], "rename adjust", "on both sides");
	is_qty(m->rows[0].row.qty, "-3", "the old one leaves");
	is_qty(m->rows[1].row.qty, "3", "the new one comes");
	is_text(price_text(pool, m->rows[1].row.price), "3,333333333333", "at 10.00 by three");
	r = against(ROWS("2026-03-02 buy 3 - 0"), "Produto|Quantidade/AAAA4 - A|3");
	is_int(r.items[0].mends[0].rows[1].row.kind, ROW_BUY,
	       "a cost that is unknown stays unknown");
	r = against(ROWS("2026-03-02 buy 3 1 0"), "Produto|Quantidade/BBBB3 - B|3");
	is_mends(&r.items[0], "adjust rename", "of another root it may be a coincidence");
	r = against(ROWS("2026-03-02 buy 3 1 0"), "Produto|Quantidade/BBBB3 - B|3/CCCC3 - C|3");
	is_mends(&r.items[0], "adjust", "and of two it is one");
	r = against(ROWS("2026-03-02 buy 3 1 0"), "Produto|Quantidade/AAAA12 - A|3");
	is_int((int64_t)r.n_transient, 1, "a right is no position");
}

int main(void)
{
	pool = pool_new(NULL, "test");
	position_day = on("2026-11-19");
	reading();
	agreement();
	splits();
	rows_around();
	renames();
	pool_free(pool);
	return tap_done();
}
