/* SPDX-License-Identifier: Apache-2.0 */
/* drawdown.c: the maximum drawdown of a chain of returns, step by step. */
#include "config.h"

#include "calc/history/drawdown.h"

void drawdown_add(struct drawdown *d, struct day day, double factor)
{
	if (!d->known) {
		d->known = d->recovered = true;
		d->level = d->top = d->deepest_top = 1;
		/* A loss by the fees of the first day counts from its start. */
		d->top_day = day_plus(day, -1);
		d->peak = d->trough = d->recovery = d->top_day;
	}
	d->level *= factor;
	if (d->level >= d->top * (1 - DRAWDOWN_NOISE)) {
		d->top = d->level > d->top ? d->level : d->top;
		d->top_day = day;
	} else if (d->level / d->top - 1 < d->depth - DRAWDOWN_NOISE) {
		d->depth = d->level / d->top - 1;
		d->peak = d->top_day;
		d->trough = day;
		d->recovered = false;
		d->deepest_top = d->top;
	}
	if (!d->recovered && d->level >= d->deepest_top * (1 - DRAWDOWN_NOISE)) {
		d->recovered = true;
		d->recovery = day;
	}
}
