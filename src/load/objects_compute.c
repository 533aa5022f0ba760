/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects_compute.c: the order of the computation; objects_graph.c, objects_events.c and
 * objects_measures.c have the SQL.
 */
#include "config.h"

#include "load/objects_compute.h"

#include "load/company_keys.h"

static void run_all(struct load *l, const char *const *sql)
{
	for (; *sql; sql++)
		(void)load_sql(l, *sql);
}

/* Objects below this number existed before. */
static const char known[] =
	"create temp table object_known on commit drop as select coalesce(max(no), 0) as no from object";

/* Splits names into words again, and processes all loads again. */
static const char *const forget[] = {
	"update object_known set no = 0",
	"delete from object_taken",
	"insert into word_change select unnest(string_to_array(words, ' ')), -1 from object_name"
	" where source = 'computed' and words <> ''",
	"delete from object_name where source = 'computed'",
	NULL,
};

/*
 * What was computed now, by the numbers of its objects, for the measures of statements and of windows.  Counted, since
 * without counts the updates below join it by nested loops: half a minute for a demonstration.
 */
#define STATEMENTS "(21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 42, 43, 44, 45, 46, 47, 48)"
#define WINDOWS "(3, 4, 5, 6, 8, 17, 18, 19)"
static const char *const told[] = {
	"create temp table told on commit drop as"
	" select s.measure_no::int4 as measure_no, o.no, s.base_date, coalesce(s.filed_at, '-infinity') as filed_at"
	"   from staged_observation s join object o on o.id = s.object_id"
	"  where s.measure_no in " STATEMENTS " or s.measure_no in " WINDOWS,
	"analyze told",
	NULL,
};

/*
 * A new filing of statements may also remove figures: those that no statement has any more are
 * superseded.
 */
static const char unsaid[] =
	"update object_observation x set superseded = v.version + 1 from market_version v"
	" where v.family = 'objects' and x.measure_no in " STATEMENTS " and x.source like 'CVM %'"
	"   and x.superseded = 9223372036854775807"
	"   and x.object_no in (select t.no from told t where t.measure_no in " STATEMENTS ")"
	"   and not exists (select from told t where t.measure_no = x.measure_no and t.no = x.object_no"
	"                    and t.base_date = x.base_date and t.filed_at = x.filed_at)";

/*
 * A new filing of a report may remove a ratio, when its classes now contradict each other; and a rate
 * whose index was misprinted is of another kind.
 */
static const char unsaid_ratios[] =
	"update object_observation x set superseded = v.version + 1 from market_version v, fresh_days w, object o"
	" where v.family = 'objects' and x.superseded = 9223372036854775807"
	"   and (w.venue, x.source) in (('report', 'CVM'), ('debenture', 'ANBIMA'))"
	"   and x.measure_no = any (case w.venue when 'report' then array[39, 40, 55, 56] else array[13, 35, 36, 37] end)"
	"   and x.base_date between w.lo and w.hi"
	"   and o.no = x.object_no"
	"   and not exists (select from staged_observation s where s.object_id = o.id"
	"                    and s.measure_no = x.measure_no and s.base_date = x.base_date)";

/*
 * Windows computed again without a result: a payment was withdrawn, a month ends on another day.
 * Joined on equal columns, so that a hash join is possible: a first run has every month of every paper.
 */
static const char *const window_scope[] = {
	"create temp table window_scope on commit drop as"
	" select distinct o.no, e.month from month_end e join object o on o.id = e.id",
	"analyze window_scope",
	NULL,
};
static const char unsaid_windows[] =
	"update object_observation x set superseded = v.version + 1 from market_version v, window_scope w"
	" where v.family = 'objects' and x.measure_no in " WINDOWS
	" and x.superseded = 9223372036854775807"
	"   and x.source = 'calculado' and x.object_no = w.no and date_trunc('month', x.base_date)::date = w.month"
	"   and not exists (select from told t where t.measure_no = x.measure_no and t.no = x.object_no"
	"                    and t.base_date = x.base_date)";

void objects_compute(struct ctx *ctx, bool rebuild, struct object_changes *out)
{
	struct load l = { .ctx = ctx, .pool = ctx->pool, .name = "compute objects" };

	*out = (struct object_changes){ 0 };
	db_begin_write(ctx);
	load_lock(ctx);
	object_stage_open(&l);
	(void)load_sql(&l, known);
	if (rebuild)
		run_all(&l, forget);
	companies_quoted(&l);
	run_all(&l, objects_graph_sql);
	run_all(&l, objects_events_sql);
	object_apply_graph(&l, OBJECT_COMPUTED, out);
	run_all(&l, objects_measure_sql);
	(void)load_sql(&l, "analyze staged_observation");
	run_all(&l, told);
	out->observations += load_sql(&l, unsaid);
	out->observations += load_sql(&l, unsaid_ratios);
	run_all(&l, window_scope);
	out->observations += load_sql(&l, unsaid_windows);
	object_apply_observations(&l, out);
	(void)load_sql(&l,
		       "insert into object_taken select id from load_log on conflict do nothing");
	(void)object_changed(&l, out);
	load_cooked(&l);
	db_commit(ctx);
}
