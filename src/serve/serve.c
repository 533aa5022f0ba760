/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/serve.c: one request, from its source to its finished answer.
 *
 * Reads the head, matches the route, begins the transaction, authenticates the caller, reads the body,
 * runs the handler, commits and writes, each as the route's row says.  When a room refuses, the
 * transaction is rolled back, writes that must survive run in their own transaction, and the route's
 * renderer makes the answer.
 */
#include "config.h"

#include "serve/serve.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>

#include "identity/caller.h"
#include "identity/idempotency.h"
#include "identity/weight.h"
#include "core/clock.h"
#include "core/log.h"
#include "core/stop.h"
#include "core/settings.h"
#include "db/db.h"
#include "db/migrate.h"
#include "serve/etag.h"
#include "http/if_match.h"
#include "http/problem_answer.h"
#include "http/response.h"
#include "http/router.h"
#include "serve/modules.h"
#include "serve/places.h"

/* A slow database must not keep the pool from starting. */
#define CONNECT_MS 2000

/* How long a replica is not asked after it failed; and the longest wait for it. */
#define REPLICA_PAUSE_MS 5000
#define REPLICA_CONNECT_MS 500

/* A ctx, and the members that only this room needs. */
struct turn {
	struct ctx ctx; /* first: handlers get its address */
	struct server *server;
	const struct source *source;
	int64_t begun_us;
	bool body_read;
	struct slice body; /* as it was read */
	bool head;	   /* the request is HEAD: headers only */
};

static struct turn *turn_of(struct ctx *ctx)
{
	return (struct turn *)ctx;
}

/* ---- the server ---- */

struct server *server_new(void *pool, const struct config *config, const char **error)
{
	struct server *s = pool_zero(pool, struct server);

	etag_init();
	s->pool = pool;
	s->config = config;
	s->place = &s->own_place;
	s->attempts = pool_zero(pool, struct attempts);
	s->weights = pool_zero(pool, struct weights);
	s->metrics = metrics_alone();
	s->router = router_new(pool, modules, n_modules, error);
	if (!s->router)
		return NULL;
	modules_start(pool);
	s->db = db_new_guarded(pool, config->database, config->prepared);
	s->db_read = s->db;
	if (config->database_read) {
		s->db_read = db_new_guarded(pool, config->database_read, config->prepared);
		db_connect_within(s->db_read, REPLICA_CONNECT_MS);
	}
	return s;
}

static struct turn *turn_new(struct server *s, void *pool, const struct source *source)
{
	struct turn *t = pool_zero(pool, struct turn);

	t->server = s;
	t->source = source;
	t->begun_us = clock_monotonic_us();
	t->ctx.pool = pool;
	t->ctx.config = s->config;
	t->ctx.attempts = s->attempts;
	t->ctx.weights = s->weights;
	t->ctx.rates = s->rates;
	t->ctx.server = s;
	t->ctx.db = s->db;
	t->ctx.transaction = TX_NONE;
	t->ctx.res = pool_zero(pool, struct response);
	t->ctx.now_ms = clock_now_ms();
	t->ctx.today = clock_day_of(t->ctx.now_ms);
	t->ctx.deadline_us = t->begun_us + (int64_t)s->config->deadline_ms * 1000;
	return t;
}

/* A schema mismatch is logged; requests are still served. */
static void connect_now(struct ctx *ctx, void *arg UNUSED)
{
	int schema, newest = migrations_newest();

	db_connect(ctx);
	if (db_is_unsafe(ctx->db))
		return;
	schema = db_schema_version(
		ctx); /* outside a transaction: one left open would hold a pooler's server */
	if (schema != newest)
		log_event(LOG_ERROR, NULL, "the schema is version %d, this program's %d: %s",
			  schema, newest,
			  schema < newest ? "lastro db migrate"
					  : "install the version that migrated it");
}

static bool is_unsafe(struct server *s)
{
	s->unsafe = db_is_unsafe(s->db) || db_is_unsafe(s->db_read);
	return s->unsafe;
}

bool server_connect(struct server *s)
{
	void *pool = pool_new(s->pool, "first connection");
	struct turn *t = turn_new(s, pool, NULL);

	t->ctx.deadline_us = t->begun_us + CONNECT_MS * 1000;
	if (!ctx_attempt(&t->ctx, connect_now, NULL)) {
		db_abandon(s->db);
		if (!is_unsafe(s))
			log_event(LOG_WARN, NULL, "the database cannot be reached yet: %s",
				  t->ctx.problem->cause ? t->ctx.problem->cause
							: t->ctx.problem->code);
	}
	pool_free(pool);
	return !s->unsafe;
}

