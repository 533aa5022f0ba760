/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tesouro.c: prices of the Treasury's bonds (doc/load.md), the whole history in one file.
 *
 * A bond is held under the name that the exchange prints: its kind and a year.  The year is the
 * maturity's, but for Renda+ and Educa+ it is when payments begin, 19 and 4 years before.  Bonds of a
 * kind that mature in the same year would share a name: then each carries its maturity, and the bare
 * year names none of them, since a price of the wrong bond is worse than no price.
 *
 * Rows wait in memory until all bonds of the file are known: 16 bytes a row.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"
#include "load/quotes.h"
#include "core/number_text.h"

#define PLACES 6
#define RATE_PLACES 8
#define RATE_MAX ((wide)1000 * E8)
#define ROWS_MAX ((size_t)4000000)
#define TITLES_MAX ((size_t)20000)

static DB_STMT(known, "tesouro.known",
	       "select symbol, expiry from instrument where venue = 'tesouro'"
	       " order by symbol limit 20000");

static DB_STMT(
	save, "tesouro.instrument",
	"insert into instrument as i (venue, symbol, asset_type, name, currency, expiry)"
	" select 'tesouro', u.symbol, 'tesouro', u.symbol, 'BRL', u.maturity"
	"   from unnest($1::text[], $2::date[]) u(symbol, maturity)"
	" on conflict (venue, symbol) do update"
	" set name = coalesce(i.name, excluded.name), expiry = coalesce(i.expiry, excluded.expiry)"
	" where i.name is null or i.expiry is null"
	" returning symbol");

/* The newest day of each; of a day that is known already, as it is told now. */
static DB_STMT(save_rates, "tesouro.rates",
	       "insert into treasury_rate as r (symbol, day, buy, sell)"
	       " select u.symbol, u.day, u.buy, u.sell"
	       "   from unnest($1::text[], $2::date[], $3::numeric[], $4::numeric[])"
	       "        u(symbol, day, buy, sell)"
	       " on conflict (symbol) do update"
	       " set day = excluded.day, buy = excluded.buy, sell = excluded.sell"
	       " where r.day <= excluded.day and r.* is distinct from excluded.*");

enum { KIND, MATURITY, DAY, BUY_RATE, SELL_RATE, BUY, SELL, BASE };

struct title {
	const char *kind; /* "Tesouro IPCA+" */
	struct day maturity;
	int year;	    /* in the name */
	const char *symbol; /* once all are known */
	struct day told;    /* the newest day of the file, and its rates, % a year */
	bool no_buy, no_sell;
	wide buy, sell;
	struct quoted *quoted;
};

struct row {
	uint32_t title;
	struct day day;
	int64_t price;
};

struct tesouro {
	struct load *l;
	struct title *titles;
	size_t n_titles, size_titles;
	struct row *rows;
	size_t n, size;
	int64_t priceless;
};

/* ---- bonds ---- */

static int year_of(const char *kind, struct day maturity)
{
	const char *plain = strstr(kind, "+");
	int year, month, dom;

	day_to_ymd(maturity, &year, &month, &dom);
	if (plain && text_starts(kind, "Tesouro Renda"))
		return year - 19;
	if (plain && text_starts(kind, "Tesouro Educa"))
		return year - 4;
	return year;
}

/* Searched from the newest: rows of a bond are adjacent. */
static uint32_t title_of(struct tesouro *t, struct slice kind, struct day maturity)
{
	struct title *title;

	for (size_t i = t->n_titles; i-- > 0;)
		if (day_same(t->titles[i].maturity, maturity) && slice_eq(kind, t->titles[i].kind))
			return (uint32_t)i;
	if (t->n_titles == TITLES_MAX)
		load_fail(t->l, "mais de %zu títulos.", TITLES_MAX);
	pool_grow(t->l->pool, t->titles, struct title, t->n_titles, t->size_titles, 64);
	title = &t->titles[t->n_titles];
	*title = (struct title){ .kind = slice_text(t->l->pool, kind),
				 .maturity = maturity,
				 .told = DAY_FAR_PAST };
	title->year = year_of(title->kind, maturity);
	return (uint32_t)t->n_titles++;
}

