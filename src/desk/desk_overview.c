/* SPDX-License-Identifier: Apache-2.0 */
/* desk_overview.c: the desk at a glance: its watchlists, open alerts, terms to be reviewed. */
#include "config.h"

#include "desk/desk_parts.h"

#include "db/db_json.h"
#include "desk/object_names.h"

static DB_STMT(
	counts, "desk.counts",
	"select (select count(*) from watchlist w where w.workspace_id = $1) as watchlists,"
	"       (select count(distinct i.object_id) from watchlist_item i where i.workspace_id = $1) as objects,"
	"       (select count(*) from alert_rule r where r.workspace_id = $1) as alert_rules,"
	"       (select count(*) from regulation_term t where t.workspace_id = $1 and t.status = 'pending')"
	"         as terms_to_review,"
	"       (select count(*) from note n where n.workspace_id = $1) as notes");

#define OPEN                                                                                       \
	" a.workspace_id = $1 and a.acknowledged_at is null"                                       \
	" and (a.snoozed_until is null or a.snoozed_until <= $2)"

static DB_STMT(by_kind, "desk.alerts_by_kind",
	       "select a.kind, a.level, count(*) as count,"
	       "       count(*) filter (where a.assigned_to is null)"
	       "  from alert a where" OPEN
	       " group by a.kind, a.level order by a.kind, a.level limit 100");
enum { K_KIND, K_LEVEL, K_COUNT, K_UNASSIGNED };

static DB_STMT(
	by_object, "desk.alerts_by_object",
	"select x.object_id, count(*) as open_alerts, count(*) filter (where x.level = 'breach') as breaches,"
	"       max(x.raised_at) as last_raised_at"
	"  from (select distinct s.object_id, a.id, a.level, a.raised_at"
	"          from alert a join alert_seen s on s.workspace_id = $1 and s.alert_id = a.id"
	"         where" OPEN ") x group by x.object_id"
	" order by count(*) filter (where x.level = 'breach') desc, count(*) desc, x.object_id limit $3");
enum { O_OBJECT, O_COUNT, O_BREACHES, O_LAST };

static void write_open(struct json *j, const struct db_rows *r)
{
	int64_t all = 0, unassigned = 0;

	for (size_t i = 0; i < db_count(r); i++) {
		all += db_get_int(r, i, K_COUNT);
		unassigned += db_get_int(r, i, K_UNASSIGNED);
	}
	json_open(j, "open_alerts");
	json_int(j, "total", all);
	json_int(j, "unassigned", unassigned);
	json_array(j, "by_kind");
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, K_KIND, K_COUNT);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}

void overview_desk(struct call *c)
{
	struct db_arg today = db_day(c->ctx->today);
	struct db_rows *r[3];
	struct names names;
	struct json *j = c->out;

	db_send(c->ctx, &counts, DB_ARGS(desk_workspace(c)));
	db_send(c->ctx, &by_kind, DB_ARGS(desk_workspace(c), today));
	db_send(c->ctx, &by_object,
		DB_ARGS(desk_workspace(c), today, db_int(call_int(c, "top", 10))));
	db_wait(c->ctx, r, 3);
	names = names_of_rows(c->ctx, r[2], db_count(r[2]), O_OBJECT);
	json_open(j, c->name);
	db_json_row(j, r[0], 0);
	write_open(j, r[1]);
	json_array(j, "top_objects");
	for (size_t i = 0; i < db_count(r[2]); i++) {
		json_open(j, NULL);
		name_write(j, "object", &names, db_get_text(r[2], i, O_OBJECT));
		db_json_columns(j, r[2], i, O_COUNT, O_LAST);
		json_close(j);
	}
	json_array_end(j);
	json_close(j);
}
