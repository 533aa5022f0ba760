/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ohlc.c: daily prices as CSV, in the dialects of Stooq, Yahoo and yfinance (doc/load.md).
 *
 * Columns by name.  yfinance writes three header lines and names the symbol; for the others it comes
 * from --symbol.  "Close" of Yahoo is adjusted for later splits, so use such a file only for symbols
 * without splits since, or indices.
 */
#include "config.h"

#include "load/run.h"

#include "load/delimited.h"
#include "load/field.h"
#include "load/quotes.h"
#include "market/prices/market.h"

#define PLACES 8		  /* further places are noise of a binary float */
#define PRICE_MAX (CLOSE_MAX - 1) /* on that grid: 10^10 */

static DB_STMT(introduce, "ohlc.instrument",
	       "insert into instrument (venue, symbol, asset_type, currency)"
	       " values ($1, $2, $3, $4) on conflict (venue, symbol) do nothing");

static DB_STMT(known_type, "ohlc.known_type",
	       "select asset_type from instrument where venue = $1 and symbol = $2");

/* Yahoo's names, and ours. */
static const struct {
	const char *theirs, *ours;
} indices[] = {
	{ "^BVSP", "IBOV" },  { "IFIX.SA", "IFIX" }, { "BZ=F", "BRENT" }, { "^VIX", "VIX" },
	{ "^GSPC", "SP500" }, { "^IXIC", "NASDAQ" }, { "^NDX", "NDX" },
};

enum { DATE, OPEN, HIGH, LOW, CLOSE, VOLUME, ADJUSTED };

/* ---- identifying the paper ---- */

struct wanted_ticker {
	const char *symbol;
	enum asset_type type;
	const char *venue;
};

static enum asset_type wanted_type(struct load *l, enum asset_type otherwise)
{
	int t;

	if (!l->opt->type)
		return otherwise;
	t = enum_find(asset_type_names, l->opt->type);
	if (t < 0 || !market_venue((enum asset_type)t))
		load_fail(l, "--type %s não é um tipo de ativo com cotação.", l->opt->type);
	return (enum asset_type)t;
}

static struct wanted_ticker which(struct load *l, const char *said)
{
	const char *symbol = l->opt->symbol ? l->opt->symbol : said;
	struct wanted_ticker p = { symbol, ASSET_US, NULL };

	if (!symbol || !symbol[0] || strlen(symbol) > 80)
		load_fail(l, "o arquivo não diz de que ativo é: dê --symbol (e --type).");
	for (size_t i = 0; i < ARRAY_SIZE(indices); i++) {
		if (str_eq(symbol, indices[i].theirs) || str_eq(symbol, indices[i].ours)) {
			p.symbol = indices[i].ours;
			p.type = ASSET_INDEX;
		}
	}
	if (p.type != ASSET_INDEX && text_ends(symbol, ".SA")) {
		p.symbol = pool_strndup(l->pool, symbol, strlen(symbol) - 3);
		p.type = ASSET_STOCK;
	}
	p.type = wanted_type(l, p.type);
	p.venue = market_venue(p.type);
	return p;
}

/* The symbol becomes known, so that it can be held. */
static void have_instrument(struct load *l, const struct wanted_ticker *p)
{
	const char *currency = l->opt->currency	     ? l->opt->currency
			       : p->type == ASSET_US ? "USD"
						     : "BRL";
	const struct db_rows *r;

	if (!str_eq(currency, "BRL") && !str_eq(currency, "USD"))
		load_fail(l, "--currency %s: só BRL ou USD.", currency);
	if (p->type == ASSET_US && !str_eq(currency, "USD"))
		load_fail(l, "--currency %s: os preços do tipo us são sempre em USD.", currency);
	if (db_exec(l->ctx, &introduce,
		    DB_ARGS(db_text(p->venue), db_text(p->symbol),
			    db_text(asset_type_names[p->type]), db_text(currency)))) {
		load_symbols_changed(l, p->venue, &p->symbol, 1);
		return;
	}
	r = db_query(l->ctx, &known_type, DB_ARGS(db_text(p->venue), db_text(p->symbol)));
	if (db_count(r) && l->opt->type && !str_eq(db_get_text(r, 0, 0), l->opt->type))
		load_warn(l, "%s já é conhecido como %s; --type não o muda.", p->symbol,
			  db_get_text(r, 0, 0));
}

