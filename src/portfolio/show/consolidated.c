/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidated.c: all portfolios of a workspace as one.
 *
 * GET /v1/portfolio; its history, as history_routes.c shows it
 */
#include "config.h"

#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/portfolio.h"
#include "portfolio/store/consolidation.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/show/show.h"

static void render_position(struct json *j, const struct consolidated_position *p)
{
	json_open(j, NULL);
	json_text(j, "symbol", p->symbol);
	json_text(j, "asset_type", asset_type_names[p->type]);
	json_qty(j, "qty", p->qty);
	json_percent_or_null(j, "weight_pct", p->weight_known, p->weight_pct);
	json_money_or_null(j, "market_value", p->value_known, p->market_value);
	json_percent_or_null(j, "unrealized_pct", p->pct_known, p->unrealized_pct);
	json_close(j);
}

static void render_one(struct json *j, const struct valued *v)
{
	json_open(j, NULL);
	json_uuid(j, "id", v->in.id);
	json_text(j, "name", v->in.name);
	json_money(j, "patrimonio", v->portfolio.patrimonio);
	json_percent(j, "unrealized_pct", v->portfolio.unrealized_pct);
	json_int(j, "open_positions", (int64_t)v->portfolio.open_positions);
	json_int(j, "watchlist_entries", (int64_t)v->portfolio.watchlist_entries);
	json_close(j);
}

void consolidation_render_totals(struct json *j, const struct consolidation *t, struct day as_of)
{
	const struct portfolio *p = &t->all.whole;

	json_boolean(j, "has_portfolio", t->n > 0);
	json_int(j, "carteiras", (int64_t)t->n);
	json_day(j, "as_of", as_of);
	json_money(j, "patrimonio", p->patrimonio);
	json_money(j, "invested", p->invested);
	json_money(j, "unrealized_pl", p->unrealized_pl);
	json_percent(j, "unrealized_pct", p->unrealized_pct);
	json_money(j, "realized_pl", p->realized_pl);
	json_money(j, "income_received", p->income_received);
	json_money(j, "day_change_brl", p->day_change);
	json_percent(j, "day_change_pct", p->day_change_pct);
	json_rate_or_null(j, "xirr", p->xirr_known, p->xirr, 6);
	json_text(j, "kind_mix", p->kind_mix);
	json_boolean(j, "any_unpriced", p->any_unpriced);
	json_boolean(j, "any_cost_unknown", p->any_cost_unknown);
}

void portfolio_context(struct ctx *ctx)
{
	struct consolidation t;
	int64_t start;
	struct json *j;

	query_done(ctx);
	consolidation_load(ctx, &(struct consolidation_want){ .as_of = ctx->today }, &t);
	start = clock_monotonic_us();
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	consolidation_render_totals(j, &t, ctx->today);
	json_array(j, "positions");
	for (size_t i = 0; i < t.all.n; i++)
		render_position(j, &t.all.positions[i]);
	json_array_end(j);
	json_array(j, "by_carteira");
	for (size_t i = 0; i < t.n; i++)
		render_one(j, &t.list[i]);
	json_array_end(j);
	json_close(j);
	ctx->json_us += clock_monotonic_us() - start;
}

void consolidated_history_view(struct ctx *ctx, struct history_view *p)
{
	struct consolidation_history *walked = pool_zero(ctx->pool, struct consolidation_history);
	struct consolidation t;

	*p = (struct history_view){ .as_of = ctx->today };
	consolidation_load(
		ctx, &(struct consolidation_want){ .as_of = ctx->today, .history = true }, &t);
	consolidation_walk(ctx, &t, ctx->today, walked);
	p->history = walked->history;
	p->benchmarks = walked->benchmarks;
	p->indices = walked->indices;
	p->explain = returns_sentence(ctx->pool, &t.all.whole, &p->history.twr);
}
