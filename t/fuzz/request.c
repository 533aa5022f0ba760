/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request.c: lines of NAME=value are a server's variables; the body follows after an empty line.
 *
 * Reads, routes, takes parameters, reads the body; every refusal must be a Problem in valid JSON.
 */
#include "config.h"

#include "http/cursor.h"
#include "http/json_read.h"
#include "http/router.h"

#include "../unit/http_bench.h"
#include "entry.h"

#define LINES_MAX 64

static struct bench *bench;
static struct router *router;

static void take(struct ctx *ctx)
{
	static const char *const layers[] = { "closed", "monthly", NULL };
	const char *fields[2];
	const char *where[3];
	struct day day;

	(void)query_text(ctx, "q"); /* only the refusal matters */
	(void)query_int(ctx, "limit", 1, 1000, 100);
	(void)query_bool(ctx, "total", false);
	(void)query_day(ctx, "from", &day);
	(void)query_choice(ctx, "order", layers);
	(void)query_set(ctx, "include", layers);
	(void)query_repeated(ctx, "where", where, 3);
	(void)cursor_take(ctx, fields, 2);
	query_done(ctx);
	page_link(ctx, "next");
	(void)respond_json(ctx, 200);
}

static const struct route routes[] = {
	{ GET, "/v1/a", "list", take, .caller = CALLER_ANY },
	{ POST, "/v1/a", "create", take, .caller = CALLER_ANY, .body = BODY_JSON, .body_max = 64 },
	{ GET, "/v1/a/{id}", "get", take, .caller = CALLER_ANY },
	{ .run = NULL },
};

static void answer(struct ctx *ctx)
{
	router_match(ctx, router);
	request_check(ctx);
	request_read_body(ctx, &bench->source, ctx->route->body_max);
	ctx->route->run(ctx);
}

static void check_problem(struct bench *b)
{
	const char *body = bench_problem(b);
	size_t offset = 0;
	const char *reason = NULL;

	promise(b->ctx.problem->status >= 400 && b->ctx.problem->status < 500);
	promise(json_scan(slice_of(body), &offset, &reason));
}

static void check_request(const struct request *req)
{
	promise(text_valid(slice_of(req->path), NULL));
	promise(strlen(req->request_id) >= 8 && strlen(req->request_id) <= 64);
	for (size_t i = 0; i < req->n_query; i++)
		promise(text_valid(slice_of(req->query[i].name), NULL) &&
			text_valid(slice_of(req->query[i].value), NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	static const struct route *const tables[] = { routes };
	struct slice rest = { (const char *)input, n };
	const char *env[LINES_MAX + 1] = { NULL };
	const char *error = NULL;
	struct slice head;

	bench = bench_new();
	if (!router)
		router = router_new(pool_new(NULL, "router"), tables, 1, &error);
	promise(router);
	for (size_t i = 0; i < LINES_MAX && rest.n; i++) {
		struct slice line;

		(void)slice_cut(rest, '\n', &line, &rest); /* the last line may lack its line end */
		if (!line.n)
			break;
		env[i] = slice_text(bench->ctx.pool, line);
	}
	bench->body = rest;
	if (bench_request(bench, env))
		check_request(bench->ctx.req);
	else
		check_problem(bench);
	if (!bench->ctx.problem && !bench_try(bench, answer))
		check_problem(bench);
	if (!bench->ctx.res)
		respond_reset(&bench->ctx);
	head = response_write(&bench->ctx, true, NULL);
	promise(memmem(head.p, head.n, "\r\n\r\n", 4));
	bench_free(bench);
	return 0;
}
