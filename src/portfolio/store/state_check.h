/* SPDX-License-Identifier: Apache-2.0 */
/* state_check.h: compares the stored figures of a portfolio, or of several as one, with the ledgers. */
#ifndef LASTRO_PORTFOLIO_STORE_STATE_CHECK_H
#define LASTRO_PORTFOLIO_STORE_STATE_CHECK_H

#include "core/ctx.h"
#include "portfolio/store/check_report.h"

/*
 * state_check() - folds the ledger of ctx->caller's portfolio and compares the stored state, the prefix
 * of its history and its rows, each if its stamp is valid; writes nothing.  The verdict is that of the
 * figures unless one of the others is wrong. In a transaction of one snapshot, which
 * ctx->caller->market_version must belong to.
 */
void state_check(struct ctx *ctx, struct state_report *out);

#endif