/* A known bond of the same kind: its name is the kind and a number. */
static bool is_of_kind(const char *symbol, const char *kind)
{
	size_t n = strlen(kind);

	return text_starts(symbol, kind) && symbol[n] == ' ' && symbol[n + 1] >= '0' &&
	       symbol[n + 1] <= '9';
}

/*
 * Whether another bond, of the file or known, owns the bare year.  A bond that was alone in its year
 * when first loaded keeps that name when another comes later.
 */
static bool shared_name(const struct tesouro *t, const struct title *title, const char *name,
			const struct db_rows *r)
{
	bool shared = false;

	for (size_t i = 0; i < t->n_titles; i++) {
		const struct title *o = &t->titles[i];

		shared |= o != title && o->year == title->year && str_eq(o->kind, title->kind);
	}
	for (size_t i = 0; i < db_count(r); i++) {
		const char *symbol = db_get_text(r, i, 0);
		struct day expiry;

		if (db_is_null(r, i, 1) || !is_of_kind(symbol, title->kind))
			continue;
		expiry = db_get_day(r, i, 1);
		if (day_same(expiry, title->maturity) && str_eq(symbol, name))
			return false;
		shared |= !day_same(expiry, title->maturity) &&
			  year_of(title->kind, expiry) == title->year;
	}
	return shared;
}

static void name_titles(struct tesouro *t)
{
	const struct db_rows *r = db_query(t->l->ctx, &known, DB_NO_ARGS);
	void *pool = t->l->pool;

	for (size_t i = 0; i < t->n_titles; i++) {
		struct title *title = &t->titles[i];

		title->symbol = pool_printf(pool, "%s %d", title->kind, title->year);
		if (!shared_name(t, title, title->symbol, r))
			continue;
		load_warn(t->l, "%s: há mais de um; cada um leva a data do vencimento no nome.",
			  title->symbol);
		title->symbol =
			pool_printf(pool, "%s %s", title->kind, date_text(pool, title->maturity));
	}
}

static void save_titles(struct tesouro *t)
{
	const char **symbols = pool_array(t->l->pool, const char *, t->n_titles);
	struct day *maturities = pool_array(t->l->pool, struct day, t->n_titles);
	const struct db_rows *r;

	for (size_t i = 0; i < t->n_titles; i++) {
		symbols[i] = t->titles[i].symbol;
		maturities[i] = t->titles[i].maturity;
	}
	r = db_query(t->l->ctx, &save,
		     DB_ARGS(db_texts(symbols, t->n_titles), db_days(maturities, t->n_titles)));
	for (size_t i = 0; i < db_count(r); i++)
		symbols[i] = db_get_text(r, i, 0);
	load_symbols_changed(t->l, "tesouro", symbols, db_count(r));
}

/* ---- rates ---- */

/* What is no rate, or an absurd one, is none. */
static bool no_rate(struct slice cell, wide *out)
{
	*out = 0;
	return field_br(cell, RATE_PLACES, RATE_MAX, out) != FIELD_OK;
}

static void keep_rates(struct title *t, struct day day, const struct csv *c)
{
	if (day_before(day, t->told))
		return;
	t->told = day;
	t->no_buy = no_rate(csv_cell(c, BUY_RATE), &t->buy);
	t->no_sell = no_rate(csv_cell(c, SELL_RATE), &t->sell);
}

