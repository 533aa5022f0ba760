/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve.c: one request from its source to its finished answer.
 *
 * Read the head, match the route, begin the transaction, find out who asks, read the body, run the
 * handler, commit, write.  A room that refuses jumps to the one setjmp, in attempt(): then the transaction is undone, what must
 * survive is written by itself, and the Problem is the answer.
 */
#include "config.h"

#include "serve.h"

#include <assert.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "access/caller.h"
#include "access/idempotency.h"
#include "core/clock.h"
#include "core/log.h"
#include "db/db.h"
#include "http/problem.h"
#include "http/response.h"
#include "http/router.h"
#include "modules.h"
#include "protocol/protocol.h"
#include "status.h"
#include "validator.h"

/* Trying the database at start must not keep the pool from standing. */
#define CONNECT_MS 2000

/* A ctx and what only this room needs beside it. */
struct turn {
	struct ctx ctx; /* first: handlers get its address */
	struct server *server;
	const struct source *source;
	int64_t begun_us;
	bool body_read;
	bool head; /* the client asked HEAD: headers only */
};

static struct turn *turn_of(struct ctx *ctx)
{
	return (struct turn *)ctx;
}

/* The one place that a failing room comes back to.  False: ctx->problem says why. */
static bool attempt(struct ctx *ctx, void (*run)(struct ctx *ctx))
{
	jmp_buf *outer = ctx->escape;
	jmp_buf escape;

	ctx->escape = &escape;
	if (setjmp(escape)) {
		ctx->escape = outer;
		return false;
	}
	run(ctx);
	ctx->escape = outer;
	return true;
}

/* ---- the server ---- */

struct server *server_new(void *pool, const struct config *config, const char **error)
{
	struct server *s = pool_zero(pool, struct server);

	validator_init();
	s->pool = pool;
	s->config = config;
	s->heartbeat = &s->own_heartbeat;
	s->router = router_new(pool, modules, n_modules, error);
	if (!s->router)
		return NULL;
	for (size_t i = 0; i < n_protocols; i++)
		if (!protocol_start(pool, protocols[i], error))
			return NULL;
	s->db = db_new(pool, config->database, config->prepared);
	s->db_read = config->database_read ? db_new(pool, config->database_read, config->prepared)
					   : s->db;
	return s;
}

/* A connection that is made anew may be another role's. */
static bool *role_known(struct server *s, const struct db *db)
{
	return db == s->db ? &s->role_known : &s->read_role_known;
}

static struct turn *turn_new(struct server *s, void *pool, const struct source *source)
{
	struct turn *t = pool_zero(pool, struct turn);

	if (!db_is_connected(s->db))
		s->role_known = false;
	if (!db_is_connected(s->db_read))
		s->read_role_known = false;
	t->server = s;
	t->source = source;
	t->begun_us = clock_monotonic_us();
	t->ctx.pool = pool;
	t->ctx.config = s->config;
	t->ctx.db = s->db;
	t->ctx.res = pool_zero(pool, struct response);
	t->ctx.now_ms = clock_now_ms();
	t->ctx.today = clock_day_of(t->ctx.now_ms);
	t->ctx.deadline_us = t->begun_us + (int64_t)s->config->deadline_ms * 1000;
	return t;
}

/*
 * A role that row security does not bind must not serve.  Asked whenever a connection is new, since
 * the database may come up long after the worker.
 */
static void check_role(struct ctx *ctx)
{
	struct server *s = turn_of(ctx)->server;
	const char *why;

	if (*role_known(s, ctx->db))
		return;
	why = db_check_role(ctx);
	if (why) {
		s->unsafe = true;
		log_event(LOG_ERROR, NULL, "refusing to serve: %s", why);
		db_disconnect(ctx->db);
		fail(ctx, 503, "database_unavailable",
		     "O serviço está mal configurado e não atende.");
	}
	*role_known(s, ctx->db) = true;
}

