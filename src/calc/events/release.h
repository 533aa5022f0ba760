/* SPDX-License-Identifier: Apache-2.0 */
/*
 * release.h: when a company will publish its next results, by when it published the earlier ones.
 *
 * A guess of the calendar, marked as one wherever it is shown.
 */
#ifndef LASTRO_CALC_EVENTS_RELEASE_H
#define LASTRO_CALC_EVENTS_RELEASE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/attributes.h"
#include "core/day.h"

/* Results that were published: the end of their period, and the day they were filed first. */
struct past_release {
	struct day period_end, filed;
};

#define RELEASE_SAME 3	    /* of the same quarter of the year, that many of the newest count */
#define RELEASE_ANY 8	    /* else of any quarter */
#define RELEASE_LAG_MAX 180 /* days; who filed later was late, which says nothing */

/* quarter_end() - the last day of the @i-th quarter after the one that @day is in; 0: of that one. */
struct day quarter_end(struct day day, int i);

/*
 * release_forecast() - the period's end plus the median lag of the company's releases of the same
 * quarter or, where it has none, of any; on a weekend or bank holiday the next business day.
 * @past: descending by period end
 * @used: how many lags it was made of
 *
 * False when there is nothing to judge by.  Of an even number the smaller of the two in the middle.
 */
bool release_forecast(const struct past_release *past, size_t n, struct day period_end,
		      struct day *out, size_t *used) MUST_CHECK;

#endif
