/* SPDX-License-Identifier: Apache-2.0 */
/* credit.c: ratios and thresholds. */
#include "config.h"

#include "calc/credit/credit.h"

#define FIGURE_MAX                                                                                 \
	((wide)1000000000000000000 * E8) /* 10^18: leaves room for ten more digits in 128 bits */

/* @num / @den, rounded half away from zero; @den > 0. */
static wide divide(wide num, wide den)
{
	wide half = den / 2;

	return num < 0 ? -((-num + half) / den) : (num + half) / den;
}

bool credit_ratio(wide num, wide den, wide *out_e8)
{
	if (den <= 0 || wide_abs(num) > FIGURE_MAX || den > FIGURE_MAX)
		return false;
	*out_e8 = divide(num * E8, den);
	return wide_abs(*out_e8) <= MONEY_MAX_E8;
}

enum calc_err credit_watch(wide value, wide threshold, struct percent band, bool above,
			   struct credit_watch *out)
{
	wide size = wide_abs(threshold), left, width;

	if (!threshold || size > MONEY_MAX_E8 || wide_abs(value) > MONEY_MAX_E8 || band.e8 < 0 ||
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
