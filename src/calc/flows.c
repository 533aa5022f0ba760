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

static void flows_meet(struct derived *c, struct day_sums *d, bool *range)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct derived_holding *h = &c->holdings[i];

		for (size_t k = 0; k < h->n_flows; k++) {
			if (h->flows[k].known)
				meet(d, h->flows[k].day, h->flows[k].amount, range);
		}
		for (size_t k = 0; k < h->n_entries; k++)
			if (h->entries[k].net_known)
				meet(d, h->entries[k].pay_day, h->entries[k].net, range);
	}
}

/* One flow a day, without those that add up to nothing; room for the terminal value behind them. */
enum calc_err find_flows(void *pool, struct derived *c)
{
	struct day_sums d = { .first = c->as_of };
	bool range = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct derived_holding *h = &c->holdings[i];

		if (h->n_flows && day_before(h->flows[0].day, d.first))
			d.first = h->flows[0].day;
		if (h->n_entries && day_before(h->entries[0].pay_day, d.first))
			d.first = h->entries[0].pay_day;
	}
	d.n = (size_t)(c->as_of.n - d.first.n) + 1;
	d.sum = pool_array(pool, struct money, d.n);
	flows_meet(c, &d, &range);
	for (size_t i = 0; i < d.n; i++)
		c->n_flows += d.sum[i].e8 != 0;
	c->flows = pool_array(pool, struct flow, c->n_flows + 1);
	c->n_flows = 0;
	for (size_t i = 0; i < d.n; i++)
		if (d.sum[i].e8)
			c->flows[c->n_flows++] =
				(struct flow){ day_plus(d.first, (int)i), d.sum[i] };
	return range ? CALC_RANGE : CALC_OK;
}
