/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head_cache.h: heads that the worker has read lately, as heads.h hands them out.
 *
 * A head belongs to a version of its ledger and of the reference data.  What a request asks first anyway
 * says which they are now, so what is at hand needs no round trip more.  Bounded by a quarter of
 * LASTRO_CACHE_MB, the least recently used go first; all go with the connection, since another one may
 * be to a restored database, whose versions start again from older ones.
 */
#ifndef LASTRO_PORTFOLIO_STORE_HEAD_CACHE_H
#define LASTRO_PORTFOLIO_STORE_HEAD_CACHE_H

#include "core/lru.h"
#include "portfolio/store/loaded.h"

struct cached_head {
	struct lru_entry entry;
	const char *ledgers;  /* as head_cache_ledger() or access_ledgers() tells them */
	int64_t reference;    /* version of the reference data */
	struct db_rows *rows; /* of STATE_HEAD, a portfolio each */
	/*
	 * The same unpacked, once they were found again; NULL: not yet.  Of each only ledger, assets, derived and
	 * reference_version are filled.  They point into the rows, and nobody may write to what they point to.
	 */
	const struct loaded *heads;
	bool packed_only; /* unpacked there is no room for them */
};

/* head_cache_ledger() - the caller's portfolio at the caller's version, as access_ledgers() tells of several. */
const char *head_cache_ledger(struct ctx *ctx);

/*
 * head_cache_find() - @ledgers at the present version of the reference data, or NULL.  It stays until ctx->pool is
 * freed.  Only in a transaction that reads: what one writes is nobody else's before its end.
 */
struct cached_head *head_cache_find(struct ctx *ctx, const char *ledgers);

/*
 * head_cache_put() - give over the rows of STATE_HEAD of @ledgers, all of them current and of the present version of
 * the reference data, that were read in this transaction; they stay readable in this request.  Does nothing
 * where there is no room.
 */
void head_cache_put(struct ctx *ctx, const char *ledgers, struct db_rows *rows);

/* head_cache_unpacked() - give over @heads with @pool, a context below @h, that they are on; false: no room. */
bool head_cache_unpacked(struct cached_head *h, void *pool, const struct loaded *heads) MUST_CHECK;

/* head_cache_drop() - it cannot be read: the next request asks the database. */
void head_cache_drop(struct cached_head *h);

#endif
