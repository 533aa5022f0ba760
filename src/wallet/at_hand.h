/* SPDX-License-Identifier: Apache-2.0 */
/*
 * at_hand.h: kept heads that the worker has read lately; only wallet/load*.c and wallet/state*.c include this.
 *
 * A head belongs to a version of its ledger and of the reference data.  The first round trip of a request
 * says which they are now, so what is at hand needs no second one.  Bounded by a quarter of
 * LASTRO_CACHE_MB, the least recently used go first; all go with the connection, since another one may
 * be to a restored database, whose versions start again from older ones.
 */
#ifndef LASTRO_WALLET_AT_HAND_H
#define LASTRO_WALLET_AT_HAND_H

#include "core/lru.h"
#include "wallet/load.h"

struct at_hand {
	struct lru_entry entry;
	struct uuid portfolio;
	int64_t version, reference;
	struct db_rows *row; /* of STATE_HEAD */
	/* The same unpacked, since it was found once: of @ledger, @assets, @derived and the versions.  NULL: not. */
	const struct loaded *head;
};

/*
 * at_hand_find() - the caller's portfolio at the caller's versions, or NULL.  It stays until ctx->pool is freed.
 * Only in a transaction that reads: what one writes is nobody else's before its end.
 */
struct at_hand *at_hand_find(struct ctx *ctx);

/*
 * at_hand_keep() - give over a row of STATE_HEAD that was read in this transaction; it stays readable in
 * this request.  @version, @reference: that it was made from.  Does nothing where there is no room.
 */
void at_hand_keep(struct ctx *ctx, struct db_rows *row, int64_t version, int64_t reference);

/* at_hand_unpacked() - give over @head with @pool, a context below @h, that it is on; false: no room. */
bool at_hand_unpacked(struct at_hand *h, void *pool, const struct loaded *head) MUST_CHECK;

#endif
