/* SPDX-License-Identifier: Apache-2.0 */
/* state_write.h: a ledger write updates the stored figures. */
#ifndef LASTRO_PORTFOLIO_LEDGER_STATE_WRITE_H
#define LASTRO_PORTFOLIO_LEDGER_STATE_WRITE_H

#include "calc/ledger/derive.h"
#include "db/db.h"

/* Most statements that a ledger write may have queued before state_write(). */
#define WRITE_STATEMENTS 9

struct state_written {
	/*
	 * The derived holdings of the touched assets; all holdings when nothing was stored but @judge is
	 * set; NULL when nothing was derived.
	 */
	const struct derived_holding *holdings;
	size_t n_holdings;
	/* The touched assets and their rows after the write; none when they are many. */
	struct ledger ledger;
};

/*
 * state_write() - runs the queued statements of a ledger write and updates the stored figures.
 * @sent:    statements queued, ledger_written_send() last; their rows go to @rows
 * @touched: the few assets that the write changed, created or deleted
 * @judge:   the sums of the whole portfolio must stay on the grid: 422 ledger_out_of_range otherwise,
 * so that no write can make a portfolio unreadable
 * @out:     or NULL
 *
 * The statements that it queues last are sent with the commit.
 */
void state_write(struct ctx *ctx, size_t sent, struct db_rows **rows, const struct uuid *touched,
		 size_t n_touched, bool judge, struct state_written *out);

/* holding_has() - whether the asset is the holding's own, or one merged into it. */
static inline bool holding_has(const struct derived_holding *h, struct uuid asset)
{
	for (size_t i = 0; i < h->n_merged; i++)
		if (uuid_same(h->merged[i]->id, asset))
			return true;
	return uuid_same(h->head->id, asset);
}

#endif
