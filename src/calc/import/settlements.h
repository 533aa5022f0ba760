/* SPDX-License-Identifier: Apache-2.0 */
/* settlements.h: matches settlements of one statement with trades of the other (doc/calculations.md 16). */
#ifndef LASTRO_CALC_IMPORT_SETTLEMENTS_H
#define LASTRO_CALC_IMPORT_SETTLEMENTS_H

#include "calc/import/import.h"

struct cover_trade {
	const char *symbol;
	enum row_kind side;
	struct day day;
	struct qty qty; /* 0: covers any quantity */
	struct uuid import_id;
	bool of_note; /* else of the negociacao statement */
	bool used;
};

struct cover_settlement {
	const char *symbol;
	enum row_kind side;
	struct day day;
	struct qty qty;
	bool first;   /* retired earlier: it keeps its trade */
	size_t place; /* the caller's */
	bool covered;
	struct uuid by; /* import of the trade that covers it */
	bool by_note;
};

/*
 * import_cover() - matches settlements with trades of the same symbol and side dated 0 to 7 days
 * before, one to one by quantity.  Both arrays are sorted; the result does not depend on their order.
 *
 * A trade is the sum of a day's executions.  Whole days first, then single executions and sets of them
 * (two brokers settle separately), then settlements of one day that add up to it, and last a day with
 * at least the quantity.
 */
void import_cover(void *pool, struct cover_trade *trades, size_t n_trades,
		  struct cover_settlement *settlements, size_t n_settlements);

#endif
