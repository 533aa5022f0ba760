/* SPDX-License-Identifier: Apache-2.0 */
/* watchlist_item.c: the objects of a watchlist. */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "desk/object_names.h"

static DB_STMT(
	list, "watchlist.items",
	"select i.id, i.object_id, i.added_at,"
	"       (select count(*) from alert a"
	"         where a.workspace_id = $1 and a.object_id = i.object_id"
	"           and a.acknowledged_at is null"
	"           and (a.snoozed_until is null or a.snoozed_until <= $6))"
	"  from watchlist_item i"
	" where i.workspace_id = $1 and i.watchlist_id = $2 and (i.added_at, i.id) > ($3, $4)"
	" order by i.added_at, i.id limit $5");
enum { C_ID, C_OBJECT, C_ADDED, C_ALERTS };

/* Locked, so that concurrent additions count one after the other. */
static DB_STMT(row, "watchlist_item.row",
	       "select jsonb_build_object('name', w.name,"
	       "         'objects', coalesce((select jsonb_agg(i.object_id order by i.object_id)"
	       "           from watchlist_item i"
	       "          where i.workspace_id = $1 and i.watchlist_id = w.id), '[]'))::text"
	       "  from watchlist w where w.workspace_id = $1 and w.id = $2 for update");

static DB_STMT(count, "watchlist_item.count",
	       "select count(*) from watchlist_item"
	       " where workspace_id = $1 and watchlist_id = $2");

static DB_STMT(
	add, "watchlist_item.add",
	"insert into watchlist_item (workspace_id, watchlist_id, object_id, id, added_by, added_at)"
	" values ($1, $2, $3, $4, $5, $6) on conflict do nothing");

static DB_STMT(
	drop, "watchlist_item.drop",
	"delete from watchlist_item where workspace_id = $1 and watchlist_id = $2 and object_id = $3");

static const struct target_kind items_kind = { "credit.watchlist", &row, NULL };
static const struct page_key key = { DB_TIMESTAMP, false };

void watchlist_items(struct call *c)
{
	const struct db_rows *r;
	struct db_arg after[2];
	struct names names;
	size_t n;

	watchlist_reached(c);
	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(desk_workspace(c), db_uuid(c->subject), after[0], after[1],
			     db_int(call_limit(c)), db_day(c->ctx->today)));
	n = call_page(c, &key, r, C_ADDED, C_ID);
	names = names_of_rows(c->ctx, r, n, C_OBJECT);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++) {
		json_open(c->out, NULL);
		name_write(c->out, "object", &names, db_get_text(r, i, C_OBJECT));
		json_timestamp(c->out, "added_at", db_get_timestamp(r, i, C_ADDED));
		json_int(c->out, "open_alerts", db_get_int(r, i, C_ALERTS));
		json_close(c->out);
	}
	json_array_end(c->out);
}

void watchlist_item_add(struct call *c)
{
	struct uuid list_id = desk_id(c, "watchlist_id");
	const struct named *object;
	const struct db_rows *r;

	call_target(c, &items_kind, list_id);
	object = name_watched(c, "object_id");
	r = db_query(c->ctx, &count, DB_ARGS(desk_workspace(c), db_uuid(list_id)));
	if (db_get_int(r, 0, 0) >= WATCHLIST_ITEMS_MAX)
		call_conflict(c, "/input/object_id", "item_limit", "até 1000 objetos em uma lista",
			      NULL);
	call_unique(c, "watchlist_item_pkey", "/input/object_id", "item_there",
		    "um objeto que a lista não tenha", object->id);
	db_insert(c->ctx, &add,
		  DB_ARGS(desk_workspace(c), db_uuid(list_id), db_text(object->id),
			  db_uuid(uuid_new()), db_uuid(c->ctx->caller->account),
			  db_timestamp(c->ctx->now_ms)));
	json_open(c->out, c->name);
	json_uuid(c->out, "watchlist_id", list_id);
	json_text(c->out, "object_id", object->id);
	json_text(c->out, "name", object->name);
	json_timestamp(c->out, "added_at", c->ctx->now_ms);
	json_close(c->out);
}

void watchlist_item_remove(struct call *c)
{
	struct uuid list_id = desk_id(c, "watchlist_id");
	const char *object = call_text(c, "object_id");

	call_target(c, &items_kind, list_id);
	if (!db_exec(c->ctx, &drop, DB_ARGS(desk_workspace(c), db_uuid(list_id), db_text(object))))
		call_not_found(c);
	json_open(c->out, c->name);
	json_uuid(c->out, "watchlist_id", list_id);
	json_text(c->out, "object_id", object);
	json_boolean(c->out, "removed", true);
	json_close(c->out);
}
