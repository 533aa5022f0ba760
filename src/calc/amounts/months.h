/* SPDX-License-Identifier: Apache-2.0 */
/* months.h: amounts by month. */
#ifndef LASTRO_CALC_AMOUNTS_MONTHS_H
#define LASTRO_CALC_AMOUNTS_MONTHS_H

#include "core/day.h"
#include "core/decimal.h"

struct month_amount {
	struct month month;
	struct money amount;
};

struct months { /* ascending, one entry a month */
	struct month_amount *items;
	size_t n;
};

/* months_sum() - one map from @n; it has a month when one of them does. */
struct months months_sum(void *pool, const struct months *const *maps, size_t n, bool *range);

/* months_place() - the index of a month in an ascending map, or SIZE_MAX. */
size_t months_place(const struct months *m, struct month month);

#endif