/* ---- rows ---- */

/* False when it is present and wrong. */
static bool number(const struct csv *c, size_t column, struct num *out)
{
	*out = (struct num){ 0, PLACES };
	switch (field_decimal(csv_cell(c, column), PLACES, PRICE_MAX, &out->v)) {
	case FIELD_BAD:
		return false;
	case FIELD_ABSENT:
		*out = NUM_NONE;
		break;
	case FIELD_OK:
		break;
	}
	return true;
}

static void read_row(const struct csv *c, struct quotes *q, struct quoted *s,
		     const struct wanted_ticker *p)
{
	struct load *l = c->l;
	int64_t line = reader_line_number(l->in);
	enum segment segment = p->type == ASSET_INDEX ? SEGMENT_INDEX : SEGMENT_CASH;
	struct quote row = quote_of((struct day){ 0 }, segment, NUM_NONE);

	l->res->read++;
	if (field_day(csv_cell(c, DATE), &row.day) != FIELD_OK) {
		load_refuse(l, line, "data inválida: %.*s", SHOWN(csv_cell(c, DATE)));
		return;
	}
	if (!number(c, OPEN, &row.open) || !number(c, HIGH, &row.high) ||
	    !number(c, LOW, &row.low) || !number(c, CLOSE, &row.close)) {
		load_refuse(l, line, "preço inválido");
		return;
	}
	if (row.close.places == NUM_ABSENT) {
		l->res->ignored++;
		return;
	}
	row.volume = (struct num){ 0, 0 };
	switch (field_decimal(csv_cell(c, VOLUME), 0, CLOSE_MAX, &row.volume.v)) {
	case FIELD_BAD:
		load_refuse(l, line, "volume inválido");
		return;
	case FIELD_ABSENT:
		row.volume = NUM_NONE;
		break;
	case FIELD_OK:
		break;
	}
	quotes_put(q, s, &row);
}

/* yfinance: "Price,Close,…", "Ticker,^BVSP,…", "Date,,,": the first line names all but the date. */
static const char *yfinance_symbol(struct csv *c)
{
	struct slice line;
	const char *symbol = NULL;

	if (reader_line(c->l->in, &line) && csv_row(c, line) && c->n > 1)
		symbol = slice_text(c->l->pool, c->cells[1]);
	if (!reader_line(c->l->in, &line) || !csv_row(c, line) || !c->n ||
	    !slice_eq(c->cells[0], "Date"))
		load_fail(c->l, "o terceiro cabeçalho do yfinance não começa com Date.");
	return symbol;
}

void load_ohlc(struct load *l)
{
	struct csv_column columns[] = {
		[DATE] = { "date|price|data", true, -1 },   [OPEN] = { "open|abertura", false, -1 },
		[HIGH] = { "high|maxima", false, -1 },	    [LOW] = { "low|minima", false, -1 },
		[CLOSE] = { "close|fechamento", true, -1 }, [VOLUME] = { "volume", false, -1 },
		[ADJUSTED] = { "adj close", false, -1 }, /* known, not used: adjusted for dividends */
	};
	const char *said = NULL;
	struct wanted_ticker paper;
	struct quoted *s;
	struct quotes *q;
	struct csv c;

	csv_open(&c, l, columns, ARRAY_SIZE(columns));
	if (c.n && slice_eq(c.cells[0], "Price"))
		said = yfinance_symbol(&c);
	paper = which(l, said);
	have_instrument(l, &paper);
	q = quotes_open(l, paper.venue);
	s = quotes_symbol(q, slice_of(paper.symbol));
	while (csv_next(&c))
		read_row(&c, q, s, &paper);
	quotes_finish(q);
}
