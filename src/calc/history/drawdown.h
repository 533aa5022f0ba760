/* SPDX-License-Identifier: Apache-2.0 */
/* drawdown.h: the greatest fall of a chain of returns from a peak. */
#ifndef LASTRO_CALC_HISTORY_DRAWDOWN_H
#define LASTRO_CALC_HISTORY_DRAWDOWN_H

#include "core/day.h"

#include <stdbool.h>

/* Levels this close together are the same: the products that they come from are rounded. */
#define DRAWDOWN_NOISE 1e-12

struct drawdown {
	bool known;   /* false: no step yet, and the rest is zero */
	double depth; /* decimal, at most 0 */
	struct day peak, trough;
	bool recovered;
	struct day recovery;

	/* Where the walk stands. */
	double level, top, deepest_top;
	struct day top_day;
};

/* drawdown_add() - one step more, on @day; begin with zeroes. */
void drawdown_add(struct drawdown *d, struct day day, double factor);

#endif
