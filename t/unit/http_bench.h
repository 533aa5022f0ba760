/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_bench.h: a request without a server: a test's context, and checks of its refusals.
 */
#ifndef LASTRO_T_HTTP_BENCH_H
#define LASTRO_T_HTTP_BENCH_H

#include <setjmp.h>

#include "core/settings.h"
#include "core/ctx.h"
#include "http/problem_answer.h"
#include "http/request.h"
#include "http/response.h"

struct bench {
	struct ctx ctx;
	struct config config;
	jmp_buf escape;
	struct slice body; /* the input for the source's read() */
	struct source source;
};

/* bench_new() - makes a context with a separate pool; config is empty except for a database and a base URL. */
struct bench *bench_new(void);
void bench_free(struct bench *b);

/* bench_request() - runs request_read() on these variables; true unless it refused. */
bool bench_request(struct bench *b, const char *const *env);

/* bench_try() - runs @run; true unless it refused, with the reason in ctx.problem. */
bool bench_try(struct bench *b, void (*run)(struct ctx *ctx));

/* bench_problem() - the rendered Problem's body. */
const char *bench_problem(struct bench *b);

/* is_refused() - tests that @run refuses with this code. */
bool is_refused(struct bench *b, void (*run)(struct ctx *ctx), const char *code, const char *name);

#endif
