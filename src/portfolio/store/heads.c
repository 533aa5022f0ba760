/* SPDX-License-Identifier: Apache-2.0 */
/* heads.c: reads heads from the worker's cache, or adds them to it. */
#include "config.h"

#include "portfolio/store/heads.h"

#include "identity/caller.h"
#include "portfolio/store/head_cache.h"
#include "portfolio/store/state_rows.h"

struct heads heads_find(struct ctx *ctx, const char *key)
{
	struct cached_head *cached = key ? head_cache_find(ctx, key) : NULL;

	return (struct heads){ .key = key,
			       .cached = cached,
			       .rows = cached ? db_lend(ctx, cached->rows) : NULL };
}

/* Whether later requests may use each of them. */
static bool all_current(struct ctx *ctx, const struct db_rows *r, struct day day)
{
	for (size_t i = 0; i < db_count(r); i++)
		if (!state_is_current(r, i, state_row_version(r, i), day) ||
		    state_row_reference(r, i) != ctx->caller->market_version[FAMILY_REFERENCE])
			return false;
	return db_count(r) > 0;
}

void heads_read(struct ctx *ctx, struct heads *h, struct db_rows *rows, struct day day)
{
	h->rows = rows;
	if (!h->key || !all_current(ctx, rows, day))
		return;
	head_cache_put(ctx, h->key, rows);
	h->cached = head_cache_find(ctx, h->key);
}

/* The first reader that does not modify it unpacks it for all. */
static bool unpack_shared(struct cached_head *cached, const struct db_rows *r)
{
	void *pool = pool_new(cached, "head cache");
	size_t n = db_count(r);
	struct loaded *heads = pool_array(pool, struct loaded, n);

	for (size_t i = 0; i < n; i++) {
		struct derived *d = &heads[i].derived;

		if (!state_unpack(pool, r, i, &heads[i])) {
			pool_free(pool);
			return false;
		}
		d->rate_flows = xirr_prepare(pool, d->flows, d->n_flows);
	}
	if (head_cache_unpacked(cached, pool, heads))
		return true;
	cached->packed_only = true;
	pool_free(pool);
	return false;
}

static bool unpack_own(struct ctx *ctx, struct heads *h, size_t row, struct loaded *out)
{
	if (state_unpack(ctx->pool, h->rows, row, out))
		return true;
	if (h->cached)
		head_cache_drop(h->cached);
	h->cached = NULL;
	return false;
}

bool heads_take(struct ctx *ctx, struct heads *h, size_t row, struct day day, enum heads_use use,
		struct loaded *out)
{
	struct cached_head *cached = use == HEADS_SHARED ? h->cached : NULL;

	ctx_in_time(ctx);
	state_own(h->rows, row, out);
	if (!state_is_current(h->rows, row, out->ledger_version, day))
		return false;
	if (!cached || (!cached->heads && (cached->packed_only || !unpack_shared(cached, h->rows))))
		return unpack_own(ctx, h, row, out);
	out->reference_version = cached->heads[row].reference_version;
	out->assets = cached->heads[row].assets;
	out->ledger = cached->heads[row].ledger;
	out->derived = cached->heads[row].derived;
	return true;
}
