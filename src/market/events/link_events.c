/* SPDX-License-Identifier: Apache-2.0 */
/*
 * link_events.c: links events to the anomalies that they may explain, and renders them.
 *
 * calc/events/link.h has the rules; the database only finds pairs of the same days and whether the
 * event names the series.  http/json_write writes the fragments; this file only puts one inside the
 * other.
 */
#include "config.h"

#include "market/events/event_answers.h"

#include "db/db.h"
#include "market/events/fragment.h"

#define BODIES 500 /* events rendered together */

static DB_STMT(
	pairs, "events.pairs",
	"select a.series_code, a.day, a.after_day, a.market, e.event_id, e.day, e.layer,"
	"       e.category = 'commodities', a.series_code = any(e.tickers),"
	"       a.series_code = any(e.entities) or a.series_code = any(e.channels)"
	"  from anomaly a"
	"  join market_event e on e.day >= a.after_day and e.day <= a.day"
	" where a.day >= $1 and a.after_day <= $2"
	"   and (a.market or a.series_code = any(e.tickers) or a.series_code = any(e.entities)"
	"        or a.series_code = any(e.channels))"
	" order by a.series_code, a.day, e.event_id");
enum {
	P_SERIES,
	P_DAY,
	P_AFTER,
	P_MARKET,
	P_EVENT,
	P_EVENT_DAY,
	P_LAYER,
	P_OIL,
	P_TICKER,
	P_NAMED
};

#define LINKS "unnest($1::text[], $2::date[], $3::int8[]) n(series_code, day, event_id)"

static DB_STMT(
	unlink_gone, "events.unlink",
	"delete from anomaly_link l using anomaly a"
	" where a.series_code = l.series_code and a.day = l.day and l.day >= $4 and a.after_day <= $5"
	"   and l.rule <> 'editor'"
	"   and not exists (select from " LINKS " where (n.series_code, n.day, n.event_id)"
	"                                           = (l.series_code, l.day, l.event_id))"
	" returning l.series_code, l.day");

static DB_STMT(
	link_save, "events.link",
	"insert into anomaly_link as l (series_code, day, event_id, rule, strength)"
	" select n.series_code, n.day, n.event_id, n.rule, n.strength"
	"   from unnest($1::text[], $2::date[], $3::int8[], $4::text[], $5::numeric[])"
	"        n(series_code, day, event_id, rule, strength)"
	" on conflict (series_code, day, event_id) do update set rule = excluded.rule, strength = excluded.strength"
	" where l.rule <> 'editor' and (l.rule, l.strength) is distinct from (excluded.rule, excluded.strength)"
	" returning l.series_code, l.day");
enum { L_SERIES, L_DAY };

/* The strongest link of each of these; they must be rendered again. */
static DB_STMT(
	choose, "events.choose",
	"update anomaly a set body = null, event_id ="
	"       (select l.event_id from anomaly_link l join market_event e on e.event_id = l.event_id"
	"         where l.series_code = a.series_code and l.day = a.day"
	"         order by l.strength desc, e.score desc, l.event_id limit 1)"
	"  from (select distinct c.series_code, c.day from unnest($1::text[], $2::date[]) c(series_code, day)) c"
	" where a.series_code = c.series_code and a.day = c.day");

static DB_STMT(unmade_events, "events.unmade",
	       "select" EVENT_COLUMNS
	       "  from market_event e where e.body is null order by e.event_id limit $1");

static DB_STMT(save_events, "events.save_bodies",
	       "update market_event e set body = n.body"
	       "  from unnest($1::int8[], $2::text[]) n(event_id, body)"
	       " where e.event_id = n.event_id");

/* A rendered event has changed. */
static DB_STMT(outdate, "events.outdate",
	       "update anomaly set body = null where event_id = any($1::int8[])");

static DB_STMT(
	save_anomalies, "events.anomaly_bodies",
	"update anomaly a set body = a.head || coalesce(x.tail, ',\"gap\":true') || '}'"
	"  from anomaly b left join lateral ("
	"       select ',\"gap\":false,\"link\":{\"rule\":\"' || l.rule || '\",\"strength\":' || l.strength::text"
	"              || '},\"explained_by\":' || e.body as tail"
	"         from anomaly_link l join market_event e on e.event_id = l.event_id"
	"        where l.series_code = b.series_code and l.day = b.day and l.event_id = b.event_id) x on true"
	" where b.body is null and a.series_code = b.series_code and a.day = b.day");

/* ---- links ---- */

struct links {
	const char **series, **rules;
	struct day *days;
	int64_t *events;
	wide *strengths;
	size_t n;
};

