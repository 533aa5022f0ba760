/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c: see turn.h. */
#include "config.h"

#include "identity/turn.h"

#include "core/log.h"
#include "db/db.h"

/* The queued functions and the refusal hang on the pool of the turn, so they never outlive it. */
static void turn_close(struct ctx *ctx, void *outer)
{
	pool_free(ctx->pool);
	ctx->pool = outer;
	ctx->caller = NULL;
	ctx->after = ctx->later = NULL;
	ctx->problem = NULL;
}

static struct problem problem_copy(void *pool, const struct problem *p)
{
	return (struct problem){ .status = p->status,
				 .code = p->code,
				 .detail = p->detail ? pool_strdup(pool, p->detail) : NULL,
				 .cause = p->cause ? pool_strdup(pool, p->cause) : NULL };
}

bool turn_take(struct ctx *ctx, const struct caller *caller,
	       void (*run)(struct ctx *ctx, void *arg), void *arg, struct problem *why)
{
	void *outer = ctx->pool;
	bool done;

	ctx->pool = pool_new(outer, "turn");
	ctx->caller = caller;
	done = ctx_attempt(ctx, run, arg);
	if (!done) {
		db_abandon(ctx->db);
		*why = problem_copy(outer, ctx->problem);
	} else if (ctx->later && !ctx_attempt(ctx, access_later, NULL)) {
		db_abandon(ctx->db);
		log_event(LOG_WARN, NULL, "left undone: %s",
			  ctx->problem->cause ? ctx->problem->cause : ctx->problem->code);
	}
	turn_close(ctx, outer);
	return done;
}
