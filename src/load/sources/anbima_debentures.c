/* SPDX-License-Identifier: Apache-2.0 */
/*
 * anbima_debentures.c: ANBIMA's daily page of debentures (doc/load.md): unit price, yield, terms.
 *
 * Only the file's name has the day.  A paper without a price that day still has terms.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/debenture.h"
#include "load/field.h"
#include "load/quotes.h"

#define PLACES 6
#define ROWS_MAX ((size_t)20000)
#define LEAD_LINES 20

static DB_STMT(
	save_marks, "anbima.marks",
	"insert into debenture_mark as m (code, day, rate, pct_par, duration, rate_kind)"
	" select distinct on (u.code) u.code, $1, u.rate, u.pct_par, u.duration, u.rate_kind"
	"   from unnest($2::text[], $3::numeric[], $4::numeric[], $5::numeric[], $6::text[])"
	"        with ordinality u(code, rate, pct_par, duration, rate_kind, n)"
	"  order by u.code, u.n desc"
	" on conflict (code, day) do update"
	" set rate = excluded.rate, pct_par = excluded.pct_par, duration = excluded.duration, rate_kind = excluded.rate_kind"
	" where (m.rate, m.pct_par, m.duration, m.rate_kind)"
	"    is distinct from (excluded.rate, excluded.pct_par, excluded.duration, excluded.rate_kind)");

enum {
	CODE,
	NAME,
	NEXT,
	INDEX,
	BUY,
	SELL,
	RATE,
	DEVIATION,
	LOWEST,
	HIGHEST,
	PRICE,
	PAR,
	DURATION,
	REUNE,
	REFERENCE
};
enum { MARKS = 3 }; /* rate, pct_par, duration */

struct page {
	struct load *l;
	struct day day;
	struct debentures *papers;
	const char *codes[ROWS_MAX],
		*kinds[ROWS_MAX];    /* kinds: of the rate, by the index beside it */
	struct num prices[ROWS_MAX]; /* NUM_NONE: none that day */
	wide marks[MARKS][ROWS_MAX];
	bool unmarked[MARKS][ROWS_MAX];
	size_t n;
	int64_t zero;
};

/* The six digits behind "db" in the file's name: AAMMDD. */
static struct day day_of_name(struct load *l)
{
	const char *p = text_starts(l->name, "db") ? l->name + 2 : "";
	struct day day;

	if (strspn(p, "0123456789") != 6 ||
	    !day_parse_compact(slice_of(pool_printf(l->pool, "20%.6s", p)), &day))
		load_fail(l, "o nome do arquivo tem de dizer o dia, como db260603.txt.");
	return day;
}

/* Footnote marks at the end have no explanation. */
static const char *plain_name(struct load *l, struct slice s)
{
	for (s = slice_trim(s); s.n && s.p[s.n - 1] == ')';) {
		size_t n = s.n - 1;

		while (n && s.p[n - 1] == '*')
			n--;
		if (n == s.n - 1 || !n || s.p[n - 1] != '(')
			break;
		s.n = n - 1;
		s = slice_trim(s);
	}
	return field_absent(s) ? NULL : slice_text(l->pool, s);
}

/* NULL when valid, else why not. */
static const char *read_numbers(struct page *p, const struct csv *c)
{
	static const struct {
		int column;
		const char *wrong;
	} marks[MARKS] = { { RATE, "taxa indicativa inválida" },
			   { PAR, "% PU Par inválido" },
			   { DURATION, "duration inválida" } };
	struct num *price = &p->prices[p->n];
	enum field got;

	*price = (struct num){ 0, PLACES };
	got = field_br(csv_cell(c, PRICE), PLACES, CLOSE_MAX - 1, &price->v);
	if (got == FIELD_BAD || (got == FIELD_OK && price->v < 0))
		return "PU inválido";
	p->zero += got == FIELD_OK && price->v == 0;
	if (got == FIELD_ABSENT || price->v == 0)
		*price = NUM_NONE;
	for (int m = 0; m < MARKS; m++) {
		got = field_br(csv_cell(c, (size_t)marks[m].column), RATE_PLACES, RATE_MAX,
			       &p->marks[m][p->n]);
		if (got == FIELD_BAD)
			return marks[m].wrong;
		p->unmarked[m][p->n] = got == FIELD_ABSENT;
	}
	return NULL;
}