static void put_rates(struct tesouro *t)
{
	void *pool = t->l->pool;
	const char **symbols = pool_array(pool, const char *, t->n_titles);
	struct day *days = pool_array(pool, struct day, t->n_titles);
	wide *buy = pool_array(pool, wide, t->n_titles),
	     *sell = pool_array(pool, wide, t->n_titles);
	bool *no_buy = pool_array(pool, bool, t->n_titles);
	bool *no_sell = pool_array(pool, bool, t->n_titles);

	for (size_t i = 0; i < t->n_titles; i++) {
		symbols[i] = t->titles[i].symbol;
		days[i] = t->titles[i].told;
		buy[i] = t->titles[i].buy;
		sell[i] = t->titles[i].sell;
		no_buy[i] = t->titles[i].no_buy;
		no_sell[i] = t->titles[i].no_sell;
	}
	(void)db_query(
		t->l->ctx, &save_rates,
		DB_ARGS(db_texts(symbols, t->n_titles), db_days(days, t->n_titles),
			db_array(DB_DECIMAL_ARRAY, buy, no_buy, t->n_titles, RATE_PLACES),
			db_array(DB_DECIMAL_ARRAY, sell, no_sell, t->n_titles, RATE_PLACES)));
}

/* ---- rows ---- */

static void read_row(struct tesouro *t, const struct csv *c)
{
	struct load *l = t->l;
	int64_t line = reader_line_number(l->in);
	struct slice kind = csv_cell(c, KIND), price = csv_cell(c, SELL);
	struct day maturity, day;
	struct row *row;
	enum field got;
	wide v;

	l->res->read++;
	if (field_absent(kind) || kind.n > 60) {
		load_refuse(l, line, "falta o tipo do título");
		return;
	}
	if (field_day(csv_cell(c, MATURITY), &maturity) != FIELD_OK ||
	    field_day(csv_cell(c, DAY), &day) != FIELD_OK) {
		load_refuse(l, line, "vencimento ou data base inválidos");
		return;
	}
	got = field_br(price, PLACES, CLOSE_MAX - 1, &v);
	if (got == FIELD_BAD || (got == FIELD_OK && v < 0)) {
		load_refuse(l, line, "PU Venda inválido: %.*s", SHOWN(price));
		return;
	}
	if (got == FIELD_ABSENT || v == 0) {
		t->priceless++;
		l->res->ignored++;
		return;
	}
	if (t->n == ROWS_MAX)
		load_fail(l, "mais de %zu linhas.", ROWS_MAX);
	pool_grow(l->pool, t->rows, struct row, t->n, t->size, 1024);
	row = &t->rows[t->n++];
	*row = (struct row){ title_of(t, kind, maturity), day, (int64_t)v };
	keep_rates(&t->titles[row->title], day, c);
}

static void put_rows(struct tesouro *t)
{
	struct quotes *q = quotes_open(t->l, "tesouro");

	for (size_t i = 0; i < t->n; i++) {
		struct title *title = &t->titles[t->rows[i].title];
		const struct quote row = quote_of(t->rows[i].day, SEGMENT_MARK,
						  (struct num){ t->rows[i].price, PLACES });

		if (!title->quoted)
			title->quoted = quotes_symbol(q, slice_of(title->symbol));
		quotes_put(q, title->quoted, &row);
	}
	quotes_finish(q);
}

void load_tesouro(struct load *l)
{
	struct csv_column columns[] = {
		[KIND] = { "tipo titulo", true, -1 },
		[MATURITY] = { "data vencimento", true, -1 },
		[DAY] = { "data base", true, -1 },
		[BUY_RATE] = { "taxa compra manha", false, -1 },
		[SELL_RATE] = { "taxa venda manha", false, -1 },
		[BUY] = { "pu compra manha", false, -1 },
		[SELL] = { "pu venda manha", true, -1 },
		[BASE] = { "pu base manha", false, -1 },
	};
	const struct csv_form form = { .separator = ';', .cp1252 = true };
	struct tesouro t = { .l = l };
	struct slice line;
	struct csv c;

	if (!reader_line(l->in, &line))
		load_fail(l, "o arquivo está vazio.");
	csv_header_of(&c, l, line, &form, columns, ARRAY_SIZE(columns));
	while (csv_next(&c))
		read_row(&t, &c);
	if (t.priceless)
		load_warn(l, "%lld linhas sem preço de venda (vazio ou zero), passadas por alto.",
			  (long long)t.priceless);
	name_titles(&t);
	save_titles(&t);
	put_rates(&t);
	put_rows(&t);
}
