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

/*
 * aggregate_add() - adds the payments and receipts of @h, in BRL; does not keep a reference to @h.  The
 * tables are on @pool.
 */
void aggregate_add(void *pool, struct aggregate *a, const struct derived_holding *h);

/*
 * aggregate_end() - the flows and months of @d, on @pool, and the results of derived_gather().
 * CALC_RANGE when a sum left the grid; @d is then untouched.
 */
enum calc_err aggregate_end(void *pool, const struct aggregate *a, struct derived *d) MUST_CHECK;

/*
 * holdings_reach(), holdings_add() - the range of days of their payments and receipts, and their sums:
 * the investor's flows in BRL (1.10).
 * @away: subtracts instead
 */
void holdings_reach(struct day_sums *t, const struct derived_holding *h, size_t n);
void holdings_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away);

#endif
