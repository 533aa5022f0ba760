/* SPDX-License-Identifier: Apache-2.0 */
/* asset_index.h: the assets of a ledger by symbol. */
#ifndef LASTRO_CALC_LEDGER_ASSET_INDEX_H
#define LASTRO_CALC_LEDGER_ASSET_INDEX_H

#include "calc/amounts/amounts.h"

struct asset_index {
	const struct ledger_asset **by_symbol; /* ascending by (symbol, index in the ledger) */
	size_t n;
};

struct asset_index asset_index_of(void *pool, const struct ledger *ledger);

/*
 * asset_find() - the first asset of @symbol and @currency, preferably of @type; NULL without one.
 * @but: excluded; or NULL
 */
const struct ledger_asset *asset_find(const struct asset_index *index, const char *symbol,
				      enum asset_type type, enum currency currency,
				      const struct ledger_asset *but);

#endif
