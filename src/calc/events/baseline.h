/* SPDX-License-Identifier: Apache-2.0 */
/* baseline.h: the statistics of a window of returns; used only in src/calc/events. */
#ifndef LASTRO_CALC_EVENTS_BASELINE_H
#define LASTRO_CALC_EVENTS_BASELINE_H

#include "calc/events/anomaly.h"

/* baseline_raw() - mean and sample deviation (n - 1) of @n >= 2 returns. */
void baseline_raw(const struct session_return *r, size_t n, struct raw_baseline *out);

/*
 * baseline_local() - least squares with intercept of the index on its factors over @n returns. False
 * when the factors do not determine it: one is constant, or a combination of the others.
 */
bool baseline_local(const struct common_return *r, size_t n, struct local_baseline *out) MUST_CHECK;

#endif
