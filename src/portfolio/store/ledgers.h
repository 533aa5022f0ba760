/* SPDX-License-Identifier: Apache-2.0 */
/* ledgers.h: the ledgers of several portfolios of a workspace, read at once. */
#ifndef LASTRO_PORTFOLIO_STORE_LEDGERS_H
#define LASTRO_PORTFOLIO_STORE_LEDGERS_H

#include "portfolio/store/valued.h"

/*
 * ledgers_load() - the ledger of each of @list, by its id; four statements, however many there are.
 * @list: of the caller's workspace
 * @at:   without what was not there on that day (ledger_cut()), or NULL
 */
void ledgers_load(struct ctx *ctx, struct loaded **list, size_t n, const struct day *at);

#endif
