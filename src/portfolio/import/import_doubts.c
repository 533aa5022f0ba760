/* SPDX-License-Identifier: Apache-2.0 */
/* import_doubts.c: prices of a file that are far from that day's close, said before it is written. */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "portfolio/ledger/transaction_doubts.h"

#define DOUBTED_MAX 2000 /* rows of a file, the first */

static bool is_priced_trade(const struct import_entry *e)
{
	return e->status == IMPORT_IMPORTED && e->effect == ENTRY_TRADE && !e->warning &&
	       (e->trade.kind == ROW_BUY || e->trade.kind == ROW_SELL) &&
	       e->trade.event == EVENT_NONE && e->trade.price_known;
}

void import_doubt_prices(struct ctx *ctx, struct import_result *r)
{
	struct price_doubted *list = pool_array(ctx->pool, struct price_doubted, DOUBTED_MAX);
	size_t n = 0;

	for (size_t i = 0; i < r->n_entries && n < DOUBTED_MAX; i++) {
		struct import_entry *e = &r->entries[i];

		if (is_priced_trade(e))
			list[n++] = (struct price_doubted){ e->symbol, e->type, &e->trade,
							    &e->warning };
	}
	price_doubts(ctx, list, n);
}
