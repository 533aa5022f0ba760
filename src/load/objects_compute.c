/* SPDX-License-Identifier: Apache-2.0 */
/* objects_compute.c: the order of it; what is told, objects_graph.c, objects_events.c and objects_measures.c say. */
#include "config.h"

#include "load/objects_compute.h"

static void run_all(struct load *l, const char *const *sql)
{
	for (; *sql; sql++)
		(void)load_sql(l, *sql);
}

/* Objects below this number were there before. */
static const char known[] =
	"create temp table object_known on commit drop as select coalesce(max(no), 0) as no from object";

/* Names are told apart anew, loads are taken in again. */
static const char *const forget[] = {
	"update object_known set no = 0",
	"delete from object_taken",
	"insert into word_change select unnest(string_to_array(words, ' ')), -1 from object_name"
	" where source = 'computed' and words <> ''",
	"delete from object_name where source = 'computed'",
	NULL,
};

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
	run_all(&l, objects_graph_sql);
	run_all(&l, objects_events_sql);
	object_apply_graph(&l, OBJECT_COMPUTED, out);
	run_all(&l, objects_measure_sql);
	object_apply_observations(&l, out);
	(void)load_sql(&l,
		       "insert into object_taken select id from load_log on conflict do nothing");
	(void)object_changed(&l, out);
	load_cooked(&l);
	db_commit(ctx);
}
