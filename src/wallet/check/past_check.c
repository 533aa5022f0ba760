/* SPDX-License-Identifier: Apache-2.0 */
/*
 * past_check.c: a kept past of a history against one that was walked now: the same bytes must come out.
 */
#include "config.h"

#include "wallet/check/past_check.h"

#include "calc/pack/pack.h"

void past_check(struct ctx *ctx, const struct db_rows *kept, const struct cached_prefix *walked,
		struct state_report *out)
{
	struct slice bytes = past_bytes(kept);
	struct cached_prefix past;
	struct buf b;
	size_t n;

	if (walked->prefix.live) /* by a rate that moves within the day: none is kept of such */
		return;
	out->pasts++;
	buf_init(&b, ctx->pool, 8192);
	prefix_pack(&b, walked);
	if (slice_same(bytes, (struct slice){ b.p, b.n }))
		return;
	if (!prefix_unpack(ctx->pool, bytes, &past)) {
		state_differs(out, NULL, "history", "ilegível", "");
		return;
	}
	n = prefix_diff(ctx->pool, &past, walked, out->differences + out->n,
			STATE_DIFFERENCES - out->n);
	out->n += n;
	out->verdict = STATE_WRONG;
	if (!n)
		state_differs(out, NULL, "history bytes", "", "");
}
