/* SPDX-License-Identifier: Apache-2.0 */
/* paper_call.c: a Function that says what the market data has of a paper: issuer, terms, last price, payments. */
#include "config.h"

#include "market/objects/objects.h"

#include "calc/amounts/amounts.h"
#include "core/number_text.h"
#include "core/text.h"
#include "db/db_json.h"
#include "http/tree.h"
#include "market/prices/payments_ahead.h"
#include "operations/protocol.h"

#define PAPERS_MAX 5
#define PAYMENTS_SHOWN 24 /* the newest */
#define RATE_SHOWN 4
#define AHEAD_SHOWN 12 /* payments to come, the next ones */

/* Of the papers with one of these symbols; a debenture's terms are those of its register. */
static DB_STMT(
	papers, "paper.papers",
	"select i.venue, i.symbol, i.asset_type, coalesce(i.name, i.short_name) as name, i.currency,"
	"       coalesce(d.issuer_name, c.name) as issuer,"
	"       coalesce(d.issuer_tax_id, i.issuer_tax_id, c.tax_id) as issuer_tax_id,"
	"       coalesce(i.isin, d.isin) as isin, coalesce(d.maturity, i.expiry) as maturity,"
	"       q.last_day as price_date, q.last, d.code, d.series, d.indexer, d.index_text, d.rate_kind,"
	"       d.index_day as anniversary_day, d.issued, d.next_event, d.incentivised, d.pct, d.spread, d.rate,"
	"       i.option_kind, i.strike, w.day as rate_day, w.buy, w.sell"
	"  from instrument i"
	"  left join debenture d on i.venue = 'debenture' and d.code = i.symbol"
	"  left join lateral (select y.name, y.tax_id from company_ticker t join company y on y.id = t.company_id"
	"                      where i.venue = 'b3' and t.ticker = i.symbol"
	"                      order by t.until desc nulls first, t.company_id limit 1) c on true"
	"  left join treasury_rate w on i.venue = 'tesouro' and w.symbol = i.symbol"
	"  left join last_close q on q.venue = i.venue and q.symbol = i.symbol"
	" where i.venue = any (array['b3', 'us', 'crypto', 'tesouro', 'fund', 'debenture', 'index'])"
	"   and i.symbol = any ($1::text[]) and i.asset_type = any ($2::text[])"
	" order by i.asset_type, i.symbol, i.venue limit $3");
enum {
	P_VENUE,
	P_SYMBOL,
	P_TYPE,
	P_NAME,
	P_CURRENCY,
	P_ISSUER,
	P_TAX_ID,
	P_ISIN,
	P_MATURITY,
	P_PRICE_DATE,
	P_PRICE,
	P_CODE,
	P_SERIES,
	P_INDEXER,
	P_INDEX_TEXT,
	P_RATE_KIND,
	P_ANNIVERSARY,
	P_ISSUED,
	P_NEXT,
	P_INCENTIVISED,
	P_PCT,
	P_SPREAD,
	P_RATE,
	P_OPTION,
	P_STRIKE,
	P_RATE_DAY,
	P_BUY,
	P_SELL
};

static DB_STMT(
	payments, "paper.payments",
	"select x.place, p.kind, p.ex_day, p.record_day, p.pay_day, p.gross"
	"  from unnest($1::text[], $2::text[]) with ordinality x (venue, symbol, place)"
	" cross join lateral (select * from distribution y"
	"                      where y.venue = x.venue and y.symbol = x.symbol and y.kind is not null"
	"                      order by y.ex_day desc, y.label, y.gross, y.seq limit $3) p"
	" order by x.place, p.ex_day desc, p.label, p.gross, p.seq limit $4");
enum { D_PLACE, D_KIND, D_EX, D_RECORD, D_PAY, D_GROSS };

static void write_terms(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "terms", !db_is_null(r, i, P_CODE)))
		return;
	db_json_columns(j, r, i, P_SERIES, P_RATE_KIND);
	db_json_decimal(j, "pct_of_index", r, i, P_PCT, MONEY_PLACES, RATE_SHOWN, true);
	db_json_decimal(j, "spread_pct", r, i, P_SPREAD, MONEY_PLACES, RATE_SHOWN, true);
	db_json_decimal(j, "rate_pct", r, i, P_RATE, MONEY_PLACES, RATE_SHOWN, true);
	db_json_columns(j, r, i, P_ANNIVERSARY, P_INCENTIVISED);
	json_close(j);
}

