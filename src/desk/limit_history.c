/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limit_history.c: when a rule would have warned, in the observations of its objects.
 *
 * Of the last five years: a list may have hundreds of objects with a value a day.  An episode is a run of observations in the
 * early band or past the limit, as findings_measures() sees one; it is a breach when one of them is past it.
 */
#include "config.h"

#include "desk/desk_parts.h"

#include "db/db_json.h"
#include "desk/object_names.h"
#include "http/json_read.h"
#include "http/tree.h"

#define OBJECTS_MAX                                                                                \
	100 /* of a list: a measure of every day has 1,250 values of each in five years */

/* A row an object of the rule; none for a kind that measures nothing. */
static DB_STMT(
	rule_of, "limit_history.rule",
	"select m.measure, r.kind in ('leverage_above', 'measure_above'),"
	"       coalesce(r.threshold, t.approved), coalesce(r.band_pct, 0), coalesce(r.object_id, i.object_id)"
	"  from alert_rule r"
	"  left join regulation_term t on t.workspace_id = $1 and t.id = r.term_id"
	"  left join watchlist_item i on i.workspace_id = $1 and i.watchlist_id = r.watchlist_id"
	" cross join lateral (select case r.kind when 'leverage_above' then 'net_debt_to_ebitda'"
	"            when 'coverage_below' then 'interest_coverage'"
	"            when 'term_breach' then case t.term when 'subordination_floor' then 'subordination'"
	"                                         when 'net_worth_floor' then 'net_worth' end"
	"            else r.measure end as measure) m"
	" where r.workspace_id = $1 and r.id = $2 and m.measure is not null"
	"   and coalesce(r.object_id, i.object_id) is not null"
	" order by 5 limit 1000");
enum { R_MEASURE, R_ABOVE, R_THRESHOLD, R_BAND, R_OBJECT };

/*
 * The observations of the watched objects $1 of the measure $2; of a paper that has none of its own kind, those of its issuer, whose
 * statements are measured.
 */
#define OBSERVED                                                                                            \
	"with v as (select distinct on (u.id, v.base_date) u.id as watched, v.base_date, v.value,"          \
	"       v.value * w.side > $4::numeric * w.side as past,"                                           \
	"       case when w.width > 0 then v.value * w.side >= $4::numeric * w.side - w.width"              \
	"            else v.value * w.side > $4::numeric * w.side end as warns"                             \
	"  from (select case when $3::bool then 1 else -1 end as side,"                                     \
	"               round(abs($4::numeric) * $6::numeric / 100, 8) as width) w"                         \
	" cross join unnest($1::text[]) u(id)"                                                              \
	"  join object o on o.id = u.id"                                                                    \
	"  join object_measure m on m.id = $2"                                                              \
	"  left join object_relation b on not o.kind = any (m.kinds) and b.object_no = o.no"                \
	"   and b.verb = 'issued'"                                                                          \
	"  join object_observation v on v.measure_no = m.no and v.object_no = coalesce(b.subject_no, o.no)" \
	"   and v.base_date between $5::date - 1827 and $5::date and v.superseded = 9223372036854775807"    \
	" order by u.id, v.base_date, v.filed_at desc, v.revision desc)"

/* The first row has the sums; it has no object when nothing was ever seen. */
static DB_STMT(
	episodes, "limit_history.episodes",
	OBSERVED
	", g as (select v.*, max(base_date) over (partition by watched) as newest,"
	"              row_number() over (partition by watched order by base_date)"
	"            - row_number() over (partition by watched, warns order by base_date) as run from v),"
	" e as (select g.watched, min(g.base_date) as since,"
	"              nullif(max(g.base_date), max(g.newest)) as until,"
	"              case when $3::bool then max(g.value) else min(g.value) end as worst, count(*) as seen,"
	"              bool_or(g.past) as past, count(*) over () as total,"
	"              count(case when bool_or(g.past) then 1 end) over () as breaches"
	"         from g where g.warns group by g.watched, g.run order by 2 desc, g.watched limit 20)"
	" select m.unit, t.oldest, t.newest, t.n, e.*"
	"   from object_measure m"
	"  cross join (select min(v.base_date) as oldest, max(v.base_date) as newest, count(*) as n from v) t"
	"   left join e on true"
	"  where m.id = $2 order by e.since desc, e.watched");
