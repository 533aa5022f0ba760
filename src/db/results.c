/* SPDX-License-Identifier: Apache-2.0 */
/*
 * results.c: reads the results on the one connection.
 *
 * The worker itself watches the request's deadline while it waits, since a statement_timeout bounds one
 * statement and not a pipeline of them.  Items are read in the order in which they were queued, each
 * batch up to its sync; results that are not awaited (the commit of a read, the settings of a new
 * connection) stay in the queue and are read before the next batch.
 */
#include "config.h"

#include "core/clock.h"
#include "core/stop.h"
#include "db/connection.h"

#define ABANDON_US 100000 /* for results that are not wanted any more */
#define CANCEL_US 1000000 /* the time that a cancelled server has to answer */

/* Most reads of db_consume_input(), 16 KiB each: a socket holds no more. */
#define RECEIVE_READS 13

struct taken {
	struct ctx *ctx; /* NULL: discard all results */
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

/* Processes the result of one item, and takes it over. */
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
		return WAIT_LOST; /* cannot happen with a live server */
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

/* Reads every queued item; items that were read leave the queue. */
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

/*
 * Cancels the running statement, then discards all queued results; closes the connection when the
 * server does not obey.
 */
static void cancel(struct db *db)
{
	struct taken t = { 0 };
	char why[256];
	PGcancel *request = PQgetCancel(db->conn);

	stop_finish();
	if (request) {
		(void)PQcancel(request, why,
			       (int)sizeof(why)); /* if cancelling fails, the wait below ends it */
		PQfreeCancel(request);
	}
	if (take_all(db, clock_monotonic_us() + CANCEL_US, &t) != WAIT_OK)
		db_disconnect(db);
	PQclear(t.error);
}

/* A sync ends an implicit transaction, and the settings that were local to it. */
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
static void db_request_flush(struct ctx *ctx)
{
	if (!PQsendFlushRequest(ctx->db->conn) || PQflush(ctx->db->conn) < 0)
		lost(ctx);
	ctx->db->n_asked = ctx->db->n_items;
}

/* Without a sync the server sends nothing until one comes. */
void db_flush(struct ctx *ctx)
{
	if (PQflush(ctx->db->conn) < 0)
		lost(ctx);
}

/* libpq's own errors have no SQLSTATE, and call any failed wait a lost connection. */
static bool said_by_server(const PGresult *error)
{
	return PQresultErrorField(error, PG_DIAG_SQLSTATE) != NULL;
}

static NORETURN void refuse_wait(struct ctx *ctx, enum wait w)
{
	if (w == WAIT_BUSY)
		ctx_stop(ctx, STOP_BUSY);
	refuse_late(ctx);
}

/* Turns an unsuccessful wait into a refusal. */
static void heed(struct ctx *ctx, enum wait w, struct taken *t)
{
	if (w == WAIT_LATE || w == WAIT_BUSY) {
		bool uncertain = ctx->db->committing;

		PQclear(t->error);
		cancel(ctx->db);
		/* Its rollback may wait for the same silent node, and the next request with it. */
		if (w == WAIT_LATE)
			db_disconnect(ctx->db);
		if (uncertain)
			refuse_uncertain(ctx, "no answer to the commit");
		refuse_wait(ctx, w);
	}
	if (t->error) { /* also when the connection is lost: the last message has the reason */
		if (said_by_server(t->error) && !str_eq(t->error_stmt, STMT_COMMIT))
			ctx->db->committing =
				false; /* after any other error, the commit did not run */
		refuse_result(ctx, t->error_stmt, t->error);
	}
	if (w == WAIT_LOST)
		lost(ctx);
}

void results_wait(struct ctx *ctx, struct db_rows **rows, size_t n)
{
	struct db *db = ctx->db;
	struct taken t = { .ctx = ctx, .rows = rows, .room = n };
	int64_t began;
	enum wait w;

	if (!PQpipelineSync(db->conn))
		lost(ctx);
	queue_item(db, ITEM_SYNC, NULL);
	end_batch(db);
	began = clock_monotonic_us();
	w = take_all(db, ctx->deadline_us, &t);
	ctx->db_us += clock_monotonic_us() - began;
	ctx->round_trips++;
	heed(ctx, w, &t);
}

bool db_hear(struct ctx *ctx)
{
	struct taken t = { 0 };
	int64_t began = clock_monotonic_us();
	enum wait w = take_all(ctx->db, ctx->deadline_us, &t);
	bool good = w == WAIT_OK && !t.error, uncertain = ctx->db->committing;

	ctx->db_us += clock_monotonic_us() - began;
	ctx->round_trips++;
	PQclear(t.error);
	if (w == WAIT_LATE || w == WAIT_BUSY) {
		cancel(ctx->db);
		/* Its rollback may wait for the same silent node, and the next request with it. */
		if (w == WAIT_LATE)
			db_disconnect(ctx->db);
		if (uncertain)
			refuse_uncertain(ctx, "no answer to the commit");
		refuse_wait(ctx, w);
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
		lost(ctx); /* the results do not match what was sent */
	db->ahead = rows->next;
	return rows;
}

/* Only while rows are incomplete: libpq parses no further, and keeps unparsed input in memory. */
void db_consume_input(struct ctx *ctx)
{
	PGconn *conn = ctx->db->conn;

	for (int i = 0; i < RECEIVE_READS && PQisBusy(conn); i++)
		if (!PQconsumeInput(conn))
			return; /* lost: the next wait refuses */
}

void db_send_end(struct db *db)
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

/* Reads all results up to the last sync and rolls an open transaction back; false when that fails. */
bool settle(struct db *db)
{
	struct taken t = { 0 };
	bool good;

	stop_finish();
	if (db->unsynced) {
		if (!PQpipelineSync(db->conn))
			return false;
		queue_item(db, ITEM_SYNC, NULL);
	}
	if (take_all(db, clock_monotonic_us() + ABANDON_US, &t) == WAIT_LATE)
		cancel(db);
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
