/* SPDX-License-Identifier: Apache-2.0 */
/* day_sums.c: sums of money by day. */
#include "config.h"

#include "calc/amounts/day_sums.h"

#include "core/pool.h"

#include <string.h>

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

#define SPARE 366 /* a table that had to grow once will probably grow again */

static size_t days_of(const struct day_sums *t)
{
	return t->sum ? (size_t)(t->until - t->from) + 1 : 0;
}

void day_sums_open(void *pool, struct day_sums *t)
{
	struct money *was = t->sum;
	size_t n = days_of(t);
	int from = t->from;

	if (t->first > t->last || (was && from <= t->first && t->last <= t->until))
		return;
	t->from = !was ? t->first : t->first < from ? t->first - SPARE : from;
	t->until = was && t->last < t->until ? t->until : t->last;
	t->sum = pool_array(pool, struct money, (size_t)(t->until - t->from) + 1);
	if (was)
		memcpy(t->sum + (from - t->from), was, n * sizeof(*was));
	pool_free(was);
}

void day_sums_add(struct day_sums *t, struct day d, struct money m)
{
	struct money *sum = &t->sum[d.n - t->from];

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
			flows[k++] = (struct flow){ { t->from + (int)i }, t->sum[i] };
	return flows;
}
