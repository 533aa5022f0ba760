/* SPDX-License-Identifier: Apache-2.0 */
/*
 * join.h: what is of all holdings, gathered from each while the next is still being made.
 *
 *	struct joining j = JOINING_NONE;
 *	...	joining_add() for each holding, in any order
 *	err = joining_end(pool, &j, d);
 */
#ifndef LASTRO_CALC_DERIVE_JOIN_H
#define LASTRO_CALC_DERIVE_JOIN_H

#include "calc/base/day_sums.h"
#include "calc/base/month_sums.h"
#include "calc/derive/derived.h"

struct joining {
	struct day_sums flows;
	struct month_sums realized, income;
};

#define JOINING_NONE                                                                               \
	(struct joining)                                                                           \
	{                                                                                          \
		DAY_SUMS_NONE, MONTH_SUMS_NONE, MONTH_SUMS_NONE                                    \
	}

/* joining_add() - what @h paid and received, BRL; nothing of it is kept.  The tables are of @pool. */
void joining_add(void *pool, struct joining *j, const struct derived_holding *h);

/*
 * joining_end() - the flows and months of @d, on @pool, and what derived_gather() gathers of its holdings.
 * CALC_RANGE when a sum left the grid; @d is then untouched.
 */
enum calc_err joining_end(void *pool, const struct joining *j, struct derived *d) MUST_CHECK;

/*
 * holdings_reach(), holdings_add() - the days of what they paid and received, and the sums of it: the investor's
 * flows in BRL (1.10).
 * @away: taken off instead
 */
void holdings_reach(struct day_sums *t, const struct derived_holding *h, size_t n);
void holdings_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away);

#endif
