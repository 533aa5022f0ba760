/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ctx.h: the context of one request (or one run of the command), passed from room to room, and how it
 * fails.
 *
 * A handler that cannot go on calls fail(), which does not return: serve() rolls the transaction back,
 * answers the Problem as the route renders it and frees the pool.  The command sets up a ctx of its own
 * and prints the Problem's detail instead.
 */
#ifndef LASTRO_CORE_CTX_H
#define LASTRO_CORE_CTX_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/attributes.h"
#include "core/day.h"
#include "core/pool.h"
#include "core/stop.h"

struct request;	    /* http/request.h */
struct response;    /* http/response.h */
struct route;	    /* http/route.h */
struct problem;	    /* core/problem.h */
struct db;	    /* db/db.h */
struct caller;	    /* identity/caller.h */
struct config;	    /* core/settings.h */
struct credential;  /* identity/credential.h */
struct attempts;    /* identity/attempts.h */
struct weights;	    /* identity/weight.h */
struct rates;	    /* identity/rate.h */
struct server;	    /* serve/serve.h */
struct idempotency; /* identity/idempotency.h */

struct ctx;

#define PATH_CAPTURES 4

/* A write that must survive a refusal: serve() runs it in its own transaction after the rollback. */
struct after {
	void (*run)(struct ctx *ctx, void *arg);
	void *arg;
	struct after *next;
};

/* The requests that a credential has left, and the seconds of the full quota: identity/rate.h. */
struct rate {
	bool known;
	int left, full_s;
};

struct ctx {
	void *pool; /* freed whole at the end */
	const struct config *config;
	struct request *req; /* NULL in the command */
	struct response *res;
	const struct route *route;	 /* NULL until matched */
	const char *path[PATH_CAPTURES]; /* captures of the route's {…}, in order */
	struct db *db;
	struct attempts *attempts;	     /* NULL in the command */
	struct weights *weights;	     /* likewise */
	struct rates *rates;		     /* NULL without a master */
	struct rate rate;		     /* what the credential has left */
	uint64_t question;		     /* identity/weight.h; 0: unknown, or refused */
	const struct credential *credential; /* read once: identity/credential.h */
	const struct caller *caller;	     /* set once the credential is known */
	int transaction; /* enum route_transaction: begun by access_enter(), else TX_NONE */
	struct idempotency *idempotency; /* the request has a key, and was not replayed */
	struct problem *problem;	 /* filled by fail() */
	jmp_buf *escape;		 /* serve()'s */
	struct after *after;		 /* first queued runs first */
	struct after *later;		 /* likewise, run after the client has its answer */
	int64_t now_ms;			 /* the time of the request, read once */
	struct day today;		 /* its civil date in São Paulo */
	int64_t deadline_us;		 /* on clock_monotonic_us() */
	bool called; /* a Function or an Action runs: its answer names these, and no address of HTTP */
	bool patient; /* waits for a locked row as long as the deadline allows */
	int64_t auth_us, db_us, calc_us, json_us; /* for Server-Timing */
	unsigned round_trips, cache_hits, cache_misses,
		rebuilds;	     /* for the metrics, summed over all tries */
	const struct server *server; /* for the metrics alone; NULL in the command */
};

/*
 * fail() - refuse: fills ctx->problem and jumps.  @code is one of the catalogue in
 * core/problem_kinds.c; @detail is pt-BR and names the wrong value.  Never called from a callback of a
 * library.
 */
NORETURN void fail(struct ctx *ctx, int status, const char *code, const char *detail, ...)
	PRINTF_LIKE(4, 5);

/* ctx_leave() - jump as fail() does, with ctx->problem as it is. */
NORETURN void ctx_leave(struct ctx *ctx);

/*
 * ctx_attempt() - calls @run, and is where fail() returns to: false when it refused; ctx->problem says
 * why.  A caller that goes on must set ctx->problem to NULL; db_abandon() undoes queued statements and
 * the open transaction.
 */
bool ctx_attempt(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg) MUST_CHECK;

/*
 * ctx_stop() - fails with 504 deadline_exceeded or 429 busy_account, according to @why, which is not
 * STOP_NOT.
 */
NORETURN void ctx_stop(struct ctx *ctx, enum stop why);

/* ctx_in_time() - calls ctx_stop() when stop_asked() says so; for loops that may take long. */
void ctx_in_time(struct ctx *ctx);

/* fail_parameter() - 400 invalid_parameter with {parameter, received, expected}. */
NORETURN void fail_parameter(struct ctx *ctx, const char *parameter, const char *received,
			     const char *expected);

/* ctx_after() - queue a write that a refusal must not undo. */
void ctx_after(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg);

/*
 * ctx_later() - queue work for after the answer: serve_rest() runs it in a transaction of its own in
 * the same workspace.  A failure of it is only logged.
 */
void ctx_later(struct ctx *ctx, void (*run)(struct ctx *ctx, void *arg), void *arg);

#endif
