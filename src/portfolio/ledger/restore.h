/* SPDX-License-Identifier: Apache-2.0 */
/* restore.h: deleted rows of a portfolio, put back as they were. */
#ifndef LASTRO_PORTFOLIO_LEDGER_RESTORE_H
#define LASTRO_PORTFOLIO_LEDGER_RESTORE_H

#include "core/ctx.h"
#include "core/uuid.h"

/*
 * rows_whole() - JSON with every column of the rows with these ids: rows of the ledger, payments, assets with all of theirs.
 * Empty for more than 1,000 rows of the ledger.
 * @named: also the exercises whose option is one of these assets
 * rows_lock() - lets no other request change them before this one ends; 409 ledger_busy.
 */
const char *rows_whole(struct ctx *ctx, const struct uuid *ids, size_t n, bool named);
void rows_lock(struct ctx *ctx);

/*
 * rows_now() - the present state of the rows of a body of rows_whole(), to be compared with a later one: the number of equal
 * rows (an import may have written them again), and a hash of each row that still exists, under any asset.
 */
const char *rows_now(struct ctx *ctx, const char *rows);

/* rows_named() - the ids of the assets that have the symbol and the asset_type of this JSON. */
const char *rows_named(struct ctx *ctx, const char *paper);

/*
 * rows_restore() - writes the rows of a body of rows_whole() with their ids, sources and imports; a row that still exists under
 * another asset returns to its own.  409 ledger_conflict when their asset or import is gone, or another row has an external id
 * or a symbol of theirs.
 *
 * No route leads to it: a client would forge rows of an import.  The body must be one that the service kept.
 */
void rows_restore(struct ctx *ctx);

#endif
