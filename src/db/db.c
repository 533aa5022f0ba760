/* SPDX-License-Identifier: Apache-2.0 */
/* db.c: statements and transactions: queued on the one connection (connect.c), awaited in results.c. */
#include "config.h"

#include "db/db.h"

#include <stdio.h>

#include "core/encode.h"
#include "core/stop.h"
#include "db/connection.h"
#include "core/problem.h"

static DB_STMT(stmt_timeout, "db.timeout",
	       "select set_config('statement_timeout', $1::int8::text, true)");

/* ---- queueing ---- */

static struct known *known_of(struct db *db, struct db_stmt *stmt)
{
	static unsigned slots;
	struct known *k;

	if (!stmt->slot)
		stmt->slot = ++slots;
	if (stmt->slot >= db->n_known) {
		size_t n = stmt->slot + 64;

		db->known = pool_resize(db->pool, db->known, struct known, n);
		memset(db->known + db->n_known, 0, (n - db->n_known) * sizeof(*db->known));
		db->n_known = n;
	}
	k = &db->known[stmt->slot];
	if (!k->name) {
		uint64_t hash = fnv1a(FNV1A_START, stmt->sql, strlen(stmt->sql));

		k->name = pool_printf(db->pool, "%.40s_%016llx", stmt->name,
				      (unsigned long long)hash);
	}
	return k;
}

static void queue(struct ctx *ctx, enum item_kind kind, struct db_stmt *stmt,
		  const struct db_arg *args, size_t n)
{
	struct db *db = ctx->db;
	void *pool = pool_new(ctx->pool, "parameters");
	struct params p;
	int sent;

	params_of(pool, args, n, &p);
	if (!db->by_name) {
		sent = PQsendQueryParams(db->conn, stmt->sql, p.n, NULL, p.values, p.lengths,
					 p.formats, 1);
	} else {
		struct known *k = known_of(db, stmt);

		if (k->state == PREPARED_NO) {
			if (!PQsendPrepare(db->conn, k->name, stmt->sql, 0, NULL))
				lost(ctx);
			k->state = PREPARED_QUEUED;
			queue_item(db, ITEM_PREPARE, stmt);
		}
		sent = PQsendQueryPrepared(db->conn, k->name, p.n, p.values, p.lengths, p.formats,
					   1);
	}
	pool_free(pool);
	if (!sent)
		lost(ctx);
	queue_item(db, kind, stmt);
}

/* Transaction commands have no plan to cache; preparing them saves the parsing at every request. */
static DB_STMT(begin_read, "db.begin_read", "begin isolation level repeatable read, read only");
static DB_STMT(begin_write, "db.begin_write", "begin isolation level read committed, read write");
static DB_STMT(commit, STMT_COMMIT, "commit");
static DB_STMT(rollback, "db.rollback", "rollback");
static DB_STMT(lock_short, "db.lock_short", "set local lock_timeout = " LOCK_MS);
static DB_STMT(lock_long, "db.lock_long", "set local lock_timeout = " LOCK_PATIENT_MS);

/*
 * Sets the rest of the deadline as statement_timeout, once a transaction.  The worker itself watches
 * the deadline; this is for when the worker is gone.
 */
struct db_arg db_timeout(struct ctx *ctx)
{
	int ms = remaining_ms(ctx->deadline_us);

	if (!ms)
		refuse_late(ctx);
	ctx->db->timed = true;
	return ms < 0 ? db_null() : db_int(ms);
}

static void queue_timeout(struct ctx *ctx)
{
	struct db_arg ms = db_timeout(ctx);

	if (ms.type != DB_NULL)
		queue(ctx, ITEM_QUIET, &stmt_timeout, DB_ARGS(ms));
}

void db_send(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	have_connection(ctx);
	if (!ctx->db->timed)
		queue_timeout(ctx);
	queue(ctx, ITEM_ROWS, stmt, args, n);
}

void db_send_ahead(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	have_connection(ctx);
	if (!ctx->db->timed)
		queue_timeout(ctx);
	queue(ctx, ITEM_AHEAD, stmt, args, n);
}

void db_send_quiet(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	have_connection(ctx);
	if (!ctx->db->timed)
		queue_timeout(ctx);
	queue(ctx, ITEM_QUIET, stmt, args, n);
}

void db_wait(struct ctx *ctx, struct db_rows **rows, size_t n)
{
	have_connection(ctx);
	results_wait(ctx, rows, n);
}

void db_prepare(struct ctx *ctx, struct db_stmt *stmt)
{
	struct known *k = known_of(ctx->db, stmt);

	have_connection(ctx);
	if (k->state == PREPARED_YES)
		return;
	if (!PQsendPrepare(ctx->db->conn, k->name, stmt->sql, 0, NULL))
		lost(ctx);
	queue_item(ctx->db, ITEM_PREPARE, stmt);
	db_wait(ctx, NULL, 0);
}

