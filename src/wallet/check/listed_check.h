/* SPDX-License-Identifier: Apache-2.0 */
/* listed_check.h: the kept rows of a large ledger against the ledger. */
#ifndef LASTRO_WALLET_CHECK_LISTED_CHECK_H
#define LASTRO_WALLET_CHECK_LISTED_CHECK_H

#include "wallet/check/report.h"
#include "wallet/rows/loaded.h"

/* listed_check_send() - queue one statement; of what does not stand it gives nothing. */
void listed_check_send(struct ctx *ctx);

/*
 * listed_check() - compare its rows, of which there are some, and add to @out what differs.
 * @direct: with its transactions
 */
void listed_check(struct ctx *ctx, const struct db_rows *kept, const struct loaded *direct,
		  struct state_report *out);

#endif
