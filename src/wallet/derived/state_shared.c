/* SPDX-License-Identifier: Apache-2.0 */
/* state_shared.c: kept figures that the worker has at hand, read by one request after the other. */
#include "config.h"

#include "access/caller.h"
#include "calc/base/base.h"
#include "wallet/derived/at_hand.h"
#include "wallet/derived/state_rows.h"

struct at_hand *state_at_hand(struct ctx *ctx, struct db_rows **rows)
{
	struct at_hand *kept = at_hand_find(ctx, at_hand_ledger(ctx));

	if (kept)
		rows[0] = db_lend(ctx, kept->rows);
	return kept;
}

struct at_hand *state_keep_at_hand(struct ctx *ctx, struct db_rows *row, struct day day)
{
	if (!state_is_current(row, 0, ctx->caller->ledger_version, day) ||
	    state_row_reference(row, 0) != ctx->caller->market_version[FAMILY_REFERENCE])
		return NULL;
	at_hand_keep(ctx, at_hand_ledger(ctx), row);
	return at_hand_find(ctx, at_hand_ledger(ctx));
}

/* Where nobody writes to it the first reader unpacks it for all. */
static bool unpack_kept(struct at_hand *kept, const struct db_rows *r)
{
	void *pool = pool_new(kept, "heads at hand");
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
	if (at_hand_unpacked(kept, pool, heads))
		return true;
	kept->packed_only = true;
	pool_free(pool);
	return false;
}

bool state_row_shared(struct ctx *ctx, struct at_hand *kept, const struct db_rows *r, size_t row,
		      struct day day, struct loaded *out)
{
	state_own(r, row, out);
	if (!state_is_current(r, row, out->ledger_version, day))
		return false;
	if (!kept->heads && (kept->packed_only || !unpack_kept(kept, r)))
		return state_unpack(ctx->pool, r, row, out);
	out->reference_version = kept->heads[row].reference_version;
	out->assets = kept->heads[row].assets;
	out->ledger = kept->heads[row].ledger;
	out->derived = kept->heads[row].derived;
	return true;
}
