/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/serve.c: requests with handlers that refuse, forget something or are run again.
 *
 * The table of modules is this file's, so that handlers can misbehave; there is no database.
 */
#include "config.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "identity/caller.h"
#include "core/clock.h"
#include "core/log.h"
#include "http/problem_answer.h"
#include "http/response.h"
#include "serve/modules.h"
#include "serve/serve.h"
#include "tap.h"

static int runs, after_runs;
static int64_t seen_limit;
static struct server *server;

static void fine(struct ctx *ctx)
{
	struct json *j = respond_json(ctx, 200);

	json_text(j, NULL, "fine");
}

static void half_done(struct ctx *ctx)
{
	(void)respond_json(ctx, 200);
	buf_str(&ctx->res->body, "half an answer");
	respond_header(ctx, "Location", "/half");
	fail(ctx, 409, "ledger_conflict", "Não.");
}

static void again(struct ctx *ctx)
{
	const char *always = query_text(ctx, "always");

	query_done(ctx);
	if (++runs == 1 || always) {
		problem_open(ctx)->retry = true;
		problem_text(ctx, "try", runs == 1 ? "first" : "second");
		fail(ctx, 503, "database_unavailable", "De novo.");
	}
	fine(ctx);
}

static void count_after(struct ctx *ctx UNUSED, void *arg)
{
	after_runs += *(int *)arg;
}

static void audited(struct ctx *ctx)
{
	static int one = 1;

	ctx_after(ctx, count_after, &one);
	fail(ctx, 403, "wallet_resource_forbidden", "Não pode.");
}

/* A portfolio's handler that answers without checking the caller's access. */
static void forgetful(struct ctx *ctx)
{
	ctx->caller = pool_zero(ctx->pool, struct caller);
	fine(ctx);
}

static void careful(struct ctx *ctx)
{
	struct caller *caller = pool_zero(ctx->pool, struct caller);

	caller->access = ACCESS_READ;
	ctx->caller = caller;
	access_resource(ctx);
	fine(ctx);
}

static void slow(struct ctx *ctx)
{
	seen_limit = atomic_load_explicit(&server->place->until_us, memory_order_relaxed) -
		     clock_monotonic_us();
	fine(ctx);
}

#define FREE .transaction = TX_NONE

static const struct route routes[] = {
	{ GET, "/fine", "fine", fine, FREE },
	{ GET, "/half", "half", half_done, FREE },
	{ GET, "/again", "again", again, FREE },
	{ GET, "/audited", "audited", audited, FREE },
	{ GET, "/forgetful/{id}", "forgetful", forgetful, FREE, .subject = SUBJECT_PORTFOLIO },
	{ GET, "/careful/{id}", "careful", careful, FREE, .subject = SUBJECT_PORTFOLIO },
	{ POST, "/import", "import", slow, FREE, .heavy = heavy_always },
	{ GET, "/slow", "slow", slow, FREE },
	{ GET, "/account", "account", fine, .caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_READ },
	{ .run = NULL },
};

const struct route *const modules[] = { routes };
const size_t n_modules = ARRAY_SIZE(modules);

void modules_refuse(struct ctx *ctx)
{
	problem_render(ctx);
}

void modules_start(void *pool UNUSED)
{
}

static size_t no_body(void *arg UNUSED, char *into UNUSED, size_t n UNUSED)
{
	return 0;
}

/* The whole answer as text. */
static const char *ask(void *pool, const char *method, const char *path, const char *query)
{
	const char *env[] = {
		pool_printf(pool, "REQUEST_METHOD=%s", method),
		pool_printf(pool, "PATH_INFO=%s", path),
		pool_printf(pool, "QUERY_STRING=%s", query),
		NULL,
	};
	struct source source = { .env = env, .read = no_body };

	struct slice rest = { 0 };
	struct slice answer = serve(server, pool, &source, &rest);

	return pool_printf(pool, "%s%s", slice_text(pool, answer), slice_text(pool, rest));
}

