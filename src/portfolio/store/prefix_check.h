/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_check.h: compares a cached prefix of a history with one walked now. */
#ifndef LASTRO_PORTFOLIO_STORE_PREFIX_CHECK_H
#define LASTRO_PORTFOLIO_STORE_PREFIX_CHECK_H

#include "portfolio/store/check_report.h"
#include "portfolio/store/history_prefix.h"

/*
 * prefix_check() - compares and adds differences to @out.
 * @kept:   of prefix_send(), and valid
 * @walked: of the same ledgers, today
 */
void prefix_check(struct ctx *ctx, const struct db_rows *cached, const struct cached_prefix *walked,
		  struct state_report *out);

#endif
