/* SPDX-License-Identifier: Apache-2.0 */
/*
 * load.h: one portfolio out of the database, as calc wants it.
 *
 * load_send() queues everything that the figures of a portfolio need, load_take() decodes what
 * db_wait() gave: one round trip, however many assets, and a second for symbols that the worker
 * does not keep.
 */
#ifndef LASTRO_WALLET_LOAD_H
#define LASTRO_WALLET_LOAD_H

#include "calc/portfolio.h"
#include "db/db.h"
#include "market/market.h"

/* Most statements that load_send() queues. */
#define LOAD_MAX (5 + MARKET_STATEMENTS)

struct load_want {
	struct day as_of;  /* closes and rates up to this day; the rows come all */
	bool at;	   /* a day of the past was asked for: no live rate */
	bool transactions; /* ids and notes of the rows too */
	bool series;	   /* all closes of the symbols too */
};

struct loaded {
	struct uuid id;
	const char *name, *visibility;
	int64_t created_ms;
	bool exclude_from_consolidated;
	int64_t ledger_version;
	struct ledger ledger; /* assets ascending by id */
	const struct market *market;
};

/* load_send() - queue the statements for ctx->caller's portfolio; returns how many, at most
 * LOAD_MAX. */
size_t load_send(struct ctx *ctx, const struct load_want *want);

/* load_take() - decode them, fetch what the cache has not; 404 portfolio_not_found when the
 * portfolio went away meanwhile. */
void load_take(struct ctx *ctx, const struct load_want *want, struct db_rows *const *rows,
	       struct loaded *out);

/* load_compute() - portfolio_compute() over it; 422 ledger_out_of_range when a sum leaves the grid.
 */
void load_compute(struct ctx *ctx, const struct loaded *in, struct day as_of,
		  struct portfolio *out);

#endif
