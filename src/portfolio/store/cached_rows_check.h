/* SPDX-License-Identifier: Apache-2.0 */
/* cached_rows_check.h: the kept rows of a large ledger against the ledger. */
#ifndef LASTRO_PORTFOLIO_STORE_CACHED_ROWS_CHECK_H
#define LASTRO_PORTFOLIO_STORE_CACHED_ROWS_CHECK_H

#include "portfolio/store/check_report.h"
#include "portfolio/store/loaded.h"

/* cached_rows_check_send() - queue one statement; of what does not stand it gives nothing. */
void cached_rows_check_send(struct ctx *ctx);

/*
 * cached_rows_check() - compare its rows, of which there are some, and add to @out what differs.
 * @direct: with its transactions
 */
void cached_rows_check(struct ctx *ctx, const struct db_rows *cached, const struct loaded *direct,
		       struct state_report *out);

#endif
