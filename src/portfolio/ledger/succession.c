/* SPDX-License-Identifier: Apache-2.0 */
/*
 * succession.c: the paper that an asset became, or gave a part of its cost to (doc/calculations.md
 * 1.7). GET, PUT, DELETE /v1/portfolios/{id}/assets/{assetId}/succession
 *
 * It is a member of the asset's metadata; a succession in the reference data for the same paper and the
 * same days takes precedence, and every answer says so.
 */
#include "config.h"

#include "portfolio/ledger/succession.h"

#include "identity/caller.h"
#include "db/db.h"
#include "http/request.h"
#include "market/prices/market.h"
#include "portfolio/ledger/asset_member.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/asset_meta.h"
#include "portfolio/store/asset_terms.h"

static DB_STMT(reference, "succession.reference",
	       "select s.to_symbol, s.day, s.ratio_n, s.ratio_d"
	       "  from succession s"
	       " where s.venue = $1 and s.from_symbol = $2"
	       "   and s.day between $3 and $4");
enum { R_TO, R_DAY, R_RATIO_N, R_RATIO_D };

/* ---- the answer ---- */

static void render_to(struct json *j, const char *symbol, enum asset_type type)
{
	json_open(j, "to");
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", asset_type_names[type]);
	json_close(j);
}

static void render_succession(struct json *j, const struct succession *s, enum asset_type type)
{
	json_text(j, "kind", "succession");
	render_to(j, s->to, type);
	json_day(j, "date", s->day);
	json_decimal(j, "ratio",
		     dec_mul_div_half_away(s->ratio.n, E12, s->ratio.d, &(bool){ false }),
		     PRICE_PLACES, PRICE_PLACES, true);
	json_decimal_or_null(j, "cash_per_share", s->has_cash, s->cash_per_share.e12, PRICE_PLACES,
			     PRICE_PLACES, true);
}

static void render_spin_off(struct json *j, const struct spin_off *s)
{
	json_text(j, "kind", "spin_off");
	render_to(j, s->to, s->to_type);
	json_day(j, "date", s->day);
	json_decimal(j, "cost_share_pct", s->share.e8, MONEY_PLACES, 4, true);
}

/* The reference data's succession of the same paper in the same days. */
static const struct db_rows *known_of(struct ctx *ctx, const struct ledger_asset *a)
{
	const char *venue = market_venue(a->type);
	struct day day = a->spin_off ? a->spin_off->day : a->succession->day;

	return db_query(ctx, &reference,
			DB_ARGS(db_text(venue ? venue : ""), db_text(a->symbol),
				db_day(day_plus(day, -SAME_EVENT_DAYS)),
				db_day(day_plus(day, SAME_EVENT_DAYS))));
}

/* @a: with the typed succession; @r: known_of() it. */
static void render(struct ctx *ctx, const struct ledger_asset *a, const struct db_rows *r)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_uuid(j, "asset_id", a->id);
	json_text(j, "symbol", a->symbol);
	if (a->spin_off)
		render_spin_off(j, a->spin_off);
	else
		render_succession(j, a->succession, a->succession_type);
	if (!db_count(r)) {
		json_null(j, "superseded_by");
	} else {
		json_open(j, "superseded_by");
		json_text(j, "symbol", db_get_text(r, 0, R_TO));
		json_day(j, "date", db_get_day(r, 0, R_DAY));
		json_decimal(j, "ratio",
			     dec_mul_div_half_away(db_get_int(r, 0, R_RATIO_N), E12,
						   db_get_int(r, 0, R_RATIO_D), &(bool){ false }),
			     PRICE_PLACES, PRICE_PLACES, true);
		json_close(j);
	}
	json_close(j);
}

static bool is_typed(const struct ledger_asset *a)
{
	return a->succession || a->spin_off;
}

static NORETURN void none_typed(struct ctx *ctx, const struct ledger_asset *a)
{
	fail(ctx, 404, "succession_not_found", "Nada foi dito do que %s virou ou deu em cisão.",
	     a->symbol);
}

void succession_get(struct ctx *ctx)
{
	struct ledger_asset a = asset_member_get(ctx);

	terms_succession(ctx->pool, &a);
	if (!is_typed(&a))
		none_typed(ctx, &a);
	render(ctx, &a, known_of(ctx, &a));
}

/* ---- writes ---- */

void succession_put(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	const struct db_rows *known;
	struct ledger_asset a;

	query_done(ctx);
	asset_succession_read(ctx->pool, b);
	body_done(b);
	access_resource(ctx);
	a = asset_member_lock(ctx, asset_member_id(ctx));
	a.meta = asset_member_with(ctx, b, &a, "succession", body_whole(b));
	terms_succession(ctx->pool, &a);
	if (!is_typed(&a)) {
		body_error(body_member(b, "to"), "symbol", "other", "outro papel", a.symbol);
		body_done(b);
	}
	known = known_of(ctx, &a);
	asset_member_store(ctx, &a);
	render(ctx, &a, known);
}

void succession_delete(struct ctx *ctx)
{
	struct ledger_asset a;

	query_done(ctx);
	access_resource(ctx);
	a = asset_member_lock(ctx, asset_member_id(ctx));
	terms_succession(ctx->pool, &a);
	if (!is_typed(&a))
		none_typed(ctx, &a);
	a.meta = asset_meta_with(ctx->pool, a.meta, "succession", NULL);
	asset_member_store(ctx, &a);
	respond_deleted(ctx, a.id);
}
