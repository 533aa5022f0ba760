/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_diff.h: compares two prefixes of a history. */
#ifndef LASTRO_CALC_HISTORY_PREFIX_DIFF_H
#define LASTRO_CALC_HISTORY_PREFIX_DIFF_H

#include "calc/history/figure_dump.h"
#include "calc/history/packed.h"

/*
 * prefix_diff() - every cached figure in which they differ, named "history ...", at most @max. Returns
 * the number in @out.
 */
size_t prefix_diff(void *pool, const struct cached_prefix *cached,
		   const struct cached_prefix *walked, struct difference *out, size_t max);

#endif
