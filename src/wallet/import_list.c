/* SPDX-License-Identifier: Apache-2.0 */
/*
 * import_list.c: what was imported, and what became of each row.
 *
 * GET /v1/portfolios/{id}/imports and GET /v1/portfolios/{id}/imports/{importId}/rows
 */
#include "config.h"

#include "wallet/import.h"

#include <stdlib.h>

#include "access/caller.h"
#include "http/cursor.h"
#include "http/request.h"
#include "http/response.h"
#include "wallet/page.h"
#include "wallet/write.h"

#define LIMIT_DEFAULT 100
#define LIMIT_MAX 1000

/* Ids ascend in time, so the newest come first by id. */
static struct db_stmt list = DB_STMT(
	"import.list", "select id, filename, source, created_at, summary::text, warnings::text"
		       "  from import"
		       " where workspace_id = $1 and portfolio_id = $2 and id < $3"
		       " order by id desc"
		       " limit $4");
enum { L_ID, L_FILENAME, L_SOURCE, L_CREATED, L_SUMMARY, L_WARNINGS };

static struct db_stmt one =
	DB_STMT("import.one",
		"select 1 from import where workspace_id = $1 and portfolio_id = $2 and id = $3");

#define ROWS                                                                                       \
	"select row_index, line, status, kind, label, reason, code, external_id, raw::text"        \
	"  from import_row"                                                                        \
	" where workspace_id = $1 and portfolio_id = $2 and import_id = $3 and row_index > $4"
enum { R_INDEX, R_LINE, R_STATUS, R_KIND, R_LABEL, R_REASON, R_CODE, R_EXTERNAL, R_RAW };

static struct db_stmt all_rows = DB_STMT("import.rows", ROWS " order by row_index limit $5");
static struct db_stmt status_rows =
	DB_STMT("import.status_rows", ROWS " and status = $5 order by row_index limit $6");

struct db_stmt *const import_list_stmts[] = { &list, &one, &all_rows, &status_rows };
const size_t n_import_list_stmts = ARRAY_SIZE(import_list_stmts);

static void render_import(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, L_ID));
	json_text(j, "filename", db_get_text(r, i, L_FILENAME));
	json_text(j, "source", db_get_text(r, i, L_SOURCE));
	json_timestamp(j, "created_at", db_get_timestamp(r, i, L_CREATED));
	json_raw(j, "summary", db_get_text(r, i, L_SUMMARY));
	json_raw(j, "warnings", db_get_text(r, i, L_WARNINGS));
	json_close(j);
}

void import_list(struct ctx *ctx)
{
	struct page page = { .limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT) };
	char id[UUID_TEXT_SIZE];
	const char *field = id;
	struct db_rows *rows;
	struct json *j;
	size_t shown;

	memset(page.after_id.b, 0xff, sizeof(page.after_id.b));
	if (cursor_take(ctx, &field, 1) && !uuid_parse(slice_of(field), &page.after_id))
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
	query_done(ctx);
	ledger_readable(ctx);
	rows = db_query(ctx, &list,
			DB_ARGS(db_uuid(ctx->caller->resource_workspace),
				db_uuid(ctx->caller->portfolio), db_uuid(page.after_id),
				db_int(page.limit + 1)));
	shown = page_shown(&page, db_count(rows));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_import(j, rows, i);
	field = NULL;
	if (shown < db_count(rows)) {
		uuid_format(db_get_uuid(rows, shown - 1, L_ID), id);
		field = cursor_make(ctx, (const char *const[]){ id }, 1);
	}
	page_close(ctx, field, shown, -1);
}

static void render_row(struct json *j, const struct db_rows *r, size_t i)
{
	json_open(j, NULL);
	json_int(j, "row_index", db_get_int(r, i, R_INDEX));
	if (db_is_null(r, i, R_LINE))
		json_null(j, "line");
	else
		json_int(j, "line", db_get_int(r, i, R_LINE));
	json_text(j, "status", db_get_text(r, i, R_STATUS));
	json_text(j, "kind", db_get_text(r, i, R_KIND));
	json_text(j, "label", db_get_text(r, i, R_LABEL));
	json_text(j, "reason", db_get_text(r, i, R_REASON));
	json_text(j, "code", db_get_text(r, i, R_CODE));
	json_text(j, "external_id", db_get_text(r, i, R_EXTERNAL));
	json_raw(j, "raw", db_get_text(r, i, R_RAW));
	json_close(j);
}

/* A cursor of this list is a row's number. */
static int64_t after_row(struct ctx *ctx)
{
	const char *field = NULL;
	wide v = 0;

	if (!cursor_take(ctx, &field, 1))
		return 0;
	if (dec_parse(slice_of(field), 0, INT32_MAX, &v) != DEC_OK || v < 0)
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
	return (int64_t)v;
}

static void rows_send(struct ctx *ctx, struct uuid id, int status, int64_t after, long limit)
{
	struct db_arg args[6] = {
		db_uuid(ctx->caller->resource_workspace),
		db_uuid(ctx->caller->portfolio),
		db_uuid(id),
		db_int(after),
	};
	size_t n = 4;

	if (status >= 0)
		args[n++] = db_text(import_status_names[status]);
	args[n++] = db_int(limit + 1);
	db_send(ctx, &one, args, 3);
	db_send(ctx, status >= 0 ? &status_rows : &all_rows, args, n);
}

void import_rows(struct ctx *ctx)
{
	struct page page = { .limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT) };
	int status = query_choice(ctx, "status", import_status_names);
	int64_t after = after_row(ctx);
	const char *next = NULL;
	struct db_rows *rows[2];
	struct json *j;
	size_t shown;
	struct uuid id;

	query_done(ctx);
	ledger_readable(ctx);
	id = path_id(ctx, 1, "import_not_found", "importação");
	rows_send(ctx, id, status, after, page.limit);
	db_wait(ctx, rows, 2);
	if (db_count(rows[0]) == 0)
		fail(ctx, 404, "import_not_found", "Não há importação %s nesta carteira.",
		     ctx->path[1]);
	shown = page_shown(&page, db_count(rows[1]));
	j = page_open(ctx);
	for (size_t i = 0; i < shown; i++)
		render_row(j, rows[1], i);
	if (shown < db_count(rows[1])) {
		const char *field = pool_printf(ctx->pool, "%lld",
						(long long)db_get_int(rows[1], shown - 1, R_INDEX));

		next = cursor_make(ctx, &field, 1);
	}
	page_close(ctx, next, shown, -1);
}
