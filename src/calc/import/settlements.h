/* SPDX-License-Identifier: Apache-2.0 */
/* settlements.h: settlements of one statement that are trades of the other (doc/calculations.md 16). */
#ifndef LASTRO_CALC_IMPORT_SETTLEMENTS_H
#define LASTRO_CALC_IMPORT_SETTLEMENTS_H

#include "calc/import/import.h"

struct cover_trade {
	const char *symbol;
	enum row_kind side;
	struct day day;
	struct qty qty; /* 0: covers any quantity */
	struct uuid import_id;
	bool used;
};

struct cover_settlement {
	const char *symbol;
	enum row_kind side;
	struct day day;
	struct qty qty;
	bool first;   /* retired before: it keeps its trade */
	size_t place; /* the caller's */
	bool covered;
	struct uuid by; /* import of the trade that covers it */
};

/*
 * import_cover() - match settlements with trades of the same symbol and side dated 0 to 7 days
 * before, one to one by quantity.  Both arrays are sorted; the answer depends on neither's order.
 *
 * A trade is the executions of a day summed.  Whole days first, then single executions and sets of
 * them (two brokers settle apart), then settlements of one day that add up to it, and last a day
 * that has at least the quantity.
 */
void import_cover(void *pool, struct cover_trade *trades, size_t n_trades,
		  struct cover_settlement *settlements, size_t n_settlements);

#endif
