/* SPDX-License-Identifier: Apache-2.0 */
/* The router: one match per request, and the checks of the tables. */
#include "config.h"

#include "http/router.h"

#include "http_bench.h"
#include "tap.h"

static struct bench *b;
static struct router *router;

static void nothing(struct ctx *ctx)
{
	(void)ctx; /* only matching is tested */
}

#define ROW(method, pattern, op)                                                                   \
	{                                                                                          \
		method, pattern, op, nothing, .caller = CALLER_ANY, .scope = SCOPE_ACCOUNT_READ    \
	}

static const struct route wallet[] = {
	ROW(GET, "/v1/portfolios/{id}", "getPortfolioDetail"),
	ROW(PATCH, "/v1/portfolios/{id}", "updatePortfolio"),
	ROW(GET, "/v1/portfolios", "listPortfolios"),
	ROW(POST, "/v1/portfolios", "createPortfolio"),
	ROW(GET, "/v1/portfolios/import-template", "getPortfolioImportTemplate"),
	ROW(DELETE, "/v1/portfolios/{id}/assets/{assetId}", "deletePortfolioAsset"),
	{ .run = NULL },
};

static const struct route market[] = {
	ROW(GET, "/v1/events/{#number}", "getEventByNumber"),
	ROW(GET, "/v1/events/{id}", "getEvent"),
	ROW(GET, "/v1/events/anomalies", "listAnomalies"),
	ROW(GET, "/.well-known/a.b-c~d_e", "punctuation"),
	{ .run = NULL },
};

static const struct route *const tables[] = { wallet, market };

static void match(struct ctx *ctx)
{
	router_match(ctx, router);
}

/* The operation found for a request, or the code of its refusal. */
static const char *found(const char *method, const char *path)
{
	const char *env[3] = { pool_printf(b->ctx.pool, "REQUEST_METHOD=%s", method),
			       pool_printf(b->ctx.pool, "PATH_INFO=%s", path), NULL };

	b->ctx.route = NULL;
	memset(b->ctx.path, 0, sizeof(b->ctx.path));
	if (!bench_request(b, env) || !bench_try(b, match))
		return b->ctx.problem->code;
	return b->ctx.route->operation;
}

static void test_matching(void)
{
	is_text(found("GET", "/v1/portfolios"), "listPortfolios", "a literal path");
	is_text(found("POST", "/v1/portfolios"), "createPortfolio", "the same with another method");
	is_text(found("GET", "/v1/portfolios/abc"), "getPortfolioDetail", "a capture");
	is_text(b->ctx.path[0], "abc", "what it caught");
	is_text(found("HEAD", "/v1/portfolios/ação x"), "getPortfolioDetail", "HEAD finds GET");
	is_text(b->ctx.path[0], "ação x", "any bytes but a slash");
	is_text(found("GET", "/v1/portfolios/import-template"), "getPortfolioImportTemplate",
		"a literal wins over a capture");
	is_text(found("DELETE", "/v1/portfolios/a/assets/b"), "deletePortfolioAsset",
		"two captures");
	is_text(b->ctx.path[1], "b", "in order");
	is_text(found("GET", "/v1/events/12"), "getEventByNumber", "digits");
	is_text(found("GET", "/v1/events/12a"), "getEvent", "not all digits");
	is_text(found("GET", "/v1/events/anomalies"), "listAnomalies", "a literal before both");
	is_text(found("GET", "/.well-known/a.b-c~d_e"), "punctuation", "a point is a point");
	is_text(found("GET", "/.well-known/axb-c~d_e"), "route_not_found", "and nothing else");
	is_text(found("GET", "/v1/portfolios/"), "route_not_found",
		"an empty segment is no capture");
	is_text(found("GET", "/v1/portfolios/a/"), "route_not_found", "a slash at the end");
	is_text(found("GET", "/v1/portfolios\n"), "route_not_found", "a newline at the end");
	is_text(found("GET", "/V1/portfolios"), "route_not_found", "case matters");
	is_text(found("GET", "/"), "route_not_found", "the root");
}

static void test_methods(void)
{
	is_text(found("PUT", "/v1/portfolios"), "method_not_allowed", "another method");
	is_text(b->ctx.problem->allow, "GET, HEAD, POST, OPTIONS", "Allow lists HEAD with GET");
	is_text(found("DELETE", "/v1/portfolios/import-template"), "method_not_allowed",
		"the literal place answers for its own methods");
	is_text(b->ctx.problem->allow, "GET, HEAD, OPTIONS", "and its own Allow");
	is_text(found("GET", "/v1/portfolios/a/assets/b"), "method_not_allowed",
		"GET where only DELETE is");
	is_text(b->ctx.problem->allow, "DELETE, OPTIONS", "no HEAD without GET");
	is_text(found("BREW", "/v1/portfolios"), "method_not_allowed", "an unknown method");
	is_text(found("OPTIONS", "/v1/portfolios"), "method_not_allowed",
		"OPTIONS is for serve(), with Allow");
	is_text(found("get", "/v1/portfolios"), "method_not_allowed", "methods are in capitals");
}