/* ---- answering ---- */

static bool answer_is_good(const struct ctx *ctx)
{
	return ctx->res->status >= 200 && ctx->res->status < 300;
}

/* "*" is left to the handler: it would also match where the handler refuses. */
static bool client_has(const struct ctx *ctx, const char *etag)
{
	const char *sent = ctx->req->if_none_match;

	return sent && !str_eq(sent, "*") && etag_matches(sent, etag);
}

#define IS_FORM(route) ((route)->body == BODY_FORM || (route)->body == BODY_FORM_FILE)

/* Whether a handler wrote for a session's form without checking its CSRF token. */
static bool token_forgotten(const struct ctx *ctx)
{
	const struct route *route = ctx->route;

	return ctx->caller && ctx->caller->form == FORM_SESSION && route->method == POST &&
	       IS_FORM(route) && ctx->res->status < 400 && !ctx->req->csrf_checked;
}

static void run_handler(struct ctx *ctx)
{
	if (ctx->route->method != GET)
		if_match_check(ctx);
	ctx->route->run(ctx);
	if (token_forgotten(ctx)) {
		log_event(LOG_ERROR, NULL, "%s answered without csrf_check()",
			  ctx->route->operation);
		fail(ctx, 500, "internal_error", "Erro interno.");
	}
	/*
	 * A handler of a portfolio checks the caller's access after the request's own 400s; an answer
	 * without that check is a defect.
	 */
	if (ctx->route->subject == SUBJECT_PORTFOLIO && answer_is_good(ctx) &&
	    !ctx->caller->resource_checked) {
		log_event(LOG_ERROR, NULL, "%s answered without access_resource()",
			  ctx->route->operation);
		fail(ctx, 500, "internal_error", "Erro interno.");
	}
}

static bool is_heavy(const struct ctx *ctx)
{
	return ctx->route->heavy && ctx->route->heavy(ctx);
}

static void read_body(struct ctx *ctx)
{
	const struct route *route = ctx->route;
	struct turn *t = turn_of(ctx);

	if (t->body_read)
		return;
	if (is_heavy(ctx) || weight_was_large(ctx))
		place_hold(ctx, t->server);
	request_read_body(ctx, t->source,
			  is_heavy(ctx) && route->heavy_max ? route->heavy_max : route->body_max);
	t->body_read = true;
	t->body = ctx->req->body;
}

/* Resets the state of a failed try before the next one. */
static void forget_try(struct ctx *ctx)
{
	db_abandon(ctx->db);
	respond_reset(ctx);
	if (turn_of(ctx)->body_read) /* a page may have put another in its place */
		ctx->req->body = turn_of(ctx)->body;
	ctx->problem = NULL;
	ctx->after = NULL;
	ctx->later = NULL;
	ctx->caller = NULL;
	ctx->idempotency = NULL;
	ctx->transaction = TX_NONE;
	ctx->calc_us = ctx->json_us = 0;
	ctx->req->csrf_checked = false;
	for (size_t i = 0; i < ctx->req->n_query; i++)
		ctx->req->query[i].taken = false;
}

/* ---- the ways of a transaction ---- */

static bool is_tagged(const struct ctx *ctx)
{
	enum route_validator validator = route_validator(ctx);

	return validator != VALIDATOR_NONE &&
	       (validator != VALIDATOR_FOUND || ctx->route->versions);
}

/* A client with this tag was answered 200 before, so only its access can have changed since. */
static bool is_known(struct ctx *ctx, const char *etag)
{
	return (ctx->route->subject != SUBJECT_PORTFOLIO || ctx->caller->access != ACCESS_NONE) &&
	       client_has(ctx, etag);
}

/* Answers 412 instead of 200 when If-Match names another version. */
static void refuse_other_version(struct ctx *ctx, const char *etag)
{
	int64_t wanted;
	bool same = ctx->route->validator == VALIDATOR_LEDGER
			    ? if_match_version(ctx, ctx->caller->ledger_version, &wanted)
			    : if_match_tag(ctx, etag ? etag : respond_value(ctx, "ETag"));

	if (!same)
		if_match_refuse(ctx);
}

