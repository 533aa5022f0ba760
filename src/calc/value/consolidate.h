/* SPDX-License-Identifier: Apache-2.0 */
/* consolidate.h: several portfolios as one (doc/calculations.md 6.4, 17). */
#ifndef LASTRO_CALC_VALUE_CONSOLIDATE_H
#define LASTRO_CALC_VALUE_CONSOLIDATE_H

#include "calc/value/portfolio_value.h"

/* A paper in all portfolios that hold it. */
struct consolidated_position {
	const char *symbol;
	const char *name; /* or NULL */
	enum asset_type type;
	struct qty qty;
	bool value_known; /* of all parts */
	bool priced;	  /* all parts have a price */
	struct money market_value;
	bool weight_known;
	struct percent weight_pct;
	bool pct_known; /* the cost of all parts is known */
	struct percent unrealized_pct;
};

struct consolidated {
	struct portfolio whole; /* all holdings; a paper held in two portfolios is there twice */
	struct consolidated_position *positions; /* open, largest value first, without value last */
	size_t n;
};

/*
 * consolidate() - totals of all holdings, and the money-weighted return of all flows and values;
 * holdings keep their own mean costs.
 * @list: of portfolio_value() on @as_of; their holdings are consecutive in one array, which out->whole
 * shares: weights
 *        and order stay those of each portfolio
 */
enum calc_err consolidate(void *pool, const struct portfolio *list, size_t n, struct day as_of,
			  struct consolidated *out) MUST_CHECK;

#endif
