/* SPDX-License-Identifier: Apache-2.0 */
/*
 * object.c: one object with its keys, names, number of relations, and available measures. GET
 * /v1/objects/{id}
 */
#include "config.h"

#include "market/objects/object_parts.h"

#include "db/db_json.h"
#include "http/request.h"

static DB_STMT(
	one, "objects.one",
	"select id, kind, nullif(subkind, '') as subkind, name, anchor_type, anchor_value from object where id = $1");

static DB_STMT(names, "objects.names",
	       "select n.name from object_name n join object o on o.no = n.object_no"
	       " where o.id = $1 order by n.name collate portuguese, n.name limit 200");

static DB_STMT(
	keys, "objects.keys",
	"select k.type, k.value, k.since, k.until from object_key k join object o on o.no = k.object_no"
	" where o.id = $1 order by k.type, k.since, k.value limit 200");
enum { K_TYPE, K_VALUE, K_SINCE, K_UNTIL };

/* In force on the day. */
static DB_STMT(
	relations, "objects.relations",
	"select x.verb, x.direction, count(*)"
	"  from object o"
	" cross join lateral (select r.verb, 'out' as direction from object_relation r"
	"                      where r.subject_no = o.no and r.since <= $2 and r.until > $2"
	"                     union all select r.verb, 'in' from object_relation r"
	"                      where r.object_no = o.no and r.since <= $2 and r.until > $2) x"
	" where o.id = $1"
	" group by x.verb, x.direction order by x.verb, x.direction desc limit 100");

static DB_STMT(
	measures, "objects.object_measures",
	"select m.id, coalesce(u.unit, m.unit), x.base_date, x.value"
	"  from object o join object_measure m on o.kind = any (m.kinds)"
	" cross join lateral (select v.base_date, round(v.value, 6) as value from object_observation v"
	"                      where v.measure_no = m.no and v.object_no = o.no and v.base_date <= $2"
	"                        and v.superseded = 9223372036854775807"
	"                      order by v.base_date desc, v.filed_at desc, v.revision desc, v.version desc limit 1) x"
	"  left join object_unit u on u.measure_no = m.no and u.object_no = o.no"
	" where o.id = $1 order by m.no limit 100");
enum { M_ID, M_UNIT, M_DAY, M_VALUE };

static void show_names(struct json *j, const struct db_rows *r)
{
	json_array(j, "names");
	for (size_t i = 0; i < db_count(r); i++)
		json_text(j, NULL, db_get_text(r, i, 0));
	json_array_end(j);
}

static void show_keys(struct json *j, const struct db_rows *r)
{
	json_array(j, "keys");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "type", db_get_text(r, i, K_TYPE));
		json_text(j, "value", db_get_text(r, i, K_VALUE));
		json_end(j, "since", r, i, K_SINCE);
		json_end(j, "until", r, i, K_UNTIL);
		json_close(j);
	}
	json_array_end(j);
}

static void show_measures(struct json *j, const struct db_rows *r)
{
	json_array(j, "measures");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_text(j, "id", db_get_text(r, i, M_ID));
		json_text(j, "unit", db_get_text(r, i, M_UNIT));
		json_decimal(j, "last", db_get_decimal(r, i, M_VALUE, 6), 6, 6, true);
		json_day(j, "as_of", db_get_day(r, i, M_DAY));
		json_close(j);
	}
	json_array_end(j);
}

void objects_get(struct ctx *ctx)
{
	const char *id = ctx->path[0];
	struct db_rows *r[5];
	struct json *j;

	query_done(ctx);
	db_send(ctx, &one, DB_ARGS(db_text(id)));
	db_send(ctx, &names, DB_ARGS(db_text(id)));
	db_send(ctx, &keys, DB_ARGS(db_text(id)));
	db_send(ctx, &relations, DB_ARGS(db_text(id), db_day(ctx->today)));
	db_send(ctx, &measures, DB_ARGS(db_text(id), db_day(ctx->today)));
	db_wait(ctx, r, ARRAY_SIZE(r));
	if (!db_count(r[0]))
		fail(ctx, 404, "object_not_found", "Não há objeto %s.", id);
	j = respond_json(ctx, 200);
	json_open(j, NULL);
	db_json_row(j, r[0], 0);
	show_names(j, r[1]);
	show_keys(j, r[2]);
	db_json_rows(j, "relations", r[3], db_count(r[3]));
	show_measures(j, r[4]);
	json_close(j);
}
