/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_check.h: a cached prefix of a history against one that was walked now. */
#ifndef LASTRO_PORTFOLIO_STORE_PREFIX_CHECK_H
#define LASTRO_PORTFOLIO_STORE_PREFIX_CHECK_H

#include "portfolio/store/check_report.h"
#include "portfolio/store/history_prefix.h"

/*
 * prefix_check() - compare and add to @out what differs.
 * @kept:   of prefix_send(), and stands
 * @walked: of the same ledgers, today
 */
void prefix_check(struct ctx *ctx, const struct db_rows *cached, const struct cached_prefix *walked,
		  struct state_report *out);

#endif
