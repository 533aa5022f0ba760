/* SPDX-License-Identifier: Apache-2.0 */
/* flows.c: contributions and withdrawals by day (doc/calculations.md 1.10). */
#include "config.h"

#include "calc/history/grid.h"

/* The first day with a positive quantity, for a holding without a flow (after a spin-off, for example). */
static bool first_held(const struct derived_holding *h, struct day *first)
{
	size_t i = 0;

	while (i < h->n_steps && h->steps[i].qty.e8 <= 0)
		i++;
	if (i == h->n_steps)
		return false;
	*first = h->steps[i].day;
	return true;
}

bool grid_first_flow(const struct derived_holding *h, bool since_held, struct day *first)
{
	struct day held;
	bool any = false;
	size_t i = 0;

	while (i < h->n_flows && flow_is_mark(&h->flows[i]))
		i++;
	if (i < h->n_flows) {
		*first = h->flows[i].day;
		any = true;
	}
	if (h->n_entries && (!any || day_before(h->entries[0].pay_day, *first))) {
		*first = h->entries[0].pay_day;
		any = true;
	}
	if (since_held && first_held(h, &held) && (!any || day_before(held, *first))) {
		*first = held;
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

static bool at_market(struct grid *g, const struct held *held, const struct fold_flow *f,
		      struct day_flows *out)
{
	double amount, price;

	if (!price_of(g, held, f->day, &price))
		return false;
	amount = (double)f->qty.e8 / 1e8 * price;
	if (f->kind == FLOW_BUY || (f->kind == FLOW_ADJUST && amount > 0))
		out->buys += amount;
	else
		out->sells += amount < 0 ? -amount : amount;
	return true;
}

/* A flow without an amount of its own takes the market value. */
bool grid_flow(struct grid *g, const struct held *held, const struct fold_flow *f,
	       struct day_flows *out)
{
	double amount = money_double(f->amount);

	if (flow_is_mark(f))
		return true;
	if (f->at_market)
		return at_market(g, held, f, out);
	if (!f->known)
		return false;
	switch (f->kind) {
	case FLOW_BUY:
		out->buys -= amount;
		break;
	case FLOW_SELL:
	case FLOW_CAPITAL:
		out->sells += amount;
		break;
	case FLOW_ADJUST:
		*(amount < 0 ? &out->buys : &out->sells) += amount < 0 ? -amount : amount;
		break;
	case FLOW_SHORT_RESULT:
		out->income += amount;
		break;
	}
	return true;
}

bool grid_flows_valued(struct grid *g, const struct held *held)
{
	struct day_flows sum = { 0 };

	for (size_t i = 0; i < held->h->n_flows; i++) {
		const struct fold_flow *f = &held->h->flows[i];

		if ((f->at_market || !f->known) && grid_has(g, f->day) &&
		    !grid_flow(g, held, f, &sum))
			return false;
	}
	return true;
}

static void mark_day(struct grid *g, struct day day)
{
	size_t at = grid_at(g, day);

	g->point[at] = POINT_TWR;
	g->point[at - 1] = POINT_TWR; /* the grid begins a day earlier */
}

void grid_mark(struct grid *g, const struct held *held)
{
	const struct derived_holding *h = held->h;

	for (size_t i = 0; i < h->n_flows; i++) {
		const struct fold_flow *f = &h->flows[i];
		struct money *sum;

		if (!grid_has(g, f->day))
			continue;
		sum = &g->contributed[grid_at(g, f->day)];
		if (f->known && f->kind != FLOW_SHORT_RESULT)
			*sum = money_sub(*sum, f->amount, &g->range);
		if (!flow_is_mark(f))
			mark_day(g, f->day);
	}
	for (size_t i = 0; i < h->n_entries; i++)
		if (h->entries[i].net_known && grid_has(g, h->entries[i].pay_day))
			mark_day(g, h->entries[i].pay_day);
}

void grid_put_flows(struct grid *g, const struct held *held)
{
	const struct derived_holding *h = held->h;

	for (size_t i = 0; i < h->n_flows && day_before(h->flows[i].day, g->end); i++) {
		struct day_flows sum = { 0 };
		size_t at;

		if (!grid_has(g, h->flows[i].day))
			continue;
		at = grid_at(g, h->flows[i].day);
		(void)grid_flow(g, held, &h->flows[i], &sum); /* checked by grid_is_plain() */
		g->buys[at] += sum.buys;
		g->sells[at] += sum.sells;
		g->income[at] += sum.income;
	}
	for (size_t i = 0; i < h->n_entries && day_before(h->entries[i].pay_day, g->end); i++)
		if (h->entries[i].net_known && grid_has(g, h->entries[i].pay_day))
			g->income[grid_at(g, h->entries[i].pay_day)] +=
				money_double(h->entries[i].net);
}