bool server_connect(struct server *s)
{
	void *pool = pool_new(s->pool, "first connection");
	struct turn *t = turn_new(s, pool, NULL);

	t->ctx.deadline_us = t->begun_us + CONNECT_MS * 1000;
	if (!attempt(&t->ctx, check_role)) {
		db_abandon(s->db);
		if (!s->unsafe)
			log_event(LOG_WARN, NULL, "the database cannot be reached yet: %s",
				  t->ctx.problem->cause ? t->ctx.problem->cause
							: t->ctx.problem->code);
	}
	pool_free(pool);
	return !s->unsafe;
}

void server_busy(struct server *s, int64_t until_us)
{
	atomic_store_explicit(s->heartbeat, until_us, memory_order_relaxed);
}

/* ---- answering ---- */

static bool answer_is_good(const struct ctx *ctx)
{
	return ctx->res->status >= 200 && ctx->res->status < 300;
}

/* "*" is left to the handler: it would match an answer that would have been a refusal. */
static bool client_has(const struct ctx *ctx, const char *etag)
{
	const char *sent = ctx->req->if_none_match;

	return sent && !str_eq(sent, "*") && etag_matches(sent, etag);
}

static void run_handler(struct ctx *ctx)
{
	ctx->route->run(ctx);
	/*
	 * The handler of a portfolio asks after the request's own 400s whether the caller may; one
	 * that forgot must not answer.
	 */
	if ((ctx->route->flags & ROUTE_PORTFOLIO) && answer_is_good(ctx) &&
	    !ctx->caller->resource_checked) {
		log_event(LOG_ERROR, NULL, "%s answered without access_resource()",
			  ctx->route->operation);
		fail(ctx, 500, "internal_error", "Erro interno.");
	}
}

/* An Action that brings a file shares its route with all others. */
static bool is_file_action(const struct ctx *ctx)
{
	if (!(ctx->route->flags & (ROUTE_UNDONE | ROUTE_LATE_KEY)))
		return false;
	for (size_t i = 0; i < n_protocols; i++)
		if (protocols[i]->file_action && str_eq(protocols[i]->file_action, ctx->path[0]))
			return true;
	return false;
}

static void read_body(struct ctx *ctx)
{
	struct turn *t = turn_of(ctx);

	if (t->body_read)
		return;
	request_read_body(ctx, t->source, is_file_action(ctx) ? BODY_FILE : ctx->route->body_max);
	t->body_read = true;
}

/* Forget what a try left and what it asked of the database, so that the next begins as it did. */
static void forget_try(struct ctx *ctx)
{
	db_abandon(ctx->db);
	respond_reset(ctx);
	ctx->problem = NULL;
	ctx->refusing = NULL;
	ctx->after = NULL;
	ctx->later = NULL;
	ctx->caller = NULL;
	ctx->idempotency = NULL;
	ctx->calc_us = ctx->json_us = 0;
	for (size_t i = 0; i < ctx->req->n_query; i++)
		ctx->req->query[i].taken = false;
}

static void read_and_run(struct ctx *ctx)
{
	read_body(ctx);
	if (ctx->route->flags & ROUTE_TOGETHER) /* for the tag, and to find what is at hand */
		(void)access_ledgers(ctx);
	run_handler(ctx);
}

/* The first round trip: who asks, inside the transaction that will answer. */
static void enter(struct ctx *ctx, void (*begin)(struct ctx *ctx))
{
	int64_t start = clock_monotonic_us();

	begin(ctx);
	access_check(ctx);
	check_role(ctx);
	ctx->auth_us += clock_monotonic_us() - start;
}

static void answer_read(struct ctx *ctx)
{
	bool listed = ctx->route->flags & ROUTE_LISTED; /* tagged by what was found */
	bool tagged = !listed && (ctx->route->flags & ROUTE_ETAG);
	bool known = !(ctx->route->flags & ROUTE_PORTFOLIO);
	const char *etag = NULL;

	enter(ctx, db_begin_read);
	if (tagged)
		etag = validator_of(ctx);
	/* Who holds the tag was answered 200 to this very question; only access may have gone since. */
	if (etag && (known || ctx->caller->access != ACCESS_NONE) && client_has(ctx, etag)) {
		db_rollback(ctx);
		respond_unchanged(ctx, etag);
		return;
	}
	read_and_run(ctx);
	db_commit(ctx);
	if (listed)
		etag = validator_of(ctx);
	if (!etag || ctx->res->status != 200)
		return;
	if (ctx->req->if_none_match && etag_matches(ctx->req->if_none_match, etag))
		respond_unchanged(ctx, etag);
	else
		respond_header(ctx, "ETag", "%s", etag);
}

