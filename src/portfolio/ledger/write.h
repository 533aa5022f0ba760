/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write.h: what every change of a portfolio's ledger shares: access, lock, version, audit row.
 *
 * Order of a write: body_done(); access_resource(); ledger_lock_send() (first in its pipeline);
 * ledger_lock_take(); the statements of the change; ledger_written_send() last.  The answer then
 * carries the new ledger version as its ETag, for the next write's If-Match.
 */
#ifndef LASTRO_PORTFOLIO_LEDGER_WRITE_H
#define LASTRO_PORTFOLIO_LEDGER_WRITE_H

#include "db/db.h"

/*
 * ledger_lock_send() - queues one statement that locks the portfolio's row until the end of the
 * transaction.
 */
void ledger_lock_send(struct ctx *ctx);

/*
 * ledger_upon() - 409 ledger_conflict when If-Match names another version than @version, 412
 * precondition_failed when it names none.
 */
void ledger_upon(struct ctx *ctx, int64_t version);

/*
 * ledger_lock_take() - the version before this write.  404 portfolio_not_found when the portfolio was
 * deleted meanwhile; refuses as ledger_upon().
 */
int64_t ledger_lock_take(struct ctx *ctx, const struct db_rows *rows);

/*
 * ledger_written_send() - queues the next ledger_version and the audit row (not for a client's
 * portfolio, which the protocol audits); returns the number of statements, at most LEDGER_WRITTEN.
 * @kind:    "transaction.created"
 * @subject: what was written; the portfolio itself for many rows at once
 * @count:   rows written
 */
#define LEDGER_WRITTEN 2
size_t ledger_written_send(struct ctx *ctx, const char *kind, struct uuid subject,
			   int64_t count) MUST_CHECK;

/* audit_send() - queues only the audit row, for a write that changes no ledger. */
void audit_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, const char *kind,
		struct uuid subject, int64_t count);

/* audit_account_send() - the same for a write outside any portfolio. */
void audit_account_send(struct ctx *ctx, struct uuid workspace, const char *kind,
			struct uuid subject);

/*
 * write_delete() - locks the portfolio and deletes one of its rows; one round trip.
 * @drop: a statement with ($1 workspace, $2 portfolio, $3 id) that returns the row's asset Returns that
 * asset, or the nil id when there was no such row.
 */
struct uuid write_delete(struct ctx *ctx, struct db_stmt *drop, struct uuid id);

/* respond_created() - Location: the created resource, /v1/portfolios/{id}/@what/@id. */
void respond_created(struct ctx *ctx, const char *what, struct uuid id);

/* path_none() - 404 @code: the portfolio has no @what with the id in the path. */
NORETURN void path_none(struct ctx *ctx, const char *code, const char *what);
/* path_id() - the id in the path; path_none() when it is malformed. */
struct uuid path_id(struct ctx *ctx, const char *code, const char *what);
/*
 * path_row() - the row of @one ($1 workspace, $2 portfolio, $3 id) that the path names, for a reader of the ledger.
 * path_row_locked() - the same for a writer, with the portfolio locked; @id: its id.
 */
struct db_rows *path_row(struct ctx *ctx, struct db_stmt *one, const char *code, const char *what);
struct db_rows *path_row_locked(struct ctx *ctx, struct db_stmt *one, const char *code,
				const char *what, struct uuid *id);

#endif
