/* SPDX-License-Identifier: Apache-2.0 */
/*
 * application_writes.c: what keys and applications of the caller's account wrote by Actions in the workspace, newest first.
 * GET /v1/portfolio/application-writes
 *
 * The rows are kept with each Action (console/form/application_keep.c).
 */
#include "config.h"

#include "portfolio/functions/application_writes.h"

#include "db/db_json.h"
#include "http/page.h"
#include "identity/caller.h"
#include "identity/portfolio_access.h"

/* The same clients as office/reach.h: owner and admin see all, others the assigned ones. */
#define CLIENT_SEEN                                                                                \
	"p.client_id is not null and exists (select from office_member m"                          \
	" where m.workspace_id = $1 and m.account_id = $2 and m.suspended_at is null"              \
	"   and (m.role in ('owner', 'admin') or exists (select from client_assignment reach"      \
	"         where reach.workspace_id = $1 and reach.client_id = p.client_id"                 \
	"           and reach.member_id = m.id)))"

/* Ids ascend in time. */
static DB_STMT(
	list, "application.list",
	"select w.id, w.occurred_at, w.application, w.form as credential, w.portfolio_id,"
	"       p.name as portfolio_name, w.action, w.said,"
	"       w.undone_at is null and w.requests <> '[]' as can_undo, w.undone_at"
	"  from application_write w"
	"  left join portfolio p on p.workspace_id = $1 and p.id = w.portfolio_id"
	" where w.workspace_id = $1 and w.account_id = $2 and w.id < $3"
	"   and (w.portfolio_id is null or " CLIENT_SEEN
	" or p.client_id is null and " PORTFOLIO_READABLE("$2") ")"
								" order by w.id desc limit $4");
enum { C_ID };

static DB_STMT(take, "application.take",
	       "update application_write set undone_at = $4"
	       " where workspace_id = $1 and account_id = $2 and id = $3 and undone_at is null"
	       "   and requests <> '[]'"
	       " returning action, requests::text, portfolio_id");
enum { T_ACTION, T_REQUESTS, T_PORTFOLIO };

/* What this write had taken back is there again: it was marked at the instant of this one (application_keep.c). */
static DB_STMT(reopen, "application.reopen",
	       "update application_write w set undone_at = null"
	       "  from application_write d"
	       " where d.workspace_id = $1 and d.account_id = $2 and d.id = $3"
	       "   and w.workspace_id = $1 and w.account_id = $2 and w.id < $3"
	       "   and w.portfolio_id = d.portfolio_id and w.undone_at = d.occurred_at"
	       "   and jsonb_array_length(w.requests) = 1 and w.requests->0->>'method' = 'DELETE'");

static DB_STMT(
	undone, "application.undone",
	"select 1 from application_write"
	" where workspace_id = $1 and account_id = $2 and id = $3 and undone_at is not null");

void application_writes_get(struct ctx *ctx)
{
	struct page page = page_take(ctx, 1, false);
	const char *last = NULL;
	struct uuid before;
	struct db_rows *rows;
	struct json *j;
	size_t shown;

	memset(before.b, 0xff, sizeof(before.b));
	if (page.follows)
		before = page_uuid(ctx, page.key[0]);
	query_done(ctx);
	rows = db_query(ctx, &list,
			DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
				db_uuid(before), db_int(page_limit(&page))));
	shown = page_shown(&page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++) {
		json_open(j, NULL);
		db_json_row(j, rows, i);
		json_close(j);
	}
	if (shown < db_count(rows))
		last = uuid_text(ctx->pool, db_get_uuid(rows, shown - 1, C_ID));
	page_end(ctx, last ? &last : NULL, 1, shown, -1);
}

struct application_write application_write_take(struct ctx *ctx, struct uuid id)
{
	struct application_write w = { .requests = NULL };
	const struct db_rows *r =
		db_query(ctx, &take,
			 DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
				 db_uuid(id), db_timestamp(ctx->now_ms)));

	if (db_count(r)) {
		(void)db_exec(ctx, &reopen,
			      DB_ARGS(db_uuid(ctx->caller->workspace),
				      db_uuid(ctx->caller->account), db_uuid(id)));
		w.action = db_get_text(r, 0, T_ACTION);
		w.requests = db_get_text(r, 0, T_REQUESTS);
		if (!db_is_null(r, 0, T_PORTFOLIO))
			w.portfolio = db_get_uuid(r, 0, T_PORTFOLIO);
		return w;
	}
	r = db_query(ctx, &undone,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			     db_uuid(id)));
	if (!db_count(r))
		fail(ctx, 404, "route_not_found", "Isto não se desfaz por aqui.");
	return w;
}
