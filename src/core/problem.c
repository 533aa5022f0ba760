/* SPDX-License-Identifier: Apache-2.0 */
/*
 * problem.c: the content of a refusal, gathered before fail().
 *
 * Members of `details` are written when they are given, so a refusal deep in a room needs no shared
 * structure with the renderer of the Problem.
 */
#include "config.h"

#include "core/problem.h"

#define SHOWN_MAX 80

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

/* A writer that continues after the members given so far. */
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
	json_texts(&m.json, member, values, n);
	member_end(ctx, &m);
}

void problem_raw(struct ctx *ctx, const char *member, const char *json)
{
	struct member m;

	member_begin(ctx, &m);
	json_raw(&m.json, member, json);
	member_end(ctx, &m);
}

const char *problem_shown(void *pool, const char *value)
{
	size_t n = 0;
	const char *p = value;

	for (; *p; p++) {
		if (((unsigned char)*p & 0xc0) == 0x80)
			continue; /* inside a code point */
		if (n++ == SHOWN_MAX)
			return pool_printf(pool, "%.*s…", (int)(p - value), value);
	}
	return value;
}

const char *problem_choices(void *pool, const char *const *choices)
{
	struct buf out;

	buf_init(&out, pool, 128);
	buf_str(&out, "um de: ");
	for (size_t i = 0; choices[i]; i++) {
		if (i)
			buf_put(&out, ", ", 2);
		buf_str(&out, choices[i]);
	}
	return buf_text(&out);
}
