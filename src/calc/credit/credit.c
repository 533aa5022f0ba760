/* SPDX-License-Identifier: Apache-2.0 */
/* credit.c: ratios, thresholds, trailing twelve months. */
#include "config.h"

#include "calc/credit/credit.h"

#define FIGURE_MAX                                                                                 \
	((wide)1000000000000000000 * E8) /* 10^18: room for ten more digits in 128 bits */

static wide magnitude(wide v)
{
	return v < 0 ? -v : v;
}

/* @num / @den, rounded half away from zero; @den > 0. */
static wide divide(wide num, wide den)
{
	wide half = den / 2;

	return num < 0 ? -((-num + half) / den) : (num + half) / den;
}

bool credit_ratio(wide num, wide den, wide *out_e8)
{
	if (den <= 0 || magnitude(num) > FIGURE_MAX || den > FIGURE_MAX)
		return false;
	*out_e8 = divide(num * E8, den);
	return magnitude(*out_e8) <= MONEY_MAX_E8;
}

enum calc_err credit_watch(wide value, wide threshold, struct percent band, bool above,
			   struct credit_watch *out)
{
	wide size = magnitude(threshold), left, width;

	if (!threshold || size > MONEY_MAX_E8 || magnitude(value) > MONEY_MAX_E8 || band.e8 < 0 ||
	    band.e8 > 100 * E8)
		return CALC_INPUT;
	left = above ? threshold - value : value - threshold;
	width = divide(size * band.e8, 100 * E8);
	out->headroom.e8 = divide(left * 100 * E8, size);
	if (left < 0)
		out->level = LEVEL_BREACH;
	else
		out->level = width && left <= width ? LEVEL_EARLY : LEVEL_CALM;
	return CALC_OK;
}

/* ---- twelve months ---- */

static struct day a_year_before(struct day d)
{
	return credit_months(d, -12);
}

static bool is_period(const struct credit_period *p, struct day start, struct day end)
{
	return p->start.n == start.n && p->end.n == end.n;
}

static const struct credit_period *period_of(const struct credit_period *periods, size_t n,
					     struct day start, struct day end)
{
	for (size_t i = 0; i < n; i++)
		if (is_period(&periods[i], start, end))
			return &periods[i];
	return NULL;
}

/* The months of the fiscal year until @end: the longest period that ends there within a year. */
static const struct credit_period *since_year_begun(const struct credit_period *periods, size_t n,
						    struct day end, struct day year_start)
{
	const struct credit_period *best = NULL;

	for (size_t i = 0; i < n; i++)
		if (periods[i].end.n == end.n && !day_before(periods[i].start, year_start) &&
		    (!best || day_before(periods[i].start, best->start)))
			best = &periods[i];
	return best;
}

bool credit_trailing(const struct credit_period *periods, size_t n, struct day end, wide *out)
{
	struct day start = day_plus(a_year_before(end), 1);
	const struct credit_period *now = since_year_begun(periods, n, end, start), *then, *year;
	struct day year_end;

	if (!now)
		return false;
	*out = now->value;
	if (now->start.n == start.n)
		return true;
	year_end = day_plus(now->start, -1);
	year = period_of(periods, n, day_plus(a_year_before(year_end), 1), year_end);
	then = period_of(periods, n, a_year_before(now->start), a_year_before(end));
	if (!year || !then)
		return false;
	*out += year->value - then->value;
	return true;
}
