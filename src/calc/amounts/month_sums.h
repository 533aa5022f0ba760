/* SPDX-License-Identifier: Apache-2.0 */
/*
 * month_sums.h: the sum of maps of amounts by month, with the number of maps that have each month.
 *
 * Amounts count as shown, in cents (doc/calculations.md 17).  A month exists while one map has it,
 * whatever its sum is.  Maps may be added and removed in any order.
 */
#ifndef LASTRO_CALC_AMOUNTS_MONTH_SUMS_H
#define LASTRO_CALC_AMOUNTS_MONTH_SUMS_H

#include "calc/amounts/months.h"

struct month_sums {
	int first, last;   /* months of the table, which grows as needed */
	struct money *sum; /* of each month from @first on; NULL while empty */
	size_t *holders;
	bool range; /* a sum left the grid */
};

/* All members 0: empty. */
#define MONTH_SUMS_NONE                                                                            \
	(struct month_sums)                                                                        \
	{                                                                                          \
		0                                                                                  \
	}

/*
 * month_sums_add() - adds a map; the table is on @pool; @holders: how many maps have each of its
 * months, or NULL: one.
 */
void month_sums_add(void *pool, struct month_sums *t, const struct months *m,
		    const size_t *holders);

/* month_sums_take_off() - removes a map that was added. */
void month_sums_take_off(void *pool, struct month_sums *t, const struct months *m);

/*
 * month_sums_months() - the months that some map has, ascending, on @pool; @holders: their number of
 * maps, or NULL.
 */
struct months month_sums_months(void *pool, const struct month_sums *t, size_t **holders);

#endif
