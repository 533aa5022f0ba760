/* SPDX-License-Identifier: Apache-2.0 */
/* release.c: forecasts the next release of results from a company's past ones. */
#include "config.h"

#include "calc/events/release.h"

#include "core/calendar.h"

struct day quarter_end(struct day day, int i)
{
	struct month m = day_month(day);

	m.n += 2 - m.n % 3 + 3 * i;
	return month_last(m);
}

static int month_of_year(struct day d)
{
	return day_month(d).n % 12;
}

/* Insertion sort: there are only a few. */
static void add(int32_t *lags, size_t *n, int32_t lag)
{
	size_t at = (*n)++;

	while (at > 0 && lags[at - 1] > lag) {
		lags[at] = lags[at - 1];
		at--;
	}
	lags[at] = lag;
}

static size_t collect(const struct past_release *past, size_t n, const struct day *same,
		      size_t most, int32_t *lags)
{
	size_t found = 0;

	for (size_t i = 0; i < n && found < most; i++) {
		int32_t lag = past[i].filed.n - past[i].period_end.n;

		if (lag <= 0 || lag > RELEASE_LAG_MAX)
			continue;
		if (same && month_of_year(past[i].period_end) != month_of_year(*same))
			continue;
		add(lags, &found, lag);
	}
	return found;
}

bool release_forecast(const struct past_release *past, size_t n, struct day period_end,
		      struct day *out, size_t *used)
{
	int32_t lags[RELEASE_ANY];
	size_t found = collect(past, n, &period_end, RELEASE_SAME, lags);

	if (!found)
		found = collect(past, n, NULL, RELEASE_ANY, lags);
	if (!found)
		return false;
	*out = day_plus(period_end, lags[(found - 1) / 2]);
	while (!day_is_business(*out))
		*out = day_plus(*out, 1);
	*used = found;
	return true;
}
