/* SPDX-License-Identifier: Apache-2.0 */
/* ready.c: makes the one connection ready for a request: checks an idle one, and the role of a new one. */
#include "config.h"

#include <poll.h>

#include "core/pool.h"
#include "db/connection.h"

static void forget_request(void *arg)
{
	struct db *db = arg;

	db->request = NULL;
	db->conflicts = NULL;
	db->ahead = NULL;
}

/* Replaces a connection that the server closed while it was idle, silently. */
static void check_idle(struct db *db)
{
	struct pollfd fd = { .fd = PQsocket(db->conn), .events = POLLIN };

	if (PQstatus(db->conn) == CONNECTION_BAD ||
	    (poll(&fd, 1, 0) > 0 &&
	     (!PQconsumeInput(db->conn) || PQstatus(db->conn) == CONNECTION_BAD)))
		db_disconnect(db);
}

/*
 * Whether the end of the last transaction must be read before anything is sent.  At that end a pooler gives
 * the server to another client; statements sent before the end was read would reach that client's server.
 * Only with unnamed statements: named ones are not used behind a pooler in transaction mode.
 */
static bool end_is_due(const struct db *db)
{
	return !db->by_name && !db->raw && db->transaction == TRANSACTION_NONE && db->n_items &&
	       !db->unsynced;
}

static void connect_anew(struct ctx *ctx)
{
	connect_now(ctx);
	if (end_is_due(ctx->db) && !db_hear(ctx))
		lost(ctx);
	if (ctx->db->guard)
		ctx->db->guard(ctx);
}

void have_connection(struct ctx *ctx)
{
	struct db *db = ctx->db;

	if (db->request != ctx->pool) {
		db->request = ctx->pool;
		db->written = db->committing = false;
		pool_on_free(ctx->pool, forget_request, db);
	}
	db_send_end(db);
	if (db->conn && !db->raw && db->transaction == TRANSACTION_NONE)
		check_idle(db);
	if (!db->conn) {
		connect_anew(ctx);
	} else if (end_is_due(db) && !db_hear(ctx)) {
		db_disconnect(db); /* nothing of this request was sent */
		connect_anew(ctx);
	}
}

void db_connect(struct ctx *ctx)
{
	have_connection(ctx);
}