static bool has(const char *answer, const char *part)
{
	if (strstr(answer, part))
		return true;
	diag("no \"%s\" in: %s", part, answer);
	return false;
}

static void test_answers(void *pool)
{
	const char *a = ask(pool, "GET", "/fine", "");

	ok(text_starts(a, "Status: 200 OK\r\n") && text_ends(a, "\r\n\r\n\"fine\""),
	   "a handler's answer is given");
	a = ask(pool, "HEAD", "/fine", "");
	ok(has(a, "Content-Length: 6\r\n") && text_ends(a, "\r\n\r\n"),
	   "HEAD: the length without the body");
	a = ask(pool, "OPTIONS", "/fine", "");
	ok(has(a, "Status: 204") && has(a, "Allow: GET, HEAD, OPTIONS"), "OPTIONS: the methods");
	ok(has(ask(pool, "OPTIONS", "/nothing", ""), "route_not_found"),
	   "OPTIONS of no path is not found");
	ok(has(ask(pool, "GET", "/account", ""), "\"code\":\"credential_missing\""),
	   "a missing credential is refused before the database is asked");
}

static void test_refusals(void *pool)
{
	const char *a = ask(pool, "GET", "/half", "");

	ok(has(a, "Status: 409") && has(a, "\"code\":\"ledger_conflict\""),
	   "a refusal is a Problem");
	ok(!strstr(a, "half an answer") && !strstr(a, "Location:"),
	   "nothing of what was answered before it is left");

	a = ask(pool, "GET", "/audited", "");
	ok(has(a, "Status: 503") && has(a, "\"code\":\"database_unavailable\""),
	   "what must survive a refusal cannot be written: 503 instead of the refusal");
	ok(has(a, "Retry-After: "), "with the time to wait");
	is_int(after_runs, 0, "and it did not run outside a transaction");
}

static void test_retry(void *pool)
{
	const char *a = ask(pool, "GET", "/again", "");

	ok(has(a, "Status: 200"), "what db asks to repeat is repeated");
	is_int(runs, 2, "once");
	runs = 0;
	a = ask(pool, "GET", "/again", "always=1");
	ok(has(a, "Status: 503"), "a fourth failure is the answer");
	is_int(runs, 4, "without a fifth try");
	ok(has(a, "\"try\":\"second\"") && !strstr(a, "\"first\""),
	   "and tells of the second try alone");
}

static void test_resource(void *pool)
{
	const char *a = ask(pool, "GET", "/forgetful/1", "");

	ok(has(a, "Status: 500") && has(a, "\"code\":\"internal_error\""),
	   "a portfolio's handler that never asked access_resource() does not answer");
	ok(!strstr(a, "fine"), "nor show anything");
	ok(has(ask(pool, "GET", "/careful/1", ""), "Status: 200"), "one that asked does");
}

static void test_limit(void *pool)
{
	(void)ask(pool, "GET", "/slow", "");
	ok(seen_limit > 2900000 && seen_limit <= 3000000,
	   "the watchdog gives the deadline and its grace");
	(void)ask(pool, "POST", "/import", "");
	ok(seen_limit > 8900000 && seen_limit <= 9000000, "an import its own deadline");
}

int main(void)
{
	static const struct config config = {
		.database = "host=/nonexistent",
		.base_url = "",
		.deadline_ms = 1000,
		.import_deadline_ms = 7000,
		.prepared = true,
		.cache_bytes = 1 << 20,
	};
	void *root = pool_new(NULL, "test");
	void *pool = pool_new(root, "request");
	const char *error = NULL;

	if (!clock_init(NULL) || !log_init("error"))
		abort();
	server = server_new(root, &config, &error);
	if (!ok(server != NULL, "the table compiles")) {
		diag("%s", error);
		return tap_done();
	}
	ok(server_connect(server), "a database that is away is no reason not to start");
	test_answers(pool);
	test_refusals(pool);
	test_retry(pool);
	test_resource(pool);
	test_limit(pool);
	pool_free(pool); /* before the connection that it knows */
	pool_free(root);
	return tap_done();
}
