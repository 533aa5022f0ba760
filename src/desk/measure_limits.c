/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measure_limits.c: applies rules on a measure (measure_above, measure_below) to the objects' observations.
 *
 * A measure of every day would raise an alert a day.  So a fact is a run: from the first observation that is in the early
 * band or past the threshold, while no later one is out of it.  A run that gets worse reopens its alert.
 */
#include "config.h"

#include "desk/findings.h"

#include "calc/credit/credit.h"
#include "core/text.h"
#include "db/db_json.h"
#include "desk/desk_parts.h"

/* Past the line where the early band begins, as credit_watch() says; without a band, the threshold itself is not past. */
#define IN_RUN(v)                                                                                  \
	"case when u.above then case when u.width > 0 then " v " >= u.threshold - u.width"         \
	" else " v " > u.threshold end"                                                            \
	" else case when u.width > 0 then " v " <= u.threshold + u.width"                          \
	" else " v " < u.threshold end end"

/* The newest observation of each pair, and the first of the run that it is in; a row a pair that has any. */
static DB_STMT(
	runs, "findings.measure_runs",
	"with u as (select u.n, o.no as object_no, m.no as measure_no, m.title, m.unit, u.above,"
	"                  u.threshold, round(u.threshold * u.band / 100, 8) as width"
	"   from unnest($1::int8[], $2::text[], $3::text[], $4::bool[], $5::numeric[], $6::numeric[])"
	"        u(n, object, measure, above, threshold, band)"
	"   join object o on o.id = u.object join object_measure m on m.id = u.measure)"
	" select u.n, u.title, u.unit, l.base_date, l.value, l.source,"
	"        nullif(l.filed_at, '-infinity'), r.base_date, r.value, p.base_date, p.value"
	"   from u cross join lateral (select v.base_date, v.value, v.source, v.filed_at"
	"          from object_observation v"
	"         where v.measure_no = u.measure_no and v.object_no = u.object_no and v.base_date <= $7"
	"           and v.superseded = 9223372036854775807"
	"         order by v.base_date desc, v.filed_at desc, v.revision desc limit 1) l"
	"   left join lateral (select max(v.base_date) as day from object_observation v"
	"         where v.measure_no = u.measure_no and v.object_no = u.object_no and v.base_date <= $7"
	"           and v.superseded = 9223372036854775807 and not " IN_RUN(
		"v.value") ") calm on true"
			   "   left join lateral (select v.base_date, v.value from object_observation v"
			   "         where v.measure_no = u.measure_no and v.object_no = u.object_no and v.base_date <= $7"
			   "           and v.base_date > coalesce(calm.day, '-infinity') and v.superseded = 9223372036854775807"
			   "         order by v.base_date, v.filed_at desc, v.revision desc limit 1) r on true"
			   "   left join lateral (select v.base_date, v.value from object_observation v"
			   "         where v.measure_no = u.measure_no and v.object_no = u.object_no and v.base_date < l.base_date"
			   "           and v.superseded = 9223372036854775807"
			   "         order by v.base_date desc, v.filed_at desc, v.revision desc limit 1) p on true"
			   "  where " IN_RUN("l.value") " order by u.n limit 1000000");
enum {
	R_PAIR,
	R_TITLE,
	R_UNIT,
	R_DAY,
	R_VALUE,
	R_SOURCE,
	R_FILED,
	R_SINCE,
	R_FIRST,
	R_THEN,
	R_BEFORE
};

bool watching_measure(const struct watching *w)
{
	return watching_is(w, "measure_above") || watching_is(w, "measure_below");
}

static void see_run(struct findings *f, const struct db_rows *r, size_t i)
{
	const struct watching *w = &f->watching[db_get_int(r, i, R_PAIR)];
	const bool above = watching_is(w, "measure_above");
	const wide value = db_get_decimal(r, i, R_VALUE, 8);
	void *pool = f->ctx->pool;
	struct credit_watch watch;
	struct finding *found;
	struct json *j;

	if (credit_watch(value, w->threshold, (struct percent){ w->band }, above, &watch) !=
		    CALC_OK ||
	    watch.level == LEVEL_CALM)
		return;
	found = finding_add(f, w);
	j = finding_evidence(f, db_get_text(r, i, R_SOURCE));
	json_text(j, "measure", w->measure);
	json_text(j, "unit", db_get_text(r, i, R_UNIT));
	json_day(j, "reference_date", db_get_day(r, i, R_DAY));
	db_json_day(j, "filed_at", r, i, R_FILED);
	json_decimal(j, "value", value, 8, 8, true);
	json_decimal(j, "threshold", w->threshold, 8, 8, true);
	json_decimal(j, "band_pct", w->band, 8, 4, true);
	json_percent(j, "headroom_pct", watch.headroom);
	desk_write_number(j, "previous_value", r, i, R_BEFORE);
	db_json_day(j, "previous_date", r, i, R_THEN);
	if (db_is_null(r, i, R_THEN))
		json_text(j, "previous_reason", "no_earlier");
	json_day(j, "since", db_get_day(r, i, R_SINCE));
	desk_write_number(j, "first_value", r, i, R_FIRST);
	json_close(j);
	found->level = watch.level == LEVEL_BREACH ? "breach" : "early";
	found->has_headroom = true;
	found->headroom = watch.headroom;
	found->date = db_get_day(r, i, R_DAY);
	found->about = found->fact = pool_printf(pool, "%s/%s/%s/%s", w->kind, w->measure,
						 finding_said(f, w->threshold, 8),
						 day_iso(pool, db_get_day(r, i, R_SINCE)));
	found->title = pool_printf(
		pool, "%s: %s em %s %s, %s de %s", watched_name(f, w), db_get_text(r, i, R_TITLE),
		finding_said(f, value, 4), db_get_text(r, i, R_UNIT),
		limit_side(above, watch.level == LEVEL_BREACH), finding_said(f, w->threshold, 4));
	found->evidence = json_written(j);
}

void findings_measures(struct findings *f)
{
	const size_t room = f->n_watching;
	void *pool = f->ctx->pool;
	int64_t *pairs = pool_array(pool, int64_t, room);
	const char **objects = pool_array(pool, const char *, room),
		   **measures = pool_array(pool, const char *, room);
	bool *above = pool_array(pool, bool, room);
	wide *thresholds = pool_array(pool, wide, room), *bands = pool_array(pool, wide, room);
	const struct db_rows *r;
	size_t n = 0;

	for (size_t i = 0; i < room; i++) {
		const struct watching *w = &f->watching[i];

		if (!watching_measure(w))
			continue;
		pairs[n] = (int64_t)i;
		objects[n] = w->object;
		measures[n] = w->measure;
		above[n] = watching_is(w, "measure_above");
		thresholds[n] = w->threshold;
		bands[n++] = w->band;
	}
	if (!n)
		return;
	r = db_query(f->ctx, &runs,
		     DB_ARGS(db_ints(pairs, n), db_texts(objects, n), db_texts(measures, n),
			     db_array(DB_BOOL_ARRAY, above, NULL, n, 0),
			     db_array(DB_DECIMAL_ARRAY, thresholds, NULL, n, 8),
			     db_array(DB_DECIMAL_ARRAY, bands, NULL, n, 8), db_day(f->ctx->today)));
	for (size_t i = 0; i < db_count(r); i++)
		see_run(f, r, i);
}
