/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connect.c: opens, watches and closes the connection.
 *
 * The socket is non-blocking: every wait is a poll to the request's deadline.  A lost connection is
 * closed at once and opened again by the next request that needs it.
 */
#include "config.h"

#include "db/db.h"

#include <errno.h>
#include <poll.h>

#include "core/clock.h"
#include "core/stop.h"
#include "core/log.h"
#include "db/connection.h"
#include "core/problem.h"

/*
 * Forces generic plans: a worker's statements are few and each is written for one plan, and
 * planning a write anew at every execution takes a quarter of its database time.  Not with unnamed
 * statements: nothing is kept to be planned once, and the pooler that needs them refuses options.  A
 * distributed engine has no generic plans of its tables: its operator sets
 * options=-cplan_cache_mode=auto in LASTRO_DATABASE, which is added to these.
 */
#define WORKER_OPTIONS "-c plan_cache_mode=force_generic_plan -c lock_timeout=" LOCK_MS

#define CONNECT_MS 5000 /* longest wait for a connection, unless db_connect_within() sets another */

/* ---- waiting ---- */

int remaining_ms(int64_t deadline_us)
{
	int64_t us;

	if (!deadline_us)
		return -1;
	us = deadline_us - clock_monotonic_us();
	if (us <= 0)
		return 0;
	return us > INT64_C(86400000000) ? 86400000 : (int)((us + 999) / 1000);
}

/* Poll the connection's socket to a deadline (0: none). */
static enum wait await_socket(PGconn *conn, short events, int64_t deadline_us, short *got)
{
	struct pollfd fd = { .fd = PQsocket(conn), .events = events };

	for (;;) {
		int64_t look_us = stop_look_us();
		bool looks = look_us && (!deadline_us || look_us < deadline_us);
		int ms = remaining_ms(looks ? look_us : deadline_us);
		int n;

		if (!ms && looks) {
			enum stop why = stop_asked();

			if (why == STOP_BUSY)
				return WAIT_BUSY;
			/* The request passed its deadline while computing, before this query. */
			if (why == STOP_LATE)
				return WAIT_LATE;
			continue;
		}
		if (!ms)
			return WAIT_LATE;
		n = poll(&fd, 1, ms);
		if (n > 0)
			break;
		if (n < 0 && errno != EINTR)
			return WAIT_LOST;
	}
	*got = fd.revents;
	return WAIT_OK;
}

/* Polls until a result can be taken without blocking; sends what is still unsent meanwhile. */
enum wait await_result(PGconn *conn, int64_t deadline_us)
{
	while (PQisBusy(conn)) {
		int unsent = PQflush(conn);
		short got = 0;
		enum wait w;

		if (unsent < 0)
			return WAIT_LOST;
		w = await_socket(conn, (short)(unsent ? POLLIN | POLLOUT : POLLIN), deadline_us,
				 &got);
		if (w != WAIT_OK)
			return w;
		if (got & ~POLLOUT && !PQconsumeInput(conn))
			return WAIT_LOST;
	}
	return WAIT_OK;
}

/* ---- connection ---- */

static void close_on_free(void *arg)
{
	db_disconnect(arg);
}

struct db *db_new(void *pool, const char *conninfo, bool prepared)
{
	/* Children are freed newest first: the connection is closed before its bookkeeping is freed. */
	void *holder = pool_new(pool, "database");
	struct db *db = pool_zero(holder, struct db);

	db->pool = db;
	db->conninfo = pool_strdup(db, conninfo);
	db->by_name = prepared;
	db->connect_ms = CONNECT_MS;
	pool_on_free(holder, close_on_free, db);
	return db;
}

void db_connect_within(struct db *db, int ms)
{
	db->connect_ms = ms;
}

bool db_is_unsafe(const struct db *db)
{
	return db->unsafe;
}

uint64_t db_connection(const struct db *db)
{
	return db->connection;
}

bool db_is_connected(const struct db *db)
{
	return db->conn && PQstatus(db->conn) == CONNECTION_OK;
}

