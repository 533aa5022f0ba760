/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transaction_doubts.c: what is odd about a new row.
 *
 * The row is written nevertheless: a warning, since history has prices and days that no source knows.
 */
#include "config.h"

#include "portfolio/ledger/transaction_doubts.h"

#include <string.h>

#include "core/calendar.h"
#include "core/number_text.h"
#include "db/db.h"
#include "identity/caller.h"
#include "http/json_read.h"
#include "market/prices/market.h"

#define FAR_PART 5 /* a fifth of the close, or of a trade's value */
#define FEES_SMALL ((struct money){ 100 * E8 })
#define CLOSE_DAYS (-7) /* an older close says nothing about a price */

static DB_STMT(
	quoted, "transaction.quoted",
	"select i.asset_type, q.day, q.close, coalesce(i.symbol, c.symbol, q.symbol) is not null,"
	"       (select v.symbol from last_close v where v.venue = $1 order by v.symbol limit 1) is not null"
	"  from (values (1)) as one (n)"
	"  left join instrument i on i.venue = $1 and i.symbol = $2"
	"  left join last_close c on c.venue = $1 and c.symbol = $2"
	"  left join lateral (select p.symbol, p.day, p.close from quote p"
	"    where p.venue = $1 and p.symbol = $2 and p.day <= $3"
	"    order by p.day desc limit 1) q on true");
enum { Q_TYPE, Q_DAY, Q_CLOSE, Q_KNOWN, Q_ANY };

static DB_STMT(
	closes, "transaction.closes",
	"select x.place, q.day, q.close,"
	"       q.day is null and i.symbol is null and c.symbol is null"
	"       and (select v.symbol from last_close v where v.venue = x.venue order by v.symbol limit 1) is not null"
	"  from unnest($1::text[], $2::text[], $3::date[]) with ordinality x (venue, symbol, day, place)"
	"  left join instrument i on i.venue = x.venue and i.symbol = x.symbol"
	"  left join last_close c on c.venue = x.venue and c.symbol = x.symbol"
	"  left join lateral (select p.day, p.close from quote p"
	"    where p.venue = x.venue and p.symbol = x.symbol and p.day <= x.day"
	"    order by p.day desc limit 1) q on true"
	" order by x.place limit 10000");
enum { C_PLACE, C_DAY, C_CLOSE, C_UNKNOWN };

size_t transaction_doubts_send(struct ctx *ctx, const struct transaction *t)
{
	const char *venue = market_venue(t->asset.type);

	if (!venue)
		return 0;
	db_send(ctx, &quoted,
		DB_ARGS(db_text(venue), db_text(t->asset.symbol), db_day(t->row.day)));
	return 1;
}

static bool is_trade(const struct ledger_row *r)
{
	return (r->kind == ROW_BUY || r->kind == ROW_SELL) && r->event == EVENT_NONE;
}

static const char *price_doubt(void *pool, const char *symbol, enum asset_type type,
			       const struct ledger_row *row, struct day day, struct price close)
{
	wide apart = row->price.e12 - close.e12;
	bool dollars = type == ASSET_US;

	if (day_before(day, day_plus(row->day, CLOSE_DAYS)) ||
	    (apart < 0 ? -apart : apart) * FAR_PART <= close.e12)
		return NULL;
	return pool_printf(pool, "O preço de %s, %s, está longe do fechamento de %s, que foi %s.",
			   symbol, priced_text(pool, dollars, row->price), date_text(pool, day),
			   priced_text(pool, dollars, close));
}

const char *unknown_symbol_doubt(void *pool, const char *symbol)
{
	return pool_printf(pool, "%s não está nos dados do mercado: fica sem cotação.", symbol);
}

void price_doubts(struct ctx *ctx, struct price_doubted *list, size_t n)
{
	const char **venues = pool_array(ctx->pool, const char *, n),
		   **symbols = pool_array(ctx->pool, const char *, n);
	struct day *days = pool_array(ctx->pool, struct day, n);
	const struct db_rows *q;

	if (!n)
		return;
	for (size_t i = 0; i < n; i++) {
		venues[i] = market_venue(list[i].type);
		symbols[i] = list[i].symbol;
		days[i] = list[i].row->day;
	}
	q = db_query(ctx, &closes,
		     DB_ARGS(db_texts(venues, n), db_texts(symbols, n), db_days(days, n)));
	for (size_t i = 0; i < db_count(q); i++) {
		struct price_doubted *one = &list[db_get_int(q, i, C_PLACE) - 1];

		one->unknown = db_get_bool(q, i, C_UNKNOWN);
		if (!db_is_null(q, i, C_DAY))
			*one->doubt = price_doubt(
				ctx->pool, one->symbol, one->type, one->row,
				db_get_day(q, i, C_DAY),
				(struct price){ db_get_decimal(q, i, C_CLOSE, PRICE_PLACES) });
	}
}

/* Abroad the holidays are not known. */
static bool is_no_session(enum asset_type type, struct day day)
{
	if (type == ASSET_US)
		return day_weekday(day) % 6 == 0;
	return type_of_exchange(type) && !day_same(session_after(day_plus(day, -1), NULL), day);
}

