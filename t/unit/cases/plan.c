/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c: section 21. */
#include "config.h"

#include "cases/cases.h"

#include "calc/plan/plan.h"

/* ---- reading ---- */

static int hundredths(struct json_object *o, const char *key, int fallback)
{
	wide v = 0;

	return in_number(o, key, 2, &v) ? (int)v : fallback;
}

static struct plan_asset *in_assets(void *pool, struct json_object *list)
{
	struct plan_asset *out = pool_array(pool, struct plan_asset, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);

		out[i] = (struct plan_asset){ .symbol = in_text(one, "symbol"),
					      .type = (enum asset_type)in_enum(one, "asset_type",
									       asset_type_names, 0),
					      .pct = hundredths(one, "pct", 0) };
	}
	return out;
}

static unsigned in_types(struct json_object *list)
{
	unsigned out = 0;

	for (size_t i = 0; i < in_length(list); i++) {
		const char *name = json_object_get_string(json_object_array_get_idx(list, i));
		int type = enum_find(asset_type_names, name);

		if (type < 0)
			case_trouble("%s is no asset type", name);
		else
			out |= 1u << type;
	}
	return out;
}

static struct plan_targets in_targets(void *pool, struct json_object *o)
{
	struct json_object *list = in_field(o, "slices");
	struct plan_slice *slices = pool_array(pool, struct plan_slice, in_length(list));

	for (size_t i = 0; i < in_length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		struct json_object *assets = in_field(one, "assets");
		struct json_object *inside = in_field(one, "inside");

		slices[i] = (struct plan_slice){ .name = in_text(one, "name"),
						 .pct = hundredths(one, "pct", 0),
						 .types = in_types(in_field(one, "types")),
						 .assets = in_assets(pool, assets),
						 .n_assets = in_length(assets),
						 .inside = in_assets(pool, inside),
						 .n_inside = in_length(inside) };
	}
	return (struct plan_targets){ .slices = slices,
				      .n = in_length(list),
				      .band_pp = hundredths(o, "band_pp", PLAN_BAND_PP),
				      .band_relative = hundredths(o, "band_relative_pct",
								  PLAN_BAND_RELATIVE) };
}

static struct plan_position in_position(struct json_object *o, bool held)
{
	struct plan_position p = { .symbol = in_text(o, "symbol"),
				   .type = (enum asset_type)in_enum(o, "asset_type",
								    asset_type_names, 0),
				   .held = held };
	wide v = 0;

	if (held)
		p.qty = in_qty(o, "quantity");
	p.value_known = held && in_number(o, "value", MONEY_PLACES, &v);
	p.value.e8 = v;
	p.price_known = in_number(o, "price", PRICE_PLACES, &p.price.e12);
	return p;
}

static struct plan_input in_plan(void *pool, struct json_object *in)
{
	struct json_object *held = in_field(in, "positions"), *named = in_field(in, "prices");
	size_t n = in_length(held), more = in_length(named);
	struct plan_position *list = pool_array(pool, struct plan_position, n + more);

	for (size_t i = 0; i < n; i++)
		list[i] = in_position(json_object_array_get_idx(held, i), true);
	for (size_t i = 0; i < more; i++)
		list[n + i] = in_position(json_object_array_get_idx(named, i), false);
	return (struct plan_input){ .targets = in_targets(pool, in_field(in, "targets")),
				    .positions = list,
				    .n = n + more };
}

/* ---- writing ---- */

static struct json_object *out_item(struct json_object *list)
{
	struct json_object *o = json_object_new_object();

	json_object_array_add(list, o);
	return o;
}

static void out_asset(struct json_object *o, const char *symbol, enum asset_type type)
{
	out_text(o, "symbol", symbol);
	out_text(o, "asset_type", asset_type_names[type]);
}

static void out_share(struct json_object *o, const struct plan_share *s)
{
	out_money(o, "value", s->value);
	out_value(o, "pct", s->pct, 2, 2);
	out_money(o, "missing", s->missing);
	if (s->share_known) {
		out_value(o, "share_pct", s->share.e8, 8, 2);
		out_value(o, "drift_pp", s->drift.e8, 8, 2);
		out_true(o, "out", s->out);
	} else {
		out_null(o, "share_pct");
		out_null(o, "drift_pp");
		out_null(o, "out");
		out_text(o, "reason", "no_value");
	}
}

