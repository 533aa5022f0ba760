/* SPDX-License-Identifier: Apache-2.0 */
/* returns.h: the two returns of a portfolio in a sentence (doc/calculations.md 6.3). */
#ifndef LASTRO_CALC_VIEWS_RETURNS_H
#define LASTRO_CALC_VIEWS_RETURNS_H

#include <stdbool.h>

#include "calc/value/value.h"

/*
 * returns_missing() - @sentence and, where a return is null, what makes it so: the assets with the rows that
 * are not known, the flows that give no rate, what has no price.
 */
const char *returns_missing(void *pool, const char *sentence, bool twr_known,
			    const struct portfolio *p);

/* returns_explain() - the sentence of 6.3. @twr_known false: the TWR is null. */
const char *returns_explain(void *pool, bool xirr_known, double xirr, bool twr_known,
			    double twr_cumulative, bool twr_annual_known, double twr_annual);

/* returns_at_cost() - @sentence, and what share of the portfolio stands at cost when that is above a tenth. */
const char *returns_at_cost(void *pool, const char *sentence, const struct portfolio *p);

#endif
