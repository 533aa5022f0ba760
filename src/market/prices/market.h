/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.h: reference data, closes and rates as the modules see them.
 *
 * Loaders (src/load) fill the tables; "lastro compute prices" and the loaders prepare last closes,
 * month ends and series.  The worker keeps, each as long as its version family stands still: official
 * rates, the live rate and successions, below 2 MiB (20,000 rates, 4,000 successions); and symbols with
 * their two last closes, events and distributions, below three quarters of LASTRO_CACHE_MB.
 */
#ifndef LASTRO_MARKET_PRICES_MARKET_H
#define LASTRO_MARKET_PRICES_MARKET_H

#include "calc/amounts/amounts.h"
#include "core/ctx.h"

struct db_rows;

/* Most statements that market_send() queues; room for db_wait()'s array. */
#define MARKET_STATEMENTS 3

/*
 * market_send() - queue what of rates and successions the worker has not at the version in ctx->caller.
 * Returns how many statements were queued, at most MARKET_STATEMENTS; their rows, as db_wait() gave
 * them, go to market_take().  Between a send and its take no other take may stand.
 */
size_t market_send(struct ctx *ctx);

/*
 * market_take() - the rows of one market_send(), and all that the assets of a ledger need, as calc wants
 * it.  Successors of the assets' symbols come too, so that an old ticker is priced by the current one.
 * Symbols that the worker does not keep cost one round trip; it happens only when cold, or with @at.
 * @at:     a day of the past: the two closes on or before it, and no live rate; or NULL
 * @series: all closes of each symbol too
 *
 * Lives with ctx->pool.  Distributions without a payment date are not in it.
 */
const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows,
				 const struct ledger *ledger, const struct day *at, bool series);

/*
 * market_benchmarks() - the indices that returns are compared with; a round trip each where the
 * worker has them not.  They stand until ctx->pool is freed.
 */
struct benchmark_data;
void market_benchmarks(struct ctx *ctx, struct benchmark_data *out);

/* market_venue() - where prices of an asset type are kept; NULL for renda_fixa, which has none. */
const char *market_venue(enum asset_type type);

#endif
