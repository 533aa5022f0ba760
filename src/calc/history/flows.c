/* SPDX-License-Identifier: Apache-2.0 */
/* flows.c: what went in and came out, on the grid of days (doc/calculations.md 1.10). */
#include "config.h"

#include "calc/history/grid.h"

#include "calc/base/base.h"

bool grid_first_flow(const struct derived_holding *h, struct day *first)
{
	bool any = false;

	if (h->n_flows) {
		*first = h->flows[0].day;
		any = true;
	}
	if (h->n_entries && (!any || day_before(h->entries[0].pay_day, *first))) {
		*first = h->entries[0].pay_day;
		any = true;
	}
	return any;
}

/* The market price of a flow's day in BRL; false when there is none. */
static bool price_of(struct grid *g, const struct held *held, struct day day, double *out)
{
	const struct derived_holding *h = held->h;
	struct close rate = { day, { E12 } };
	struct quoted q;
	struct price price;
	bool range = false;

	q = quoted_ticker(g, held, derived_ticker_at(h, day));
	if (!quoted_price(&q, day, &price, &range) || range)
		return false;
	if (held->foreign) {
		const struct fx *fx = &held->source->portfolio->fx;

		g->live |= day_same(day, g->as_of);
		if (day_same(day, g->as_of) && fx->source != FX_NONE)
			rate.price = fx->rate;
		else if (!fx_ptax(&held->source->market->usd, day, &rate))
			return false;
	}
	*out = price_double(price) * price_double(rate.price);
	return true;
}

/* Nothing moved: what was sold without stock is only reported. */
static bool is_mark(const struct fold_flow *f)
{
	return !f->known && !f->at_market && f->kind == FLOW_SELL;
}

/* A flow without an amount of its own takes the market's; one that has neither leaves the asset out. */
bool grid_counted(struct grid *g, const struct held *held)
{
	const struct derived_holding *h = held->h;
	double price;

	for (size_t i = 0; i < h->n_flows; i++) {
		const struct fold_flow *f = &h->flows[i];

		if (f->at_market ? !price_of(g, held, f->day, &price) : !f->known && !is_mark(f))
			return false;
	}
	return true;
}

static void put_flow(struct grid *g, const struct held *held, const struct fold_flow *f)
{
	size_t at = grid_at(g, f->day);
	double amount = money_double(f->amount);
	double price;

	if (f->at_market) {
		if (!price_of(g, held, f->day, &price))
			return; /* unreachable: grid_counted() asked */
		amount = (double)f->qty.e8 / 1e8 * price;
		if (f->kind == FLOW_BUY || (f->kind == FLOW_ADJUST && amount > 0))
			g->buys[at] += amount;
		else
			g->sells[at] += amount < 0 ? -amount : amount;
		return;
	}
	switch (f->kind) {
	case FLOW_BUY:
		g->buys[at] -= amount;
		break;
	case FLOW_SELL:
	case FLOW_CAPITAL:
		g->sells[at] += amount;
		break;
	case FLOW_ADJUST:
		*(amount < 0 ? &g->buys[at] : &g->sells[at]) += amount < 0 ? -amount : amount;
		break;
	case FLOW_SHORT_RESULT:
		g->income[at] += amount;
		break;
	}
}

static void mark_day(struct grid *g, struct day day)
{
	size_t at = grid_at(g, day);

	g->point[at] = POINT_TWR;
	g->point[at - 1] = POINT_TWR; /* the grid begins a day before the first flow */
}

void grid_flows(struct grid *g, struct held *held)
{
	const struct derived_holding *h = held->h;

	held->counted = grid_counted(g, held);
	for (size_t i = 0; i < h->n_flows; i++) {
		const struct fold_flow *f = &h->flows[i];
		struct money *sum = &g->contributed[day_month(f->day).n - g->first_month.n];

		if (f->known && f->kind != FLOW_SHORT_RESULT)
			*sum = money_sub(*sum, f->amount, &g->range);
		if (!held->counted || is_mark(f))
			continue;
		mark_day(g, f->day);
		put_flow(g, held, f);
	}
	for (size_t i = 0; i < h->n_entries && held->counted; i++) {
		const struct income_entry *e = &h->entries[i];

		if (!e->net_known)
			continue;
		mark_day(g, e->pay_day);
		g->income[grid_at(g, e->pay_day)] += money_double(e->net);
	}
}
