/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stated_price.c: the prices that a person stated for an asset (doc/calculations.md 3.1).
 * GET, PUT, DELETE /v1/portfolios/{id}/assets/{assetId}/price
 *
 * They are a member of the asset's metadata: one price a day, in the asset's currency.  Another one of the
 * same day takes its place.
 */
#include "config.h"

#include "portfolio/ledger/stated_price.h"

#include "http/request.h"
#include "identity/caller.h"
#include "portfolio/ledger/asset_member.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/portfolio.h"
#include "portfolio/store/asset_meta.h"
#include "portfolio/store/asset_terms.h"

static void render(struct json *j, const char *name, const struct ledger_asset *a)
{
	json_open(j, name);
	json_uuid(j, "asset_id", a->id);
	json_text(j, "symbol", a->symbol);
	json_text(j, "asset_type", asset_type_names[a->type]);
	json_text(j, "currency", currency_names[a->currency]);
	json_array(j, "prices");
	for (size_t i = a->n_stated; i--;) {
		json_open(j, NULL);
		json_day(j, "date", a->stated[i].day);
		json_decimal(j, "price", a->stated[i].price.e12, PRICE_PLACES, PRICE_PLACES, true);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

void stated_price_get(struct ctx *ctx)
{
	struct ledger_asset a = asset_member_get(ctx);

	terms_stated(ctx->pool, &a);
	render(respond_json(ctx, 200), NULL, &a);
}

/* Replaces the price of @c's day, or (@withdraw) takes it away. */
static void change_list(struct ctx *ctx, struct ledger_asset *a, const struct close *c,
			bool withdraw)
{
	struct close *list = pool_array(ctx->pool, struct close, a->n_stated + 1);
	size_t n = 0;
	bool put = withdraw;

	for (size_t i = 0; i < a->n_stated; i++) {
		if (!put && !day_before(a->stated[i].day, c->day)) {
			list[n++] = *c;
			put = true;
		}
		if (!day_same(a->stated[i].day, c->day))
			list[n++] = a->stated[i];
	}
	if (!put)
		list[n++] = *c;
	a->stated = list;
	a->n_stated = n;
}

struct stated_price *wallet_price_read(struct ctx *ctx, struct body *b)
{
	struct stated_price *p = pool_zero(ctx->pool, struct stated_price);

	p->body = b;
	p->withdraws = body_has(b, "price") && !body_json(b, "price", NULLABLE);
	asset_stated_read(ctx, b, p->withdraws, &p->close);
	body_done(b);
	return p;
}

/* What only the asset can refuse. */
static void judge(struct ctx *ctx, const struct stated_price *p, const struct ledger_asset *a,
		  size_t before)
{
	if (p->withdraws && a->n_stated == before)
		fail(ctx, 404, "stated_price_not_found", "Nenhum preço de %s foi informado de %s.",
		     a->symbol, date_text(ctx->pool, p->close.day));
	if (p->withdraws)
		return;
	if (a->type == ASSET_INDEX)
		body_error(p->body, NULL, "watchlist_only",
			   "um ativo que se possa comprar (index é só para acompanhar)", "index");
	if (a->n_stated > STATED_PRICES_MAX)
		body_error(p->body, NULL, "max_items",
			   pool_printf(ctx->pool,
				       "até %d preços de um ativo; retire um dos mais antigos",
				       STATED_PRICES_MAX),
			   NULL);
	body_done(p->body);
}

void wallet_price_write(struct ctx *ctx, const struct stated_price *p, struct uuid asset,
			struct json *out, const char *name)
{
	struct ledger_asset a = asset_member_lock(ctx, asset);
	size_t before;

	terms_stated(ctx->pool, &a);
	before = a.n_stated;
	change_list(ctx, &a, &p->close, p->withdraws);
	judge(ctx, p, &a, before);
	a.meta = asset_member_with(ctx, p->body, &a, "stated_prices",
				   asset_stated_json(ctx->pool, a.stated, a.n_stated));
	asset_member_store(ctx, &a);
	render(out, name, &a);
}

void stated_price_put(struct ctx *ctx)
{
	struct stated_price p = { .body = body_open(ctx) };

	query_done(ctx);
	asset_stated_read(ctx, p.body, false, &p.close);
	body_done(p.body);
	access_resource(ctx);
	wallet_price_write(ctx, &p, asset_member_id(ctx), respond_json(ctx, 200), NULL);
}

void stated_price_delete(struct ctx *ctx)
{
	struct stated_price p = { .withdraws = true, .close.day = ctx->today };

	(void)query_day(ctx, "date", &p.close.day);
	query_done(ctx);
	access_resource(ctx);
	wallet_price_write(ctx, &p, asset_member_id(ctx), respond_json(ctx, 200), NULL);
}
