/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day_sums.h: sums of money by day, in a table from the first day to the last.
 *
 *  struct day_sums t = DAY_SUMS_NONE;
 *  ... day_sums_reach() for each day to come, or for the ends of ascending lists
 *  day_sums_open(pool, &t);
 *  ... day_sums_add() on days between those, no others
 *  flows = day_sums_flows(pool, &t, &n);
 *
 * Days may be reached after that too: open the table again, and it keeps its sums. A table, since ten
 * years of ten portfolios then need no sorting.
 */
#ifndef LASTRO_CALC_AMOUNTS_DAY_SUMS_H
#define LASTRO_CALC_AMOUNTS_DAY_SUMS_H

#include "calc/amounts/position.h"

#include <stdint.h>

struct day_sums {
	int first, last;   /* the range reached; first > last: no day */
	int from, until;   /* opened */
	struct money *sum; /* of each day from @from on; NULL until opened */
	bool range;	   /* a sum left the grid */
};

#define DAY_SUMS_NONE                                                                              \
	(struct day_sums)                                                                          \
	{                                                                                          \
		.first = INT32_MAX, .last = INT32_MIN                                              \
	}

/*
 * day_sums_reach() - extends the table to this day; day_sums_reach_flows() - to those of @flows, which
 * ascend.
 */
void day_sums_reach(struct day_sums *t, struct day d);
void day_sums_reach_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_open() - allocates the table with zeros, or widens it to the days reached since. */
void day_sums_open(void *pool, struct day_sums *t);

/* day_sums_add() - adds to a day of the table. */
void day_sums_add(struct day_sums *t, struct day d, struct money m);
void day_sums_add_flows(struct day_sums *t, const struct flow *flows, size_t n);

/* day_sums_flows() - the days whose sum is not zero, ascending, with room for one more at the end. */
struct flow *day_sums_flows(void *pool, const struct day_sums *t, size_t *n);

#endif
