/* SPDX-License-Identifier: Apache-2.0 */
/* units.h: one unit of a paper at the ends of months. */
#ifndef LASTRO_CALC_HISTORY_UNITS_H
#define LASTRO_CALC_HISTORY_UNITS_H

#include "calc/history/walk.h"

/* A unit of a paper at the end of a month, or on as_of: BRL, per unit of that day. */
struct unit_month {
	struct qty qty;
	bool mean_known; /* held, at a known cost */
	struct price mean;
	bool price_known; /* held, at a recent enough price */
	struct price price;
};

/*
 * history_units() - for each month of @h, the history of @paper alone.
 * @out: room for h->n_months A mean that leaves the grid is unknown.  O(months log steps)
 */
void history_units(const struct history *h, const struct derived_holding *paper, struct day as_of,
		   struct unit_month *out);

/* The mean cost of a unit from the end of a month on, BRL; unknown: nothing is held, or at an unknown cost. */
struct mean_month {
	struct month month;
	bool known;
	struct price mean;
};

/*
 * history_means() - the months up to that of @as_of at whose end the mean differs from the one before.
 * @out: room for paper->n_steps
 *
 * Returns their number.  A mean that leaves the grid is unknown.  O(steps)
 */
size_t history_means(const struct derived_holding *paper, struct day as_of, struct mean_month *out);

#endif