static void add_tag(struct ctx *ctx, const char *etag)
{
	if (ctx->res->status != 200)
		return;
	if (ctx->req->if_none_match && etag_matches(ctx->req->if_none_match, etag))
		respond_unchanged(ctx, etag);
	else
		respond_header(ctx, "ETag", "%s", etag);
}

static void hold_to_conditions(struct ctx *ctx, const char *etag)
{
	if (ctx->route->method == GET && ctx->req->if_match && ctx->res->status == 200)
		refuse_other_version(ctx, etag);
	if (etag)
		add_tag(ctx, etag);
}

static void answer_read(struct ctx *ctx)
{
	const char *etag = NULL;

	access_enter(ctx, TX_READ);
	if (ctx->route->versions)
		respond_versions(ctx, ctx->route->versions(ctx));
	if (is_tagged(ctx))
		etag = etag_for(ctx);
	if (route_validator(ctx) == VALIDATOR_MARKET)
		respond_header(ctx, "Cache-Control", "public, no-cache");
	if (ctx->route->negotiated)
		respond_header(ctx, "Vary", "Accept");
	if (etag && !ctx->req->if_match && is_known(ctx, etag)) {
		db_rollback(ctx);
		respond_unchanged(ctx, etag);
		return;
	}
	read_body(ctx);
	run_handler(ctx);
	db_commit(ctx);
	if (!etag && route_validator(ctx) == VALIDATOR_FOUND)
		etag = etag_for(ctx);
	hold_to_conditions(ctx, etag);
}

/* Runs the queued writes that survive a rollback. */
static void run_after(struct ctx *ctx, void *arg UNUSED)
{
	ctx->patient = true;
	db_begin_write(ctx);
	for (struct after *a = ctx->after; a; a = a->next)
		a->run(ctx, a->arg);
	db_commit(ctx);
}

/* Ends the transaction that access_enter() began. */
static void end_transaction(struct ctx *ctx)
{
	switch ((enum route_transaction)ctx->transaction) {
	case TX_READ:
		db_commit(ctx);
		break;
	case TX_WRITE:
		if (answer_is_good(ctx))
			idempotency_keep(ctx);
		db_commit(ctx);
		break;
	case TX_UNDONE:
		ctx->later = NULL; /* it would report a write that was rolled back */
		db_rollback(ctx);
		db_wait(ctx, NULL, 0); /* awaited: the next request finds no lock of this one */
		if (ctx->after)
			run_after(ctx, NULL);
		break;
	case TX_NONE:
	case TX_CHOSEN:
		break;
	}
}

static enum route_transaction transaction_of(const struct ctx *ctx)
{
	const struct route *route = ctx->route;

	return route->undone && route->undone(ctx) ? TX_UNDONE : route->transaction;
}

static void answer_write(struct ctx *ctx)
{
	const char *etag = NULL;

	access_enter(ctx, transaction_of(ctx));
	read_body(ctx);
	if (ctx->route->once == ONCE && idempotency_begin(ctx)) {
		/* The stored answer may be older than the caller's present access. */
		if (ctx->route->subject == SUBJECT_PORTFOLIO)
			access_resource(ctx);
		idempotency_check_gone(ctx);
		db_rollback(ctx);
		return;
	}
	run_handler(ctx);
	if (route_validator(ctx) == VALIDATOR_FOUND)
		etag = etag_for(ctx);
	end_transaction(ctx);
	if (etag)
		hold_to_conditions(ctx, etag);
}

/* The handler begins a transaction itself, or has none. */
static void answer_freely(struct ctx *ctx)
{
	if (ctx->route->caller != CALLER_NOBODY)
		access_credential(ctx);
	request_check(ctx);
	read_body(ctx);
	run_handler(ctx);
	end_transaction(ctx);
	hold_to_conditions(ctx, ctx->route->validator == VALIDATOR_PROGRAM ? etag_for(ctx) : NULL);
}

/* Checks the request as far as possible without its body. */
static void answer_judged(struct ctx *ctx)
{
	const struct route *route = ctx->route;
	bool open = route->caller == CALLER_NOBODY;

	if (open && ctx->req->content_length > MAX_FORM)
		fail(ctx, 413, "payload_too_large",
		     "O corpo passa do limite desta operação, de %s.",
		     request_size(ctx->pool, MAX_FORM));
	if (!open) {
		access_enter(ctx, TX_READ);
		if (route->subject == SUBJECT_PORTFOLIO)
			access_resource(ctx);
		db_commit(ctx);
	}
	if (ctx->req->judge == JUDGE_REFUSED) {
		/* The limit that refused the body no longer applies, but the body was discarded. */
		problem_open(ctx)->retry_after = "1";
		fail(ctx, 503, "busy", "O serviço estava ocupado. Tente de novo em instantes.");
	}
	ctx->res->status = open ? 401 : 204;
}

