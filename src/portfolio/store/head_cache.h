/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head_cache.h: the worker's cache of recently read heads, used by heads.h.
 *
 * A head belongs to a version of its ledger and of the reference data.  A request's first statement
 * returns the present versions, so a cached head costs no further round trip.  Bounded by a quarter of
 * LASTRO_CACHE_MB, evicting the least recently used; emptied when the connection changes, since the new
 * one may lead to a restored database, whose versions start again from older ones.
 */
#ifndef LASTRO_PORTFOLIO_STORE_HEAD_CACHE_H
#define LASTRO_PORTFOLIO_STORE_HEAD_CACHE_H

#include "core/lru.h"
#include "portfolio/store/loaded.h"

struct cached_head {
	struct lru_entry entry;
	const char *ledgers;  /* as written by head_cache_ledger() or access_ledgers() */
	int64_t reference;    /* version of the reference data */
	struct db_rows *rows; /* of STATE_HEAD, one for each portfolio */
	/*
	 * The heads unpacked, once the entry was used again; NULL: not yet.  Of each only ledger,
	 * assets, derived and reference_version are filled.  They point into the rows; their content
	 * must not be changed.
	 */
	const struct loaded *heads;
	bool packed_only; /* there is no room for it unpacked */
};

/*
 * head_cache_ledger() - the key of the caller's portfolio at the caller's version, in the form of
 * access_ledgers().
 */
const char *head_cache_ledger(struct ctx *ctx);

/*
 * head_cache_find() - the entry of @ledgers at the present version of the reference data, or NULL.
 * Valid until ctx->pool is freed.  Only in a read transaction: uncommitted writes must not be shared.
 */
struct cached_head *head_cache_find(struct ctx *ctx, const char *ledgers);

/*
 * head_cache_put() - adds the rows of STATE_HEAD of @ledgers, all current and of the present version of
 * the reference data, read in this transaction; they stay readable in this request.  Does nothing when
 * there is no room.
 */
void head_cache_put(struct ctx *ctx, const char *ledgers, struct db_rows *rows);

/*
 * head_cache_unpacked() - adds the unpacked @heads with @pool, a context below @h, that holds them;
 * false: no room.
 */
bool head_cache_unpacked(struct cached_head *h, void *pool, const struct loaded *heads) MUST_CHECK;

/* head_cache_drop() - removes an unreadable entry: the next request reads the database. */
void head_cache_drop(struct cached_head *h);

#endif