static void answer_write(struct ctx *ctx)
{
	bool once = (ctx->route->flags & (ROUTE_IDEMPOTENT | ROUTE_LATE_KEY)) == ROUTE_IDEMPOTENT;
	bool replayed = false;

	enter(ctx, db_begin_write);
	read_body(ctx);
	if (once)
		replayed = idempotency_begin(ctx);
	if (replayed) {
		/* The answer is older than the caller's present access. */
		if (ctx->route->flags & ROUTE_PORTFOLIO)
			access_resource(ctx);
		db_rollback(ctx);
		return;
	}
	run_handler(ctx);
	if ((ctx->route->flags & ROUTE_IDEMPOTENT) && answer_is_good(ctx))
		idempotency_keep(ctx);
	if (ctx->route->flags & ROUTE_UNDONE) {
		ctx->later = NULL; /* it would tell of what never was */
		db_rollback(ctx);
	} else {
		db_commit(ctx);
	}
}

static void answer(struct ctx *ctx)
{
	if (ctx->route->need == NO_KEY) {
		read_body(ctx);
		run_handler(ctx);
	} else if (ctx->route->method == GET || (ctx->route->flags & ROUTE_READ)) {
		answer_read(ctx);
	} else {
		answer_write(ctx);
	}
}

/* Market reads tolerate a replica's lag; an account must read what it has just written. */
static struct db *database_for(const struct server *s, const struct route *route)
{
	return route->scope == SCOPE_MARKET_READ && route->method == GET ? s->db_read : s->db;
}

static void read_head(struct ctx *ctx)
{
	struct turn *t = turn_of(ctx);

	request_read(ctx, t->source);
	t->head = ctx->req->method == HEAD;
	router_match(ctx, t->server->router);
	ctx->db = database_for(t->server, ctx->route);
	if ((ctx->route->flags & ROUTE_IMPORT) || is_file_action(ctx)) {
		ctx->deadline_us = t->begun_us + (int64_t)ctx->config->import_deadline_ms * 1000;
		server_busy(t->server, ctx->deadline_us + (int64_t)GRACE_MS * 1000);
	}
}

/* ---- refusing ---- */

static void run_after(struct ctx *ctx)
{
	db_begin_write(ctx);
	for (struct after *a = ctx->after; a; a = a->next)
		a->run(ctx, a->arg);
	db_commit(ctx);
}

static void after_was_lost(struct ctx *ctx)
{
	fail(ctx, 503, "database_unavailable",
	     "O banco de dados não respondeu. Tente de novo em instantes.");
}

static void refuse(struct ctx *ctx)
{
	struct problem *refusal = ctx->problem;
	const char *allow;

	assert(refusal); /* attempt() is false only after fail() */
	allow = refusal->allow;
	db_abandon(ctx->db);
	respond_reset(ctx);
	if (ctx->after) {
		if (attempt(ctx, run_after)) {
			ctx->problem = refusal;
		} else {
			db_abandon(ctx->db);
			ctx->problem = NULL;
			(void)attempt(ctx, after_was_lost); /* fails by design: fills the Problem */
		}
		respond_reset(ctx);
	}
	if (ctx->req && ctx->req->method == OPTIONS && refusal->status == 405 && allow) {
		respond_options(ctx, allow);
		return;
	}
	if (ctx->route && str_eq(ctx->route->operation, "getStatus") &&
	    ctx->problem->status == 503) {
		status_unavailable(ctx);
		return;
	}
	if (!attempt(ctx, problem_render))
		abort(); /* a Problem that cannot be written is a defect, and there is no other answer */
}

