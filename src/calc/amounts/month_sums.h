/* SPDX-License-Identifier: Apache-2.0 */
/*
 * month_sums.h: maps of amounts by month added up, with how many of them have each month.
 *
 * Amounts count as they are shown, in cents (doc/calculations.md 17).  A month is there while one map has it, whatever its sum is.  Maps may come and go in any order.
 */
#ifndef LASTRO_CALC_AMOUNTS_MONTH_SUMS_H
#define LASTRO_CALC_AMOUNTS_MONTH_SUMS_H

#include "calc/amounts/months.h"

struct month_sums {
	int first, last;   /* months of the table, which widens as they come */
	struct money *sum; /* of each from @first on; NULL until one comes */
	size_t *holders;
	bool range; /* a sum left the grid */
};

/* All of its members 0: nothing came yet. */
#define MONTH_SUMS_NONE                                                                            \
	(struct month_sums)                                                                        \
	{                                                                                          \
		0                                                                                  \
	}

/* month_sums_add() - the table is of @pool; @holders: how many maps have each of its months, or NULL: one. */
void month_sums_add(void *pool, struct month_sums *t, const struct months *m,
		    const size_t *holders);

/* month_sums_take_off() - a map that was added. */
void month_sums_take_off(void *pool, struct month_sums *t, const struct months *m);

/* month_sums_months() - the months that somebody has, ascending, on @pool; @holders: how many, or NULL. */
struct months month_sums_months(void *pool, const struct month_sums *t, size_t **holders);

#endif
