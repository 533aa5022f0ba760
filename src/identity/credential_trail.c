/* SPDX-License-Identifier: Apache-2.0 */
/* credential_trail.c: audit rows for keys, consents and secret addresses that were made or ended. */
#include "config.h"

#include "identity/credential_trail.h"

#include "identity/caller.h"
#include "core/json_write.h"
#include "db/db.h"

/*
 * A key of an organization is recorded in the audit chain of the organization's workspace, not of the
 * request's.
 */
static DB_STMT(act_in, "credential_trail.act_in", "select caller_set($1, $2, $3)");

static DB_STMT(append, "credential_trail.append",
	       "select audit_append($1, $2, $3, $4, $5, 'done', $6, $7, null, $8)");

static void set(struct ctx *ctx, struct uuid workspace, struct uuid account, struct uuid credential)
{
	db_send_quiet(ctx, &act_in,
		      DB_ARGS(db_uuid(workspace), db_uuid(account), db_uuid(credential)));
}

static void add(struct ctx *ctx, struct uuid workspace, const char *event, struct uuid id,
		struct buf *changes)
{
	db_send_quiet(ctx, &append,
		      DB_ARGS(db_uuid(workspace), db_uuid(uuid_new()), db_timestamp(ctx->now_ms),
			      db_text(event), db_text(ctx->route->operation), db_uuid(id),
			      db_text(ctx->req->request_id), db_text(buf_text(changes))));
}

static void add_by_caller(struct ctx *ctx, struct uuid workspace, const char *event, struct uuid id,
			  struct buf *changes)
{
	const struct caller *c = ctx->caller;
	bool elsewhere = !uuid_same(workspace, c->workspace);

	if (elsewhere)
		set(ctx, workspace, c->account, c->credential);
	add(ctx, workspace, event, id, changes);
	if (elsewhere)
		set(ctx, c->workspace, c->account, c->credential);
}

static void open_change(struct json *j, const char *pointer)
{
	json_open(j, NULL);
	json_text(j, "pointer", pointer);
	json_null(j, "from");
}

static void write_made(struct json *j, const struct credential_made *m)
{
	const char *names[SCOPES_MAX];
	size_t n = scopes_names(m->scopes, names);

	if (m->expires) {
		open_change(j, "/expires_at");
		json_timestamp(j, "to", m->expires_ms);
		json_close(j);
	}
	if (m->kind) {
		open_change(j, "/kind");
		json_text(j, "to", m->kind);
		json_close(j);
	}
	open_change(j, "/scopes");
	json_texts(j, "to", names, n);
	json_close(j);
}

void trail_made(struct ctx *ctx, struct uuid workspace, const struct credential_made *m)
{
	struct json *j = json_new(ctx->pool, 256);

	json_array(j, NULL);
	write_made(j, m);
	json_array_end(j);
	add_by_caller(ctx, workspace, m->event, m->id, j->out);
}

void trail_account(struct ctx *ctx, const char *event, const char *pointer, const char *from,
		   const char *to)
{
	struct json *j = json_new(ctx->pool, 128);

	json_array(j, NULL);
	json_open(j, NULL);
	json_text(j, "pointer", pointer);
	json_raw(j, "from", from);
	json_raw(j, "to", to);
	json_close(j);
	json_array_end(j);
	add_by_caller(ctx, ctx->caller->workspace, event, ctx->caller->account, j->out);
}

static struct buf *write_ended(struct ctx *ctx)
{
	struct json *j = json_new(ctx->pool, 128);

	json_array(j, NULL);
	open_change(j, "/revoked_at");
	json_timestamp(j, "to", ctx->now_ms);
	json_close(j);
	json_array_end(j);
	return j->out;
}

void trail_ended(struct ctx *ctx, struct uuid workspace, const char *event, struct uuid id)
{
	add_by_caller(ctx, workspace, event, id, write_ended(ctx));
}

void trail_ended_of(struct ctx *ctx, struct uuid workspace, struct uuid account, const char *event,
		    struct uuid id)
{
	set(ctx, workspace, account, id);
	add(ctx, workspace, event, id, write_ended(ctx));
}
