/* SPDX-License-Identifier: Apache-2.0 */
/*
 * totals.c: the totals of a portfolio (doc/calculations.md 17).
 *
 * Shown amounts add up: a total is the sum of the holdings' amounts rounded to cents as shown.
 */
#include "config.h"

#include "calc/value/position_value.h"
#include "core/buf.h"
#include "core/order.h"

#include <stdlib.h>

/* ---- order of holdings ---- */

/* Open ones by value (those without a value last), then the watchlist, then closed ones, by symbol. */
static int by_rank(const void *a, const void *b)
{
	const struct holding *x = a, *y = b;
	int order;

	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	if (x->state == HOLDING_OPEN) {
		if (x->value_known != y->value_known)
			return x->value_known ? -1 : 1;
		if (x->value_known && x->market_value.e8 != y->market_value.e8)
			return x->market_value.e8 > y->market_value.e8 ? -1 : 1;
	}
	order = strcmp(x->asset->symbol, y->asset->symbol);
	return order ? order : (int)x->asset->type - (int)y->asset->type;
}

static struct money months_total(const struct months *m, bool *range)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < m->n; i++)
		sum = money_add(sum, m->items[i].amount, range);
	return sum;
}

/* ---- classes ---- */

struct share {
	const char *title;
	struct money value;
};

/* Largest value first; Outros is added after sorting and stays last. */
static int by_value(const void *a, const void *b)
{
	const struct share *x = a, *y = b;
	int c = wide_order(y->value.e8, x->value.e8);

	return c ? c : strcmp(x->title, y->title);
}

static void share_kinds(void *pool, struct portfolio *p)
{
	struct money of_type[ASSET_TYPES] = { { 0 } };
	struct share list[ASSET_TYPES + 1];
	struct money values[ASSET_TYPES + 1];
	int64_t pct[ASSET_TYPES + 1];
	struct money others = { 0 };
	struct kind_share *kinds;
	size_t n = 0;
	size_t named;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN && p->holdings[i].value_known)
			of_type[p->holdings[i].asset->type].e8 +=
				money_round_cents(p->holdings[i].market_value).e8;
	for (int t = 0; t < ASSET_TYPES; t++)
		if (of_type[t].e8 > 0)
			list[n++] = (struct share){ .title = asset_type_titles[t],
						    .value = of_type[t] };
	if (!n)
		return;
	qsort(list, n, sizeof(list[0]), by_value);
	for (named = n; named && list[named - 1].value.e8 * 100 < p->patrimonio.e8; named--)
		others.e8 += list[named - 1].value.e8;
	n = named;
	if (others.e8)
		list[n++] = (struct share){ .title = "Outros", .value = others };
	for (size_t i = 0; i < n; i++)
		values[i] = list[i].value;
	largest_remainder(pool, values, n, p->patrimonio, 100, pct);
	kinds = pool_array(pool, struct kind_share, n);
	for (size_t i = 0; i < n; i++)
		kinds[i] = (struct kind_share){ list[i].title, (int)pct[i] };
	p->kinds = kinds;
	p->n_kinds = n;
}

static const char *kind_mix(void *pool, const struct portfolio *p)
{
	struct buf text;

	if (!p->n_kinds)
		return "Sem posições";
	buf_init(&text, pool, 128);
	for (size_t i = 0; i < p->n_kinds; i++)
		buf_printf(&text, "%s%s %d%%", i ? " · " : "", p->kinds[i].title, p->kinds[i].pct);
	return buf_text(&text);
}

/* ---- totals ---- */

static void add_open(struct portfolio *p, const struct holding *h, struct money *pl_cost,
		     struct money *day_base, bool *range)
{
	p->open_positions++;
	p->any_unpriced |= !h->priced;
	if (h->value_known)
		p->patrimonio = money_add_shown(p->patrimonio, h->market_value, range);
	if (h->brl.cost_known)
		p->invested = money_add_shown(p->invested, h->brl.cost, range);
	if (h->pl_known) {
		p->unrealized_pl = money_add_shown(p->unrealized_pl, h->unrealized_pl, range);
		*pl_cost = money_add_shown(*pl_cost, h->brl.cost, range);
	}
	if (h->day_known && h->value_known) {
		p->day_change = money_add_shown(p->day_change, h->day_change, range);
		*day_base = money_add_shown(*day_base, h->market_value, range);
	}
}

static void add_up(struct portfolio *p, bool *range)
{
	struct money pl_cost = { 0 };
	struct money day_base = { 0 };

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		p->any_cost_unknown |= h->brl.has_rows && !h->brl.basis_known;
		switch (h->state) {
		case HOLDING_OPEN:
			add_open(p, h, &pl_cost, &day_base, range);
			break;
		case HOLDING_WATCHLIST:
			p->watchlist_entries++;
			break;
		case HOLDING_CLOSED:
			p->closed_positions++;
			break;
		}
	}
	p->is_watchlist = p->n_holdings && p->watchlist_entries == p->n_holdings;
	if (pl_cost.e8)
		p->unrealized_pct = percent_of(p->unrealized_pl, pl_cost, range);
	day_base = money_sub(day_base, p->day_change, range);
	if (day_base.e8)
		p->day_change_pct = percent_of(p->day_change, day_base, range);
}

static void weigh(struct portfolio *p, bool *range)
{
	for (size_t i = 0; i < p->n_holdings; i++) {
		struct holding *h = &p->holdings[i];

		h->weight_known = h->state == HOLDING_OPEN && h->value_known && p->patrimonio.e8;
		if (h->weight_known)
			h->weight_pct = percent_of(h->market_value, p->patrimonio, range);
	}
}

enum calc_err portfolio_sums(struct portfolio *p)
{
	bool range = false;

	add_up(p, &range);
	p->realized_pl = months_total(&p->realized_by_month, &range);
	p->income_received = months_total(&p->income_by_month, &range);
	p->total_pl = money_add(p->unrealized_pl, p->realized_pl, &range);
	return range ? CALC_RANGE : CALC_OK;
}

enum calc_err portfolio_whole(void *pool, struct portfolio *out)
{
	struct portfolio p = {
		.holdings = out->holdings,
		.n_holdings = out->n_holdings,
		.merged_assets = out->merged_assets,
		.fx = out->fx,
		.flows = out->flows,
		.n_flows = out->n_flows,
		.flows_complete = out->flows_complete,
		.unknown_flow_day = out->unknown_flow_day,
		.as_of = out->as_of,
		.applied = out->applied,
		.n_applied = out->n_applied,
		.realized_by_month = out->realized_by_month,
		.income_by_month = out->income_by_month,
	};

	if (portfolio_sums(&p) != CALC_OK)
		return CALC_RANGE;
	share_kinds(pool, &p);
	p.kind_mix = kind_mix(pool, &p);
	*out = p;
	return CALC_OK;
}

enum calc_err portfolio_totals(void *pool, struct portfolio *out)
{
	struct portfolio p = *out;
	bool range = false;

	order_sort(p.holdings, p.n_holdings, sizeof(p.holdings[0]), by_rank);
	if (portfolio_whole(pool, &p) != CALC_OK)
		return CALC_RANGE;
	weigh(&p, &range);
	if (range)
		return CALC_RANGE;
	*out = p;
	return CALC_OK;
}
