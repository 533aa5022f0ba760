/* SPDX-License-Identifier: Apache-2.0 */
/* cached_rows_check.h: compares the cached rows of a large ledger with the ledger. */
#ifndef LASTRO_PORTFOLIO_STORE_CACHED_ROWS_CHECK_H
#define LASTRO_PORTFOLIO_STORE_CACHED_ROWS_CHECK_H

#include "portfolio/store/check_report.h"
#include "portfolio/store/loaded.h"

/* cached_rows_check_send() - queues one statement; it returns no rows when the cache is stale. */
void cached_rows_check_send(struct ctx *ctx);

/*
 * cached_rows_check() - compares its rows, at least one, and adds differences to @out.
 * @direct: with its transactions
 */
void cached_rows_check(struct ctx *ctx, const struct db_rows *cached, const struct loaded *direct,
		       struct state_report *out);

#endif