enum {
	E_UNIT,
	E_FROM,
	E_TO,
	E_ALL,
	E_OBJECT,
	E_SINCE,
	E_UNTIL,
	E_WORST,
	E_OBSERVED,
	E_PAST,
	E_TOTAL,
	E_BREACHES
};

static void write_episodes(struct call *c, struct json *j, const struct db_rows *r)
{
	const size_t n = db_is_null(r, 0, E_OBJECT) ? 0 : db_count(r);
	const struct names names = names_of_rows(c->ctx, r, n, E_OBJECT);

	json_int(j, "total", n ? db_get_int(r, 0, E_TOTAL) : 0);
	json_int(j, "breaches", n ? db_get_int(r, 0, E_BREACHES) : 0);
	json_array(j, "episodes");
	for (size_t i = 0; i < n; i++) {
		json_open(j, NULL);
		name_write(j, "object", &names, db_get_text(r, i, E_OBJECT));
		json_text(j, "level", db_get_bool(r, i, E_PAST) ? "breach" : "early");
		json_day(j, "since", db_get_day(r, i, E_SINCE));
		db_json_day(j, "until", r, i, E_UNTIL);
		desk_write_number(j, "worst", r, i, E_WORST);
		json_int(j, "observations", db_get_int(r, i, E_OBSERVED));
		json_close(j);
	}
	json_array_end(j);
}

void limit_history_write(struct call *c, struct json *j, const char *name, struct uuid rule)
{
	const struct db_rows *of =
		db_query(c->ctx, &rule_of, DB_ARGS(desk_workspace(c), db_uuid(rule)));
	const size_t all = db_count(of), n = all < OBJECTS_MAX ? all : OBJECTS_MAX;
	const char **objects = pool_array(c->ctx->pool, const char *, n);
	const struct db_rows *r;

	if (!all || db_is_null(of, 0, R_THRESHOLD)) {
		json_null(j, name);
		return;
	}
	for (size_t i = 0; i < n; i++)
		objects[i] = db_get_text(of, i, R_OBJECT);
	r = db_query(c->ctx, &episodes,
		     DB_ARGS(db_texts(objects, n), db_text(db_get_text(of, 0, R_MEASURE)),
			     db_bool(db_get_bool(of, 0, R_ABOVE)),
			     db_decimal(db_get_decimal(of, 0, R_THRESHOLD, 8), 8),
			     db_day(c->ctx->today),
			     db_decimal(db_get_decimal(of, 0, R_BAND, 8), 8)));
	json_open(j, name);
	json_text(j, "measure", db_get_text(of, 0, R_MEASURE));
	json_text(j, "unit", db_get_text(r, 0, E_UNIT));
	desk_write_number(j, "threshold", of, 0, R_THRESHOLD);
	desk_write_number(j, "band_pct", of, 0, R_BAND);
	json_int(j, "objects", (int64_t)n);
	json_int(j, "objects_left_out", (int64_t)(all - n));
	db_json_day(j, "from", r, 0, E_FROM);
	db_json_day(j, "to", r, 0, E_TO);
	json_int(j, "observations", db_get_int(r, 0, E_ALL));
	write_episodes(c, j, r);
	json_close(j);
}

void limit_history_preview(struct call *c, struct uuid rule)
{
	struct json *j;
	struct json_object *tree;

	if (!c->preview)
		return;
	j = json_new(c->ctx->pool, 1024);
	json_open(j, NULL);
	limit_history_write(c, j, "would_have_fired", rule);
	json_close(j);
	tree = json_read(c->ctx->pool, slice_of(json_written(j)));
	call_change(c, "/would_have_fired", NULL, tree_member(tree, "would_have_fired"));
}
