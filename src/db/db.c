/* SPDX-License-Identifier: Apache-2.0 */
/*
 * db.c: what is queued on the one connection, and what comes back.
 *
 * The worker itself watches the request's deadline while it waits, since a statement_timeout bounds
 * one statement and not a pipeline of them.  Items are read in the order in which they were queued,
 * each batch up to its sync; what nobody waits for (the commit of a read, the settings of a new
 * connection) stays in the queue and is read before the next batch.
 */
#include "config.h"

#include "db/db.h"

#include <stdio.h>

#include "core/clock.h"
#include "core/encode.h"
#include "db/session.h"

#define ABANDON_US 100000 /* for results that nobody wants any more */
#define CANCEL_US 1000000 /* for the server to obey */

/* Most reads of db_consume_input(): of 16 KiB each, a socket holds no more than that. */
#define RECEIVE_READS 13

struct db_stmt stmt_timeout =
	DB_STMT("db.timeout", "select set_config('statement_timeout', $1::int8::text, true)");

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

/* They have no plan to keep; prepared, they are at least not parsed at every request. */
static struct db_stmt begin_read = DB_STMT("db.begin_read",
					   "begin isolation level repeatable read, read only"),
		      begin_write = DB_STMT("db.begin_write",
					    "begin isolation level read committed, read write"),
		      commit = DB_STMT("db.commit", "commit"),
		      rollback = DB_STMT("db.rollback", "rollback");

/*
 * What remains of the deadline bounds each statement of the transaction.  Told once: the worker itself
 * sees to the deadline, this is for when it is gone.
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

/* ---- reading ---- */

struct taken {
	struct ctx *ctx; /* NULL: throw all away */
	struct db_rows **rows;
	size_t n, room;
	PGresult *error; /* the first one */
	const char *error_stmt;
};

static bool is_error(const PGresult *res)
{
	ExecStatusType s = PQresultStatus(res);

	return s != PGRES_COMMAND_OK && s != PGRES_TUPLES_OK && s != PGRES_EMPTY_QUERY;
}

static void keep_ahead(struct db *db, struct db_rows *rows)
{
	struct db_rows **at = &db->ahead;

	while (*at)
		at = &(*at)->next;
	*at = rows;
}

/* One item's result; takes it over. */
static void take_result(struct db *db, const struct item *item, PGresult *res, struct taken *t)
{
	bool error = is_error(res);

	if (item->kind == ITEM_PREPARE)
		db->known[item->stmt->slot].state = error ? PREPARED_NO : PREPARED_YES;
	if (error && !t->error && PQresultStatus(res) != PGRES_PIPELINE_ABORTED) {
		t->error = res;
		t->error_stmt = item->stmt ? item->stmt->name : "transaction";
		return;
	}
	if (!error && item->kind == ITEM_ROWS && t->ctx && t->n < t->room)
		t->rows[t->n++] = rows_of(t->ctx, item->stmt->name, res);
	else if (!error && item->kind == ITEM_AHEAD && t->ctx)
		keep_ahead(db, rows_of(t->ctx, item->stmt->name, res));
	else
		PQclear(res);
}

static enum wait take_item(struct db *db, const struct item *item, int64_t deadline_us,
			   struct taken *t)
{
	PGresult *res;
	enum wait w = await_result(db->conn, deadline_us);

	if (w != WAIT_OK)
		return w;
	res = PQgetResult(db->conn);
	if (!res)
		return WAIT_LOST; /* never in step with a live server */
	if (item->kind == ITEM_SYNC) {
		bool synced = PQresultStatus(res) == PGRES_PIPELINE_SYNC;

		PQclear(res);
		return synced ? WAIT_OK : WAIT_LOST;
	}
	take_result(db, item, res, t);
	while (w == WAIT_OK && (res = PQgetResult(db->conn))) {
		PQclear(res);
		w = await_result(db->conn, deadline_us);
	}
	return PQstatus(db->conn) == CONNECTION_BAD ? WAIT_LOST : w;
}

static void drop_items(struct db *db, size_t n)
{
	memmove(db->items, db->items + n, (db->n_items - n) * sizeof(*db->items));
	db->n_items -= n;
	db->n_asked -= n < db->n_asked ? n : db->n_asked;
}

/* Read every queued item; those that were read leave the queue. */
static enum wait take_all(struct db *db, int64_t deadline_us, struct taken *t)
{
	enum wait w = WAIT_OK;
	size_t i = 0;

	while (i < db->n_items) {
		w = take_item(db, &db->items[i], deadline_us, t);
		if (w != WAIT_OK)
			break;
		i++;
	}
	drop_items(db, i);
	return w;
}

/* Ask the server to stop, then throw away what is still queued; closes when it does not obey. */
static void stop(struct db *db)
{
	struct taken t = { 0 };
	char why[256];
	PGcancel *cancel = PQgetCancel(db->conn);

	if (cancel) {
		(void)PQcancel(cancel, why,
			       (int)sizeof(why)); /* when it fails, the wait below ends it */
		PQfreeCancel(cancel);
	}
	if (take_all(db, clock_monotonic_us() + CANCEL_US, &t) != WAIT_OK)
		db_disconnect(db);
	PQclear(t.error);
}

/* A sync ends an implicit transaction, and the settings that were for it. */
static void end_batch(struct db *db)
{
	db->timed &= db->transaction != TRANSACTION_NONE;
	db->n_rows = 0;
}

void db_sync(struct ctx *ctx)
{
	struct db *db = ctx->db;

	if (!PQpipelineSync(db->conn) || PQflush(db->conn) < 0)
		lost(ctx);
	queue_item(db, ITEM_SYNC, NULL);
	end_batch(db);
}

