/* SPDX-License-Identifier: Apache-2.0 */
/*
 * snd.c: debentures.com.br (doc/load.md): prices of over-the-counter trades, and the contracts.
 *
 * The service writes tabs and Windows-1252, numbers in Brazilian form; copies exist as UTF-8 with
 * commas and quotes.  The separator distinguishes them.  A few lines precede the header and follow the
 * rows.
 *
 * The mean traded price is a fallback: used on days when ANBIMA has no price.
 */
#include "config.h"

#include "load/snd_page.h"

#include "load/debenture.h"
#include "load/debenture_term.h"
#include "load/quotes.h"
#include "load/run.h"

#define PLACES 6
#define TRADES_MAX ((size_t)500000)

/* ---- prices ---- */

enum { P_DAY, P_CODE, P_LOW, P_MEAN, P_HIGH, P_QUANTITY, P_TRADES, P_PAR };

static DB_STMT(
	save_trades, "snd.trades",
	"insert into debenture_trade as d (code, day, pct_par)"
	" select distinct on (u.code, u.day) u.code, u.day, u.pct_par"
	"   from unnest($1::text[], $2::date[], $3::numeric[]) with ordinality u(code, day, pct_par, n)"
	"  order by u.code, u.day, u.n desc"
	" on conflict (code, day) do update set pct_par = excluded.pct_par"
	" where d.pct_par <> excluded.pct_par");

struct traded {
	struct load *l;
	struct quotes *quotes;
	int64_t zero;
	/* The percentage of the contract's price, which coupons do not change. */
	const char **codes;
	struct day *days;
	wide *pars;
	size_t n, size;
};

static void put_par(struct traded *t, const char *code, struct day day, const struct csv *c)
{
	wide par;

	/* A value that is not a percentage is unknown; the price is loaded without it. */
	if (snd_number(c, P_PAR, RATE_PLACES, RATE_MAX, &par) != FIELD_OK || par <= 0)
		return;
	if (t->n == TRADES_MAX)
		load_fail(t->l, "mais de %zu negócios.", TRADES_MAX);
	if (t->n == t->size) {
		t->size = t->size ? 2 * t->size : 1024;
		t->codes = pool_resize(t->l->pool, t->codes, const char *, t->size);
		t->days = pool_resize(t->l->pool, t->days, struct day, t->size);
		t->pars = pool_resize(t->l->pool, t->pars, wide, t->size);
	}
	t->codes[t->n] = code;
	t->days[t->n] = day;
	t->pars[t->n++] = par;
}

/* An optional figure; false when it is present and wrong. */
static bool figure(const struct csv *c, size_t column, struct num *out)
{
	enum field got;

	*out = (struct num){ 0, PLACES };
	got = snd_number(c, column, PLACES, CLOSE_MAX - 1, &out->v);
	if (got == FIELD_ABSENT)
		*out = NUM_NONE;
	return got != FIELD_BAD && (got == FIELD_ABSENT || out->v >= 0);
}

static void put_trade(struct traded *t, const struct csv *c)
{
	struct load *l = t->l;
	int64_t line = reader_line_number(l->in);
	const char *code = debenture_code(l, csv_cell(c, P_CODE));
	struct quote row = quote_of((struct day){ 0 }, SEGMENT_TRADED, NUM_NONE);

	l->res->read++;
	if (!code) {
		load_refuse(l, line, "código inválido: %.*s", SHOWN(csv_cell(c, P_CODE)));
		return;
	}
	if (snd_day(l, csv_cell(c, P_DAY), &row.day) != FIELD_OK) {
		load_refuse(l, line, "data inválida: %.*s", SHOWN(csv_cell(c, P_DAY)));
		return;
	}
	if (!figure(c, P_LOW, &row.low) || !figure(c, P_MEAN, &row.close) ||
	    !figure(c, P_HIGH, &row.high) || !figure(c, P_QUANTITY, &row.volume)) {
		load_refuse(l, line, "PU ou quantidade inválidos");
		return;
	}
	if (field_int(csv_cell(c, P_TRADES), &row.trades) != FIELD_OK)
		row.trades = -1;
	if (row.close.places == NUM_ABSENT || row.close.v == 0) {
		t->zero += row.close.places != NUM_ABSENT;
		l->res->ignored++;
		return;
	}
	put_par(t, code, row.day, c);
	quotes_put(t->quotes, quotes_symbol(t->quotes, slice_of(code)), &row);
}

static void save_pars(struct traded *t)
{
	struct load *l = t->l;

	load_cooked(l);
	if (t->n)
		(void)db_exec(
			l->ctx, &save_trades,
			DB_ARGS(db_texts(t->codes, t->n), db_days(t->days, t->n),
				db_array(DB_DECIMAL_ARRAY, t->pars, NULL, t->n, RATE_PLACES)));
}

