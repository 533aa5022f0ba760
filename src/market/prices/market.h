/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.h: reference data, closes and rates for the modules.
 *
 * Loaders (src/load) fill the tables; "lastro compute prices" and the loaders prepare last closes,
 * month ends and series.  The worker caches, each while its version family is unchanged: official
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
 * market_send() - queues the rates and successions that the worker has not cached at ctx->caller's
 * versions. Returns the number of statements, at most MARKET_STATEMENTS; market_take() gets their rows
 * as returned by db_wait().  No other take may come between a send and its take.
 */
size_t market_send(struct ctx *ctx);

/*
 * market_take() - decodes the rows of one market_send(), and reads everything that the assets of a
 * ledger need, for calc.  Includes successors of the assets' symbols, so that an old ticker is priced
 * by the current one. Uncached symbols cost one round trip; only when the cache is cold, or with @at.
 * @at:     a past day: the two closes on or before it, and no live rate; or NULL
 * @series: also all closes of each symbol
 *
 * Lives with ctx->pool.  Distributions without a payment date are left out.
 */
const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows,
				 const struct ledger *ledger, const struct day *at, bool series);

/*
 * market_benchmarks() - the indices that returns are compared with; a round trip for each uncached one.
 * Valid until ctx->pool is freed.
 */
struct benchmark_data;
void market_benchmarks(struct ctx *ctx, struct benchmark_data *out);

/* market_venue() - the venue of an asset type's prices; NULL for renda_fixa, which has none. */
const char *market_venue(enum asset_type type);

#endif
