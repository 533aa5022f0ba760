/* SPDX-License-Identifier: Apache-2.0 */
/* ratio.h: the ratio of a split, typed as a decimal number, as a fraction. */
#ifndef LASTRO_CALC_AMOUNTS_RATIO_H
#define LASTRO_CALC_AMOUNTS_RATIO_H

#include "core/decimal.h"

/*
 * ratio_rationalise() - a decimal ratio as a fraction (1.5).  @e12 > 0; the places given in the source
 * are those left when trailing zeros are dropped.
 */
struct ratio ratio_rationalise(int64_t e12);

#endif
