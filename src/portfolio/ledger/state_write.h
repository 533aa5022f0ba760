/* SPDX-License-Identifier: Apache-2.0 */
/* state_write.h: a ledger write brings the kept figures along. */
#ifndef LASTRO_PORTFOLIO_LEDGER_STATE_WRITE_H
#define LASTRO_PORTFOLIO_LEDGER_STATE_WRITE_H

#include "calc/ledger/derive.h"
#include "db/db.h"

/* Most statements that a ledger write may have queued before state_write(). */
#define WRITE_STATEMENTS 8

/*
 * state_write() - make the queued statements of a ledger write and bring the kept figures along.
 * @sent:    statements queued, ledger_written_send() last; their rows go to @rows
 * @touched: the assets that the write touched, or will have made or deleted; few
 * @judge:   the sums of the whole portfolio must stay on the grid: 422 ledger_out_of_range else, so
 *           that no write can make a portfolio unreadable
 * Returns the derived holdings of the touched assets and how many in @n_holdings; of all holdings
 * where nothing was kept but @judge asks; NULL where nothing was derived.
 *
 * What it queues at the end goes with the commit.
 */
const struct derived_holding *state_write(struct ctx *ctx, size_t sent, struct db_rows **rows,
					  const struct uuid *touched, size_t n_touched, bool judge,
					  size_t *n_holdings);

#endif