static void answer(struct ctx *ctx, void *arg UNUSED)
{
	if (ctx->req->judge) {
		answer_judged(ctx);
		return;
	}
	switch (transaction_of(ctx)) {
	case TX_READ:
		answer_read(ctx);
		break;
	case TX_WRITE:
	case TX_UNDONE:
		answer_write(ctx);
		break;
	case TX_NONE:
	case TX_CHOSEN:
		answer_freely(ctx);
		break;
	}
}

/* Answers of public data may lag; an account must read its own writes. */
static struct db *database_for(const struct server *s, const struct ctx *ctx)
{
	return ctx->route->replica && !route_is_own(ctx) && clock_monotonic_us() >= s->replica_at_us
		       ? s->db_read
		       : s->db;
}

static void read_head(struct ctx *ctx, void *arg UNUSED)
{
	struct turn *t = turn_of(ctx);

	request_read(ctx, t->source);
	t->head = ctx->req->method == HEAD;
	router_match(ctx, t->server->router);
	ctx->db = database_for(t->server, ctx);
	if (is_heavy(ctx)) {
		ctx->deadline_us = t->begun_us + (int64_t)ctx->config->import_deadline_ms * 1000;
		place_busy(t->server, ctx->deadline_us + (int64_t)GRACE_MS * 1000);
		stop_deadline(ctx->deadline_us);
	}
}

/* ---- refusing ---- */

static void after_was_lost(struct ctx *ctx, void *arg UNUSED)
{
	fail(ctx, 503, "database_unavailable",
	     "O banco de dados não respondeu. Tente de novo em instantes.");
}

/* Reads the form of an expired session, which the log-in page preserves (identity/pages/unsent.h). */
static void read_refused_form(struct ctx *ctx, void *arg UNUSED)
{
	struct turn *t = turn_of(ctx);

	if (t->body_read)
		return;
	request_read_body(ctx, t->source, MAX_FORM);
	t->body_read = true;
}

static void render_refusal(struct ctx *ctx, void *arg UNUSED)
{
	if (ctx->route && ctx->route->refuse)
		ctx->route->refuse(ctx);
	else
		modules_refuse(ctx);
}

static void refuse(struct ctx *ctx)
{
	struct problem *refusal = ctx->problem;
	const char *allow;

	assert(refusal); /* ctx_attempt() is false only after fail() */
	allow = refusal->allow;
	db_abandon(ctx->db);
	respond_reset(ctx);
	if (ctx->after) {
		if (ctx_attempt(ctx, run_after, NULL)) {
			ctx->problem = refusal;
		} else {
			db_abandon(ctx->db);
			ctx->problem = NULL;
			/* Refuses deliberately, to fill the Problem. */
			(void)!ctx_attempt(ctx, after_was_lost, NULL);
		}
		respond_reset(ctx);
	}
	if (refusal->status == 401 && ctx->route && IS_FORM(ctx->route) && !ctx->req->judge) {
		(void)!ctx_attempt(ctx, read_refused_form,
				   NULL); /* a larger form is not preserved */
		ctx->problem = refusal;
	}
	if (ctx->req && ctx->req->method == OPTIONS && refusal->status == 405 && allow) {
		respond_options(ctx, allow);
		return;
	}
	/* A refusal that cannot be rendered is a defect, and no other answer is left. */
	if (!ctx_attempt(ctx, render_refusal, NULL))
		abort();
	db_abandon(ctx->db); /* a form that is shown again reads in a transaction of its own */
}

/* ---- dump ---- */

