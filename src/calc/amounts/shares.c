/* SPDX-License-Identifier: Apache-2.0 */
/* shares.c: rounded shares that add up, by largest remainder. */
#include "config.h"

#include "calc/amounts/shares.h"

#include "core/pool.h"

void largest_remainder(void *pool, const struct money *parts, size_t n, struct money base,
		       int64_t units, int64_t *out)
{
	wide *rest = pool_array(pool, wide, n);
	int64_t missing = units;

	for (size_t i = 0; i < n; i++) {
		out[i] = (int64_t)(parts[i].e8 * units / base.e8);
		rest[i] = parts[i].e8 * units % base.e8;
		missing -= out[i];
	}
	for (; missing > 0; missing--) {
		size_t most = 0;

		for (size_t i = 1; i < n; i++)
			if (rest[i] > rest[most])
				most = i;
		out[most]++;
		rest[most] = -1;
	}
}
