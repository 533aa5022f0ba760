/* SPDX-License-Identifier: Apache-2.0 */
/* flows.c: what the investor paid and received, day by day (calculations.md 1.10, 6.1). */
#include "config.h"

#include "calc/computing.h"
#include "calc/day_sums.h"
#include "core/pool.h"

static void reach_holding(struct day_sums *t, const struct derived_holding *h)
{
	if (h->n_flows) {
		day_sums_reach(t, h->flows[0].day);
		day_sums_reach(t, h->flows[h->n_flows - 1].day);
	}
	if (h->n_entries) {
		day_sums_reach(t, h->entries[0].pay_day);
		day_sums_reach(t, h->entries[h->n_entries - 1].pay_day);
	}
}

static struct money signed_of(struct money m, bool away)
{
	return away ? money_neg(m) : m;
}

static void add_holding(struct day_sums *t, const struct derived_holding *h, bool away)
{
	for (size_t k = 0; k < h->n_flows; k++)
		if (h->flows[k].known)
			day_sums_add(t, h->flows[k].day, signed_of(h->flows[k].amount, away));
	for (size_t k = 0; k < h->n_entries; k++)
		if (h->entries[k].net_known)
			day_sums_add(t, h->entries[k].pay_day, signed_of(h->entries[k].net, away));
}

/* Lists ascend: their ends say how far they reach. */
void holdings_reach(struct day_sums *t, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++)
		reach_holding(t, &h[i]);
}

void holdings_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away)
{
	for (size_t i = 0; i < n; i++)
		add_holding(t, &h[i], away);
}

enum calc_err find_flows(void *pool, struct derived *d)
{
	struct day_sums t = DAY_SUMS_NONE;

	holdings_reach(&t, d->holdings, d->n);
	day_sums_open(pool, &t);
	holdings_add(&t, d->holdings, d->n, false);
	d->flows = day_sums_flows(pool, &t, &d->n_flows);
	return t.range ? CALC_RANGE : CALC_OK;
}