static void refused(const struct route *rows, const char *part, const char *name)
{
	const struct route *const list[] = { rows };
	const char *error = NULL;
	bool good = router_new(b->ctx.pool, list, 1, &error);

	if (!ok(!good && error && strstr(error, part), "%s", name))
		diag("%s", error ? error : "it was taken");
}

#define TABLE(...) ((const struct route[]){ __VA_ARGS__, { .run = NULL } })

static void test_tables(void)
{
	refused(TABLE(ROW(GET, "/a/{x}", "one"), ROW(GET, "/a/{y}", "two")), "same method and path",
		"the same path under another name");
	refused(TABLE(ROW(GET, "/a/{x}/b", "one"), ROW(GET, "/a/c/{y}", "two")), "ambiguous",
		"two rows of which neither is the more literal");
	refused(TABLE(ROW(GET, "/a/{x}/1", "one"), ROW(POST, "/a/c/{#y}", "two")), "ambiguous",
		"also with different methods: the path is what is ambiguous");
	refused(TABLE(ROW(GET, "/a", "one"), ROW(GET, "/b", "one")), "operation id",
		"an operation id twice");
	refused(TABLE(ROW(GET, "a", "one")), "no path", "no slash at the beginning");
	refused(TABLE(ROW(GET, "/a//b", "one")), "no path", "an empty segment");
	refused(TABLE(ROW(GET, "/a/{x", "one")), "no path", "an open brace");
	refused(TABLE(ROW(GET, "/a/{}", "one")), "no path", "a capture without a name");
	refused(TABLE(ROW(GET, "/a/x{y}", "one")), "no path", "a capture is a whole segment");
	refused(TABLE(ROW(GET, "/a b", "one")), "no path", "a blank");
	refused(TABLE(ROW(GET, "/{a}/{b}/{c}/{d}/{e}", "one")), "no path",
		"more captures than there is room for");
	refused(TABLE(ROW(HEAD, "/a", "one")), "method", "HEAD is never a row");
	refused(TABLE(ROW(OPTIONS, "/a", "one")), "method", "OPTIONS is never a row");
	refused(TABLE(ROW(GET, "/a", NULL)), "operation", "no operation id");
	refused(TABLE({ GET, "/a", "one", nothing, .scope = SCOPE_ACCOUNT_READ,
			.transaction = TX_NONE }),
		"credential", "a scope without a credential");
	refused(TABLE({ GET, "/a", "one", nothing, .transaction = TX_READ }), "nobody",
		"a transaction of nobody");
	refused(TABLE({ GET, "/a", "one", nothing, .caller = CALLER_ANY,
			.subject = SUBJECT_PORTFOLIO }),
		"portfolio", "a portfolio that the path does not name");
	refused(TABLE({ GET, "/a", "one", nothing, .caller = CALLER_ANY, .right = RIGHT_EDIT }),
		"right", "a right to what is no portfolio");
	refused(TABLE({ POST, "/a", "one", nothing, .caller = CALLER_ANY, .body = BODY_JSON }),
		"bound", "a body without a bound");
	refused(TABLE({ GET, "/a", "one", nothing, .caller = CALLER_ANY, .body = BODY_JSON,
			.body_max = 1 }),
		"GET", "a GET with a body");
	refused(TABLE({ POST, "/a", "one", nothing, .caller = CALLER_ANY, .once = ONCE }),
		"writes nothing", "answers that are kept of a read");
	refused(TABLE({ POST, "/a", "one", nothing, .caller = CALLER_ANY, .transaction = TX_WRITE,
			.validator = VALIDATOR_MARKET }),
		"no read", "a validator of a write");
	refused(TABLE({ GET, "/a", "one", nothing, .caller = CALLER_ANY, .replica = true }),
		"public data", "an account's data from a replica");
	refused((const struct route[]){ { .run = NULL } }, "no routes", "an empty table");
}

static void test_meeting(void)
{
	static const struct route nested[] = {
		ROW(GET, "/a/{x}/{y}", "any"),
		ROW(GET, "/a/b/{y}", "first"),
		ROW(GET, "/a/b/c", "both"),
		ROW(GET, "/z/{#x}/b", "number"),
		ROW(GET, "/z/y/b", "word"),
		ROW(GET, "/z/y", "shorter"),
		{ .run = NULL },
	};
	const struct route *const list[] = { nested };
	const char *error = NULL;

	router = router_new(b->ctx.pool, list, 1, &error);
	if (!ok(router != NULL, "paths that meet are fine while one is the more literal all along"))
		return;
	is_text(found("GET", "/a/b/c"), "both", "all literal");
	is_text(found("GET", "/a/b/d"), "first", "the first literal");
	is_text(found("GET", "/a/c/c"), "any", "none");
}

static void count(const struct route *route, void *arg)
{
	int *n = arg;

	*n += route->operation != NULL;
}

int main(void)
{
	const char *error = NULL;
	int n = 0;

	b = bench_new();
	router = router_new(b->ctx.pool, tables, 2, &error);
	if (!ok(router && !error, "good tables compile")) {
		diag("%s", error);
		return tap_done();
	}
	test_matching();
	test_methods();
	test_tables();
	router_each(router, count, &n);
	is_int(n, 10, "every row is visited");
	test_meeting();
	bench_free(b);
	return tap_done();
}
