/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transaction_doubts.c: what is odd about a new row.
 *
 * The row is written nevertheless: a warning, since history has prices and days that no source knows.
 */
#include "config.h"

#include "portfolio/ledger/transaction_doubts.h"

#include "core/calendar.h"
#include "core/number_text.h"
#include "db/db.h"
#include "identity/caller.h"
#include "market/prices/market.h"

#define FAR_PART 5 /* a fifth of the close, or of a trade's value */
#define FEES_SMALL ((struct money){ 100 * E8 })
#define CLOSE_DAYS (-7) /* an older close says nothing about a price */

/* Whether it has an equal row, and any row at all; the maturity that its asset states. */
static DB_STMT(
	others, "transaction.others",
	"select exists (select from ledger l"
	"                where l.workspace_id = $1 and l.portfolio_id = $2 and l.asset_id = $3"
	"                  and l.trade_date = $4 and l.kind = $5 and l.quantity = $6"
	"                  and l.price is not distinct from $7::numeric and l.retired_by is null),"
	"       exists (select from ledger l"
	"                where l.workspace_id = $1 and l.portfolio_id = $2 and l.asset_id = $3"
	"                  and l.retired_by is null),"
	"       (select a.meta -> 'fixed_income' ->> 'maturity' from asset a"
	"         where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = $3)");
enum { O_EQUAL, O_ANY, O_MATURITY };

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

size_t transaction_doubts_send(struct ctx *ctx, const struct transaction *t)
{
	const struct ledger_row *r = &t->row;
	const char *venue = market_venue(t->asset.type);

	db_send(ctx, &others,
		DB_ARGS(DB_CHOSEN(ctx), db_uuid(t->asset.id), db_day(r->day),
			db_text(row_kind_names[r->kind]), db_decimal(r->qty.e8, QTY_PLACES),
			r->price_known ? db_decimal(r->price.e12, PRICE_PLACES) : db_null()));
	if (!venue)
		return 1;
	db_send(ctx, &quoted, DB_ARGS(db_text(venue), db_text(t->asset.symbol), db_day(r->day)));
	return 2;
}

static bool is_trade(const struct ledger_row *r)
{
	return (r->kind == ROW_BUY || r->kind == ROW_SELL) && r->event == EVENT_NONE;
}

static const char *far_price(struct ctx *ctx, const struct transaction *t, struct day day,
			     struct price close)
{
	wide apart = t->row.price.e12 - close.e12;

	if (day_before(day, day_plus(t->row.day, CLOSE_DAYS)) ||
	    (apart < 0 ? -apart : apart) * FAR_PART <= close.e12)
		return NULL;
	return pool_printf(ctx->pool,
			   "O preço de %s, %s, está longe do fechamento de %s, que foi %s.",
			   t->asset.symbol, price_text(ctx->pool, t->row.price),
			   date_text(ctx->pool, day), price_text(ctx->pool, close));
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
		out[n++] = pool_printf(ctx->pool,
				       "%s não está nos dados do mercado: fica sem cotação.",
				       t->asset.symbol);
	if (!is_trade(&t->row))
		return n;
	if (type_of_exchange(t->asset.type) && !that_day &&
	    !day_same(session_after(day_plus(t->row.day, -1), NULL), t->row.day))
		out[n++] = pool_printf(ctx->pool, "%s não foi dia de pregão.",
				       date_text(ctx->pool, t->row.day));
	far = priced && t->row.price_known
		      ? far_price(ctx, t, day,
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

/* @maturity: as stated, which a sheet may have done in any form; NULL: it is not */
static bool is_matured(const struct ledger_row *r, const char *maturity, struct day *out)
{
	return r->kind == ROW_BUY && maturity && day_parse(slice_of(maturity), out) &&
	       !day_before(r->day, *out);
}

size_t transaction_doubts_take(struct ctx *ctx, const struct transaction *t,
			       struct db_rows *const *rows, const char *out[TRANSACTION_DOUBTS_MAX])
{
	struct day maturity;
	size_t n = 0;

	if (is_matured(&t->row, db_get_text(rows[0], 0, O_MATURITY), &maturity))
		out[n++] = pool_printf(ctx->pool,
				       "%s venceu em %s, pelo que está informado: a compra é desse "
				       "dia ou de depois.",
				       t->asset.symbol, date_text(ctx->pool, maturity));
	if (db_get_bool(rows[0], 0, O_EQUAL))
		out[n++] = pool_printf(ctx->pool, "Já há um lançamento igual de %s em %s.",
				       t->asset.symbol, date_text(ctx->pool, t->row.day));
	if (t->asset.has_other)
		out[n++] = pool_printf(ctx->pool,
				       "A carteira já tem %s em outra classe: %s. São dois ativos.",
				       t->asset.symbol, asset_type_titles[t->asset.other]);
	n += of_itself(ctx->pool, t, out + n);
	if (market_venue(t->asset.type))
		n += of_market(ctx, t, rows[1], !db_get_bool(rows[0], 0, O_ANY), out + n);
	return n;
}
