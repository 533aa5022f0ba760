/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event.c: one event with all its evidence, one thread from its first rumour on, and the list.
 *
 * GET /v1/events/{id}, GET /v1/events/threads/{slug}, GET /v1/events
 */
#include "config.h"

#include "market/events/handlers.h"

#include "db/db.h"
#include "db/db_json.h"
#include "market/events/fragment.h"
#include "http/page.h"
#include "http/request.h"

#define THREAD_EVENTS                                                                              \
	((size_t)5000) /* most events of a thread in one answer; GET /v1/events lists them all by page */

static DB_STMT(one, "event.one",
	       "select" EVENT_COLUMNS "  from market_event e where e.event_id = $1");

static DB_STMT(
	thread, "event.thread",
	"select t.slug, t.kind, t.title, t.status, t.started_at, t.resolved_at,"
	"       (select max(e.day) from market_event e where e.thread_slug = t.slug) as last_event_day,"
	"       to_json(t.entities)::text"
	"  from event_thread t where t.slug = $1");
enum { T_SLUG, T_KIND, T_TITLE, T_STATUS, T_STARTED, T_RESOLVED, T_LAST, T_ENTITIES };

static DB_STMT(thread_events, "event.thread_events",
	       "select e.body from market_event e where e.thread_slug = $1"
	       " order by e.day, e.event_id limit $2");

#define LISTED                                                                                     \
	"select e.day, e.event_id, e.body from market_event e"                                     \
	" where e.day >= $1 and (e.day, e.event_id) < ($2, $3)"                                    \
	"   and e.layer = any($4::text[]) and e.category = any($5::text[]) and e.type = any($6::text[])"
enum { L_DAY, L_ID, L_BODY };

static DB_STMT(all, "event.list", LISTED " order by e.day desc, e.event_id desc limit $7");
static DB_STMT(of_ticker, "event.of_ticker",
	       LISTED " and e.tickers @> array[$8::text]"
		      " order by e.day desc, e.event_id desc limit $7");
static DB_STMT(of_thread, "event.of_thread",
	       LISTED " and e.thread_slug = $8"
		      " order by e.day desc, e.event_id desc limit $7");

/* ---- one event ---- */

/* An integer > 0; one outside the range of ids is unknown like any other. */
static int64_t take_id(struct ctx *ctx, const char *id)
{
	wide v = 0;

	if (!id[0] || id[strspn(id, "0123456789")] || !id[strspn(id, "0")])
		fail_parameter(ctx, "id", id, "um inteiro maior que zero");
	if (dec_parse(slice_of(id), 0, INT64_MAX, &v) != DEC_OK)
		return INT64_MAX;
	return (int64_t)v;
}

void event_get(struct ctx *ctx)
{
	const struct db_rows *r;
	int64_t id;

	query_done(ctx);
	id = take_id(ctx, ctx->path[0]);
	r = db_query(ctx, &one, DB_ARGS(db_int(id)));
	if (!db_count(r))
		fail(ctx, 404, "event_not_found", "Não há evento %.40s.", ctx->path[0]);
	event_write(respond_json(ctx, 200), r, 0, true);
}

/* ---- a thread ---- */

void thread_get(struct ctx *ctx)
{
	struct db_rows *rows[2];
	const struct db_rows *t;
	struct json *j;

	query_done(ctx);
	db_send(ctx, &thread, DB_ARGS(db_text(ctx->path[0])));
	db_send(ctx, &thread_events, DB_ARGS(db_text(ctx->path[0]), db_int(THREAD_EVENTS + 1)));
	db_wait(ctx, rows, 2);
	t = rows[0];
	if (!db_count(t))
		fail(ctx, 404, "thread_not_found", "Não há história %.100s.", ctx->path[0]);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	db_json_columns(j, t, 0, T_SLUG, T_LAST);
	json_raw(j, "entities", db_get_text(t, 0, T_ENTITIES));
	json_array(j, "events");
	for (size_t i = 0; i < db_count(rows[1]) && i < THREAD_EVENTS; i++)
		json_raw(j, NULL, db_get_text(rows[1], i, 0));
	json_array_end(j);
	json_boolean(j, "truncated", db_count(rows[1]) > THREAD_EVENTS);
	json_close(j);
}

/* ---- the list ---- */

/* One of these words, or all of them when the parameter is absent. */
static struct db_arg words(struct ctx *ctx, const char *name, const char *const *choices)
{
	int i = query_choice(ctx, name, choices);
	size_t n = 0;

	if (i >= 0)
		return db_texts(choices + i, 1);
	while (choices[n])
		n++;
	return db_texts(choices, n);
}

static const struct db_rows *find(struct ctx *ctx, const struct page *page)
{
	struct db_arg layer = words(ctx, "layer", event_layers);
	struct db_arg category = words(ctx, "category", event_categories);
	struct db_arg type = words(ctx, "type", event_types);
	const char *ticker = query_text(ctx, "ticker"), *slug = query_text(ctx, "thread");
	struct day from, day;
	int64_t id = INT64_MAX;

	page_days(ctx, &from, &day);
	if (page->follows) {
		day = page_day(ctx, page->key[0]);
		id = page_int(ctx, page->key[1]);
	}
	query_done(ctx);
	if (ticker && slug)
		fail_parameter(ctx, "thread", slug, "só um de ticker e thread");
	if (!ticker && !slug)
		return db_query(ctx, &all,
				DB_ARGS(db_day(from), db_day(day), db_int(id), layer, category,
					type, db_int(page_limit(page))));
	return db_query(ctx, ticker ? &of_ticker : &of_thread,
			DB_ARGS(db_day(from), db_day(day), db_int(id), layer, category, type,
				db_int(page_limit(page)), db_text(ticker ? ticker : slug)));
}

void events_list(struct ctx *ctx)
{
	const struct page page = page_take(ctx, 2, false);
	const struct db_rows *r = find(ctx, &page);
	size_t shown = page_shown(&page, db_count(r));
	struct json *j = page_open(ctx);
	const char *next[2];

	for (size_t i = 0; i < shown; i++)
		json_raw(j, NULL, db_get_text(r, i, L_BODY));
	if (shown < db_count(r)) {
		next[0] = day_iso(ctx->pool, db_get_day(r, shown - 1, L_DAY));
		next[1] = page_int_text(ctx->pool, db_get_int(r, shown - 1, L_ID));
	}
	page_end(ctx, shown < db_count(r) ? next : NULL, 2, shown, -1);
}
