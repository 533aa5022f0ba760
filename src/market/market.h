/* SPDX-License-Identifier: Apache-2.0 */
/*
 * market.h: reference data, closes and rates as the modules see them.
 *
 * Loaders (src/load) fill the tables; "lastro compute prices" and the loaders prepare last closes,
 * month ends and series.  Rates and successions are cached in the worker by version.
 */
#ifndef LASTRO_MARKET_MARKET_H
#define LASTRO_MARKET_MARKET_H

#include "calc/ledger.h"
#include "http/ctx.h"

/*
 * market_send() - queue what the assets of one portfolio need: instruments, two last closes, events,
 * provents, and (when the cached version is old) rates and successions.  To be read by
 * market_take() from the rows that db_wait() gave; market_statements() says how many.
 * @as_of: closes on or before this day; @at: false means today, then the prepared last closes serve.
 */
size_t market_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, struct day as_of, bool at);
struct db_rows;
const struct market *market_take(struct ctx *ctx, struct db_rows *const *rows);

/* market_known_types() - asset types under which a symbol is known, as a bit mask of 1 << enum asset_type. */
unsigned market_known_types(struct ctx *ctx, const char *symbol);

#endif
