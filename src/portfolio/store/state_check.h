/* SPDX-License-Identifier: Apache-2.0 */
/* state_check.h: what is kept of a portfolio, or of several as one, against the ledgers. */
#ifndef LASTRO_PORTFOLIO_STORE_STATE_CHECK_H
#define LASTRO_PORTFOLIO_STORE_STATE_CHECK_H

#include "core/ctx.h"
#include "portfolio/store/check_report.h"

/*
 * state_check() - fold the ledger of ctx->caller's portfolio and compare what is cached, the prefix of
 * its history and its rows, each if its stamp stands; writes nothing.  The verdict is that of the figures
 * unless one of the others is wrong.
 * In a transaction of one snapshot, which ctx->caller->market_version is of too.
 */
void state_check(struct ctx *ctx, struct state_report *out);

#endif
