/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ratio.c: the number typed in a split row as the fraction that the company announced.
 *
 * A ratio of 0.333333333 means 1:3; multiplying by the digits would leave fractions of a share
 * (doc/calculations.md 1.5).
 */
#include "config.h"

#include "calc/amounts/ratio.h"

#define AS_WRITTEN_PLACES 5 /* ratios with so few places are meant literally: 1.05 is 21/20 */
#define DENOMINATOR_MAX 10000

struct ratio ratio_rationalise(int64_t e12)
{
	const int64_t one = (int64_t)E12;
	struct ratio written = ratio_reduce((struct ratio){ e12, one });
	int64_t unit = 1; /* of the last place given, on the grid */
	int places = 12;
	wide h = 1, h_before = 0; /* convergents h/k */
	wide k = 0, k_before = 1;
	int64_t num = e12;
	int64_t den = one;

	while (places > 0 && (e12 / unit) % 10 == 0) {
		unit *= 10;
		places--;
	}
	if (places <= AS_WRITTEN_PLACES)
		return written;
	while (den) {
		int64_t whole = num / den;
		int64_t rest = num % den;
		wide h_next = whole * h + h_before;
		wide k_next = whole * k + k_before;

		if (k_next > DENOMINATOR_MAX)
			break;
		/* |h/k - e12/10^12| <= unit/2, all times 2 x 10^12 x k */
		if (2 * wide_abs(h_next * one - (wide)e12 * k_next) <= unit * k_next)
			return (struct ratio){ (int64_t)h_next, (int64_t)k_next };
		h_before = h;
		h = h_next;
		k_before = k;
		k = k_next;
		num = den;
		den = rest;
	}
	return written;
}
