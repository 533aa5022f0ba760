/* SPDX-License-Identifier: Apache-2.0 */
/* past_diff.h: which figures of two pasts of a history differ. */
#ifndef LASTRO_CALC_PACK_PAST_DIFF_H
#define LASTRO_CALC_PACK_PAST_DIFF_H

#include "calc/pack/difference.h"
#include "calc/pack/pack.h"

/*
 * past_diff() - every figure that is kept in which they differ, named "history ...", at most @max.
 * Returns how many there are in @out.
 */
size_t past_diff(void *pool, const struct kept_past *kept, const struct kept_past *walked,
		 struct difference *out, size_t max);

#endif