void db_disconnect(struct db *db)
{
	if (db->conn)
		PQfinish(db->conn);
	db->conn = NULL;
	db->raw = false;
	db->spoiled = false;
	db->timed = false;
	db->unsynced = false;
	db->ending = db->committing = false;
	db->transaction = TRANSACTION_NONE;
	db->n_items = db->n_asked = 0;
	db->n_rows = 0;
	for (size_t i = 0; i < db->n_known; i++)
		db->known[i].state = PREPARED_NO;
}

static void notice(void *arg, const char *message)
{
	(void)arg;
	log_event(LOG_DEBUG, NULL, "postgresql: %s", message);
}

void queue_item(struct db *db, enum item_kind kind, struct db_stmt *stmt)
{
	pool_grow(db->pool, db->items, struct item, db->n_items, db->room_items, 32);
	db->items[db->n_items++] = (struct item){ kind, stmt };
	db->n_rows += kind == ITEM_ROWS;
	db->unsynced = kind != ITEM_SYNC;
	if (kind == ITEM_SYNC)
		db->n_asked = db->n_items;
}

/* The connection is lost: refuses, or lets serve() retry when nothing was written. */
NORETURN void lost(struct ctx *ctx)
{
	struct db *db = ctx->db;
	const char *cause =
		pool_strdup(ctx->pool, db->conn ? PQerrorMessage(db->conn) : "no connection");
	bool again = may_run_again(db), uncertain = db->committing;

	db_disconnect(db);
	problem_open(ctx)->retry = again;
	if (uncertain)
		refuse_uncertain(ctx, cause);
	refuse_lost(ctx, cause);
}

static int connect_to(struct ctx *ctx, PGconn *conn)
{
	int64_t limit = clock_monotonic_us() + (int64_t)ctx->db->connect_ms * 1000;
	PostgresPollingStatusType want = PGRES_POLLING_WRITING;

	if (ctx->deadline_us && ctx->deadline_us < limit)
		limit = ctx->deadline_us;
	while (PQstatus(conn) != CONNECTION_BAD) {
		short got = 0;

		if (want == PGRES_POLLING_OK)
			return 0;
		if (want == PGRES_POLLING_FAILED)
			return -1;
		if (await_socket(conn, want == PGRES_POLLING_READING ? POLLIN : POLLOUT, limit,
				 &got) != WAIT_OK)
			return -1;
		want = PQconnectPoll(conn);
	}
	return -1;
}

/*
 * The options of a worker's connection: its own, then those of its connection string, which take
 * precedence where both set one; NULL for the connection string's alone.
 */
static const char *options_of(const struct db *db, void *pool)
{
	PQconninfoOption *given;
	const char *all = WORKER_OPTIONS;

	if (!db->guard || !db->by_name)
		return NULL;
	given = PQconninfoParse(db->conninfo, NULL); /* NULL: malformed, as connecting will say */
	for (const PQconninfoOption *o = given; o && o->keyword; o++)
		if (str_eq(o->keyword, "options") && o->val)
			all = pool_printf(pool, "%s %s", all, o->val);
	PQconninfoFree(given);
	return all;
}

void connect_now(struct ctx *ctx)
{
	struct db *db = ctx->db;
	/* The last one takes precedence: options_of() includes those of the connection string. */
	static const char *const keys[] = { "dbname", "options", "client_encoding",
					    "fallback_application_name", NULL };
	const char *const values[] = { db->conninfo, options_of(db, ctx->pool), "UTF8", "lastro",
				       NULL };

	db->connection++;
	db->conn = PQconnectStartParams(keys, values, 1);
	if (!db->conn || connect_to(ctx, db->conn) < 0)
		lost(ctx);
	PQsetNoticeProcessor(db->conn, notice, NULL);
	/* With a sync of its own, so that a rollback of the first transaction does not undo it. */
	if (PQsetnonblocking(db->conn, 1) || !PQenterPipelineMode(db->conn) ||
	    !PQsendQueryParams(db->conn, "set search_path = lastro, pg_temp", 0, NULL, NULL, NULL,
			       NULL, 1) ||
	    !PQpipelineSync(db->conn))
		lost(ctx);
	queue_item(db, ITEM_QUIET, NULL);
	queue_item(db, ITEM_SYNC, NULL);
}