static void write_option(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "option", !db_is_null(r, i, P_OPTION)))
		return;
	json_text(j, "kind", db_get_text(r, i, P_OPTION));
	db_json_decimal(j, "strike", r, i, P_STRIKE, PRICE_PLACES, PRICE_PLACES, true);
	json_close(j);
}

static void write_payments(struct json *j, const struct db_rows *r, size_t place)
{
	json_array(j, "payments");
	for (size_t i = 0; i < db_count(r); i++) {
		if ((size_t)db_get_int(r, i, D_PLACE) != place + 1)
			continue;
		json_open(j, NULL);
		db_json_columns(j, r, i, D_KIND, D_PAY);
		db_json_decimal(j, "gross", r, i, D_GROSS, PRICE_PLACES, PRICE_PLACES, true);
		json_close(j);
	}
	json_array_end(j);
}

static void write_day_rate(struct json *j, const struct db_rows *r, size_t i)
{
	if (!json_open_if(j, "day_rate", !db_is_null(r, i, P_RATE_DAY)))
		return;
	json_day(j, "date", db_get_day(r, i, P_RATE_DAY));
	db_json_decimal(j, "buy_pct", r, i, P_BUY, MONEY_PLACES, RATE_SHOWN, true);
	db_json_decimal(j, "sell_pct", r, i, P_SELL, MONEY_PLACES, RATE_SHOWN, true);
	json_close(j);
}

/* What comes by contract, beside what is announced in payments. */
static void write_scheduled(struct json *j, const struct payments_ahead *a, size_t place)
{
	size_t shown = 0;

	json_array(j, "scheduled");
	for (size_t i = 0; i < a->n; i++) {
		if (a->items[i].paper != place || shown++ >= AHEAD_SHOWN)
			continue;
		json_open(j, NULL);
		ahead_write(j, &a->items[i]);
		json_close(j);
	}
	json_array_end(j);
	json_text(j, "scheduled_reason", a->unknown ? a->unknown[place] : NULL);
}

static void write_paper(struct json *j, const struct db_rows *r, size_t i,
			const struct db_rows *paid, const struct payments_ahead *ahead)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, P_SYMBOL, P_PRICE_DATE);
	db_json_decimal(j, "price", r, i, P_PRICE, PRICE_PLACES, PRICE_PLACES, true);
	write_terms(j, r, i);
	write_option(j, r, i);
	write_day_rate(j, r, i);
	write_payments(j, paid, i);
	write_scheduled(j, ahead, i);
	json_close(j);
}

/* Those of one type, or of any. */
static struct db_rows *find(struct call *c)
{
	void *pool = c->ctx->pool;
	const char *symbol = slice_text(pool, slice_trim(slice_of(call_text(c, "symbol"))));
	const char *names[] = { symbol, text_upper_ascii(pool, symbol) };
	const char *type = call_text(c, "asset_type");
	size_t n = 0;

	while (asset_type_names[n])
		n++;
	return db_query(c->ctx, &papers,
			DB_ARGS(db_texts(names, ARRAY_SIZE(names)),
				type ? db_texts(&type, 1) : db_texts(asset_type_names, n),
				db_int(PAPERS_MAX)));
}

void paper_call(struct call *c)
{
	const struct db_rows *r = find(c), *paid;
	const char *venues[PAPERS_MAX], *symbols[PAPERS_MAX];
	struct ahead_paper of[PAPERS_MAX] = { 0 };
	struct payments_ahead ahead;
	size_t n = db_count(r);

	for (size_t i = 0; i < n; i++) {
		venues[i] = db_get_text(r, i, P_VENUE);
		symbols[i] = db_get_text(r, i, P_SYMBOL);
		of[i].symbol = symbols[i];
		of[i].type =
			(enum asset_type)enum_find(asset_type_names, db_get_text(r, i, P_TYPE));
	}
	paid = db_query(c->ctx, &payments,
			DB_ARGS(db_texts(venues, n), db_texts(symbols, n), db_int(PAYMENTS_SHOWN),
				db_int(PAPERS_MAX * PAYMENTS_SHOWN)));
	payments_ahead(c->ctx, of, n, c->ctx->today, DAY_FAR_FUTURE, AHEAD_MOST, &ahead);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_paper(c->out, r, i, paid, &ahead);
	json_array_end(c->out);
}