static struct link judge(const struct db_rows *r, size_t i)
{
	const struct link_pair p = {
		.event_day = db_get_day(r, i, P_EVENT_DAY),
		.layer = (enum event_layer)enum_find(event_layers, db_get_text(r, i, P_LAYER)),
		.commodities = db_get_bool(r, i, P_OIL),
		.names_ticker = db_get_bool(r, i, P_TICKER),
		.names_series = db_get_bool(r, i, P_NAMED),
		.after = db_get_day(r, i, P_AFTER),
		.day = db_get_day(r, i, P_DAY),
		.series = db_get_text(r, i, P_SERIES),
		.market = db_get_bool(r, i, P_MARKET),
	};

	return link_judge(&p);
}

static struct links judge_all(void *pool, const struct db_rows *r)
{
	size_t n = db_count(r);
	struct links l = {
		.series = pool_array(pool, const char *, n),
		.rules = pool_array(pool, const char *, n),
		.days = pool_array(pool, struct day, n),
		.events = pool_array(pool, int64_t, n),
		.strengths = pool_array(pool, wide, n),
	};

	for (size_t i = 0; i < n; i++) {
		struct link k = judge(r, i);

		if (k.rule == LINK_NONE)
			continue;
		l.series[l.n] = db_get_text(r, i, P_SERIES);
		l.days[l.n] = db_get_day(r, i, P_DAY);
		l.events[l.n] = db_get_int(r, i, P_EVENT);
		l.rules[l.n] = link_rules[k.rule];
		l.strengths[l.n++] = k.strength_e4;
	}
	return l;
}

static void choose_again(struct ctx *ctx, const struct db_rows *r)
{
	size_t n = db_count(r);
	const char **series = pool_array(ctx->pool, const char *, n);
	struct day *days = pool_array(ctx->pool, struct day, n);

	if (!n)
		return;
	for (size_t i = 0; i < n; i++) {
		series[i] = db_get_text(r, i, L_SERIES);
		days[i] = db_get_day(r, i, L_DAY);
	}
	(void)db_exec(ctx, &choose, DB_ARGS(db_texts(series, n), db_days(days, n)));
}

static void link_days(struct ctx *ctx, struct day from, struct day to)
{
	const struct db_rows *r = db_query(ctx, &pairs, DB_ARGS(db_day(from), db_day(to)));
	const struct links l = judge_all(ctx->pool, r);
	const struct db_arg series = db_texts(l.series, l.n);
	const struct db_arg days = db_days(l.days, l.n);
	const struct db_arg events = db_ints(l.events, l.n);
	struct db_rows *changed[2];

	db_send(ctx, &unlink_gone, DB_ARGS(series, days, events, db_day(from), db_day(to)));
	db_send(ctx, &link_save,
		DB_ARGS(series, days, events, db_texts(l.rules, l.n),
			db_array(DB_DECIMAL_ARRAY, l.strengths, NULL, l.n, 4)));
	db_wait(ctx, changed, 2);
	choose_again(ctx, changed[0]);
	choose_again(ctx, changed[1]);
}

/* ---- rendering ---- */

/* The number of events rendered. */
static size_t make_events(struct ctx *ctx)
{
	const struct db_rows *r = db_query(ctx, &unmade_events, DB_ARGS(db_int(BODIES)));
	size_t n = db_count(r);
	int64_t ids[BODIES];
	const char *bodies[BODIES];

	for (size_t i = 0; i < n; i++) {
		struct json *j;

		j = json_new(ctx->pool, 1024);
		event_write(j, r, i, false);
		ids[i] = db_get_int(r, i, E_ID);
		bodies[i] = json_written(j);
	}
	if (!n)
		return 0;
	db_send_quiet(ctx, &save_events, DB_ARGS(db_ints(ids, n), db_texts(bodies, n)));
	(void)db_exec(ctx, &outdate, DB_ARGS(db_ints(ids, n)));
	return n;
}

void events_link(struct ctx *ctx, struct day from, struct day to)
{
	void *pool = ctx->pool;
	size_t made;

	ctx->pool = pool_new(pool, "links");
	link_days(ctx, from, to);
	pool_free(ctx->pool);
	do {
		ctx->pool = pool_new(pool, "events");
		made = make_events(ctx);
		pool_free(ctx->pool);
	} while (made == BODIES);
	ctx->pool = pool;
	(void)db_exec(ctx, &save_anomalies, DB_NO_ARGS);
}

void events_choose(struct ctx *ctx, const char *series, struct day day)
{
	(void)db_exec(ctx, &choose, DB_ARGS(db_texts(&series, 1), db_days(&day, 1)));
	(void)db_exec(ctx, &save_anomalies, DB_NO_ARGS);
}
