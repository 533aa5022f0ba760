/* SPDX-License-Identifier: Apache-2.0 */
/* shares.h: parts of a whole as rounded shares that sum to the whole. */
#ifndef LASTRO_CALC_AMOUNTS_SHARES_H
#define LASTRO_CALC_AMOUNTS_SHARES_H

#include "core/decimal.h"

#include <stddef.h>

/*
 * largest_remainder() - the share of @base of each of @parts, in units of which the whole has @units
 * (100, 10,000): rounded down, and the missing units given to the largest remainders, ties to the
 * earlier.
 * @base:  the sum of @parts, above zero
 * @units: times the base it must stay in the integer
 * @out:   @n shares that sum to @units
 */
void largest_remainder(void *pool, const struct money *parts, size_t n, struct money base,
		       int64_t units, int64_t *out);

#endif
