/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aggregate.h: flows and months of all holdings, summed while holdings are still being derived.
 *
 *	struct aggregate a = AGGREGATE_NONE;
 *	...	aggregate_add() for each holding, in any order
 *	err = aggregate_end(pool, &a, d);
 */
#ifndef LASTRO_CALC_LEDGER_AGGREGATE_H
#define LASTRO_CALC_LEDGER_AGGREGATE_H

#include "calc/amounts/amounts.h"
#include "calc/ledger/derived.h"

struct aggregate {
	struct day_sums flows;
	struct month_sums realized, income;
};

#define AGGREGATE_NONE                                                                             \
	(struct aggregate)                                                                         \
	{                                                                                          \
		DAY_SUMS_NONE, MONTH_SUMS_NONE, MONTH_SUMS_NONE                                    \
	}

/* aggregate_add() - what @h paid and received, BRL; @h is not referenced after.  The tables are of @pool. */
void aggregate_add(void *pool, struct aggregate *a, const struct derived_holding *h);

/*
 * aggregate_end() - the flows and months of @d, on @pool, and what derived_gather() gathers of its holdings.
 * CALC_RANGE when a sum left the grid; @d is then untouched.
 */
enum calc_err aggregate_end(void *pool, const struct aggregate *a, struct derived *d) MUST_CHECK;

/*
 * holdings_reach(), holdings_add() - the days of what they paid and received, and the sums of it: the investor's
 * flows in BRL (1.10).
 * @away: taken off instead
 */
void holdings_reach(struct day_sums *t, const struct derived_holding *h, size_t n);
void holdings_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away);

#endif
