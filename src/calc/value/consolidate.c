/* SPDX-License-Identifier: Apache-2.0 */
/*
 * consolidate.c: several portfolios as one (doc/calculations.md 6.4, 17).
 *
 * The totals of all holdings use the code of a single portfolio, so that sums agree.
 */
#include "config.h"

#include "calc/value/consolidate.h"

#include "calc/value/position_value.h"
#include "core/order.h"
#include "core/pool.h"

/* All flows, one a day; with room for the terminal value at the end. */
static void consolidate_flows(void *pool, const struct portfolio *list, size_t n,
			      struct portfolio *out, bool *range)
{
	struct day_sums t = DAY_SUMS_NONE;

	out->flows_complete = true;
	for (size_t i = 0; i < n; i++) {
		day_sums_reach_flows(&t, list[i].flows, list[i].n_flows);
		if (!list[i].flows_complete &&
		    (out->flows_complete ||
		     day_before(out->unknown_flow_day, list[i].unknown_flow_day)))
			out->unknown_flow_day = list[i].unknown_flow_day;
		out->flows_complete &= list[i].flows_complete;
	}
	day_sums_open(pool, &t);
	for (size_t i = 0; i < n; i++)
		day_sums_add_flows(&t, list[i].flows, list[i].n_flows);
	out->flows = day_sums_flows(pool, &t, &out->n_flows);
	*range |= t.range;
}

static void join_months(void *pool, const struct portfolio *list, size_t n, struct portfolio *out,
			bool *range)
{
	const struct months **realized = pool_array(pool, const struct months *, n);
	const struct months **income = pool_array(pool, const struct months *, n);

	for (size_t i = 0; i < n; i++) {
		realized[i] = &list[i].realized_by_month;
		income[i] = &list[i].income_by_month;
	}
	out->realized_by_month = months_sum(pool, realized, n, range);
	out->income_by_month = months_sum(pool, income, n, range);
}

static void consolidate_holdings(const struct portfolio *list, size_t n, struct portfolio *out)
{
	out->holdings = n ? list[0].holdings : NULL;
	for (size_t i = 0; i < n; i++) {
		out->n_holdings += list[i].n_holdings;
		out->merged_assets += list[i].merged_assets;
		if (list[i].fx.source != FX_NONE)
			out->fx = list[i].fx;
	}
}

/* ---- positions ---- */

static int paper_order(const struct holding *x, const struct holding *y)
{
	int order = strcmp(x->asset->symbol, y->asset->symbol);

	return order ? order : (int)x->asset->type - (int)y->asset->type;
}

/* The largest part of a paper comes first and gives the name. */
static int part_order(const void *a, const void *b)
{
	const struct holding *x = *(const struct holding *const *)a;
	const struct holding *y = *(const struct holding *const *)b;
	int order = paper_order(x, y);

	if (!order)
		order = (int)y->value_known - (int)x->value_known;
	if (!order && x->value_known && x->market_value.e8 != y->market_value.e8)
		order = x->market_value.e8 > y->market_value.e8 ? -1 : 1;
	return order ? order : (x > y) - (x < y);
}

static int value_order(const void *a, const void *b)
{
	const struct consolidated_position *x = a, *y = b;
	int order;

	if (x->value_known != y->value_known)
		return x->value_known ? -1 : 1;
	if (x->value_known && x->market_value.e8 != y->market_value.e8)
		return x->market_value.e8 > y->market_value.e8 ? -1 : 1;
	order = strcmp(x->symbol, y->symbol);
	return order ? order : (int)x->type - (int)y->type;
}

/* The parts of one paper. */
static void consolidate_symbol(const struct holding *const *parts, size_t n,
			       struct money patrimonio, struct consolidated_position *out,
			       bool *range)
{
	struct money cost = { 0 };
	struct money gain = { 0 };
	struct money exact = { 0 }; /* weights are computed from unrounded values */

	*out = (struct consolidated_position){
		.symbol = parts[0]->asset->symbol,
		.name = holding_name(parts[0]),
		.type = parts[0]->asset->type,
		.value_known = true,
		.priced = true,
		.pct_known = true,
	};
	for (size_t i = 0; i < n; i++) {
		const struct holding *h = parts[i];

		out->qty = qty_add(out->qty, h->brl.qty, range);
		out->value_known &= h->value_known;
		out->priced &= h->priced;
		out->pct_known &= h->pl_known && h->brl.cost_known;
		out->market_value = money_add_shown(out->market_value, h->market_value, range);
		exact = money_add(exact, h->market_value, range);
		cost = money_add(cost, h->brl.cost, range);
		gain = money_add(gain, h->unrealized_pl, range);
	}
	out->pct_known = out->pct_known && gain_percent(gain, cost, &out->unrealized_pct, range);
	out->weight_known = out->value_known && patrimonio.e8 != 0;
	if (out->weight_known)
		out->weight_pct = percent_of(exact, patrimonio, range);
}

static void consolidate_positions(void *pool, struct consolidated *c, bool *range)
{
	const struct portfolio *p = &c->whole;
	const struct holding **open = pool_array(pool, const struct holding *, p->n_holdings);
	size_t n = 0;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN)
			open[n++] = &p->holdings[i];
	order_sort(open, n, sizeof(*open), part_order);
	c->positions = pool_array(pool, struct consolidated_position, n);
	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && !paper_order(open[i], open[end]))
			end++;
		consolidate_symbol(open + i, end - i, p->patrimonio, &c->positions[c->n++], range);
		i = end;
	}
	order_sort(c->positions, c->n, sizeof(*c->positions), value_order);
}

enum calc_err consolidate(void *pool, const struct portfolio *list, size_t n, struct day as_of,
			  struct consolidated *out)
{
	struct consolidated c = { .n = 0 };
	enum calc_err err;
	bool range = false;

	c.whole.as_of = as_of;
	consolidate_holdings(list, n, &c.whole);
	consolidate_flows(pool, list, n, &c.whole, &range);
	join_months(pool, list, n, &c.whole, &range);
	err = portfolio_whole(pool, &c.whole);
	if (err != CALC_OK)
		return err;
	consolidate_positions(pool, &c, &range);
	if (range)
		return CALC_RANGE;
	if (c.whole.flows_complete && !c.whole.any_cost_unknown) {
		c.whole.flows[c.whole.n_flows] = (struct flow){ as_of, c.whole.patrimonio };
		c.whole.xirr_known = xirr(pool, c.whole.flows, c.whole.n_flows + 1, &c.whole.xirr);
	}
	*out = c;
	return CALC_OK;
}
