/* SPDX-License-Identifier: Apache-2.0 */
/* drawdown.h: the maximum drawdown of a chain of returns. */
#ifndef LASTRO_CALC_HISTORY_DRAWDOWN_H
#define LASTRO_CALC_HISTORY_DRAWDOWN_H

#include "core/day.h"

#include <stdbool.h>

/* Levels this close together count as equal: they are rounded products. */
#define DRAWDOWN_NOISE 1e-12

struct drawdown {
	bool known;   /* false: no step yet; the rest is zero */
	double depth; /* decimal, at most 0 */
	struct day peak, trough;
	bool recovered;
	struct day recovery;

	/* The state of the walk. */
	double level, top, deepest_top;
	struct day top_day;
};

/* drawdown_add() - adds a step, on @day; start with a zeroed state. */
void drawdown_add(struct drawdown *d, struct day day, double factor);

#endif
