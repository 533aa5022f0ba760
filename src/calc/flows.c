/* SPDX-License-Identifier: Apache-2.0 */
/* flows.c: what the investor paid and received, day by day (calculations.md 1.10, 6.1). */
#include "config.h"

#include "calc/computing.h"
#include "core/pool.h"

/* Lists ascend: their ends say how far they reach. */
void flows_reach(struct day_sums *t, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (h[i].n_flows) {
			day_sums_reach(t, h[i].flows[0].day);
			day_sums_reach(t, h[i].flows[h[i].n_flows - 1].day);
		}
		if (h[i].n_entries) {
			day_sums_reach(t, h[i].entries[0].pay_day);
			day_sums_reach(t, h[i].entries[h[i].n_entries - 1].pay_day);
		}
	}
}

static struct money signed_of(struct money m, bool away)
{
	return away ? money_neg(m) : m;
}

void flows_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < h[i].n_flows; k++)
			if (h[i].flows[k].known)
				day_sums_add(t, h[i].flows[k].day,
					     signed_of(h[i].flows[k].amount, away));
		for (size_t k = 0; k < h[i].n_entries; k++)
			if (h[i].entries[k].net_known)
				day_sums_add(t, h[i].entries[k].pay_day,
					     signed_of(h[i].entries[k].net, away));
	}
}

enum calc_err find_flows(void *pool, struct derived *c)
{
	struct day_sums t = DAY_SUMS_NONE;

	flows_reach(&t, c->holdings, c->n);
	day_sums_open(pool, &t);
	flows_add(&t, c->holdings, c->n, false);
	c->flows = day_sums_flows(pool, &t, &c->n_flows);
	return t.range ? CALC_RANGE : CALC_OK;
}
