/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_json.c: how far a portfolio is from its targets, and where an amount goes, as JSON
 * (doc/calculations.md 21.2, 21.3).
 */
#include "config.h"

#include "core/clock.h"
#include "portfolio/plan/plan_view.h"

static void render_asset(struct json *j, const char *symbol, enum asset_type type)
{
	json_text(j, "symbol", symbol);
	json_text(j, "asset_type", asset_type_names[type]);
}

static void render_points(struct json *j, const char *name, bool known, struct percent p)
{
	if (known)
		json_decimal(j, name, p.e8, 8, 2, false);
	else
		json_null(j, name);
}

static void render_share(struct json *j, const struct plan_share *s)
{
	bool valued = !s->without_value, shared = valued && s->share_known;

	json_money_or_null(j, "value", valued, s->value);
	render_points(j, "share_pct", shared, s->share);
	json_decimal(j, "pct", s->pct, 2, 2, false);
	render_points(j, "drift_pp", shared, s->drift);
	if (shared)
		json_boolean(j, "out", s->out);
	else
		json_null(j, "out");
	json_money_or_null(j, "missing", valued, s->missing);
	json_text(j, "reason", shared ? NULL : "no_value");
}

static void render_inside(struct json *j, const struct plan_slice_state *s)
{
	json_array(j, "inside");
	for (size_t i = 0; s->slice->n_inside && i < s->n_members; i++) {
		json_open(j, NULL);
		render_asset(j, s->members[i].symbol, s->members[i].type);
		render_share(j, &s->members[i]);
		json_close(j);
	}
	json_array_end(j);
}

static void render_buy(struct json *j, const struct plan_buy *b)
{
	const struct plan_position *p = b->asset->position;

	json_open(j, NULL);
	render_asset(j, b->asset->symbol, b->asset->type);
	json_money(j, "amount", b->amount);
	json_decimal_or_null(j, "price", b->qty_known && p, p ? p->price.e12 : 0, PRICE_PLACES, 8,
			     true);
	if (b->qty_known)
		json_qty(j, "quantity", b->qty);
	else
		json_null(j, "quantity");
	json_money_or_null(j, "cost", b->cost_known, b->cost);
	json_text(j, "reason", plan_reason_names[b->reason]);
	json_close(j);
}

/* Assets with what they are worth, and their share of the slice or of the whole. */
static void render_shares(struct json *j, const char *name, const struct plan_share *list, size_t n)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		render_asset(j, list[i].symbol, list[i].type);
		json_money(j, "value", list[i].value);
		render_points(j, "share_pct", list[i].share_known, list[i].share);
		json_close(j);
	}
	json_array_end(j);
}

/* A slice that names classes only: the assets of them that are held. */
static void render_held(struct json *j, const struct plan_slice_state *s)
{
	if (s->named) {
		json_null(j, "held");
		return;
	}
	render_shares(j, "held", s->held, s->n_held);
}

static void render_buys(struct json *j, const struct plan_slice_buys *s)
{
	json_money(j, "amount", s->amount);
	if (!s->buys) {
		json_null(j, "buy");
		json_null(j, "left");
		return;
	}
	json_array(j, "buy");
	for (size_t i = 0; i < s->n; i++)
		render_buy(j, &s->buys[i]);
	json_array_end(j);
	json_money(j, "left", s->left);
}

static void render_slices(struct json *j, const struct plan_view *v)
{
	json_array(j, "slices");
	for (size_t i = 0; i < v->state.n; i++) {
		const struct plan_slice_state *s = &v->state.slices[i];

		json_open(j, NULL);
		json_text(j, "name", s->slice->name);
		render_share(j, &s->whole);
		render_inside(j, s);
		if (v->ask.moves)
			render_buys(j, &v->moves.slices[i]);
		if (v->ask.moves)
			render_held(j, s);
		json_close(j);
	}
	json_array_end(j);
}

static void render_left_out(struct json *j, const struct plan_state *s)
{
	json_array(j, "without_value");
	for (size_t i = 0; i < s->n_without_value; i++) {
		json_open(j, NULL);
		render_asset(j, s->without_value[i]->symbol, s->without_value[i]->type);
		json_close(j);
	}
	json_array_end(j);
	render_shares(j, "outside", s->outside, s->n_outside);
}

void plan_render_members(struct ctx *ctx, struct json *j, const struct plan_view *v)
{
	int64_t start = clock_monotonic_us();
	const char *outside = plan_outside_said(ctx->pool, &v->state);

	json_day(j, "as_of", ctx->today);
	json_int(j, "targets_version", v->targets.version);
	json_money(j, "total", v->state.total);
	render_left_out(j, &v->state);
	json_texts(j, "warnings", &outside, outside ? 1 : 0);
	if (v->ask.moves) {
		json_money(j, "contribution", v->ask.contribution);
		json_boolean(j, "sell", v->ask.sell);
		json_decimal_or_null(j, "level", v->moves.level_known, v->moves.level_e8, 8, 8,
				     true);
		json_money_or_null(j, "missing_cash", v->ask.sell, v->moves.missing_cash);
	}
	render_slices(j, v);
	ctx->json_us += clock_monotonic_us() - start;
}

void plan_render(struct ctx *ctx, struct json *j, const char *name, const struct plan_view *v)
{
	json_open(j, name);
	plan_render_members(ctx, j, v);
	json_close(j);
}
