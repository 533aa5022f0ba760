/* SPDX-License-Identifier: Apache-2.0 */
/* day_sums.c: a sum of money a day. */
#include "config.h"

#include "calc/day_sums.h"

#include "core/pool.h"

void day_sums_reach(struct day_sums *t, struct day d)
{
	if (d.n < t->first)
		t->first = d.n;
	if (d.n > t->last)
		t->last = d.n;
}

void day_sums_reach_flows(struct day_sums *t, const struct flow *flows, size_t n)
{
	if (!n)
		return;
	day_sums_reach(t, flows[0].day);
	day_sums_reach(t, flows[n - 1].day);
}

static size_t days_of(const struct day_sums *t)
{
	return t->first > t->last ? 0 : (size_t)(t->last - t->first) + 1;
}

void day_sums_open(void *pool, struct day_sums *t)
{
	t->sum = pool_array(pool, struct money, days_of(t));
}

void day_sums_add(struct day_sums *t, struct day d, struct money m)
{
	struct money *sum = &t->sum[d.n - t->first];

	*sum = money_add(*sum, m, &t->range);
}

void day_sums_add_flows(struct day_sums *t, const struct flow *flows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		day_sums_add(t, flows[i].day, flows[i].amount);
}

struct flow *day_sums_flows(void *pool, const struct day_sums *t, size_t *n)
{
	size_t days = days_of(t), k = 0;
	struct flow *flows;

	for (size_t i = 0; i < days; i++)
		k += t->sum[i].e8 != 0;
	flows = pool_array(pool, struct flow, k + 1);
	*n = k;
	k = 0;
	for (size_t i = 0; i < days; i++)
		if (t->sum[i].e8)
			flows[k++] = (struct flow){ { t->first + (int)i }, t->sum[i] };
	return flows;
}
