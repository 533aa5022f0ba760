/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cached_rows.h: the rendered rows of a ledger for the detail, cached (architecture.md, Speed).
 *
 * Reading and rendering ten thousand rows takes longer than the rest of a detail, and the result is
 * valid until the ledger's version changes.  A request that renders them saves them after its answer;
 * nothing is cached for a small ledger.
 */
#ifndef LASTRO_PORTFOLIO_STORE_CACHED_ROWS_H
#define LASTRO_PORTFOLIO_STORE_CACHED_ROWS_H

#include "core/json_write.h"
#include "portfolio/store/loaded.h"

/* The rows of one holding: of its paper, and of those that became it. */
struct rendered_rows {
	const struct ledger_asset *asset;
	const struct ledger_asset *const *merged;
	size_t n_merged;
};

/* cached_rows_render() - their array, in the order of the ledger, up to @as_of. */
void cached_rows_render(void *pool, struct json *j, const char *name,
			const struct rendered_rows *rows, struct day as_of);

/* ---- as bytes, for portfolio/store/cached_rows_check ---- */

/* The cache of a holding: the papers merged into it, and its array. */
struct cached_rows_bytes {
	const struct uuid *merged;
	size_t n_merged;
	struct slice array;
};

/* cached_rows_open() - unpacks the holding of @asset; false when the bytes are damaged or another's. */
bool cached_rows_open(struct uuid asset, struct slice s, struct cached_rows_bytes *out) MUST_CHECK;

/* ---- reading and saving ---- */

/*
 * CACHED_ROWS_CURRENT - condition of a statement: the cache is valid for workspace, portfolio, version,
 * code_stamp, day.
 */
#define CACHED_ROWS_CURRENT                                                                           \
	"k.workspace_id = $1 and k.portfolio_id = $2 and k.ledger_version = $3 and k.code_stamp = $4" \
	" and k.day <= $5"

/* CACHED_ROWS_ARGS - these arguments. */
#define CACHED_ROWS_ARGS(ctx)                                                                      \
	DB_ARGS(db_uuid((ctx)->caller->resource_workspace), db_uuid((ctx)->caller->portfolio),     \
		db_int((ctx)->caller->ledger_version), db_text(CACHED_ROWS_CODE_STAMP),            \
		db_day((ctx)->today))

/* cached_rows_send() - queues one statement. */
void cached_rows_send(struct ctx *ctx);

/*
 * cached_rows_take() - the result of cached_rows_send(): for each asset of @in's ledger, at its index,
 * the array of the holding that it heads.  NULL when a holding has no readable one, or none of this
 * version exists.
 */
const struct slice *cached_rows_take(struct ctx *ctx, const struct db_rows *rows,
				     const struct loaded *in);

/* cached_rows_size() - the size of all those arrays in bytes. */
size_t cached_rows_size(const struct loaded *in);

/* cached_rows_save_later() - caches the rows of @in, which was loaded with them, after the answer. */
void cached_rows_save_later(struct ctx *ctx, const struct loaded *in);

#endif
