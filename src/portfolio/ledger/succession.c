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
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/state_write.h"
#include "portfolio/ledger/write.h"
#include "portfolio/store/asset_meta.h"
#include "portfolio/store/asset_terms.h"

static DB_STMT(one, "succession.asset",
	       "select a.symbol, a.asset_type, a.currency, a.meta::text"
	       "  from asset a"
	       " where a.workspace_id = $1 and a.portfolio_id = $2 and a.id = $3");
enum { C_SYMBOL, C_TYPE, C_CURRENCY, C_META };

static DB_STMT(change, "succession.change",
	       "update asset set meta = ($4::text)::jsonb"
	       " where workspace_id = $1 and portfolio_id = $2 and id = $3");

static DB_STMT(reference, "succession.reference",
	       "select s.to_symbol, s.day, s.ratio_n, s.ratio_d"
	       "  from succession s"
	       " where s.venue = $1 and s.from_symbol = $2"
	       "   and s.day between $3 and $4");
enum { R_TO, R_DAY, R_RATIO_N, R_RATIO_D };

static struct uuid asset_id(struct ctx *ctx)
{
	return path_id(ctx, 1, "asset_not_found", "ativo");
}

static void send_asset(struct ctx *ctx, struct uuid id)
{
	db_send(ctx, &one,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_uuid(id)));
}

static struct ledger_asset asset_taken(struct ctx *ctx, struct uuid id, const struct db_rows *r)
{
	if (db_count(r) == 0)
		fail(ctx, 404, "asset_not_found", "Não há ativo %s nesta carteira.", ctx->path[1]);
	return (struct ledger_asset){
		.id = id,
		.symbol = db_get_text(r, 0, C_SYMBOL),
		.type = (enum asset_type)enum_find(asset_type_names, db_get_text(r, 0, C_TYPE)),
		.currency = (enum currency)enum_find(currency_names, db_get_text(r, 0, C_CURRENCY)),
		.meta = db_get_text(r, 0, C_META),
	};
}

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
	struct ledger_asset a;
	struct db_rows *rows[1];
	struct uuid id;

	query_done(ctx);
	ledger_readable(ctx);
	id = asset_id(ctx);
	send_asset(ctx, id);
	db_wait(ctx, rows, 1);
	a = asset_taken(ctx, id, rows[0]);
	terms_succession(ctx->pool, &a);
	if (!is_typed(&a))
		none_typed(ctx, &a);
	render(ctx, &a, known_of(ctx, &a));
}

/* ---- writes ---- */

static struct ledger_asset locked(struct ctx *ctx)
{
	struct db_rows *rows[2];
	struct uuid id;

	access_resource(ctx);
	id = asset_id(ctx);
	ledger_lock_send(ctx);
	send_asset(ctx, id);
	db_wait(ctx, rows, 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	return asset_taken(ctx, id, rows[1]);
}

static void store(struct ctx *ctx, const struct ledger_asset *a, const char *meta)
{
	struct db_rows *rows[1 + LEDGER_WRITTEN];
	size_t ignored;

	db_send(ctx, &change,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_uuid(a->id), db_text(meta)));
	(void)state_write(ctx, 1 + ledger_written_send(ctx, "asset.updated", a->id, 1), rows,
			  &a->id, 1, false, &ignored);
}

void succession_put(struct ctx *ctx)
{
	struct body *b = body_open(ctx);
	const struct db_rows *known;
	struct ledger_asset a;
	const char *meta;

	query_done(ctx);
	asset_succession_read(ctx->pool, b);
	body_done(b);
	a = locked(ctx);
	meta = asset_meta_with(ctx->pool, a.meta, "succession", body_whole(b));
	if (!meta) {
		body_error(b, NULL, "max_length", "com os outros dados do ativo, até 4096 bytes",
			   NULL);
		body_done(b);
	}
	a.meta = meta;
	terms_succession(ctx->pool, &a);
	if (!is_typed(&a)) {
		body_error(body_member(b, "to"), "symbol", "other", "outro papel", a.symbol);
		body_done(b);
	}
	known = known_of(ctx, &a);
	store(ctx, &a, meta);
	render(ctx, &a, known);
}

void succession_delete(struct ctx *ctx)
{
	struct ledger_asset a;

	query_done(ctx);
	a = locked(ctx);
	terms_succession(ctx->pool, &a);
	if (!is_typed(&a))
		none_typed(ctx, &a);
	store(ctx, &a, asset_meta_with(ctx->pool, a.meta, "succession", NULL));
	render_deleted(ctx, a.id);
}
