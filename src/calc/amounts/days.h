/* SPDX-License-Identifier: Apache-2.0 */
/* days.h: finds a day among items ordered by day. */
#ifndef LASTRO_CALC_AMOUNTS_DAYS_H
#define LASTRO_CALC_AMOUNTS_DAYS_H

#include "core/day.h"

#include <stddef.h>

/*
 * days_until() - how many of @n items are dated on or before @day, by bisection.
 * @items: ascending; each is @size bytes and begins with its struct day
 */
static inline size_t days_until(const void *items, size_t n, size_t size, struct day day)
{
	const char *first = items;
	size_t low = 0;
	size_t high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct day *at = (const void *)(first + mid * size);

		if (day_before(day, *at))
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

#endif
