/* SPDX-License-Identifier: Apache-2.0 */
/* derived_diff.h: which figures of two deriveds differ, for whoever has to find out why. */
#ifndef LASTRO_CALC_HISTORY_DERIVED_DIFF_H
#define LASTRO_CALC_HISTORY_DERIVED_DIFF_H

#include "calc/ledger/derive.h"
#include "calc/history/figure_dump.h"

/*
 * derived_diff() - every figure in which @cached and @derived differ, at most @max of them.
 * Both as they are unpacked, tails too; their `until` is not compared, since it may be early.
 * Returns how many there are in @out.
 */
size_t derived_diff(void *pool, const struct ledger *cached_ledger, const struct derived *cached,
		    const struct ledger *ledger, const struct derived *derived,
		    struct difference *out, size_t max);

#endif
