/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ctx.c: how a request fails.
 *
 * fail() is the one place that jumps.  Members of `details` are written as they are given, so a
 * refusal deep in a room needs no shared structure with the writer of the Problem.
 */
#include <config.h> /* not "config.h": this folder has one of its own */

#include "http/ctx.h"

#include <stdlib.h>

#include "core/log.h"
#include "http/problem.h"
#include "http/request.h"

struct problem *problem_open(struct ctx *ctx)
{
	if (!ctx->problem)
		ctx->problem = pool_zero(ctx->pool, struct problem);
	return ctx->problem;
}

struct member {
	struct buf out;
	struct json json;
};

/* A writer that goes on behind the members given so far. */
static void member_begin(struct ctx *ctx, struct member *m)
{
	const struct problem *p = problem_open(ctx);

	buf_init(&m->out, ctx->pool, 128);
	json_init(&m->json, &m->out);
	if (p->details)
		buf_str(&m->out, p->details);
	m->json.comma = p->details != NULL;
}

static void member_end(struct ctx *ctx, struct member *m)
{
	problem_open(ctx)->details = buf_text(&m->out);
}

void problem_text(struct ctx *ctx, const char *member, const char *value)
{
	struct member m;

	member_begin(ctx, &m);
	json_text(&m.json, member, value);
	member_end(ctx, &m);
}

void problem_int(struct ctx *ctx, const char *member, int64_t value)
{
	struct member m;

	member_begin(ctx, &m);
	json_int(&m.json, member, value);
	member_end(ctx, &m);
}

void problem_texts(struct ctx *ctx, const char *member, const char *const *values, size_t n)
{
	struct member m;

	member_begin(ctx, &m);
	json_array(&m.json, member);
	for (size_t i = 0; i < n; i++)
		json_text(&m.json, NULL, values[i]);
	json_array_end(&m.json);
	member_end(ctx, &m);
}

void problem_raw(struct ctx *ctx, const char *member, const char *json)
{
	struct member m;

	member_begin(ctx, &m);
	json_raw(&m.json, member, json);
	member_end(ctx, &m);
}

NORETURN void ctx_leave(struct ctx *ctx)
{
	longjmp(*ctx->escape, 1);
}

NORETURN void fail(struct ctx *ctx, int status, const char *code, const char *detail, ...)
{
	struct problem *p = problem_open(ctx);
	va_list ap;

	va_start(ap, detail);
	p->detail = detail ? pool_vprintf(ctx->pool, detail, ap) : NULL;
	va_end(ap);
	p->status = status;
	p->code = code;
	if (ctx->refusing)
		ctx->refusing(ctx);
	if (!problem_kind(p->code)) {
		log_event(LOG_ERROR, NULL, "the code '%s' is not in the catalogue", p->code);
		p->status = 500;
		p->code = "internal_error";
	}
	if (!ctx->escape) {
		log_event(LOG_ERROR, NULL, "fail() without anyone to catch it: %s", code);
		abort();
	}
	ctx_leave(ctx);
}

NORETURN void fail_parameter(struct ctx *ctx, const char *parameter, const char *received,
			     const char *expected)
{
	const char *name = problem_shown(ctx->pool, parameter);
	const char *value = received ? problem_shown(ctx->pool, received) : NULL;

	problem_text(ctx, "parameter", name);
	problem_text(ctx, "received", value);
	problem_text(ctx, "expected", expected);
	if (value)
		fail(ctx, 400, "invalid_parameter",
		     "O parâmetro \"%s\" recebeu \"%s\"; esperado: %s.", name, value, expected);
	fail(ctx, 400, "invalid_parameter", "O parâmetro \"%s\" não foi dado; esperado: %s.", name,
	     expected);
}

static void queue(void *pool, struct after **at, void (*run)(struct ctx *ctx, void *arg), void *arg)
{
	while (*at)
		at = &(*at)->next;
	*at = pool_zero(pool, struct after);
	(*at)->run = run;
	(*at)->arg = arg;
}

void ctx_after(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg)
{
	queue(ctx->pool, &ctx->after, run, arg);
}

void ctx_later(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg)
{
	queue(ctx->pool, &ctx->later, run, arg);
}
