/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ctx.c: how a request fails.
 *
 * fail() is the only function that jumps; it returns to ctx_attempt().
 */
#include "config.h"

#include "core/ctx.h"

#include <stdlib.h>

#include "core/log.h"
#include "core/problem.h"

bool ctx_attempt(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg)
{
	jmp_buf *const outer = ctx->escape;
	jmp_buf escape;

	ctx->escape = &escape;
	if (setjmp(escape)) {
		ctx->escape = outer;
		return false;
	}
	run(ctx, arg);
	ctx->escape = outer;
	return true;
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

NORETURN void ctx_stop(struct ctx *ctx, enum stop why)
{
	struct problem *p = problem_open(ctx);

	if (why != STOP_BUSY)
		fail(ctx, 504, "deadline_exceeded",
		     "O prazo do pedido acabou antes que a resposta ficasse pronta.");
	p->retry_after = "1";
	p->slowly = true;
	fail(ctx, 429, "busy_account",
	     "Pedidos demorados desta conta já ocupam metade dos processos. Espere que um termine.");
}

void ctx_in_time(struct ctx *ctx)
{
	enum stop why = stop_asked();

	if (why != STOP_NOT)
		ctx_stop(ctx, why);
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
