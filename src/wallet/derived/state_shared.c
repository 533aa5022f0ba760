/* SPDX-License-Identifier: Apache-2.0 */
/* state_shared.c: figures that the worker has cached, read by one request after the other. */
#include "config.h"

#include "access/caller.h"
#include "calc/base/base.h"
#include "wallet/derived/head_cache.h"
#include "wallet/derived/state_rows.h"

struct cached_head *state_cached_head(struct ctx *ctx, struct db_rows **rows)
{
	struct cached_head *cached = head_cache_find(ctx, head_cache_ledger(ctx));

	if (cached)
		rows[0] = db_lend(ctx, cached->rows);
	return cached;
}

struct cached_head *state_cache_head(struct ctx *ctx, struct db_rows *row, struct day day)
{
	if (!state_is_current(row, 0, ctx->caller->ledger_version, day) ||
	    state_row_reference(row, 0) != ctx->caller->market_version[FAMILY_REFERENCE])
		return NULL;
	head_cache_put(ctx, head_cache_ledger(ctx), row);
	return head_cache_find(ctx, head_cache_ledger(ctx));
}

/* Where nobody writes to it the first reader unpacks it for all. */
static bool unpack_cached(struct cached_head *cached, const struct db_rows *r)
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

bool state_row_shared(struct ctx *ctx, struct cached_head *cached, const struct db_rows *r,
		      size_t row, struct day day, struct loaded *out)
{
	state_own(r, row, out);
	if (!state_is_current(r, row, out->ledger_version, day))
		return false;
	if (!cached->heads && (cached->packed_only || !unpack_cached(cached, r)))
		return state_unpack(ctx->pool, r, row, out);
	out->reference_version = cached->heads[row].reference_version;
	out->assets = cached->heads[row].assets;
	out->ledger = cached->heads[row].ledger;
	out->derived = cached->heads[row].derived;
	return true;
}
