/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day_sums.h: a sum of money a day, from the first to the last that occur.
 *
 *	struct day_sums t = DAY_SUMS_NONE;
 *	...	day_sums_reach() with every day, or with the ends of ascending lists
 *	day_sums_open(pool, &t);
 *	...	day_sums_add()
 *	day_sums_flows(pool, &t, &n);
 *
 * Adding is a look into a table: ten years of ten portfolios are not sorted.
 */
#ifndef LASTRO_CALC_DAY_SUMS_H
#define LASTRO_CALC_DAY_SUMS_H

#include "calc/portfolio.h"

#include <stdint.h>

struct day_sums {
	int first, last; /* first > last: no day */
	struct money *sum;
	bool range; /* a sum left the grid */
};

#define DAY_SUMS_NONE                                                                              \
	(struct day_sums)                                                                          \
	{                                                                                          \
		.first = INT32_MAX, .last = INT32_MIN                                              \
	}

void day_sums_reach(struct day_sums *t, struct day d);
void day_sums_reach_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_open() - a table of zeros for the days reached. */
void day_sums_open(void *pool, struct day_sums *t);

void day_sums_add(struct day_sums *t, struct day d, struct money m);
void day_sums_add_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_flows() - the days whose sum is not zero, ascending; room for one more behind. */
struct flow *day_sums_flows(void *pool, const struct day_sums *t, size_t *n);

#endif
