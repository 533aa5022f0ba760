/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day_sums.h: money added up by day, in a table from the first day that occurs to the last.
 *
 *	struct day_sums t = DAY_SUMS_NONE;
 *	...	day_sums_reach() for each day to come, or for the ends of ascending lists
 *	day_sums_open(pool, &t);
 *	...	day_sums_add() on days between those, no others
 *	flows = day_sums_flows(pool, &t, &n);
 *
 * Days may be reached after that too: the table is opened again then, and keeps its sums.
 * A table, since ten years of ten portfolios need no sorting then.
 */
#ifndef LASTRO_CALC_AMOUNTS_DAY_SUMS_H
#define LASTRO_CALC_AMOUNTS_DAY_SUMS_H

#include "calc/amounts/position.h"

#include <stdint.h>

struct day_sums {
	int first, last;   /* reached; first > last: no day */
	int from, until;   /* opened */
	struct money *sum; /* of each day from @from on; NULL until opened */
	bool range;	   /* a sum left the grid */
};

#define DAY_SUMS_NONE                                                                              \
	(struct day_sums)                                                                          \
	{                                                                                          \
		.first = INT32_MAX, .last = INT32_MIN                                              \
	}

/* day_sums_reach() - the table will have this day; day_sums_reach_flows() - and those of @flows, which ascend. */
void day_sums_reach(struct day_sums *t, struct day d);
void day_sums_reach_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_open() - make the table, of zeros, or make it as wide as what was reached since. */
void day_sums_open(void *pool, struct day_sums *t);

/* day_sums_add() - on a day of the table. */
void day_sums_add(struct day_sums *t, struct day d, struct money m);
void day_sums_add_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_flows() - the days whose sum is not zero, ascending; room for one more behind. */
struct flow *day_sums_flows(void *pool, const struct day_sums *t, size_t *n);

#endif
