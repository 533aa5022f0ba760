/* SPDX-License-Identifier: Apache-2.0 */
/* months.c: amounts by month, joined. */
#include "config.h"

#include "calc/portfolio.h"
#include "core/pool.h"

/* A table over the months that occur, then the ones that hold something. */
struct months months_sum(void *pool, const struct months *const *maps, size_t n, size_t **holders,
			 bool *range)
{
	struct months out = { 0 };
	int first = INT32_MAX;
	int last = INT32_MIN;
	struct money *sum;
	size_t *there;

	for (size_t i = 0; i < n; i++) {
		const struct months *m = maps[i];

		if (m->n && m->items[0].month.n < first)
			first = m->items[0].month.n;
		if (m->n && m->items[m->n - 1].month.n > last)
			last = m->items[m->n - 1].month.n;
	}
	if (first > last)
		return out;
	sum = pool_array(pool, struct money, (size_t)(last - first) + 1);
	there = pool_array(pool, size_t, (size_t)(last - first) + 1);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < maps[i]->n; k++) {
			int at = maps[i]->items[k].month.n - first;

			sum[at] = money_add(sum[at], maps[i]->items[k].amount, range);
			there[at]++;
		}
	for (int at = 0; at <= last - first; at++)
		out.n += there[at] > 0;
	out.items = pool_array(pool, struct month_amount, out.n);
	out.n = 0;
	for (int at = 0; at <= last - first; at++)
		if (there[at]) {
			there[out.n] = there[at];
			out.items[out.n++] = (struct month_amount){ { first + at }, sum[at] };
		}
	if (holders)
		*holders = there;
	return out;
}

size_t months_place(const struct months *m, struct month month)
{
	size_t low = 0;
	size_t high = m->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->items[mid].month.n < month.n)
			low = mid + 1;
		else
			high = mid;
	}
	return low < m->n && m->items[low].month.n == month.n ? low : SIZE_MAX;
}