static void log_turn(const struct turn *t)
{
	const struct ctx *ctx = &t->ctx;
	const struct request *req = ctx->req;
	struct json *j;

	if (!log_wants(LOG_INFO))
		return;
	j = json_new(ctx->pool, 512);
	json_open(j, NULL);
	json_text(j, "request_id", req ? req->request_id : NULL);
	json_text(j, "operation", ctx->route ? ctx->route->operation : NULL);
	json_text(j, "method", req ? req->method_text : NULL);
	json_int(j, "status", ctx->res->status);
	json_decimal(j, "ms", clock_monotonic_us() - t->begun_us, 3, 3, false);
	json_decimal(j, "db_ms", ctx->db_us, 3, 3, false);
	json_decimal(j, "calc_ms", ctx->calc_us, 3, 3, false);
	json_decimal(j, "json_ms", ctx->json_us, 3, 3, false);
	json_int(j, "bytes", (int64_t)ctx->res->body.n);
	if (ctx->caller)
		json_uuid(j, "account", ctx->caller->account);
	if (req && req->traceparent)
		json_text(j, "traceparent", req->traceparent);
	if (ctx->problem) {
		json_text(j, "code", ctx->problem->code);
		if (ctx->problem->cause)
			json_text(j, "cause", ctx->problem->cause);
	}
	json_close(j);
	/* Members only: the braces belong to the log line. */
	log_event(ctx->res->status >= 500 ? LOG_ERROR : LOG_INFO,
		  pool_strndup(ctx->pool, j->out->p + 1, j->out->n - 2), "request");
}

#define RETRIES 3

static bool may_try_again(const struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	return ctx->route && p && p->retry && clock_monotonic_us() < ctx->deadline_us;
}

/*
 * Whether a replica refused what the primary may answer: the replica is gone, or lags behind the
 * credential or the membership.
 */
static bool may_ask_primary(struct ctx *ctx)
{
	struct server *s = turn_of(ctx)->server;
	const struct problem *p = ctx->problem;

	if (ctx->db == s->db || !ctx->route || clock_monotonic_us() >= ctx->deadline_us)
		return false;
	if (p->status == 503)
		s->replica_at_us = clock_monotonic_us() + (int64_t)REPLICA_PAUSE_MS * 1000;
	return p->status == 503 || p->status == 401 || str_eq(p->code, "workspace_not_found");
}

/* Waits for a random time, so that two colliding requests do not collide again. */
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

	place_busy(s, ctx->deadline_us + (int64_t)GRACE_MS * 1000);
	stop_begin(ctx->deadline_us);
	done = ctx_attempt(ctx, read_head, NULL) && ctx_attempt(ctx, answer, NULL);
	if (!done && may_ask_primary(ctx)) {
		forget_try(ctx);
		ctx->db = s->db;
		done = ctx_attempt(ctx, answer, NULL);
	}
	for (int tries = 1; !done && tries <= RETRIES && may_try_again(ctx); tries++) {
		bool locked = str_eq(ctx->problem->code, "ledger_busy");

		if (locked && (ctx->patient || !place_claim(s)))
			break;
		ctx->patient = ctx->patient || locked;
		forget_try(ctx);
		if (!locked)
			give_way(tries);
		done = ctx_attempt(ctx, answer, NULL);
	}
	weight_remember(ctx, clock_monotonic_us() - t->begun_us, done ? ctx->res->body.n : 0);
	if (!done)
		refuse(ctx);
	if (!done && ctx->req && ctx->req->judge == JUDGE_MAY)
		ctx->res->status = 403; /* nginx's auth_request accepts no other refusal */
	(void)is_unsafe(s);		/* the worker exits */
	place_release(s, ctx->later != NULL);
	metrics_count(s->metrics, ctx, clock_monotonic_us() - t->begun_us);
	log_turn(t);
	s->turn = done ? t : NULL;
	return response_write(ctx, !t->head, rest);
}

/* ---- afterwards ---- */

void serve_sent(struct server *s)
{
	db_send_end(s->db);
	db_send_end(s->db_read);
}

void serve_rest(struct server *s)
{
	struct turn *t = s->turn;

	s->turn = NULL;
	if (!t || !t->ctx.later)
		return;
	t->ctx.deadline_us = clock_monotonic_us() + (int64_t)s->config->deadline_ms * 1000;
	place_busy(s, t->ctx.deadline_us + (int64_t)GRACE_MS * 1000);
	stop_begin(t->ctx.deadline_us);
	if (ctx_attempt(&t->ctx, access_later, NULL))
		return;
	db_abandon(t->ctx.db);
	log_event(LOG_WARN, NULL, "%s: left undone after the answer: %s", t->ctx.route->operation,
		  t->ctx.problem->cause ? t->ctx.problem->cause : t->ctx.problem->code);
}
