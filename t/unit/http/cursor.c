/* SPDX-License-Identifier: Apache-2.0 */
/* Cursors: opaque, bound to operation, path and filters, and protected against editing. */
#include "config.h"

#include "http/cursor.h"

#include "http/route.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;
static const char *fields[3];
static bool present;

static const struct route list_assets = { GET, "/v1/a/{id}", "listAssets", .caller = CALLER_ANY };
static const struct route list_trades = { GET, "/v1/a/{id}", "listTrades", .caller = CALLER_ANY };

static void go(const char *path, const char *query)
{
	const char *env[] = { pool_printf(b->ctx.pool, "PATH_INFO=%s", path),
			      pool_printf(b->ctx.pool, "QUERY_STRING=%s", query), NULL };

	if (!bench_request(b, env))
		diag("refused: %s", b->ctx.problem->code);
}

static void take3(struct ctx *ctx)
{
	present = cursor_take(ctx, fields, 3);
}

static void take2(struct ctx *ctx)
{
	present = cursor_take(ctx, fields, 2);
}

static const char *link_of(struct ctx *ctx)
{
	for (size_t i = 0; ctx->res && i < ctx->res->n_headers; i++)
		if (str_eq(ctx->res->headers[i].name, "Link"))
			return ctx->res->headers[i].value;
	return NULL;
}

static void test_binding(const char *cursor)
{
	go("/v1/a/1", pool_printf(b->ctx.pool, "limit=7&to=2&cursor=%s&from=1&total=true", cursor));
	ok(bench_try(b, take3) && present && str_eq(fields[0], "2024-01-02"),
	   "limit, total and the order of filters do not matter");
	go("/v1/a/1", pool_printf(b->ctx.pool, "from=1&to=3&cursor=%s", cursor));
	(void)is_refused(b, take3, "invalid_cursor", "another filter");
	go("/v1/a/1", pool_printf(b->ctx.pool, "from=1&cursor=%s", cursor));
	(void)is_refused(b, take3, "invalid_cursor", "a filter less");
	go("/v1/a/2", pool_printf(b->ctx.pool, "from=1&to=2&cursor=%s", cursor));
	(void)is_refused(b, take3, "invalid_cursor", "another path");
	b->ctx.route = &list_trades;
	go("/v1/a/1", pool_printf(b->ctx.pool, "from=1&to=2&cursor=%s", cursor));
	(void)is_refused(b, take3, "invalid_cursor", "another operation");
	b->ctx.route = &list_assets;
	(void)is_refused(b, take2, "invalid_cursor", "another number of fields");
	b->config.secret = "another-secret-of-32-characters-...";
	(void)is_refused(b, take3, "invalid_cursor", "another installation");
	b->config.secret = "a-secret-of-the-tests-32-characters";
}

/* A cursor in a body. */
static void test_question(void)
{
	static const char *const key[] = { "a", "b", NULL };
	const char *made;

	go("/v1/a/1", "");
	made = cursor_make_for(&b->ctx, "{\"q\":1}", key, 3);
	ok(cursor_read_for(&b->ctx, "{\"q\":1}", made, fields, 3) && str_eq(fields[1], "b"),
	   "a cursor of a question");
	ok(!cursor_read_for(&b->ctx, "{\"q\":2}", made, fields, 3), "is not of another");
	ok(!cursor_read_for(&b->ctx, NULL, made, fields, 3), "nor of none");
	go("/v1/a/2", "");
	ok(!cursor_read_for(&b->ctx, "{\"q\":1}", made, fields, 3),
	   "nor of the same at another path");
}

static void test_damage(const char *cursor)
{
	size_t n = strlen(cursor);
	size_t refused = 0;

	for (size_t i = 0; i < n; i++) {
		char *changed = pool_strdup(b->ctx.pool, cursor);

		changed[i] = changed[i] == 'A' ? 'B' : 'A';
		go("/v1/a/1", pool_printf(b->ctx.pool, "from=1&to=2&cursor=%s", changed));
		refused += !bench_try(b, take3) && str_eq(b->ctx.problem->code, "invalid_cursor");
	}
	is_int((int64_t)refused, (int64_t)n, "one character changed, at any place");
	for (refused = 0; n > 0; n--) {
		go("/v1/a/1",
		   pool_printf(b->ctx.pool, "from=1&to=2&cursor=%.*s", (int)n - 1, cursor));
		refused += !bench_try(b, take3);
	}
	is_int((int64_t)refused, (int64_t)strlen(cursor), "cut short, at any place");
	go("/v1/a/1", "cursor=%20%2B%2F%3D");
	(void)is_refused(b, take3, "invalid_cursor", "no base64url");
}

int main(void)
{
	static const char *const key[] = { "2024-01-02", "ação / \"x\"", NULL };
	const char *cursor;

	b = bench_new();
	b->ctx.route = &list_assets;
	go("/v1/a/1", "from=1&to=2&limit=10");
	cursor = cursor_make(&b->ctx, key, 3);
	ok(cursor[strspn(cursor,
			 "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")] ==
		   '\0',
	   "a cursor needs no encoding in a query");
	ok(bench_try(b, take3) && !present, "no cursor: the first page");
	go("/v1/a/1", pool_printf(b->ctx.pool, "from=1&to=2&cursor=%s", cursor));
	ok(bench_try(b, take3) && present, "a good one");
	is_text(fields[0], "2024-01-02", "the first field");
	is_text(fields[1], "ação / \"x\"", "any text");
	ok(!fields[2], "also none");
	test_binding(cursor);
	test_damage(cursor);
	test_question();

	go("/v1/a/x y", "from=a%26b&cursor=old&limit=2");
	page_link(&b->ctx, NULL);
	ok(!link_of(&b->ctx), "the last page has no Link");
	page_link(&b->ctx, "NEXT");
	is_text(link_of(&b->ctx),
		"<https://lastro.example/v1/a/x%20y?from=a%26b&limit=2&cursor=NEXT>; rel=\"next\"",
		"Link: the same query with the next cursor");
	bench_free(b);
	return tap_done();
}
