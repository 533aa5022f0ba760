/* SPDX-License-Identifier: Apache-2.0 */
/* past_check.h: a kept past of a history against one that was walked now. */
#ifndef LASTRO_WALLET_CHECK_PAST_CHECK_H
#define LASTRO_WALLET_CHECK_PAST_CHECK_H

#include "wallet/check/report.h"
#include "wallet/derived/past.h"

/*
 * past_check() - compare and add to @out what differs.
 * @kept:   of past_send(), and stands
 * @walked: of the same ledgers, today
 */
void past_check(struct ctx *ctx, const struct db_rows *kept, const struct cached_prefix *walked,
		struct state_report *out);

#endif
