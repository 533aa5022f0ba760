/* SPDX-License-Identifier: Apache-2.0 */
/*
 * release.h: forecasts when a company will publish its next results, from the earlier dates.
 *
 * An estimate, marked as one wherever it is shown.
 */
#ifndef LASTRO_CALC_EVENTS_RELEASE_H
#define LASTRO_CALC_EVENTS_RELEASE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/day.h"

/* Published results: the end of their period, and the day of their first filing. */
struct past_release {
	struct day period_end, filed;
};

#define RELEASE_SAME 3	    /* the newest releases of the same quarter that count */
#define RELEASE_ANY 8	    /* else of any quarter */
#define RELEASE_LAG_MAX 180 /* days; a longer lag was a late filing, and does not count */

/* quarter_end() - the last day of the @i-th quarter after that of @day; 0: of the same one. */
struct day quarter_end(struct day day, int i);

/*
 * release_forecast() - the period's end plus the median lag of the company's releases of the same
 * quarter or, without one, of any; moved from a weekend or bank holiday to the next business day.
 * @past: descending by period end
 * @used: number of lags used
 *
 * False without any lag.  The median of an even number is the lower one.
 */
bool release_forecast(const struct past_release *past, size_t n, struct day period_end,
		      struct day *out, size_t *used) MUST_CHECK;

#endif
