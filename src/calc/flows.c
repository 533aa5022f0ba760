/* SPDX-License-Identifier: Apache-2.0 */
/* flows.c: what the investor paid and received, day by day (calculations.md 1.10, 6.1). */
#include "config.h"

#include "calc/computing.h"
#include "core/pool.h"

/* Days from the first flow to as_of, with their sums; flows of many families meet by day. */
struct day_sums {
	struct day first;
	size_t n;
	struct money *sum;
};

static void meet(struct day_sums *d, struct day day, struct money amount, bool *range)
{
	struct money *sum = &d->sum[day.n - d->first.n];

	*sum = money_add(*sum, amount, range);
}

static void flows_meet(struct computing *c, struct day_sums *d, bool *range)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct work *w = &c->works[i];

		for (size_t k = 0; k < w->brl.n_flows; k++) {
			if (w->brl.flows[k].known)
				meet(d, w->brl.flows[k].day, w->brl.flows[k].amount, range);
			else
				c->out.flows_complete = false;
		}
		for (size_t k = 0; k < w->income.n_entries; k++)
			if (w->income.entries[k].net_known)
				meet(d, w->income.entries[k].pay_day, w->income.entries[k].net,
				     range);
	}
}

/* One flow a day, without those that add up to nothing; room for the terminal value behind them. */
enum calc_err find_flows(struct computing *c)
{
	struct day_sums d = { .first = c->as_of };
	bool range = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct work *w = &c->works[i];

		if (w->brl.n_flows && day_before(w->brl.flows[0].day, d.first))
			d.first = w->brl.flows[0].day;
		if (w->income.n_entries && day_before(w->income.entries[0].pay_day, d.first))
			d.first = w->income.entries[0].pay_day;
	}
	d.n = (size_t)(c->as_of.n - d.first.n) + 1;
	d.sum = pool_array(c->pool, struct money, d.n);
	c->out.flows_complete = true;
	flows_meet(c, &d, &range);
	for (size_t i = 0; i < d.n; i++)
		c->out.n_flows += d.sum[i].e8 != 0;
	c->out.flows = pool_array(c->pool, struct flow, c->out.n_flows + 1);
	c->out.n_flows = 0;
	for (size_t i = 0; i < d.n; i++)
		if (d.sum[i].e8)
			c->out.flows[c->out.n_flows++] =
				(struct flow){ day_plus(d.first, (int)i), d.sum[i] };
	return range ? CALC_RANGE : CALC_OK;
}