void load_debenture_prices(struct load *l)
{
	struct csv_column columns[] = {
		[P_DAY] = { "data|data_referencia|data do negocio", true, -1 },
		[P_CODE] = { "codigo do ativo|codigo-do-ativo|codigo_ativo|codigo", true, -1 },
		[P_LOW] = { "pu minimo|pu-minimo|pu_minimo|pu_min", false, -1 },
		[P_MEAN] = { "pu medio|pu-medio|pu_medio", true, -1 },
		[P_HIGH] = { "pu maximo|pu-maximo|pu_maximo|pu_max", false, -1 },
		[P_QUANTITY] = { "quantidade", false, -1 },
		[P_TRADES] = { "numero de negocios|numero-de-negocios|numero_de_negocios|negocios",
			       false, -1 },
		[P_PAR] = { "% pu da curva|%-pu-da-curva|pu_da_curva|pct_pu_curva", false, -1 },
	};
	struct traded t = { .l = l };
	struct csv_form form;
	struct slice header = snd_header(l, "data", &form);
	struct csv c;
	bool good;

	csv_header_of(&c, l, header, &form, columns, ARRAY_SIZE(columns));
	t.quotes = quotes_open(l, "debenture");
	for (size_t fields = c.n; snd_next(&c, fields, &good);)
		if (good)
			put_trade(&t, &c);
	quotes_finish(t.quotes);
	save_pars(&t);
	if (t.zero)
		load_warn(l, "%lld linhas com PU médio zero, passadas por alto.",
			  (long long)t.zero);
}

/* ---- contracts ---- */

enum {
	CODE,
	COMPANY,
	SERIES,
	ISIN,
	ISSUED,
	MATURITY,
	REASON,
	NEW_MATURITY,
	INDEX,
	CRITERION,
	INDEX_DAY,
	PERCENT,
	OLD_RATE,
	NEW_RATE,
	BASE,
	TAX_ID,
	INCENTIVE,
	TERMS /* and those of enum term_column */
};

/* "10% a.a 252 dias", "1.25% a.a 252 dias": of the depository's old criterion. */
static bool old_rate(struct slice s, struct maybe *out)
{
	struct slice number, rest;

	if (!slice_cut(s, '%', &number, &rest) || !slice_eq(slice_trim(rest), "a.a 252 dias"))
		return false;
	out->known = field_decimal(number, RATE_PLACES, RATE_MAX, &out->v) == FIELD_OK;
	return out->known;
}

/*
 * The rate over the index.  The new form's column is empty or 0 when the old one's applies; a base
 * other than 252 business days cannot be expressed in our terms and stays unknown.
 */
static const char *read_rate(const struct csv *c, struct maybe *rate)
{
	struct slice base = csv_cell(c, BASE);
	enum field got = snd_number(c, NEW_RATE, RATE_PLACES, RATE_MAX, &rate->v);

	if (got == FIELD_BAD)
		return "taxa de juros inválida";
	rate->known = got == FIELD_OK && rate->v != 0;
	if (!rate->known)
		(void)old_rate(csv_cell(c, OLD_RATE), rate);
	else if (base.n && !slice_eq(base, "252") && !slice_eq(base, "UTI"))
		rate->known = false;
	return NULL;
}

/* NULL when valid, else why not. */
static const char *read_terms(const struct csv *c, struct debenture *row)
{
	struct maybe rate, pct = { false, 0 };
	struct debenture_terms *t = &row->terms;
	const char *wrong = read_rate(c, &rate);
	enum field got = snd_number(c, PERCENT, RATE_PLACES, RATE_MAX, &pct.v);

	row->index_text = csv_text(c, INDEX);
	t->indexer =
		row->index_text ? debenture_indexer(text_fold(c->l->pool, row->index_text)) : NULL;
	t->rate_kind = debenture_rate_kind(t);
	if (wrong || !t->indexer)
		return wrong;
	if (got == FIELD_BAD)
		return "percentual do índice inválido";
	pct.known = got == FIELD_OK && pct.v > 0;
	if (!str_eq(t->indexer, "cdi") && !str_eq(t->indexer, "selic")) {
		t->rate = rate;
		return NULL;
	}
	/* 100 % alone may also mean that the spread is written elsewhere, in the deed. */
	if (!rate.known && (!pct.known || pct.v == 100 * E8))
		return NULL;
	t->pct = pct;
	t->spread = rate.known ? rate : (struct maybe){ true, 0 };
	t->rate_kind = debenture_rate_kind(t);
	return NULL;
}

