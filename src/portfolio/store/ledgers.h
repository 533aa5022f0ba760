/* SPDX-License-Identifier: Apache-2.0 */
/* ledgers.h: reads the ledgers of several portfolios of a workspace at once. */
#ifndef LASTRO_PORTFOLIO_STORE_LEDGERS_H
#define LASTRO_PORTFOLIO_STORE_LEDGERS_H

#include "portfolio/store/valued.h"

/*
 * ledgers_load() - reads the ledger of each of @list, by its id; four statements, however many there
 * are.
 * @list: of the caller's workspace
 * @at:   leaves out assets that did not exist on that day (ledger_cut()), or NULL
 */
void ledgers_load(struct ctx *ctx, struct loaded **list, size_t n, const struct day *at);

#endif
