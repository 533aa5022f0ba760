/* SPDX-License-Identifier: Apache-2.0 */
/* derived_diff.h: compares two sets of derived figures, for diagnosis. */
#ifndef LASTRO_CALC_HISTORY_DERIVED_DIFF_H
#define LASTRO_CALC_HISTORY_DERIVED_DIFF_H

#include "calc/ledger/derive.h"
#include "calc/history/figure_dump.h"

/*
 * derived_diff() - every figure in which @cached and @derived differ, at most @max of them. Both
 * unpacked, with tails; `until` is not compared, since it may be early. Returns the number in @out.
 */
size_t derived_diff(void *pool, const struct ledger *cached_ledger, const struct derived *cached,
		    const struct ledger *ledger, const struct derived *derived,
		    struct difference *out, size_t max);

#endif
