/* SPDX-License-Identifier: Apache-2.0 */
/*
 * find_anomalies.c: lastro compute anomalies: the anomalous days of each series.
 *
 * Loads record the oldest close of a symbol that they changed (close_change).  A series with such a
 * record is judged from that day on, against its stored returns (anomaly_window); one without stored
 * returns, or whose splits changed since, from its first close. Series are processed in batches, so
 * that the closes of all of them are never in memory at once.
 */
#include "config.h"

#include "market/events/event_answers.h"

#include <math.h>

#include "db/db.h"
#include "market/events/event_closes.h"
#include "market/events/fragment.h"
#include "market/events/window.h"

#define BATCH 32       /* series whose closes are read together */
#define LEAST 3	       /* of min_z: lower scores are never requested */
#define SCORE_MAX 1e11 /* larger scores are capped; the column holds it */

/*
 * Our own series, and papers of the exchange.  A digest detects changed splits, so that other loads
 * about a paper leave its stored returns valid.
 */
static DB_STMT(
	work, "events.work",
	"select s.code, s.venue, s.symbol, s.market, s.local, u.splits,"
	"       w.series_code is null or w.made_from <> u.splits,"
	"       least(c.first_day, case when s.local then f.first_day end), w.returns, w.commons"
	"  from (select d.code, coalesce(d.venue, 'fx') as venue, d.symbol, d.market, d.local"
	"          from data_series d where d.origin <> 'sgs'"
	"         union all"
	"        select i.symbol, i.venue, i.symbol, false, false from instrument i"
	"         where i.venue = 'b3' and i.asset_type in ('stock', 'fii', 'etf', 'bdr')"
	"           and not exists (select from data_series d where d.code = i.symbol)) s"
	" cross join (select min(x.first_day) as first_day from close_change x"
	"              join data_series d on coalesce(d.venue, 'fx') = x.venue and d.symbol = x.symbol"
	"             where d.code = any($2::text[])) f"
	" cross join lateral (select coalesce(string_agg(e.ex_day || ':' || e.ratio_n || '/' || e.ratio_d, ' '"
	"                                   order by e.ex_day, e.label), '') as splits"
	"                       from corporate_event e where e.venue = s.venue and e.symbol = s.symbol) u"
	"  left join anomaly_window w on w.series_code = s.code"
	"  left join close_change c on c.venue = s.venue and c.symbol = s.symbol"
	" where $1 or w.series_code is null or w.made_from <> u.splits or c.first_day is not null"
	"    or (s.local and f.first_day is not null)"
	" order by s.code"
	" limit 100000");
enum {
	W_CODE,
	W_VENUE,
	W_SYMBOL,
	W_MARKET,
	W_LOCAL,
	W_SPLITS,
	W_WHOLE,
	W_FIRST,
	W_RETURNS,
	W_COMMONS
};

static DB_STMT(factors, "events.factors",
	       "select w.n, coalesce(d.venue, 'fx'), d.symbol"
	       "  from unnest($1::text[]) with ordinality w(code, n)"
	       "  join data_series d on d.code = w.code"
	       " order by w.n");
enum { F_N, F_VENUE, F_SYMBOL };

static DB_STMT(
	keep, "events.keep_window",
	"insert into anomaly_window (series_code, venue, symbol, made_from, returns, commons)"
	" select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[])"
	" on conflict (series_code) do update"
	" set venue = excluded.venue, symbol = excluded.symbol, made_from = excluded.made_from,"
	"     returns = excluded.returns, commons = excluded.commons");

static DB_STMT(drop_gone, "events.drop_gone",
	       "delete from anomaly a"
	       " using unnest($1::text[], $2::date[]) s(code, since)"
	       " where a.series_code = s.code and a.day >= s.since"
	       "   and not exists (select from unnest($3::text[], $4::date[]) n(code, day)"
	       "                    where n.code = a.series_code and n.day = a.day)");

static DB_STMT(
	save, "events.save_anomalies",
	"insert into anomaly as a (series_code, day, after_day, market, score, return_pct, head)"
	" select * from unnest($1::text[], $2::date[], $3::date[], $4::bool[], $5::numeric[], $6::numeric[],"
	"                      $7::text[])"
	" on conflict (series_code, day) do update"
	" set after_day = excluded.after_day, market = excluded.market, score = excluded.score,"
	"     return_pct = excluded.return_pct, head = excluded.head, body = null"
	" where (a.after_day, a.market, a.score, a.head)"
	"    is distinct from (excluded.after_day, excluded.market, excluded.score, excluded.head)");

