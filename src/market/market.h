/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.h: reference data, closes and rates as the modules see them.
 *
 * Loaders (src/load) fill the tables; "lastro compute prices" and the loaders prepare last closes,
 * month ends and series.  Official rates, the live rate and successions are kept in the worker by
 * version family, below 2 MiB (20,000 rates, 4,000 successions).
 */
#ifndef LASTRO_MARKET_MARKET_H
#define LASTRO_MARKET_MARKET_H

#include "calc/ledger.h"
#include "http/ctx.h"

struct db_rows;

/* Most statements that market_send() queues; room for db_wait()'s array. */
#define MARKET_STATEMENTS 6

/*
 * market_send() - queue what the assets of one portfolio need: instruments, closes, events,
 * provents, and, of rates and successions, what the worker has not at the version in ctx->caller.
 * Successors of the assets' symbols come too, so that an old ticker is priced by the current one.
 * @as_of: provents paid and closes on or before this day
 * @at:    closes of a day in the past, from the quotes; false means today: the prepared ones serve
 *
 * Returns how many statements were queued, at most MARKET_STATEMENTS; their rows, as db_wait() gave
 * them, go to market_take().  Between a send and its take no other take may stand.
 */
size_t market_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, struct day as_of,
		   bool at);

/*
 * market_take() - the rows of one market_send(), as calc wants them.  Lives with ctx->pool; rates
 * and successions belong to the worker and stay until a later request finds them outdated. Provents
 * without a payment date, or paid before the asset's first trade, are not in it.
 */
const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows);

/* market_known_types() - asset types under which a symbol is known, as a bit mask of 1 << enum asset_type. */
unsigned market_known_types(struct ctx *ctx, const char *symbol);

/* market_register() - the statements of this room, for the preparing test. */
void market_register(void);

/* market_venue() - where prices of an asset type are kept; NULL for renda_fixa, which has none. */
const char *market_venue(enum asset_type type);

#endif
