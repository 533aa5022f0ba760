/* SPDX-License-Identifier: Apache-2.0 */
/*
 * listed.h: the rows of a ledger as a detail shows them, kept (architecture.md, Speed).
 *
 * Reading and writing ten thousand rows takes longer than all else that a detail does, and what
 * comes of it stands until the ledger's version moves.  Whoever writes them from the ledger keeps
 * them when the answer has gone; of a small ledger nothing is kept.
 */
#ifndef LASTRO_WALLET_ROWS_LISTED_H
#define LASTRO_WALLET_ROWS_LISTED_H

#include "core/json_write.h"
#include "wallet/rows/loaded.h"

/* The rows of one holding: of its paper, then of those that became it. */
struct listed_rows {
	const struct ledger_asset *asset;
	const struct ledger_asset *const *merged;
	size_t n_merged;
};

/* listed_render() - their array, in the order of the ledger, up to @as_of. */
void listed_render(void *pool, struct json *j, const char *name, const struct listed_rows *rows,
		   struct day as_of);

/* ---- as bytes, for wallet/check/listed_check ---- */

/* What is kept of a holding: the papers that became its own, and its array. */
struct listed_bytes {
	const struct uuid *merged;
	size_t n_merged;
	struct slice array;
};

/* listed_open() - of the holding that @asset heads; false when the bytes are damaged or another's. */
bool listed_open(struct uuid asset, struct slice s, struct listed_bytes *out) MUST_CHECK;

/* ---- reading and saving ---- */

/* LISTED_KEPT - condition of a statement: what is kept stands; workspace, portfolio, version, code_stamp, day. */
#define LISTED_KEPT                                                                                   \
	"k.workspace_id = $1 and k.portfolio_id = $2 and k.ledger_version = $3 and k.code_stamp = $4" \
	" and k.day <= $5"

/* LISTED_ARGS - those arguments. */
#define LISTED_ARGS(ctx)                                                                           \
	DB_ARGS(db_uuid((ctx)->caller->resource_workspace), db_uuid((ctx)->caller->portfolio),     \
		db_int((ctx)->caller->ledger_version), db_text(LISTED_CODE_STAMP),                      \
		db_day((ctx)->today))

/* listed_send() - queue one statement. */
void listed_send(struct ctx *ctx);

/*
 * listed_take() - what listed_send() gave: of each asset of @in's ledger, in its place, the array of
 * the holding that it heads.  NULL when a holding has none that can be read, or none of this version
 * is there.
 */
const struct slice *listed_take(struct ctx *ctx, const struct db_rows *rows,
				const struct loaded *in);

/* listed_size() - all of those arrays, in bytes. */
size_t listed_size(const struct loaded *in);

/* listed_save_later() - keep the rows of @in, which was loaded with them, once the answer has gone. */
void listed_save_later(struct ctx *ctx, const struct loaded *in);

#endif