static DB_STMT(done, "events.computed", "delete from close_change");

/* A series that left the exchange's list, or became one of ours. */
static DB_STMT(
	tidy, "events.tidy",
	"delete from anomaly_window w"
	" where not exists (select from data_series d where d.code = w.series_code)"
	"   and not exists (select from instrument i where i.venue = w.venue and i.symbol = w.symbol"
	"                      and i.asset_type in ('stock', 'fii', 'etf', 'bdr'))");

static DB_STMT(bump, "events.bump",
	       "update market_version set version = version + 1 where family = 'events'");

/* ---- one series ---- */

struct job {
	const char *code, *venue, *symbol, *splits;
	bool market, local, whole;
	struct day first; /* the first day to judge */
	struct day since; /* the first close needed: the last stored session */
	struct session_return *returns;
	size_t kept, n;
	struct common_return *commons;
	size_t kept_commons, n_commons;
	size_t own, factor[ANOMALY_FACTORS]; /* indices of the closes read */
};

static void begin_whole(struct job *j)
{
	j->whole = true;
	j->kept = j->kept_commons = 0;
	j->first = j->since = DAY_FAR_PAST;
}

/* Whether the rest of @had stored returns fills a window: enough, or all that ever existed. */
static bool suffices(size_t left, size_t had)
{
	return left >= ANOMALY_WINDOW || had < WINDOW_KEPT;
}

static void unpack(struct ctx *ctx, struct job *j, struct slice returns, struct slice commons)
{
	size_t had = window_sessions(returns), had_commons = window_commons(commons);

	j->returns = pool_array(ctx->pool, struct session_return, had);
	j->commons = pool_array(ctx->pool, struct common_return, had_commons);
	window_unpack(returns, j->returns);
	window_unpack_commons(commons, j->commons);
	while (j->kept < had && day_before(j->returns[j->kept].day, j->first))
		j->kept++;
	while (j->kept_commons < had_commons &&
	       day_before(j->commons[j->kept_commons].day, j->first))
		j->kept_commons++;
	if (!j->kept || !suffices(j->kept, had) || !suffices(j->kept_commons, had_commons))
		begin_whole(j);
	else
		j->since = j->returns[j->kept - 1].day;
}

static struct job job_of(struct ctx *ctx, const struct db_rows *r, size_t i, bool whole)
{
	struct job j = {
		.code = db_get_text(r, i, W_CODE),
		.venue = db_get_text(r, i, W_VENUE),
		.symbol = db_get_text(r, i, W_SYMBOL),
		.splits = db_get_text(r, i, W_SPLITS),
		.market = db_get_bool(r, i, W_MARKET),
		.local = db_get_bool(r, i, W_LOCAL),
	};

	if (whole || db_get_bool(r, i, W_WHOLE) || db_is_null(r, i, W_FIRST)) {
		begin_whole(&j);
		return j;
	}
	j.first = db_get_day(r, i, W_FIRST);
	unpack(ctx, &j, db_get_bytes(r, i, W_RETURNS), db_get_bytes(r, i, W_COMMONS));
	return j;
}

static void check(struct ctx *ctx, const struct job *j, enum calc_err err)
{
	if (err != CALC_OK)
		fail(ctx, 500, "internal_error", "A série %s não pôde ser calculada (%d).", j->code,
		     (int)err);
}

/* The stored returns, followed by those of the closes read. */
static void extend(struct ctx *ctx, struct job *j, const struct closes_found *found)
{
	const struct closes_found *own = &found[j->own];
	struct session_return *r = pool_array(ctx->pool, struct session_return, j->kept + own->n);
	struct factor_closes f[ANOMALY_FACTORS];
	struct common_return *c;

	if (j->kept)
		memcpy(r, j->returns, j->kept * sizeof(*r));
	check(ctx, j,
	      session_returns(own->closes, own->n, own->changes, own->n_changes, r + j->kept,
			      &j->n));
	j->n += j->kept;
	j->returns = r;
	if (!j->local)
		return;
	c = pool_array(ctx->pool, struct common_return, j->kept_commons + own->n);
	if (j->kept_commons)
		memcpy(c, j->commons, j->kept_commons * sizeof(*c));
	for (int k = 0; k < ANOMALY_FACTORS; k++)
		f[k] = (struct factor_closes){ found[j->factor[k]].closes, found[j->factor[k]].n };
	check(ctx, j, common_returns(own->closes, own->n, f, c + j->kept_commons, &j->n_commons));
	j->n_commons += j->kept_commons;
	j->commons = c;
}

