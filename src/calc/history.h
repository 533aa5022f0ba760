/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: a portfolio, or several as one, through time (calculations.md 6.2, 6.4, 7). */
#ifndef LASTRO_CALC_HISTORY_H
#define LASTRO_CALC_HISTORY_H

#include "calc/derived.h"
#include "calc/twr.h"

struct history_month {
	struct month month;
	struct money equity;	  /* at its last civil day, or as_of */
	struct money contributed; /* accumulated, net */
	struct money income, realized;
	bool return_known;
	double return_pct;
};

struct history {
	struct history_month *months; /* from the first flow to as_of, none left out */
	size_t n_months;
	struct twr_point *points;
	size_t n_points;
	struct twr twr;
	bool partial; /* an asset is not in the points: it would need a price that nobody has */
};

/* One portfolio with what it was worth on as_of. */
struct history_source {
	const struct derived *derived;
	const struct portfolio *portfolio; /* of portfolio_mark() on as_of */
	const struct market *market;	   /* with closes */
};

/*
 * history_compute() - all sources as one (6.4).
 * @as_of: that of the portfolios
 * @out:   filled on CALC_OK; no month and no point when nothing ever flowed
 *
 * The last month's equity is the portfolios' patrimonio, to the last place.  O(closes + flows), no
 * search by date but at month ends of what was split.
 */
enum calc_err history_compute(void *pool, const struct history_source *sources, size_t n,
			      struct day as_of, struct history *out) MUST_CHECK;

#endif
