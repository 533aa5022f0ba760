/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write.c: what every change of a portfolio's ledger shares.
 *
 * The portfolio's row is locked first, so two writers of one ledger wait for each other, and the
 * version that If-Match names is the one that the write changes.
 */
#include "config.h"

#include "portfolio/ledger/write.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/if_match.h"
#include "http/response.h"
#include "portfolio/ledger/ledger_list.h"

static DB_STMT(lock_row, "write.lock",
	       "select ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and id = $2"
	       "   for update");

static DB_STMT(next_version, "write.version",
	       "update portfolio"
	       "   set ledger_version = greatest(ledger_version + 1, $3)"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(add_audit, "write.audit",
	       "insert into audit (workspace_id, id, occurred_at, account_id, credential_id, "
	       "kind, subject_id,"
	       "                   request_id, detail)"
	       " values ($1, $2, $3, $4, $5, $6, $7, $8,"
	       "         jsonb_build_object('portfolio_id', $9::uuid, 'count', $10::int8))");

static DB_STMT(
	add_account_audit, "write.account_audit",
	"insert into audit (workspace_id, id, occurred_at, account_id, credential_id, kind, subject_id,"
	"                   request_id)"
	" values ($1, $2, $3, $4, $5, $6, $7, $8)");

/*
 * The version after this write, computed as SQL next_version does, once the lock and the write have
 * both run, in either order.  So a client's next If-Match needs no read between two writes.
 */
static void tag_written(struct ctx *ctx, int64_t locked, bool written)
{
	struct caller *c = pool_memdup(ctx->pool, ctx->caller, sizeof(*c));
	int64_t next;

	if (locked)
		c->locked_version = locked;
	c->written |= written;
	ctx->caller = c;
	if (c->operation || !c->locked_version || !c->written)
		return;
	next = c->locked_version + 1;
	respond_header(ctx, "ETag", "W/\"%" PRId64 "\"",
		       next < c->version_floor ? c->version_floor : next);
}

void ledger_lock_send(struct ctx *ctx)
{
	const struct caller *c = ctx->caller;

	db_send(ctx, &lock_row, DB_ARGS(db_uuid(c->resource_workspace), db_uuid(c->portfolio)));
}

void ledger_upon(struct ctx *ctx, int64_t version)
{
	int64_t expected;

	if (ctx->caller->operation || if_match_version(ctx, version, &expected))
		return;
	problem_int(ctx, "ledger_version", version);
	problem_int(ctx, "expected_version", expected);
	fail(ctx, 409, "ledger_conflict",
	     "A carteira está na versão %lld, e o pedido foi feito sobre a versão %lld.",
	     (long long)version, (long long)expected);
}

int64_t ledger_lock_take(struct ctx *ctx, const struct db_rows *rows)
{
	int64_t version;

	if (db_count(rows) == 0)
		fail(ctx, 404, "portfolio_not_found", "A carteira %s não existe mais.",
		     uuid_text(ctx->pool, ctx->caller->portfolio));
	version = db_get_int(rows, 0, 0);
	ledger_upon(ctx, version);
	tag_written(ctx, version, false);
	return version;
}

void audit_send(struct ctx *ctx, struct uuid workspace, struct uuid portfolio, const char *kind,
		struct uuid subject, int64_t count)
{
	const struct caller *c = ctx->caller;

	db_send(ctx, &add_audit,
		DB_ARGS(db_uuid(workspace), db_uuid(uuid_new()), db_timestamp(ctx->now_ms),
			db_uuid(c->account),
			uuid_is_nil(c->credential) ? db_null() : db_uuid(c->credential),
			db_text(kind), db_uuid(subject),
			db_text(ctx->req ? ctx->req->request_id : NULL), db_uuid(portfolio),
			db_int(count)));
}

void audit_account_send(struct ctx *ctx, struct uuid workspace, const char *kind,
			struct uuid subject)
{
	const struct caller *c = ctx->caller;

	db_send(ctx, &add_account_audit,
		DB_ARGS(db_uuid(workspace), db_uuid(uuid_new()), db_timestamp(ctx->now_ms),
			db_uuid(c->account), db_uuid(c->credential), db_text(kind),
			db_uuid(subject), db_text(ctx->req->request_id)));
}

size_t ledger_written_send(struct ctx *ctx, const char *kind, struct uuid subject, int64_t count)
{
	const struct caller *c = ctx->caller;

	db_send(ctx, &next_version,
		DB_ARGS(db_uuid(c->resource_workspace), db_uuid(c->portfolio),
			db_int(c->version_floor)));
	tag_written(ctx, 0, true);
	if (c->operation)
		return 1;
	audit_send(ctx, c->resource_workspace, c->portfolio, kind, subject, count);
	return 2;
}

struct uuid write_delete(struct ctx *ctx, struct db_stmt *drop, struct uuid id)
{
	struct db_rows *rows[2];

	ledger_lock_send(ctx);
	db_send(ctx, drop, DB_ARGS(DB_CHOSEN(ctx), db_uuid(id)));
	db_wait(ctx, rows, ARRAY_SIZE(rows));
	(void)ledger_lock_take(ctx, rows[0]); /* a refusal here rolls the deletion back */
	idempotency_forget(ctx, &id, 1);
	return db_count(rows[1]) ? db_get_uuid(rows[1], 0, 0) : (struct uuid){ { 0 } };
}

void respond_created(struct ctx *ctx, const char *what, struct uuid id)
{
	respond_header(ctx, "Location", "/v1/portfolios/%s/%s/%s",
		       uuid_text(ctx->pool, ctx->caller->portfolio), what,
		       uuid_text(ctx->pool, id));
}

NORETURN void path_none(struct ctx *ctx, const char *code, const char *what)
{
	fail(ctx, 404, code, "Não há %s %s nesta carteira.", what, ctx->path[1]);
}

struct uuid path_id(struct ctx *ctx, const char *code, const char *what)
{
	struct uuid id;

	if (!uuid_parse(slice_of(ctx->path[1]), &id))
		path_none(ctx, code, what);
	return id;
}

struct db_rows *path_row(struct ctx *ctx, struct db_stmt *one, const char *code, const char *what)
{
	struct db_rows *r;

	query_done(ctx);
	ledger_readable(ctx);
	r = db_query(ctx, one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(path_id(ctx, code, what))));
	if (db_count(r) == 0)
		path_none(ctx, code, what);
	return r;
}

struct db_rows *path_row_locked(struct ctx *ctx, struct db_stmt *one, const char *code,
				const char *what, struct uuid *id)
{
	struct db_rows *rows[2];

	access_resource(ctx);
	*id = path_id(ctx, code, what);
	ledger_lock_send(ctx);
	db_send(ctx, one, DB_ARGS(DB_CHOSEN(ctx), db_uuid(*id)));
	db_wait(ctx, rows, 2);
	(void)ledger_lock_take(ctx, rows[0]); /* only the lock matters, not the version */
	if (db_count(rows[1]) == 0)
		path_none(ctx, code, what);
	return rows[1];
}