/* ---- writing a batch ---- */

struct batch {
	struct ctx *ctx;
	struct job jobs[BATCH];
	size_t n;
	const char **codes; /* codes of the n_found anomalies */
	struct day *days, *after;
	bool *market;
	wide *scores, *returns;
	const char **heads;
	size_t n_found, size;
};

/*
 * Truncated towards zero, so that comparing it with a min_z of as many places equals comparing the full
 * value.
 */
static wide score_e12(double v)
{
	double bounded = fmin(fmax(v, -SCORE_MAX), SCORE_MAX);

	return (wide)((long double)bounded * 1e12L);
}

static void grow(struct batch *b, size_t more)
{
	void *pool = b->ctx->pool;

	if (b->n_found + more <= b->size)
		return;
	b->size = 2 * (b->n_found + more);
	b->codes = pool_resize(pool, b->codes, const char *, b->size);
	b->days = pool_resize(pool, b->days, struct day, b->size);
	b->after = pool_resize(pool, b->after, struct day, b->size);
	b->market = pool_resize(pool, b->market, bool, b->size);
	b->scores = pool_resize(pool, b->scores, wide, b->size);
	b->returns = pool_resize(pool, b->returns, wide, b->size);
	b->heads = pool_resize(pool, b->heads, const char *, b->size);
}

static void put(struct batch *b, const struct job *j, const struct anomaly *a, struct day after)
{
	size_t i = b->n_found++;

	b->codes[i] = j->code;
	b->days[i] = a->day;
	b->after[i] = after;
	b->market[i] = j->market;
	b->scores[i] = score_e12(a->effective);
	b->returns[i] = (wide)llround(a->value * 1e10);
	b->heads[i] = anomaly_head(b->ctx->pool, j->code, a);
}

/* Gaps have no return, so the closes give the session before a day. */
static void judge(struct batch *b, const struct job *j, const struct closes_found *own)
{
	size_t fresh = j->n - j->kept, n = 0, at = 0;
	struct anomaly *found = pool_array(b->ctx->pool, struct anomaly, fresh + 1);
	const struct anomaly_input in = {
		.returns = j->returns,
		.n = j->n,
		.first = j->kept,
		.commons = j->commons,
		.n_commons = j->n_commons,
		.window = ANOMALY_WINDOW,
		.least = LEAST,
	};

	check(b->ctx, j, anomaly_scan(&in, found, &n));
	grow(b, n);
	for (size_t i = 0; i < n; i++) {
		while (!day_same(own->closes[at].day, found[i].day))
			at++;
		put(b, j, &found[i], own->closes[at - 1].day); /* a window precedes it */
	}
	pool_free(found);
}

static void save_windows(struct batch *b)
{
	void *pool = b->ctx->pool;
	const char *texts[4][BATCH];
	struct slice returns[BATCH], commons[BATCH];

	for (size_t i = 0; i < b->n; i++) {
		const struct job *j = &b->jobs[i];

		texts[0][i] = j->code;
		texts[1][i] = j->venue;
		texts[2][i] = j->symbol;
		texts[3][i] = j->splits;
		returns[i] = window_pack(pool, j->returns, j->n);
		commons[i] = window_pack_commons(pool, j->commons, j->n_commons);
	}
	(void)db_exec(b->ctx, &keep,
		      DB_ARGS(db_texts(texts[0], b->n), db_texts(texts[1], b->n),
			      db_texts(texts[2], b->n), db_texts(texts[3], b->n),
			      db_array(DB_BYTES_ARRAY, returns, NULL, b->n, 0),
			      db_array(DB_BYTES_ARRAY, commons, NULL, b->n, 0)));
}

