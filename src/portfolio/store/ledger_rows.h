/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_rows.h: reads a ledger from the database in the form that calc needs. */
#ifndef LASTRO_PORTFOLIO_STORE_LEDGER_ROWS_H
#define LASTRO_PORTFOLIO_STORE_LEDGER_ROWS_H

#include "portfolio/store/loaded.h"

/* Indices of the results of ledger_send(); the notes only with transactions. */
enum { R_ASSETS, R_INCOME, R_COVERAGE, R_LEDGER, R_NOTES, LEDGER_STATEMENTS };

/* ledger_send() - queues a whole ledger; returns the number of statements. */
size_t ledger_send(struct ctx *ctx, bool transactions);

/* ledger_take_whole() - its result; @notes: NULL when neither ids nor notes are wanted. */
void ledger_take_whole(struct ctx *ctx, const struct db_rows *assets, const struct db_rows *rows,
		       const struct db_rows *income, const struct db_rows *covered,
		       const struct db_rows *notes, struct ledger *out);

/* Most statements that ledger_transactions_send() queues. */
#define ROWS_STATEMENTS 3

/*
 * ledger_transactions_send() - queues rows and notes and, if @listed, the cached rows before them: then
 * only the rows of those without a cache.
 * ledger_transactions_take() - its result.  One more round trip when the cache is damaged or lost.
 */
size_t ledger_transactions_send(struct ctx *ctx, bool cached_rows);
void ledger_transactions_take(struct ctx *ctx, const struct load_want *want,
			      struct db_rows *const *rows, struct loaded *out);

/* ---- in parts ---- */

#define LEDGER_PARTS 8
#define PART_ASSETS 16 /* at least, except in the last part */

/* Assets [first, end) of a ledger. */
struct ledger_part {
	size_t first, end;
};

/*
 * ledger_parts_start() - requests a whole ledger: its assets in @out and the other @rows are there when
 * it returns, the transactions follow by part.  Returns the number of @parts, at most LEDGER_PARTS.
 * @first_part: its last asset, of state_first_part()
 * ledger_income_take() - decodes the rest of @rows.
 * ledger_part_take() - the transactions of the next part, as soon as they arrive.
 */
size_t ledger_parts_start(struct ctx *ctx, struct uuid first_part, struct db_rows **rows,
			  struct ledger_part *parts, struct loaded *out);
void ledger_income_take(struct ctx *ctx, struct db_rows *const *rows, struct loaded *out);
void ledger_part_take(struct ctx *ctx, const struct ledger_part *part, struct loaded *out);

#endif
