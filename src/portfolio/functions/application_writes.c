/* SPDX-License-Identifier: Apache-2.0 */
/*
 * application_writes.c: what keys and applications of the caller's account wrote to portfolios by Actions, newest first.
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

/* Ids ascend in time. */
static DB_STMT(
	list, "application.list",
	"select w.id, w.occurred_at, w.application, w.form, w.portfolio_id, p.name, w.action, w.said,"
	"       w.undone_at is null and w.requests <> '[]', w.undone_at"
	"  from application_write w"
	"  left join portfolio p on p.workspace_id = $1 and p.id = w.portfolio_id"
	" where w.workspace_id = $1 and w.account_id = $2 and w.id < $3"
	"   and (w.portfolio_id is null or " PORTFOLIO_READABLE("$2") ") order by w.id desc"
								      " limit $4");
enum { C_ID, C_AT, C_APPLICATION, C_FORM, C_PORTFOLIO, C_NAME, C_ACTION, C_SAID, C_CAN, C_UNDONE };

static DB_STMT(take, "application.take",
	       "update application_write set undone_at = $4"
	       " where workspace_id = $1 and account_id = $2 and id = $3 and undone_at is null"
	       "   and requests <> '[]'"
	       " returning requests::text");

static DB_STMT(
	undone, "application.undone",
	"select 1 from application_write"
	" where workspace_id = $1 and account_id = $2 and id = $3 and undone_at is not null");

static void render(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	json_timestamp(j, "occurred_at", db_get_timestamp(r, i, C_AT));
	json_text(j, "application", db_get_text(r, i, C_APPLICATION));
	json_text(j, "credential", db_get_text(r, i, C_FORM));
	db_json_uuid(j, "portfolio_id", r, i, C_PORTFOLIO);
	json_text(j, "portfolio_name", db_is_null(r, i, C_NAME) ? NULL : db_get_text(r, i, C_NAME));
	json_text(j, "action", db_get_text(r, i, C_ACTION));
	json_text(j, "said", db_get_text(r, i, C_SAID));
	json_boolean(j, "can_undo", db_get_bool(r, i, C_CAN));
	db_json_timestamp(j, "undone_at", r, i, C_UNDONE);
	json_close(j);
}

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
	for (size_t i = 0; i < shown; i++)
		render(j, rows, i);
	if (shown < db_count(rows))
		last = uuid_text(ctx->pool, db_get_uuid(rows, shown - 1, C_ID));
	(void)page_meta(ctx);
	page_end(ctx, last ? &last : NULL, 1, shown, -1);
}

const char *application_write_take(struct ctx *ctx, struct uuid id)
{
	const struct db_rows *r =
		db_query(ctx, &take,
			 DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
				 db_uuid(id), db_timestamp(ctx->now_ms)));

	if (db_count(r))
		return db_get_text(r, 0, 0);
	r = db_query(ctx, &undone,
		     DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(ctx->caller->account),
			     db_uuid(id)));
	if (!db_count(r))
		fail(ctx, 404, "route_not_found", "Isto não se desfaz por aqui.");
	return NULL;
}