/* The number of anomalies that are new, changed or deleted. */
static int64_t save_found(struct batch *b)
{
	const struct db_arg codes = db_texts(b->codes, b->n_found);
	const struct db_arg days = db_days(b->days, b->n_found);
	const char *series[BATCH];
	struct day first[BATCH];
	int64_t changed;

	for (size_t i = 0; i < b->n; i++) {
		series[i] = b->jobs[i].code;
		first[i] = b->jobs[i].first;
	}
	changed = db_exec(b->ctx, &drop_gone,
			  DB_ARGS(db_texts(series, b->n), db_days(first, b->n), codes, days));
	return changed +
	       db_exec(b->ctx, &save,
		       DB_ARGS(codes, days, db_days(b->after, b->n_found),
			       db_array(DB_BOOL_ARRAY, b->market, NULL, b->n_found, 0),
			       db_array(DB_DECIMAL_ARRAY, b->scores, NULL, b->n_found, 12),
			       db_array(DB_DECIMAL_ARRAY, b->returns, NULL, b->n_found, 8),
			       db_texts(b->heads, b->n_found)));
}

/* ---- batches ---- */

#define READS (BATCH * (1 + ANOMALY_FACTORS))

static size_t want(struct closes_wanted *w, const char *venue, const char *symbol, struct day since)
{
	w->venues[w->n] = venue;
	w->symbols[w->n] = symbol;
	w->since[w->n] = since;
	return w->n++;
}

static struct closes_found *read_closes(struct batch *b, const struct db_rows *f)
{
	const char *venues[READS], *symbols[READS];
	struct day since[READS];
	struct closes_wanted w = { venues, symbols, since, 0 };

	for (size_t i = 0; i < b->n; i++) {
		struct job *j = &b->jobs[i];

		j->own = want(&w, j->venue, j->symbol, j->since);
		for (size_t k = 0; j->local && k < ANOMALY_FACTORS; k++)
			j->factor[k] = want(&w, db_get_text(f, k, F_VENUE),
					    db_get_text(f, k, F_SYMBOL), j->since);
	}
	return closes_since(b->ctx, &w);
}

static void run_batch(struct batch *b, const struct db_rows *f, struct anomalies_result *out)
{
	const struct closes_found *found = read_closes(b, f);

	for (size_t i = 0; i < b->n; i++) {
		struct job *j = &b->jobs[i];
		int64_t n = (int64_t)found[j->own].n;

		out->closes += n;
		out->most = n > out->most ? n : out->most;
		for (size_t k = 0; j->local && k < ANOMALY_FACTORS; k++)
			out->closes += (int64_t)found[j->factor[k]].n;
		out->series++;
		out->whole += j->whole;
		extend(b->ctx, j, found);
		judge(b, j, &found[j->own]);
	}
	out->anomalies += (int64_t)b->n_found;
	out->changed += save_found(b);
	save_windows(b);
}

/* The codes of the factors in data_series; without all four there is no local score. */
static const struct db_rows *find_factors(struct ctx *ctx)
{
	const struct db_rows *f =
		db_query(ctx, &factors, DB_ARGS(db_texts(anomaly_factors, ANOMALY_FACTORS)));

	if (db_count(f) != ANOMALY_FACTORS)
		fail(ctx, 500, "internal_error", "Falta uma das séries do modelo de fatores.");
	return f;
}

void anomalies_compute(struct ctx *ctx, bool whole, struct anomalies_result *out)
{
	const struct db_rows *f = find_factors(ctx);
	const struct db_rows *r = db_query(
		ctx, &work, DB_ARGS(db_bool(whole), db_texts(anomaly_factors, ANOMALY_FACTORS)));
	struct day from = DAY_FAR_FUTURE;
	void *pool = ctx->pool;

	*out = (struct anomalies_result){ 0 };
	for (size_t i = 0; i < db_count(r); i += BATCH) {
		struct batch *b;

		ctx->pool = pool_new(pool, "series");
		b = pool_zero(ctx->pool, struct batch);
		b->ctx = ctx;
		for (; b->n < BATCH && i + b->n < db_count(r); b->n++) {
			b->jobs[b->n] = job_of(ctx, r, i + b->n, whole);
			if (day_before(b->jobs[b->n].first, from))
				from = b->jobs[b->n].first;
		}
		run_batch(b, f, out);
		pool_free(ctx->pool);
		ctx->pool = pool;
	}
	(void)db_exec(ctx, &done, DB_NO_ARGS);
	(void)db_exec(ctx, &tidy, DB_NO_ARGS);
	out->events = events_candidates(ctx);
	if (out->events)
		from = DAY_FAR_PAST; /* their changes may be of any day */
	if (!out->changed && !out->events)
		return;
	events_link(ctx, from, DAY_FAR_FUTURE);
	events_changed(ctx);
}

void events_changed(struct ctx *ctx)
{
	(void)db_exec(ctx, &bump, DB_NO_ARGS);
}
