/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cached_rows.h: the rows of a ledger as a detail shows them, kept (architecture.md, Speed).
 *
 * Reading and writing ten thousand rows takes longer than all else that a detail does, and what
 * comes of it stands until the ledger's version moves.  Whoever writes them from the ledger keeps
 * them when the answer has gone; of a small ledger nothing is kept.
 */
#ifndef LASTRO_PORTFOLIO_STORE_CACHED_ROWS_H
#define LASTRO_PORTFOLIO_STORE_CACHED_ROWS_H

#include "core/json_write.h"
#include "portfolio/store/loaded.h"

/* The rows of one holding: of its paper, then of those that became it. */
struct rendered_rows {
	const struct ledger_asset *asset;
	const struct ledger_asset *const *merged;
	size_t n_merged;
};

/* cached_rows_render() - their array, in the order of the ledger, up to @as_of. */
void cached_rows_render(void *pool, struct json *j, const char *name,
			const struct rendered_rows *rows, struct day as_of);

/* ---- as bytes, for portfolio/store/cached_rows_check ---- */

/* What is kept of a holding: the papers that became its own, and its array. */
struct cached_rows_bytes {
	const struct uuid *merged;
	size_t n_merged;
	struct slice array;
};

/* cached_rows_open() - of the holding that @asset heads; false when the bytes are damaged or another's. */
bool cached_rows_open(struct uuid asset, struct slice s, struct cached_rows_bytes *out) MUST_CHECK;

/* ---- reading and saving ---- */

/* CACHED_ROWS_CURRENT - condition of a statement: what is kept stands; workspace, portfolio, version, code_stamp, day. */
#define CACHED_ROWS_CURRENT                                                                           \
	"k.workspace_id = $1 and k.portfolio_id = $2 and k.ledger_version = $3 and k.code_stamp = $4" \
	" and k.day <= $5"

/* CACHED_ROWS_ARGS - those arguments. */
#define CACHED_ROWS_ARGS(ctx)                                                                      \
	DB_ARGS(db_uuid((ctx)->caller->resource_workspace), db_uuid((ctx)->caller->portfolio),     \
		db_int((ctx)->caller->ledger_version), db_text(CACHED_ROWS_CODE_STAMP),            \
		db_day((ctx)->today))

/* cached_rows_send() - queue one statement. */
void cached_rows_send(struct ctx *ctx);

/*
 * cached_rows_take() - what cached_rows_send() gave: of each asset of @in's ledger, in its place, the array of
 * the holding that it heads.  NULL when a holding has none that can be read, or none of this version
 * is there.
 */
const struct slice *cached_rows_take(struct ctx *ctx, const struct db_rows *rows,
				     const struct loaded *in);

/* cached_rows_size() - all of those arrays, in bytes. */
size_t cached_rows_size(const struct loaded *in);

/* cached_rows_save_later() - keep the rows of @in, which was loaded with them, once the answer has gone. */
void cached_rows_save_later(struct ctx *ctx, const struct loaded *in);

#endif
