/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/metrics_text.c: GET /v1/metrics, the counters in the text format of Prometheus (0.0.4).
 *
 * For clients on this machine, and for a key with the scope metrics:read: for others the route does not
 * exist.  A process without a master shows its own counters, labelled with its process id, so that two
 * such processes are not mistaken for one counter that goes up and down.  When the database does not
 * answer, its figures are left out and lastro_database_up is 0; a key cannot be checked then, so a
 * request with one gets 503.
 */
#include "config.h"

#include "serve/metrics.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <unistd.h>

#include "identity/caller.h"
#include "core/clock.h"
#include "core/log.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/network.h"
#include "http/response.h"
#include "http/router.h"
#include "serve/serve.h"
#include "serve/status.h"

#define DATABASE_US INT64_C(2000000) /* longest time that a scrape waits for it */

/* The output, and the labels that every counter has beside its own. */
struct text {
	struct buf out;
	const char *process; /* "" or process="123" */
};

static uint64_t value_of(const _Atomic uint64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

static void head(struct text *t, const char *name, const char *type, const char *help)
{
	buf_printf(&t->out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* Escapes \, " and line ends in a label's value. */
static void label(struct text *t, const char *name, const char *value)
{
	buf_printf(&t->out, "%s=\"", name);
	for (const char *p = value; *p; p++) {
		if (*p == '\\' || *p == '"')
			buf_char(&t->out, '\\');
		if (*p == '\n')
			buf_str(&t->out, "\\n");
		else
			buf_char(&t->out, *p);
	}
	buf_char(&t->out, '"');
}

static void counter(struct text *t, const char *name, const char *help,
		    const _Atomic uint64_t *from)
{
	bool own = *t->process;

	head(t, name, "counter", help);
	buf_printf(&t->out, "%s%s%s%s %" PRIu64 "\n", name, own ? "{" : "", t->process,
		   own ? "}" : "", value_of(from));
}

/* ---- the requests ---- */

typedef void row_writer(struct text *t, const char *name, const struct metrics_row *row);

struct writing {
	struct text *t;
	struct metrics *m;
	row_writer *write;
};

static void write_route(const struct route *route, void *arg)
{
	struct writing *w = arg;
	struct metrics_row *row = metrics_row(w->m, route->operation);

	if (row != &w->m->rows[0])
		w->write(w->t, route->operation, row);
}

/* The row of requests without an operation, and the row of each operation. */
static void each_row(struct text *t, const struct server *s, row_writer *write)
{
	struct writing w = { t, s->metrics, write };

	write(t, "none", &s->metrics->rows[0]);
	router_each(s->router, write_route, &w);
}

static void begin_series(struct text *t, const char *name, const char *operation)
{
	buf_printf(&t->out, "%s{", name);
	label(t, "operation", operation);
	if (*t->process)
		buf_printf(&t->out, ",%s", t->process);
}

static void write_statuses(struct text *t, const char *name, const struct metrics_row *row)
{
	for (size_t i = 0; i < METRICS_STATUSES; i++) {
		uint64_t n = value_of(&row->status[i]);

		if (!n)
			continue;
		begin_series(t, "lastro_requests_total", name);
		if (metrics_statuses[i])
			buf_printf(&t->out, ",status=\"%d\"} %" PRIu64 "\n", metrics_statuses[i],
				   n);
		else
			buf_printf(&t->out, ",status=\"other\"} %" PRIu64 "\n", n);
	}
}

static void seconds(struct text *t, int64_t us)
{
	buf_printf(&t->out, "%" PRId64 ".%06" PRId64, us / 1000000, us % 1000000);
}

/* The count is that of the last bucket, since other workers go on counting meanwhile. */
static void write_latency(struct text *t, const char *name, const struct metrics_row *row)
{
	uint64_t n[METRICS_BUCKETS], sum = 0;
	int64_t took = (int64_t)value_of(&row->took_us);

	for (size_t i = 0; i < METRICS_BUCKETS; i++)
		n[i] = sum += value_of(&row->bucket[i]);
	if (!sum)
		return;
	for (size_t i = 0; i < METRICS_BUCKETS; i++) {
		begin_series(t, "lastro_request_duration_seconds_bucket", name);
		buf_str(&t->out, ",le=\"");
		if (i < METRICS_BUCKETS - 1)
			seconds(t, metrics_bounds_us[i]);
		else
			buf_str(&t->out, "+Inf");
		buf_printf(&t->out, "\"} %" PRIu64 "\n", n[i]);
	}
	begin_series(t, "lastro_request_duration_seconds_sum", name);
	buf_str(&t->out, "} ");
	seconds(t, took);
	begin_series(t, "\nlastro_request_duration_seconds_count", name);
	buf_printf(&t->out, "} %" PRIu64 "\n", sum);
}

static void write_requests(struct text *t, const struct server *s)
{
	const struct metrics *m = s->metrics;

	head(t, "lastro_requests_total", "counter", "Requests answered, by operation and status.");
	each_row(t, s, write_statuses);
	head(t, "lastro_request_duration_seconds", "histogram",
	     "Time from a request's arrival at a worker to its finished answer.");
	each_row(t, s, write_latency);
	counter(t, "lastro_database_round_trips_total", "Waits for the database.", &m->round_trips);
	counter(t, "lastro_cache_hits_total", "Portfolios' figures found in a worker's memory.",
		&m->cache_hits);
	counter(t, "lastro_cache_misses_total", "Portfolios' figures not found in it.",
		&m->cache_misses);
	counter(t, "lastro_rebuilds_total", "Portfolios whose derived state was computed anew.",
		&m->rebuilds);
	counter(t, "lastro_worker_restarts_total", "Workers that ended without being asked to.",
		&m->restarts);
}

/* ---- the workers ---- */

/* An unused place has no term. */
static void write_workers(struct text *t, const struct server *s)
{
	const struct place *places = s->n_places ? s->places : s->place;
	size_t n = s->n_places ? s->n_places : 1, of[3] = { 0 };

	for (size_t i = 0; i < n; i++)
		if (atomic_load_explicit(&places[i].until_us, memory_order_relaxed))
			of[atomic_load_explicit(&places[i].state, memory_order_relaxed)]++;
	head(t, "lastro_workers", "gauge", "Workers, by what they do.");
	buf_printf(&t->out,
		   "lastro_workers{state=\"idle\"} %zu\nlastro_workers{state=\"busy\"} %zu\n"
		   "lastro_workers{state=\"heavy\"} %zu\n",
		   of[PLACE_IDLE], of[PLACE_BUSY], of[PLACE_HEAVY]);
}

/* ---- what the database knows ---- */

/* Written by each run of lastro deliver; a kind has one row for each way of sending, so there are few. */
static DB_STMT(backlog, "metrics.backlog",
	       "select kind, waiting, oldest, at from delivery_backlog order by kind limit 100");
enum { B_KIND, B_WAITING, B_OLDEST, B_AT };

struct database {
	const struct db_rows *sources, *backlog;
};

static void ask_database(struct ctx *ctx, void *arg)
{
	struct database *d = arg;

	db_begin_read(ctx);
	d->sources = status_sources(ctx);
	d->backlog = db_query(ctx, &backlog, DB_NO_ARGS);
	db_commit(ctx);
}

static void write_source(struct text *t, const char *name, const struct db_rows *r, size_t i,
			 int64_t second)
{
	buf_printf(&t->out, "%s{", name);
	label(t, "source", db_get_text(r, i, S_SOURCE));
	buf_printf(&t->out, "} %" PRId64 "\n", second);
}

static void write_sources(struct text *t, const struct db_rows *r)
{
	static const char loaded[] = "lastro_source_loaded_timestamp_seconds";
	static const char last_day[] = "lastro_source_last_day_timestamp_seconds";

	head(t, loaded, "gauge", "When a source of data was loaded last.");
	for (size_t i = 0; i < db_count(r); i++)
		write_source(t, loaded, r, i, db_get_timestamp(r, i, S_LOADED_AT) / 1000);
	head(t, last_day, "gauge", "The newest day of a source of data, at its beginning in UTC.");
	for (size_t i = 0; i < db_count(r); i++)
		if (!db_is_null(r, i, S_LAST_DAY))
			write_source(t, last_day, r, i,
				     (int64_t)db_get_day(r, i, S_LAST_DAY).n * 86400);
}

static void write_kind(struct text *t, const char *name, const struct db_rows *r, size_t i,
		       int64_t value)
{
	buf_printf(&t->out, "%s{", name);
	label(t, "kind", db_get_text(r, i, B_KIND));
	buf_printf(&t->out, "} %" PRId64 "\n", value);
}

static void write_backlog(struct text *t, const struct db_rows *r)
{
	static const char waiting[] = "lastro_deliveries_waiting";
	static const char oldest[] = "lastro_deliveries_oldest_timestamp_seconds";
	static const char counted[] = "lastro_deliveries_counted_timestamp_seconds";

	head(t, waiting, "gauge", "What lastro deliver had still to send when its last run ended.");
	for (size_t i = 0; i < db_count(r); i++)
		write_kind(t, waiting, r, i, db_get_int(r, i, B_WAITING));
	head(t, oldest, "gauge", "Since when the oldest of it waits.");
	for (size_t i = 0; i < db_count(r); i++)
		if (!db_is_null(r, i, B_OLDEST))
			write_kind(t, oldest, r, i, db_get_timestamp(r, i, B_OLDEST) / 1000);
	head(t, counted, "gauge", "When that run ended.");
	for (size_t i = 0; i < db_count(r); i++)
		write_kind(t, counted, r, i, db_get_timestamp(r, i, B_AT) / 1000);
}

static void write_database(struct text *t, struct ctx *ctx)
{
	struct database d = { .sources = NULL };
	int64_t until = clock_monotonic_us() + DATABASE_US;
	bool up;

	ctx->deadline_us = until < ctx->deadline_us ? until : ctx->deadline_us;
	up = ctx_attempt(ctx, ask_database, &d);
	if (!up) {
		log_event(LOG_WARN, NULL, "metrics without the database: %s", ctx->problem->code);
		ctx->problem = NULL;
		db_abandon(ctx->db);
	}
	head(t, "lastro_database_up", "gauge", "Whether the database answered this request.");
	buf_printf(&t->out, "lastro_database_up %d\n", up);
	if (!up)
		return;
	write_sources(t, d.sources);
	write_backlog(t, d.backlog);
}

/* Another machine's proxy adds a header that says it forwarded the request; ours does not. */
static bool is_local(struct ctx *ctx)
{
	const char *from = request_network(ctx);

	return (strncmp(from, "127.", 4) == 0 || str_eq(ctx->req->remote_addr, "::1")) &&
	       !request_header(ctx, "X-Forwarded-For") && !request_header(ctx, "Forwarded");
}

/*
 * Other machines need a key with the scope; without a credential the answer is that there is no such
 * route.
 */
static void let_in(struct ctx *ctx)
{
	if (is_local(ctx))
		return;
	if (!request_header(ctx, "Authorization"))
		fail(ctx, 404, "route_not_found", "Não há esta rota.");
	access_enter(ctx, TX_READ);
	access_scope(ctx, SCOPE_METRICS_READ);
	db_commit(ctx);
	ctx->transaction = TX_NONE;
}

static void metrics_get(struct ctx *ctx)
{
	const struct server *s = ctx->server;
	struct text t = { .process = "" };

	let_in(ctx);
	query_done(ctx);
	if (!s->n_places)
		t.process = pool_printf(ctx->pool, "process=\"%ld\"", (long)getpid());
	buf_init(&t.out, ctx->pool, 16384);
	head(&t, "lastro_build_info", "gauge", "The version of the program.");
	buf_str(&t.out, "lastro_build_info{version=\"" PACKAGE_VERSION "\"} 1\n");
	write_requests(&t, s);
	write_workers(&t, s);
	write_database(&t, ctx);
	respond_bytes(ctx, 200, "text/plain; version=0.0.4; charset=utf-8",
		      (struct slice){ t.out.p, t.out.n });
	respond_header(ctx, "Cache-Control", "no-store");
}

const struct route metrics_routes[] = {
	{ GET, "/v1/metrics", "getMetrics", metrics_get, .subject = SUBJECT_ACCOUNT,
	  .transaction = TX_NONE },
	{ .run = NULL },
};