static struct json_object *refused(const struct plan_targets *t)
{
	const struct plan_slice *slice;
	struct json_object *o;
	int sum;

	if (plan_sum_is_whole(t, &slice, &sum))
		return NULL;
	o = json_object_new_object();
	out_text(o, "error", "targets_not_100");
	out_value(o, "sum", sum, 2, 2);
	if (slice)
		out_text(o, "slice", slice->name);
	return o;
}

static struct json_object *state_of(void *pool, struct json_object *in)
{
	struct plan_input plan = in_plan(pool, in);
	struct json_object *o = refused(&plan.targets), *list;
	struct plan_state s;

	if (o)
		return o;
	if (plan_state(pool, &plan, &s) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	out_money(o, "total", s.total);
	list = out_array(o, "without_value");
	for (size_t i = 0; i < s.n_without_value; i++)
		out_asset(out_item(list), s.without_value[i]->symbol, s.without_value[i]->type);
	list = out_array(o, "outside");
	for (size_t i = 0; i < s.n_outside; i++) {
		struct json_object *one = out_item(list);

		out_asset(one, s.outside[i].symbol, s.outside[i].type);
		out_share(one, &s.outside[i]);
	}
	list = out_array(o, "slices");
	for (size_t i = 0; i < s.n; i++) {
		struct json_object *one = out_item(list), *inside;
		const struct plan_slice_state *slice = &s.slices[i];

		out_text(one, "name", slice->slice->name);
		out_share(one, &slice->whole);
		inside = out_array(one, "inside");
		for (size_t k = 0; slice->slice->n_inside && k < slice->n_members; k++) {
			struct json_object *member = out_item(inside);

			out_asset(member, slice->members[k].symbol, slice->members[k].type);
			out_share(member, &slice->members[k]);
		}
	}
	return o;
}

static void out_buys(struct json_object *o, const struct plan_slice_buys *s)
{
	struct json_object *list;

	out_money(o, "amount", s->amount);
	if (!s->buys) {
		out_null(o, "buy");
		out_null(o, "left");
		return;
	}
	list = out_array(o, "buy");
	for (size_t i = 0; i < s->n; i++) {
		const struct plan_buy *b = &s->buys[i];
		struct json_object *one = out_item(list);

		out_asset(one, b->asset->symbol, b->asset->type);
		out_money(one, "amount", b->amount);
		if (b->qty_known)
			out_qty(one, "quantity", b->qty);
		else
			out_null(one, "quantity");
		if (b->cost_known)
			out_money(one, "cost", b->cost);
		else
			out_null(one, "cost");
		out_text(one, "reason", plan_reason_names[b->reason]);
	}
	out_money(o, "left", s->left);
}

typedef enum calc_err (*move_fn)(void *pool, const struct plan_state *state, struct money amount,
				 struct plan_moves *out);

static struct json_object *moves(void *pool, struct json_object *in, move_fn move)
{
	struct plan_input plan = in_plan(pool, in);
	struct plan_state s;
	struct plan_moves m;
	struct json_object *o = refused(&plan.targets), *list;

	if (o)
		return o;
	if (plan_state(pool, &plan, &s) != CALC_OK ||
	    move(pool, &s, in_money(in, "contribution"), &m) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	if (m.level_known)
		out_value(o, "level", m.level_e8, 8, 8);
	else
		out_null(o, "level");
	out_money(o, "missing_cash", m.missing_cash);
	list = out_array(o, "slices");
	for (size_t i = 0; i < m.n; i++) {
		struct json_object *one = out_item(list);

		out_text(one, "name", s.slices[i].slice->name);
		out_buys(one, &m.slices[i]);
	}
	return o;
}

static struct json_object *contribution(void *pool, struct json_object *in)
{
	return moves(pool, in, plan_contribute);
}

static struct json_object *sell(void *pool, struct json_object *in)
{
	return moves(pool, in, plan_rebalance);
}

const struct case_function plan_functions[] = {
	{ "plan_state", state_of },
	{ "plan_contribution", contribution },
	{ "plan_sell", sell },
	{ NULL, NULL },
};
