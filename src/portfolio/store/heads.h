/* SPDX-License-Identifier: Apache-2.0 */
/*
 * heads.h: the heads that a request reads, of one portfolio or of several: the worker's own, or the database's.
 *
 *	struct heads h = heads_find(ctx, key);
 *	if (!h.rows)
 *		...	read rows of STATE_HEAD and give them: heads_read(ctx, &h, rows, day);
 *	good = heads_take(ctx, &h, row, day, HEADS_SHARED, &in);
 *
 * Beside this way stand two, on purpose: a write and a check look at the head of another version than the
 * ledger's (state_head()), and the book of an office forgets each portfolio before it unpacks the next.
 */
#ifndef LASTRO_PORTFOLIO_STORE_HEADS_H
#define LASTRO_PORTFOLIO_STORE_HEADS_H

#include "portfolio/store/loaded.h"

struct heads {
	const char
		*key; /* of the ledgers, at their versions; NULL: the worker caches none of them */
	struct cached_head *cached; /* in the worker; NULL: not there, or no room */
	const struct db_rows *rows; /* of STATE_HEAD, a portfolio each; NULL: still to be read */
};

/*
 * heads_find() - what the worker has cached of @key, as head_cache_ledger() or access_ledgers() tells it; NULL: it
 * is not asked.
 */
struct heads heads_find(struct ctx *ctx, const char *key);

/*
 * heads_read() - give the rows that were read since there were none.  The worker caches them when all of them
 * are current on @day and of the present reference data.
 */
void heads_read(struct ctx *ctx, struct heads *h, struct db_rows *rows, struct day day);

/* Who else reads what is unpacked. */
enum heads_use {
	HEADS_SHARED, /* the next requests: nothing of its assets and holdings may be changed */
	HEADS_OWN,    /* nobody: tails or rows will be hung on it */
};

/*
 * heads_take() - what is the portfolio's own and, if true, its head: made from this version of its ledger, holding
 * on @day.  Whether it also holds for the present reference data is asked by state_holds().
 */
bool heads_take(struct ctx *ctx, struct heads *h, size_t row, struct day day, enum heads_use use,
		struct loaded *out) MUST_CHECK;

#endif
