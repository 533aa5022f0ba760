/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/status.c: the service's state, shown without a credential.
 *
 * GET /v1/status: whether it can answer, which schema it runs on, how fresh each data source is. GET
 * /v1/openapi.json: the contract, compiled in.
 */
#include "config.h"

#include "serve/status.h"

#include "db/db.h"
#include "db/db_json.h"
#include "db/migrate.h"
#include "http/problem_answer.h"
#include "http/response.h"

extern const unsigned char openapi_json[]; /* made by yaml2json from doc/openapi.yaml */
extern const size_t openapi_json_size;

/*
 * One index step for each source and figure, however long the log is.  The newest day over all loads:
 * an old file loaded late does not make the source look old.
 */
static DB_STMT(
	sources, "status.sources",
	"with recursive s(source) as ("
	" (select l.source from load_log l order by l.source limit 1)"
	" union all"
	" select (select l.source from load_log l where l.source > s.source order by l.source limit 1)"
	"   from s where s.source is not null)"
	"select s.source,"
	"       (select l.loaded_at from load_log l where l.source = s.source order by l.loaded_at desc limit 1) as loaded_at,"
	"       (select l.last_day from load_log l where l.source = s.source and l.last_day is not null"
	"         order by l.last_day desc limit 1) as last_day"
	"  from s"
	" where s.source is not null"
	" order by s.source"
	" limit 100");

struct db_rows *status_sources(struct ctx *ctx)
{
	return db_query(ctx, &sources, DB_NO_ARGS);
}

static struct json *open_status(struct ctx *ctx, int http_status, const char *status)
{
	struct json *j = respond_json(ctx, http_status);

	respond_header(ctx, "Cache-Control", "no-store");
	json_open(j, NULL);
	json_text(j, "status", status);
	json_text(j, "version", PACKAGE_VERSION);
	json_timestamp(j, "time", ctx->now_ms);
	return j;
}

static void status_get(struct ctx *ctx)
{
	const struct db_rows *rows;
	struct json *j;
	int version;

	query_done(ctx);
	db_begin_read(ctx);
	rows = status_sources(ctx);
	version = db_schema_version(ctx);
	db_commit(ctx);
	j = open_status(ctx, 200, "ok");
	json_int(j, "schema_version", version);
	db_json_rows(j, "sources", rows, db_count(rows));
	json_close(j);
}

/* Not a Problem: a monitor reads the same members whether the service can answer or not. */
static void status_refuse(struct ctx *ctx)
{
	struct json *j;

	if (ctx->problem->status != 503) {
		problem_render(ctx);
		return;
	}
	respond_reset(ctx);
	j = open_status(ctx, 503, "unavailable");

	respond_header(ctx, "Retry-After", "2");
	json_null(j, "schema_version");
	json_array(j, "sources");
	json_array_end(j);
	json_close(j);
}

static void openapi_get(struct ctx *ctx)
{
	struct slice body;

	query_done(ctx);
	/* The same bytes, seen as text. */
	memcpy(&body.p, &(const unsigned char *){ openapi_json }, sizeof(body.p));
	body.n = openapi_json_size;
	respond_bytes(ctx, 200, "application/json", body);
	respond_header(ctx, "Cache-Control", "public, max-age=300");
}

const struct route status_routes[] = {
	{ GET, "/v1/status", "getStatus", status_get, .transaction = TX_NONE,
	  .refuse = status_refuse },
	{ GET, "/v1/openapi.json", "getOpenapi", openapi_get, .transaction = TX_NONE,
	  .validator = VALIDATOR_PROGRAM },
	{ .run = NULL },
};