struct db_rows *db_query(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	struct db_rows *rows = NULL;

	db_send(ctx, stmt, args, n);
	db_wait(ctx, &rows, 1);
	return rows;
}

int64_t db_exec(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	return db_touched(db_query(ctx, stmt, args, n));
}

/* ---- transactions ---- */

bool db_reads(const struct db *db)
{
	return db->transaction == TRANSACTION_READ;
}

static void begin(struct ctx *ctx, struct db_stmt *stmt, enum db_transaction transaction)
{
	have_connection(ctx);
	queue(ctx, ITEM_QUIET, stmt, DB_NO_ARGS);
	ctx->db->transaction = transaction;
	ctx->db->timed = false;
}

void db_begin_read(struct ctx *ctx)
{
	begin(ctx, &begin_read, TRANSACTION_READ);
}

void db_begin_write(struct ctx *ctx)
{
	begin(ctx, &begin_write, TRANSACTION_WRITE);
	/* Sets a short lock_timeout when the connection has none: a pooler takes no options. */
	if (ctx->db->guard && ctx->patient)
		queue(ctx, ITEM_QUIET, &lock_long, DB_NO_ARGS);
	else if (ctx->db->guard && !ctx->db->by_name)
		queue(ctx, ITEM_QUIET, &lock_short, DB_NO_ARGS);
}

static void ended(struct db *db)
{
	db->transaction = TRANSACTION_NONE;
	db->timed = db->committing = false;
	db->conflicts = NULL;
}

void db_commit(struct ctx *ctx)
{
	struct db *db = ctx->db;

	queue(ctx, ITEM_QUIET, &commit, DB_NO_ARGS);
	if (db->transaction == TRANSACTION_WRITE) {
		db->committing = true; /* if the answer is lost, it may have been committed */
		stop_finish();
		db_wait(ctx, NULL, 0);
		db->written = true;
	} else {
		db->ending = true; /* the end of a read is not awaited */
	}
	ended(db);
}

void db_rollback(struct ctx *ctx)
{
	queue(ctx, ITEM_QUIET, &rollback, DB_NO_ARGS);
	ctx->db->ending = true;
	ended(ctx->db);
}

/* Leaves raw mode without waiting: a COPY in progress is ended by closing its connection. */
static bool leave_raw(struct db *db)
{
	if (PQtransactionStatus(db->conn) == PQTRANS_ACTIVE || PQsetnonblocking(db->conn, 1) ||
	    !PQenterPipelineMode(db->conn))
		return false;
	db->raw = false;
	return true;
}

void db_abandon(struct db *db)
{
	db->conflicts = NULL;
	db->ahead = NULL;
	db->ending = false;
	if (!db->conn)
		return;
	if (db->spoiled || (db->raw && !leave_raw(db)) || !settle(db)) {
		db_disconnect(db);
		return;
	}
	db->timed = false;
	db->n_rows = 0;
	ended(db);
}

/* ---- the raw connection ---- */

struct pg_conn *db_raw(struct ctx *ctx)
{
	struct db *db = ctx->db;

	have_connection(ctx);
	if (db->n_items)
		db_wait(ctx, NULL, 0);
	if (!PQexitPipelineMode(db->conn) || PQsetnonblocking(db->conn, 0))
		lost(ctx);
	db->raw = true;
	return db->conn;
}

void db_cooked(struct ctx *ctx)
{
	if (!leave_raw(ctx->db))
		lost(ctx);
}

void db_conflict(struct ctx *ctx, const char *constraint, int status, const char *code,
		 const char *detail, ...)
{
	struct conflict *c = pool_zero(ctx->pool, struct conflict);
	va_list ap;

	va_start(ap, detail);
	c->detail = pool_vprintf(ctx->pool, detail, ap);
	va_end(ap);
	c->constraint = constraint;
	c->status = status;
	c->code = code;
	c->next = ctx->db->conflicts;
	ctx->db->conflicts = c;
}

NORETURN void db_conflict_met(struct ctx *ctx)
{
	const struct conflict *c = ctx->db->conflicts;

	if (!c)
		fail(ctx, 500, "internal_error", "a conflict that nobody announced");
	if (c->errors)
		problem_raw(ctx, "errors", c->errors);
	fail(ctx, c->status, c->code, "%s", c->detail);
}

void db_insert(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	if (!db_exec(ctx, stmt, args, n))
		db_conflict_met(ctx);
}

void db_conflict_errors(struct ctx *ctx, const char *errors)
{
	if (ctx->db->conflicts)
		ctx->db->conflicts->errors = errors;
}
