/* SPDX-License-Identifier: Apache-2.0 */
/*
 * heads.h: reads the heads for a request, of one portfolio or several, from the worker's cache or the
 * database.
 *
 *  struct heads h = heads_find(ctx, key);
 *  if (!h.rows)
 *   ... read rows of STATE_HEAD and pass them: heads_read(ctx, &h, rows, day);
 *  good = heads_take(ctx, &h, row, day, HEADS_SHARED, &in);
 *
 * Two other ways exist on purpose: a write and a check read the head of another version than the
 * ledger's (state_head()), and the valuation of an office's clients frees each portfolio before it
 * unpacks the next.
 */
#ifndef LASTRO_PORTFOLIO_STORE_HEADS_H
#define LASTRO_PORTFOLIO_STORE_HEADS_H

#include "portfolio/store/loaded.h"

struct heads {
	const char *key; /* of the ledgers, at their versions; NULL: none of them may be cached */
	struct cached_head *cached; /* in the worker; NULL: not there, or no room */
	const struct db_rows *rows; /* of STATE_HEAD, one for each portfolio; NULL: not read yet */
};

/* heads_find() - looks up @key, as written by head_cache_ledger() or access_ledgers(); NULL: no lookup. */
struct heads heads_find(struct ctx *ctx, const char *key);

/*
 * heads_read() - passes the rows read because there were none.  Caches them when all are current on
 * @day and of the present reference data.
 */
void heads_read(struct ctx *ctx, struct heads *h, struct db_rows *rows, struct day day);

/* Whether other requests read the unpacked head. */
enum heads_use {
	HEADS_SHARED, /* the next requests do: its assets and holdings must not be changed */
	HEADS_OWN,    /* none does: tails or rows will be added to it */
};

/*
 * heads_take() - the portfolio's own members and, if true, its head: made from this version of its
 * ledger, and valid on @day.  state_holds() checks whether it is also valid for the present reference
 * data.
 */
bool heads_take(struct ctx *ctx, struct heads *h, size_t row, struct day day, enum heads_use use,
		struct loaded *out) MUST_CHECK;

#endif