/* @first: the asset has no row yet */
static size_t of_market(struct ctx *ctx, const struct transaction *t, const struct db_rows *q,
			bool first, const char **out)
{
	bool known = db_get_bool(q, 0, Q_KNOWN), priced = !db_is_null(q, 0, Q_DAY);
	struct day day = priced ? db_get_day(q, 0, Q_DAY) : t->row.day;
	bool that_day = priced && day_same(day, t->row.day);
	const char *far;
	size_t n = 0;

	if (!db_is_null(q, 0, Q_TYPE) &&
	    !str_eq(db_get_text(q, 0, Q_TYPE), asset_type_names[t->asset.type]))
		out[n++] = pool_printf(
			ctx->pool, "%s é de outra classe no mercado: %s.", t->asset.symbol,
			asset_type_titles[enum_find(asset_type_names, db_get_text(q, 0, Q_TYPE))]);
	/* Warned of with its first row: each later one would be stopped for what is known. */
	if (!known && db_get_bool(q, 0, Q_ANY) && first)
		out[n++] = unknown_symbol_doubt(ctx->pool, t->asset.symbol);
	if (!is_trade(&t->row))
		return n;
	if (!that_day && is_no_session(t->asset.type, t->row.day))
		out[n++] = pool_printf(ctx->pool, "%s não foi dia de pregão.",
				       date_text(ctx->pool, t->row.day));
	far = priced && t->row.price_known
		      ? price_doubt(ctx->pool, t->asset.symbol, t->asset.type, &t->row, day,
				    (struct price){ db_get_decimal(q, 0, Q_CLOSE, PRICE_PLACES) })
		      : NULL;
	if (far)
		out[n++] = far;
	return n;
}

/* What needs no source: days and amounts that hardly any trade in reais has. */
static size_t of_itself(void *pool, const struct transaction *t, const char **out)
{
	const struct ledger_row *r = &t->row;
	bool over = false;
	struct money value = money_gross(r->qty, r->price, &over);
	struct day real;
	size_t n = 0;

	if (!is_trade(r))
		return 0;
	if (!r->price_known)
		out[n++] = pool_printf(
			pool,
			r->kind == ROW_SELL
				? "Sem o preço da venda de %s, o resultado dela e o imposto que ela dê ficam sem valor."
				: "Sem o preço da compra de %s, o custo do ativo fica sem valor.",
			t->asset.symbol);
	if (t->asset.type == ASSET_US)
		return n;
	if (day_from_ymd(1994, 7, 1, &real) && day_before(r->day, real))
		out[n++] = pool_printf(pool, "%s é de antes do real, de julho de 1994.",
				       date_text(pool, r->day));
	if (type_of_exchange(t->asset.type) && r->qty.e8 % E8)
		out[n++] = pool_printf(pool, "%s de %s: a bolsa negocia unidades inteiras.",
				       quantity_text(pool, r->qty), t->asset.symbol);
	if (r->price_known && r->fees.e8 > FEES_SMALL.e8 && (wide)r->fees.e8 * FAR_PART > value.e8)
		out[n++] = pool_printf(pool, "As taxas, %s, passam de um quinto do valor, %s.",
				       brl_text(pool, r->fees), brl_text(pool, value));
	return n;
}

/* The maturity that a person or a sheet stated of the asset; false: none, or not as a day. */
static bool stated_maturity(void *pool, const struct ledger_asset *a, struct day *out)
{
	struct json_object *meta = a->meta && strstr(a->meta, "\"maturity\"")
					   ? json_read(pool, slice_of(a->meta))
					   : NULL;
	struct json_object *terms = NULL, *day = NULL;

	return meta && json_object_object_get_ex(meta, "fixed_income", &terms) &&
	       json_object_is_type(terms, json_type_object) &&
	       json_object_object_get_ex(terms, "maturity", &day) &&
	       json_object_is_type(day, json_type_string) &&
	       day_parse(slice_of(json_object_get_string(day)), out);
}

static bool is_equal(const struct ledger_row *a, const struct ledger_row *b)
{
	return day_same(a->day, b->day) && a->kind == b->kind && a->qty.e8 == b->qty.e8 &&
	       a->price_known == b->price_known &&
	       (!a->price_known || a->price.e12 == b->price.e12);
}

/* The rows of the asset that equal this one, itself included. */
static size_t equal_rows(const struct ledger_asset *a, const struct ledger_row *row)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n_rows; i++)
		n += is_equal(&a->rows[i], row);
	return n;
}

static const struct ledger_asset *asset_of(const struct ledger *now, struct uuid id)
{
	static const struct ledger_asset none;

	for (size_t i = 0; i < now->n_assets; i++)
		if (uuid_same(now->assets[i].id, id))
			return &now->assets[i];
	return &none;
}

size_t transaction_doubts_take(struct ctx *ctx, const struct transaction *t,
			       struct db_rows *const *rows, const struct ledger *now, bool stood,
			       const char *out[TRANSACTION_DOUBTS_MAX])
{
	const struct ledger_asset *a = asset_of(now, t->asset.id);
	struct day maturity;
	size_t n = 0;

	if (t->row.kind == ROW_BUY && stated_maturity(ctx->pool, a, &maturity) &&
	    !day_before(t->row.day, maturity))
		out[n++] = pool_printf(ctx->pool,
				       "%s venceu em %s, pelo que está informado: a compra é desse "
				       "dia ou de depois.",
				       t->asset.symbol, date_text(ctx->pool, maturity));
	if (equal_rows(a, &t->row) > 1)
		out[n++] = pool_printf(ctx->pool, "Já há um lançamento igual de %s em %s.",
				       t->asset.symbol, date_text(ctx->pool, t->row.day));
	if (t->asset.has_other)
		out[n++] = pool_printf(ctx->pool,
				       "A carteira já tem %s em outra classe: %s. São dois ativos.",
				       t->asset.symbol, asset_type_titles[t->asset.other]);
	n += of_itself(ctx->pool, t, out + n);
	if (market_venue(t->asset.type))
		n += of_market(ctx, t, rows[0], !stood && a->n_rows == 1, out + n);
	return n;
}
