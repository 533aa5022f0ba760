/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_rows.h: a ledger out of the database, as calc wants it. */
#ifndef LASTRO_PORTFOLIO_STORE_LEDGER_ROWS_H
#define LASTRO_PORTFOLIO_STORE_LEDGER_ROWS_H

#include "portfolio/store/loaded.h"

/* Places of what ledger_send() gives; the notes only with transactions. */
enum { R_ASSETS, R_INCOME, R_COVERAGE, R_LEDGER, R_NOTES, LEDGER_STATEMENTS };

/* ledger_send() - queue all of a ledger; returns how many statements. */
size_t ledger_send(struct ctx *ctx, bool transactions);

/* ledger_take_whole() - what it gave; @notes: NULL where neither ids nor notes are wanted. */
void ledger_take_whole(struct ctx *ctx, const struct db_rows *assets, const struct db_rows *rows,
		       const struct db_rows *income, const struct db_rows *covered,
		       const struct db_rows *notes, struct ledger *out);

/* Most statements that ledger_transactions_send() queues. */
#define ROWS_STATEMENTS 3

/*
 * ledger_transactions_send() - queue rows and notes, and before them, if @listed, what is kept of them: then those
 * only without it.
 * ledger_transactions_take() - what it gave.  One more round trip where what is kept is damaged or lost.
 */
size_t ledger_transactions_send(struct ctx *ctx, bool cached_rows);
void ledger_transactions_take(struct ctx *ctx, const struct load_want *want,
			      struct db_rows *const *rows, struct loaded *out);

/* ---- in parts ---- */

#define LEDGER_PARTS 8
#define PART_ASSETS 16 /* at least, but of the last part */

/* Assets [first, end) of a ledger. */
struct ledger_part {
	size_t first, end;
};

/*
 * ledger_parts_start() - ask for all of a ledger: its assets are in @out and the other @rows there when it returns,
 * what is of the transactions comes by part.  Returns how many @parts, at most LEDGER_PARTS.
 * @first_part: the last asset of it, of state_first_part()
 * ledger_income_take() - the rest of @rows.
 * ledger_part_take() - the transactions of the next part, as soon as they are there.
 */
size_t ledger_parts_start(struct ctx *ctx, struct uuid first_part, struct db_rows **rows,
			  struct ledger_part *parts, struct loaded *out);
void ledger_income_take(struct ctx *ctx, struct db_rows *const *rows, struct loaded *out);
void ledger_part_take(struct ctx *ctx, const struct ledger_part *part, struct loaded *out);

#endif
