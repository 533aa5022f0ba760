/* SPDX-License-Identifier: Apache-2.0 */
/* returns.h: a sentence about the two returns of a portfolio (doc/calculations.md 6.3). */
#ifndef LASTRO_CALC_VIEWS_RETURNS_H
#define LASTRO_CALC_VIEWS_RETURNS_H

#include <stdbool.h>

#include "calc/value/value.h"

/*
 * returns_missing() - @sentence and, when a return is null, the cause: the assets with unknown rows,
 * the flows that give no rate, the holdings without a price.
 */
const char *returns_missing(void *pool, const char *sentence, bool twr_known,
			    const struct portfolio *p);

/* returns_explain() - the sentence of 6.3. @twr_known false: the TWR is null. */
const char *returns_explain(void *pool, bool xirr_known, double xirr, bool twr_known,
			    double twr_cumulative, bool twr_annual_known, double twr_annual);

/* returns_cost_share() - the share of the market value that has no price and stands at cost: no return measures it. */
struct percent returns_cost_share(const struct portfolio *p);

/* returns_at_cost() - @sentence, and the share of the portfolio at cost when it exceeds a tenth. */
const char *returns_at_cost(void *pool, const char *sentence, const struct portfolio *p);

#endif
