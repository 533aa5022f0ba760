/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_routes.c: lastro.fcgi with routes of its own, one for each thing that a row can say of its request.
 *
 * The table of modules is this file's; the rest is the service's own.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "core/attributes.h"
#include "core/encode.h"
#include "db/db.h"
#include "http/form.h"
#include "http/html.h"
#include "http/json_read.h"
#include "http/problem_answer.h"
#include "http/query.h"
#include "http/response.h"
#include "operations/mcp/mcp_message.h"
#include "serve/modules.h"
#include "serve/status.h"
#include "portfolio/portfolio.h"

static DB_STMT(last, "test.close",
	       "select close, pg_is_in_recovery()"
	       "  from quote where venue = 'b3' and symbol = $1"
	       " order by day desc limit 1");
enum { C_CLOSE, C_STANDBY };

static void close_get(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &last, DB_ARGS(db_text(ctx->path[0])));
	if (!db_count(r))
		fail(ctx, 404, "subject_not_found", "Não há %s.", ctx->path[0]);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_decimal(j, "close", db_get_decimal(r, 0, C_CLOSE, 2), 2, 2, false);
	json_boolean(j, "standby", db_get_bool(r, 0, C_STANDBY));
	json_close(j);
}

/* ---- bodies ---- */

static void form_post(struct ctx *ctx)
{
	struct body *b;
	const char *name;
	struct json *j;

	query_done(ctx);
	b = form_open(ctx);
	name = body_text(b, "nome", REQUIRED, 1, 20);
	body_done(b);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_text(j, "nome", name);
	json_close(j);
}

static void file_post(struct ctx *ctx)
{
	struct form_file file;
	struct body *b;
	const char *name;
	struct json *j;

	query_done(ctx);
	b = site_form_file(ctx, &file);
	name = body_text(b, "nome", OPTIONAL, 1, 20);
	body_done(b);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_text(j, "nome", name);
	json_text(j, "file", file.name);
	json_int(j, "bytes", (int64_t)file.content.n);
	json_text(j, "base64", base64_encoded(ctx->pool, file.content.p, file.content.n));
	json_close(j);
}

/* A page that does not look at its token. */
static void forgetful_post(struct ctx *ctx)
{
	query_done(ctx);
	respond_bytes(ctx, 303, NULL, (struct slice){ NULL, 0 });
}

/* ---- refusals: whatever is asked, this is what is refused ---- */

static void refuse(struct ctx *ctx)
{
	fail(ctx, 404, "subject_not_found", "Não há <b>%s</b>.", "isto");
}

/* By any code of the catalogue. */
static void refuse_so(struct ctx *ctx)
{
	const struct problem_kind *kind = problem_kind(ctx->path[0]);

	fail(ctx, kind->status, kind->code, "Não há <b>%s</b>.", "isto");
}

static void refuse_plain(struct ctx *ctx)
{
	respond_bytes(ctx, ctx->problem->status, "text/plain", (struct slice){ "no", 2 });
}

/* ---- transactions ---- */

static DB_STMT(rename_portfolio, "test.rename",
	       "update portfolio set name = $2 where controller_id = $1 returning name");
static DB_STMT(
	kind_of, "test.transaction",
	"select current_setting('transaction_isolation'), current_setting('transaction_read_only')");

static void tell_transaction(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &kind_of, DB_NO_ARGS);
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_text(j, "isolation", db_get_text(r, 0, 0));
	json_text(j, "read_only", db_get_text(r, 0, 1));
	json_boolean(j, "caller", ctx->caller != NULL);
	json_close(j);
}

static void transaction_get(struct ctx *ctx)
{
	query_done(ctx);
	tell_transaction(ctx);
}

static void chosen_post(struct ctx *ctx)
{
	struct body *b;
	bool writes = false;

	query_done(ctx);
	b = body_open(ctx);
	(void)body_bool(b, "writes", REQUIRED, &writes);
	body_done(b);
	access_enter(ctx, writes ? TX_WRITE : TX_READ);
	tell_transaction(ctx);
}

static void rename_post(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &rename_portfolio,
		     DB_ARGS(db_uuid(ctx->caller->account), db_text("Renomeada")));
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	json_text(j, "name", db_get_text(r, 0, 0));
	json_close(j);
}

#define OWN .caller = CALLER_PERSON, .subject = SUBJECT_WALLET

static const struct route test_routes[] = {
	ROUTE_MARKET("/v1/test/{symbol}/close", close_get, "testClose"),
	{ POST, "/v1/test/form", "testForm", form_post, .transaction = TX_NONE, .body = BODY_FORM,
	  .body_max = 200 },
	{ POST, "/v1/test/file", "testFile", file_post, .caller = CALLER_PERSON,
	  .body = BODY_FORM_FILE, .body_max = (size_t)1 << 20 },
	{ POST, "/v1/test/forgetful", "testForgetful", forgetful_post, .caller = CALLER_PERSON,
	  .body = BODY_FORM, .body_max = MAX_FORM },
	{ POST, "/v1/test/forgetful-file", "testForgetfulFile", forgetful_post,
	  .caller = CALLER_PERSON, .body = BODY_FORM_FILE, .body_max = MAX_FORM },
	{ GET, "/v1/test/refused", "testProblem", refuse, .transaction = TX_NONE },
	{ GET, "/v1/test/refused/plain", "testPlain", refuse, .transaction = TX_NONE,
	  .refuse = refuse_plain },
	{ GET, "/v1/test/refused/page/{code}", "testPage", refuse_so, .transaction = TX_NONE,
	  .refuse = site_refuse },
	{ POST, "/v1/test/refused/rpc", "testRpc", refuse, .transaction = TX_NONE,
	  .body = BODY_JSON, .body_max = MAX_JSON, .refuse = message_refuse },
	{ GET, "/v1/test/none", "testNone", transaction_get, .transaction = TX_NONE, OWN },
	{ GET, "/v1/test/read", "testRead", transaction_get, .transaction = TX_READ, OWN },
	{ POST, "/v1/test/chosen", "testChosen", chosen_post, .transaction = TX_CHOSEN,
	  .body = BODY_JSON, .body_max = MAX_JSON, OWN },
	{ POST, "/v1/test/undone", "testUndone", rename_post, .transaction = TX_UNDONE, OWN },
	{ POST, "/v1/test/done", "testDone", rename_post, .transaction = TX_WRITE, OWN },
	{ .run = NULL },
};

const struct route *const modules[] = { status_routes, problem_routes, access_routes, wallet_routes,
					test_routes };
const size_t n_modules = ARRAY_SIZE(modules);

void modules_refuse(struct ctx *ctx)
{
	problem_render(ctx);
}

void modules_start(void *pool UNUSED)
{
}