static void read_row(struct page *p, const struct csv *c)
{
	struct load *l = p->l;
	int64_t line = reader_line_number(l->in);
	struct debenture row = { .code = debenture_code(l, csv_cell(c, CODE)) };
	enum field next = field_day(csv_cell(c, NEXT), &row.next_event);
	const char *wrong = read_numbers(p, c);

	l->res->read++;
	if (!row.code)
		wrong = "código inválido";
	else if (next == FIELD_BAD)
		wrong = "data de repactuação ou vencimento inválida";
	if (wrong) {
		load_refuse(l, line, "%s", wrong);
		return;
	}
	if (p->n == ROWS_MAX - 1)
		load_fail(l, "mais de %zu papéis.", ROWS_MAX);
	row.has_next = next == FIELD_OK;
	row.issuer_name = plain_name(l, csv_cell(c, NAME));
	row.index_text = csv_text(c, INDEX);
	if (row.index_text)
		row.terms = debenture_terms_of(row.index_text);
	debentures_add(p->papers, &row);
	p->kinds[p->n] = row.terms.rate_kind;
	p->codes[p->n++] = row.code;
}

static void put_prices(struct page *p)
{
	struct quotes *q = quotes_open(p->l, "debenture");

	for (size_t i = 0; i < p->n; i++) {
		const struct quote row = quote_of(p->day, SEGMENT_MARK, p->prices[i]);

		if (row.close.places != NUM_ABSENT)
			quotes_put(q, quotes_symbol(q, slice_of(p->codes[i])), &row);
		else
			p->l->res->ignored++;
	}
	quotes_finish(q);
	load_cooked(p->l);
}

static void save_page(struct page *p)
{
	struct load *l = p->l;

	if (debentures_save(p->papers))
		l->touched[FAMILY_REFERENCE] = true;
	(void)db_exec(
		l->ctx, &save_marks,
		DB_ARGS(db_day(p->day), db_texts(p->codes, p->n),
			db_array(DB_DECIMAL_ARRAY, p->marks[0], p->unmarked[0], p->n, RATE_PLACES),
			db_array(DB_DECIMAL_ARRAY, p->marks[1], p->unmarked[1], p->n, RATE_PLACES),
			db_array(DB_DECIMAL_ARRAY, p->marks[2], p->unmarked[2], p->n, RATE_PLACES),
			db_texts(p->kinds, p->n)));
	put_prices(p);
	if (p->zero)
		load_warn(l, "%lld papéis com PU zero: ficam sem preço nesse dia.",
			  (long long)p->zero);
}

/* The header is the first line with the separator, after a title and an empty line. */
static struct slice header_of(struct load *l)
{
	struct slice line;

	for (int i = 0; i < LEAD_LINES && reader_line(l->in, &line); i++)
		if (memchr(line.p, '@', line.n))
			return line;
	load_fail(l, "não é a página de debêntures da ANBIMA: falta o cabeçalho com @.");
}

void load_anbima_debentures(struct load *l)
{
	struct csv_column columns[] = {
		[CODE] = { "codigo", true, -1 },
		[NAME] = { "nome", true, -1 },
		[NEXT] = { "repac./ venc.", false, -1 },
		[INDEX] = { "indice/ correcao", true, -1 },
		[BUY] = { "taxa de compra", false, -1 },
		[SELL] = { "taxa de venda", false, -1 },
		[RATE] = { "taxa indicativa", false, -1 },
		[DEVIATION] = { "desvio padrao", false, -1 },
		[LOWEST] = { "intervalo indicativo minimo", false, -1 },
		[HIGHEST] = { "intervalo indicativo maximo", false, -1 },
		[PRICE] = { "pu", true, -1 },
		[PAR] = { "% pu par / % vne", false, -1 },
		[DURATION] = { "duration", false, -1 },
		[REUNE] = { "% reune", false, -1 },
		[REFERENCE] = { "referencia ntn-b", false, -1 },
	};
	const struct csv_form form = { .separator = '@', .cp1252 = true };
	struct page *p = pool_zero(l->pool, struct page);
	struct csv c;

	p->l = l;
	p->day = day_of_name(l);
	p->papers = debentures_open(l, "anbima");
	csv_header_of(&c, l, header_of(l), &form, columns, ARRAY_SIZE(columns));
	load_day(l, p->day);
	while (csv_next(&c))
		read_row(p, &c);
	save_page(p);
}
