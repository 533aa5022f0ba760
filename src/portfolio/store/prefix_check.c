/* SPDX-License-Identifier: Apache-2.0 */
/* prefix_check.c: compares a cached prefix of a history with one walked now: the bytes must be equal. */
#include "config.h"

#include "portfolio/store/prefix_check.h"

#include "calc/history/packed.h"

void prefix_check(struct ctx *ctx, const struct db_rows *cached, const struct cached_prefix *walked,
		  struct state_report *out)
{
	struct buf b;

	if (walked->prefix.live) /* depends on a rate that changes within the day: never cached */
		return;
	out->prefixes++;
	buf_init(&b, ctx->pool, 8192);
	prefix_pack(&b, walked);
	if (!slice_same(prefix_bytes(cached), (struct slice){ b.p, b.n }))
		state_differs(out, NULL, "history");
}