/* Without a sync: should something of it fail, what is queued behind it does not run. */
void db_request_flush(struct ctx *ctx)
{
	if (!PQsendFlushRequest(ctx->db->conn) || PQflush(ctx->db->conn) < 0)
		lost(ctx);
	ctx->db->n_asked = ctx->db->n_items;
}

/* Without a sync the server says nothing until one comes. */
void db_flush(struct ctx *ctx)
{
	if (PQflush(ctx->db->conn) < 0)
		lost(ctx);
}

/* Not by libpq, which says of whatever it waits for that the connection is lost. */
static bool said_by_server(const PGresult *error)
{
	return PQresultErrorField(error, PG_DIAG_SQLSTATE) != NULL;
}

/* What came of a wait, when it is not what was asked for. */
static void heed(struct ctx *ctx, enum wait w, struct taken *t)
{
	if (w == WAIT_LATE) {
		PQclear(t->error);
		stop(ctx->db);
		refuse_late(ctx);
	}
	if (t->error) { /* also when lost: the last words say why */
		if (said_by_server(t->error) && t->error_stmt != commit.name)
			ctx->db->committing = false; /* behind any other error it did not run */
		refuse_result(ctx, t->error_stmt, t->error);
	}
	if (w == WAIT_LOST)
		lost(ctx);
}

void db_wait(struct ctx *ctx, struct db_rows **rows, size_t n)
{
	struct db *db = ctx->db;
	struct taken t = { .ctx = ctx, .rows = rows, .room = n };
	int64_t began;
	enum wait w;

	have_connection(ctx);
	if (!PQpipelineSync(db->conn))
		lost(ctx);
	queue_item(db, ITEM_SYNC, NULL);
	end_batch(db);
	began = clock_monotonic_us();
	w = take_all(db, ctx->deadline_us, &t);
	ctx->db_us += clock_monotonic_us() - began;
	heed(ctx, w, &t);
}

bool db_hear(struct ctx *ctx)
{
	struct taken t = { 0 };
	int64_t began = clock_monotonic_us();
	enum wait w = take_all(ctx->db, ctx->deadline_us, &t);
	bool good = w == WAIT_OK && !t.error;

	ctx->db_us += clock_monotonic_us() - began;
	PQclear(t.error);
	if (w == WAIT_LATE) {
		stop(ctx->db);
		refuse_late(ctx);
	}
	return good;
}

struct db_rows *db_next(struct ctx *ctx)
{
	struct db *db = ctx->db;
	struct taken t = { .ctx = ctx };
	struct db_rows *rows;
	enum wait w = WAIT_OK;
	int64_t began = clock_monotonic_us();

	while (!db->ahead && !t.error && w == WAIT_OK && db->n_items) {
		if (!db->n_asked)
			db_request_flush(ctx);
		w = take_item(db, &db->items[0], ctx->deadline_us, &t);
		if (w == WAIT_OK)
			drop_items(db, 1);
	}
	if (t.error && w == WAIT_OK)
		w = take_all(db, ctx->deadline_us, &t);
	ctx->db_us += clock_monotonic_us() - began;
	heed(ctx, w, &t);
	rows = db->ahead;
	if (!rows)
		lost(ctx); /* never in step with what was sent */
	db->ahead = rows->next;
	return rows;
}

/* Only while rows are incomplete: libpq parses no further, and what it has not parsed it keeps room for. */
void db_consume_input(struct ctx *ctx)
{
	PGconn *conn = ctx->db->conn;

	for (int i = 0; i < RECEIVE_READS && PQisBusy(conn); i++)
		if (!PQconsumeInput(conn))
			return; /* lost: the next wait says so */
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
		db->committing = true; /* should its answer be lost, it may stand */
		db_wait(ctx, NULL, 0);
		db->written = true;
	} else {
		db->ending = true; /* nobody waits for the end of what changed nothing */
	}
	ended(db);
}

void db_rollback(struct ctx *ctx)
{
	queue(ctx, ITEM_QUIET, &rollback, DB_NO_ARGS);
	ctx->db->ending = true;
	ended(ctx->db);
}

void db_tell_end(struct db *db)
{
	if (!db->ending)
		return;
	db->ending = false;
	if (!PQpipelineSync(db->conn) || PQflush(db->conn) < 0) {
		db_disconnect(db);
		return;
	}
	queue_item(db, ITEM_SYNC, NULL);
	end_batch(db);
}

/* Bring what is queued to its last sync and the transaction to its end; false when that fails. */
static bool settle(struct db *db)
{
	struct taken t = { 0 };
	bool good;

	if (db->unsynced) {
		if (!PQpipelineSync(db->conn))
			return false;
		queue_item(db, ITEM_SYNC, NULL);
	}
	if (take_all(db, clock_monotonic_us() + ABANDON_US, &t) == WAIT_LATE)
		stop(db);
	PQclear(t.error);
	if (!db_is_connected(db) || db->n_items)
		return false;
	if (PQtransactionStatus(db->conn) == PQTRANS_IDLE)
		return true;
	if (!PQsendQueryParams(db->conn, "rollback", 0, NULL, NULL, NULL, NULL, 1) ||
	    !PQpipelineSync(db->conn))
		return false;
	queue_item(db, ITEM_QUIET, NULL);
	queue_item(db, ITEM_SYNC, NULL);
	t = (struct taken){ 0 };
	good = take_all(db, clock_monotonic_us() + CANCEL_US, &t) == WAIT_OK && !t.error;
	PQclear(t.error);
	return good && PQtransactionStatus(db->conn) == PQTRANS_IDLE;
}

/* Out of raw mode without waiting for anybody: a COPY in progress is closed with its connection. */
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

void db_conflict_errors(struct ctx *ctx, const char *errors)
{
	if (ctx->db->conflicts)
		ctx->db->conflicts->errors = errors;
}