/* ---- telling ---- */

static void log_turn(const struct turn *t)
{
	const struct ctx *ctx = &t->ctx;
	const struct request *req = ctx->req;
	struct buf b;
	struct json j;

	if (!log_wants(LOG_INFO))
		return;
	buf_init(&b, ctx->pool, 512);
	json_init(&j, &b);
	json_open(&j, NULL);
	json_text(&j, "request_id", req ? req->request_id : NULL);
	json_text(&j, "operation", ctx->route ? ctx->route->operation : NULL);
	json_text(&j, "method", req ? req->method_text : NULL);
	json_int(&j, "status", ctx->res->status);
	json_decimal(&j, "ms", clock_monotonic_us() - t->begun_us, 3, 3, false);
	json_decimal(&j, "db_ms", ctx->db_us, 3, 3, false);
	json_decimal(&j, "calc_ms", ctx->calc_us, 3, 3, false);
	json_decimal(&j, "json_ms", ctx->json_us, 3, 3, false);
	json_int(&j, "bytes", (int64_t)ctx->res->body.n);
	if (ctx->caller)
		json_uuid(&j, "account", ctx->caller->account);
	if (req && req->traceparent)
		json_text(&j, "traceparent", req->traceparent);
	if (ctx->problem) {
		json_text(&j, "code", ctx->problem->code);
		if (ctx->problem->cause)
			json_text(&j, "cause", ctx->problem->cause);
	}
	json_close(&j);
	/* Members only: the braces are the line's. */
	log_event(ctx->res->status >= 500 ? LOG_ERROR : LOG_INFO,
		  pool_strndup(ctx->pool, b.p + 1, b.n - 2), "request");
}

#define RETRIES 3

static bool may_try_again(const struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	return ctx->route && p && p->retry && clock_monotonic_us() < ctx->deadline_us;
}

/* Who was let go by a collision would otherwise meet this one again at the very same place. */
static void give_way(int tries)
{
	unsigned char noise;
	struct timespec pause = { 0 };

	randombytes_buf(&noise, sizeof(noise));
	pause.tv_nsec = tries * (10000000L + noise * 100000L); /* 10 to 35 ms a try */
	(void)nanosleep(&pause, NULL);
}

struct slice serve(struct server *s, void *pool, const struct source *src, struct slice *rest)
{
	struct turn *t = turn_new(s, pool, src);
	struct ctx *ctx = &t->ctx;
	bool done;

	server_busy(s, ctx->deadline_us + (int64_t)GRACE_MS * 1000);
	done = attempt(ctx, read_head) && attempt(ctx, answer);
	for (int tries = 1; !done && tries <= RETRIES && may_try_again(ctx); tries++) {
		forget_try(ctx);
		give_way(tries);
		done = attempt(ctx, answer);
	}
	if (!done)
		refuse(ctx);
	log_turn(t);
	s->turn = done ? t : NULL;
	return response_write(ctx, !t->head, rest);
}

/* ---- afterwards ---- */

static void run_later(struct ctx *ctx)
{
	db_begin_write(ctx);
	access_resume(ctx);
	for (struct after *a = ctx->later; a; a = a->next)
		a->run(ctx, a->arg);
	db_commit(ctx);
}

void serve_sent(struct server *s)
{
	db_tell_end(s->db);
	db_tell_end(s->db_read);
}

void serve_rest(struct server *s)
{
	struct turn *t = s->turn;

	s->turn = NULL;
	if (!t || !t->ctx.later)
		return;
	t->ctx.deadline_us = clock_monotonic_us() + (int64_t)s->config->deadline_ms * 1000;
	server_busy(s, t->ctx.deadline_us + (int64_t)GRACE_MS * 1000);
	if (attempt(&t->ctx, run_later))
		return;
	db_abandon(t->ctx.db);
	log_event(LOG_WARN, NULL, "%s: left undone after the answer: %s", t->ctx.route->operation,
		  t->ctx.problem->cause ? t->ctx.problem->cause : t->ctx.problem->code);
}