static const char *read_days(const struct csv *c, struct debenture *row)
{
	struct load *l = c->l;
	struct day later;
	enum field issued = snd_day(l, csv_cell(c, ISSUED), &row->issued);
	enum field maturity = snd_day(l, csv_cell(c, MATURITY), &row->maturity);
	enum field moved = snd_day(l, csv_cell(c, NEW_MATURITY), &later);

	if (issued == FIELD_BAD || maturity == FIELD_BAD || moved == FIELD_BAD)
		return "data de emissão ou vencimento inválida";
	row->has_issued = issued == FIELD_OK;
	row->has_maturity = maturity == FIELD_OK;
	/* The column has the day of leaving when there is a reason for leaving, else the new maturity. */
	if (moved == FIELD_OK && field_absent(csv_cell(c, REASON))) {
		row->maturity = later;
		row->has_maturity = true;
	}
	return NULL;
}

static const char *read_names(const struct csv *c, struct debenture *row)
{
	struct load *l = c->l;
	const char *cnpj = csv_text(c, TAX_ID);
	struct slice incentive = csv_cell(c, INCENTIVE), criterion = csv_cell(c, CRITERION);

	row->code = debenture_code(l, csv_cell(c, CODE));
	if (!row->code)
		return "código inválido";
	if (cnpj) {
		char *plain = pool_array(l->pool, char, 15);

		if (!tax_id_normal(cnpj, plain))
			return "CNPJ inválido";
		row->issuer_tax_id = plain;
	}
	row->issuer_name = csv_text(c, COMPANY);
	row->series = csv_text(c, SERIES);
	row->isin = csv_text(c, ISIN);
	if (row->isin && strlen(row->isin) != 12)
		return "o ISIN não tem 12 caracteres";
	row->knows_incentive = slice_eq(incentive, "S") || slice_eq(incentive, "N");
	row->incentivised = slice_eq(incentive, "S");
	row->knows_standard = criterion.n > 0;
	row->standard = criterion.n &&
			!text_starts(text_fold(l->pool, slice_text(l->pool, criterion)), "nao");
	return NULL;
}

static void read_contract(struct debentures *d, struct term_rows *terms, const struct csv *c)
{
	struct load *l = c->l;
	struct debenture row = { 0 };
	const char *wrong = read_names(c, &row);

	l->res->read++;
	if (!wrong)
		wrong = read_days(c, &row);
	if (!wrong)
		wrong = read_terms(c, &row);
	if (!wrong &&
	    (field_int(csv_cell(c, INDEX_DAY), &row.index_day) != FIELD_OK || row.index_day > 31))
		row.index_day = 0;
	if (wrong) {
		load_refuse(l, reader_line_number(l->in), "%s", wrong);
		return;
	}
	debentures_add(d, &row);
	term_rows_add(terms, row.code, c);
}

void load_debentures(struct load *l)
{
	struct csv_column columns[TERMS + TERM_COLUMNS] = {
		[CODE] = { "codigo do ativo", true, -1 },
		[COMPANY] = { "empresa", true, -1 },
		[SERIES] = { "serie", false, -1 },
		[ISIN] = { "isin", false, -1 },
		[ISSUED] = { "data de emissao", false, -1 },
		[MATURITY] = { "data de vencimento", true, -1 },
		[REASON] = { "motivo de saida", false, -1 },
		[NEW_MATURITY] = { "data de saida / novo vencimento", false, -1 },
		[INDEX] = { "indice", true, -1 },
		[CRITERION] = { "criterio de calculo", false, -1 },
		[INDEX_DAY] = { "dia de referencia para indice de precos", false, -1 },
		[PERCENT] = { "percentual multiplicador/rentabilidade", true, -1 },
		[OLD_RATE] = { "juros criterio antigo do snd", false, -1 },
		[NEW_RATE] = { "juros criterio novo - taxa", true, -1 },
		[BASE] = { "juros criterio novo - prazo", true, -1 },
		[TAX_ID] = { "cnpj", true, -1 },
		[INCENTIVE] = { "deb. incent. (lei 12.431)", true, -1 },
	};
	struct csv_form form;
	struct slice header = snd_header(l, "codigo", &form);
	struct debentures *d = debentures_open(l, "snd");
	struct term_rows *terms = term_rows_open(l, TERMS);
	struct csv c;
	bool good;

	for (int i = 0; i < TERM_COLUMNS; i++)
		columns[TERMS + i].names = term_column_names[i];
	csv_header_of(&c, l, header, &form, columns, ARRAY_SIZE(columns));
	/* These three have a part in the contract's dates and rate, too. */
	columns[TERMS + TERM_LEFT_REASON].at = columns[REASON].at;
	columns[TERMS + TERM_LEFT_ON].at = columns[NEW_MATURITY].at;
	columns[TERMS + TERM_INTEREST_BASE].at = columns[BASE].at;
	for (size_t fields = c.n; snd_next(&c, fields, &good);)
		if (good)
			read_contract(d, terms, &c);
	load_counted(l, l->res->read - l->res->refused, debentures_save(d), FAMILY_REFERENCE);
	if (term_rows_save(terms))
		l->touched[FAMILY_REFERENCE] = true;
}
