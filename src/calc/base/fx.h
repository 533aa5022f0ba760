/* SPDX-License-Identifier: Apache-2.0 */
/* fx.h: the official rate of a date, and the marking rate (calculations.md 5). */
#ifndef LASTRO_CALC_BASE_FX_H
#define LASTRO_CALC_BASE_FX_H

#include "calc/base/portfolio.h"

/* Look-back of a date, and age up to which an official rate judges the pair. */
#define PTAX_DAYS 7

/* fx_ptax() - the rate of @day or the nearest earlier one at most 7 days back; false when there is none. */
bool fx_ptax(const struct fx_series *s, struct day day, struct close *out) MUST_CHECK;

/* fx_choose() - marking rate at @now_ms with official rates up to @today; source FX_NONE when there is none. */
struct fx fx_choose(const struct fx_live *usdt, const struct fx_series *official, int64_t now_ms,
		    struct day today);

#endif
