/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write.h: what every change of a portfolio's ledger shares: who may, the lock, the version, the
 * audit row.
 *
 * A write goes: body_done(); access_resource(); ledger_lock_send() (first of its pipeline);
 * ledger_lock_take(); the statements of the change; ledger_written_send() last.  The answer then carries the
 * new ledger version as its ETag, which the next write's If-Match may name.
 */
#ifndef LASTRO_PORTFOLIO_LEDGER_WRITE_H
#define LASTRO_PORTFOLIO_LEDGER_WRITE_H

#include "db/db.h"

/* ledger_lock_send() - queue one statement: the portfolio's row, locked to the end of the
 * transaction. */
void ledger_lock_send(struct ctx *ctx);

/*
 * ledger_upon() - 409 ledger_conflict when If-Match names another version than @version, 412 precondition_failed
 * when it names none.
 */
void ledger_upon(struct ctx *ctx, int64_t version);

/*
 * ledger_lock_take() - the version before this write.  404 portfolio_not_found when the portfolio
 * went away meanwhile; refuses as ledger_upon().
 */
int64_t ledger_lock_take(struct ctx *ctx, const struct db_rows *rows);

/*
 * ledger_written_send() - queue the next ledger_version and, unless the portfolio is a client's
 * (whose operations the protocol audits), the audit row; returns how many, at most LEDGER_WRITTEN.
 * @kind:    "transaction.created"
 * @subject: what was written; the portfolio itself for many rows at once
 * @count:   rows written
 */
#define LEDGER_WRITTEN 2
size_t ledger_written_send(struct ctx *ctx, const char *kind, struct uuid subject,
			   int64_t count) MUST_CHECK;

/* audit_send() - queue one statement: the audit row alone, for a write that changes no ledger. */
void audit_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, const char *kind,
		struct uuid subject, int64_t count);

/* audit_account_send() - likewise for what belongs to no portfolio. */
void audit_account_send(struct ctx *ctx, struct uuid workspace, const char *kind,
			struct uuid subject);

/*
 * write_delete() - lock the portfolio and delete one row of it; one round trip.
 * @drop: of ($1 workspace, $2 portfolio, $3 id), returning the asset that it was of
 * Returns that asset, the nil id when there was no such row.
 */
struct uuid write_delete(struct ctx *ctx, struct db_stmt *drop, struct uuid id);

/* respond_created() - Location: what was made, of /v1/portfolios/{id}/@what/@id. */
void respond_created(struct ctx *ctx, const char *what, struct uuid id);

/* render_deleted() - the answer to a deletion. */
void render_deleted(struct ctx *ctx, struct uuid id);

/* path_id() - the id in a path, or 404 @code when it is none. */
struct uuid path_id(struct ctx *ctx, int capture, const char *code, const char *what);

#endif
