/* SPDX-License-Identifier: Apache-2.0 */
/* http_bench.c: a request without a server. */
#include "config.h"

#include "http_bench.h"

#include "tap.h"

static size_t read_body(void *arg, char *into, size_t n)
{
	struct bench *b = arg;

	if (n > b->body.n)
		n = b->body.n;
	if (!n)
		return 0;
	memcpy(into, b->body.p, n);
	b->body.p += n;
	b->body.n -= n;
	return n;
}

struct bench *bench_new(void)
{
	void *pool = pool_new(NULL, "bench");
	struct bench *b = pool_zero(pool, struct bench);

	b->config = (struct config){ .database = "dbname=test",
				     .base_url = "https://lastro.example",
				     .secret = "a-secret-of-the-tests-32-characters" };
	b->ctx.pool = pool;
	b->ctx.config = &b->config;
	b->source = (struct source){ .read = read_body, .arg = b };
	return b;
}

void bench_free(struct bench *b)
{
	pool_free(b->ctx.pool);
}

static void read_request(struct ctx *ctx)
{
	struct bench *b = (struct bench *)ctx; /* ctx is its first member */

	request_read(ctx, &b->source);
}

bool bench_request(struct bench *b, const char *const *env)
{
	b->ctx.req = NULL;
	b->source.env = env;
	return bench_try(b, read_request);
}

bool bench_try(struct bench *b, void (*run)(struct ctx *ctx))
{
	b->ctx.problem = NULL;
	b->ctx.escape = &b->escape;
	if (setjmp(b->escape))
		return false;
	run(&b->ctx);
	return true;
}

const char *bench_problem(struct bench *b)
{
	problem_render(&b->ctx);
	return buf_text(&b->ctx.res->body);
}

bool is_refused(struct bench *b, void (*run)(struct ctx *ctx), const char *code, const char *name)
{
	if (bench_try(b, run)) {
		ok(false, "%s", name);
		diag("it was not refused");
		return false;
	}
	return is_text(b->ctx.problem->code, code, name);
}
