/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_list.c: the list of imports, and the outcome of each row.
 *
 * GET /v1/portfolios/{id}/imports and GET /v1/portfolios/{id}/imports/{importId}/rows
 */
#include "config.h"

#include "portfolio/import/import_parts.h"

#include "identity/caller.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/ledger/ledger_list.h"
#include "portfolio/ledger/write.h"
#include "db/db_json.h"

/* Ids ascend in time, so the newest come first by id. */
static DB_STMT(list, "import.list",
	       "select id, filename, source, created_at, summary::text, warnings::text"
	       "  from import"
	       " where workspace_id = $1 and portfolio_id = $2 and id < $3"
	       " order by id desc"
	       " limit $4");
enum { L_ID, L_FILENAME, L_SOURCE, L_CREATED, L_SUMMARY, L_WARNINGS };

static DB_STMT(whole, "import.whole",
	       "select id, filename, source, created_at, summary::text, warnings::text"
	       "  from import where workspace_id = $1 and portfolio_id = $2 and id = $3");

static DB_STMT(one, "import.one",
	       "select 1 from import where workspace_id = $1 and portfolio_id = $2 and id = $3");

#define ROWS                                                                                       \
	"select row_index, line, status, kind, label, reason, code, external_id, raw::text"        \
	"  from import_row"                                                                        \
	" where workspace_id = $1 and portfolio_id = $2 and import_id = $3 and row_index > $4"
enum { R_INDEX, R_LINE, R_STATUS, R_KIND, R_LABEL, R_REASON, R_CODE, R_EXTERNAL, R_RAW };

static DB_STMT(all_rows, "import.rows", ROWS " order by row_index limit $5");
static DB_STMT(status_rows, "import.status_rows",
	       ROWS " and status = $5 order by row_index limit $6");

static void render_import(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, L_ID, L_CREATED);
	json_raw(j, "summary", db_get_text(r, i, L_SUMMARY));
	json_raw(j, "warnings", db_get_text(r, i, L_WARNINGS));
	json_close(j);
}

void import_list(struct ctx *ctx)
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
	ledger_readable(ctx);
	rows = db_query(ctx, &list,
			DB_ARGS(DB_CHOSEN(ctx), db_uuid(before), db_int(page_limit(&page))));
	shown = page_shown(&page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_import(j, rows, i);
	if (shown < db_count(rows))
		last = uuid_text(ctx->pool, db_get_uuid(rows, shown - 1, L_ID));
	page_end(ctx, last ? &last : NULL, 1, shown, -1);
}

void import_get(struct ctx *ctx)
{
	const struct db_rows *rows = path_row(ctx, &whole, "import_not_found", "importação");

	render_import(respond_json(ctx, 200), rows, 0);
}

static void render_row(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, R_INDEX, R_EXTERNAL);
	json_raw(j, "raw", db_get_text(r, i, R_RAW));
	json_close(j);
}

static void rows_send(struct ctx *ctx, struct uuid id, int status, int64_t after, int64_t limit)
{
	struct db_arg args[6] = {
		DB_CHOSEN(ctx),
		db_uuid(id),
		db_int(after),
	};
	size_t n = 4;

	if (status >= 0)
		args[n++] = db_text(import_status_names[status]);
	args[n++] = db_int(limit);
	db_send(ctx, &one, args, 3);
	db_send(ctx, status >= 0 ? &status_rows : &all_rows, args, n);
}

void import_rows(struct ctx *ctx)
{
	struct page page = page_take(ctx, 1, false);
	int status = query_choice(ctx, "status", import_status_names);
	int64_t after = page.follows ? page_int(ctx, page.key[0]) : 0;
	const char *last = NULL;
	struct db_rows *rows[2];
	struct json *j;
	size_t shown;
	struct uuid id;

	query_done(ctx);
	ledger_readable(ctx);
	id = path_id(ctx, "import_not_found", "importação");
	rows_send(ctx, id, status, after, page_limit(&page));
	db_wait(ctx, rows, 2);
	if (db_count(rows[0]) == 0)
		path_none(ctx, "import_not_found", "importação");
	shown = page_shown(&page, db_count(rows[1]));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_row(j, rows[1], i);
	if (shown < db_count(rows[1]))
		last = page_int_text(ctx->pool, db_get_int(rows[1], shown - 1, R_INDEX));
	page_end(ctx, last ? &last : NULL, 1, shown, -1);
}
