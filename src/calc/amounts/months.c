/* SPDX-License-Identifier: Apache-2.0 */
/* months.c: searches and sums amounts by month. */
#include "config.h"

#include "calc/amounts/months.h"

#include "calc/amounts/month_sums.h"

struct months months_sum(void *pool, const struct months *const *maps, size_t n, bool *range)
{
	struct month_sums t = MONTH_SUMS_NONE;

	for (size_t i = 0; i < n; i++)
		month_sums_add(pool, &t, maps[i], NULL);
	*range |= t.range;
	return month_sums_months(pool, &t, NULL);
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
