/* SPDX-License-Identifier: Apache-2.0 */
/* watchlist.c: watchlists by name: creates, changes and deletes them. */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "core/text.h"
#include "db/db_json.h"

static DB_STMT(
	list, "watchlists.list",
	"select w.id, w.name, w.name_key, w.description, w.created_at, w.updated_at,"
	"       (select count(*) from watchlist_item i"
	"         where i.workspace_id = $1 and i.watchlist_id = w.id),"
	"       (select count(*) from watchlist_item i join alert a"
	"            on a.workspace_id = $1 and a.object_id = i.object_id"
	"         where i.workspace_id = $1 and i.watchlist_id = w.id and a.acknowledged_at is null"
	"           and (a.snoozed_until is null or a.snoozed_until <= $6))"
	"  from watchlist w"
	" where w.workspace_id = $1 and (w.name_key, w.id) > ($2, $3)"
	"   and coalesce(strpos(w.name_key, $4) > 0, true)"
	" order by w.name_key, w.id limit $5");
static DB_STMT(one, "watchlist.read",
	       "select w.id, w.name, w.name_key, w.description, w.created_at, w.updated_at"
	       "  from watchlist w where w.workspace_id = $1 and w.id = $2");
enum { C_ID, C_NAME, C_KEY, C_DESCRIPTION, C_CREATED, C_UPDATED, C_ITEMS, C_ALERTS };

static DB_STMT(row, "watchlist.row",
	       "select jsonb_build_object('name', w.name, 'description', w.description,"
	       "         'items', (select count(*) from watchlist_item i"
	       "                    where i.workspace_id = $1 and i.watchlist_id = w.id))::text"
	       "  from watchlist w where w.workspace_id = $1 and w.id = $2 for update");

static DB_STMT(
	add, "watchlist.add",
	"insert into watchlist (workspace_id, id, name, name_key, description, created_by, created_at)"
	" values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing");

static DB_STMT(change, "watchlist.change",
	       "update watchlist"
	       "   set name = coalesce($3, name), name_key = coalesce($4, name_key),"
	       "       description = case when $5 then $6 else description end, updated_at = $7"
	       " where workspace_id = $1 and id = $2"
	       "   and not exists (select from watchlist o"
	       "                    where o.workspace_id = $1 and o.name_key = $4 and o.id <> $2)");

static DB_STMT(drop, "watchlist.drop", "delete from watchlist where workspace_id = $1 and id = $2");

static DB_STMT(
	owned, "watchlist.owned",
	"select (select count(*) from alert_rule r where r.workspace_id = $1 and r.watchlist_id = $2),"
	"       (select count(*) from note n where n.workspace_id = $1 and n.watchlist_id = $2)");

static DB_STMT(count, "watchlist.count", "select count(*) from watchlist where workspace_id = $1");

static const char *const personal[] = { "description", NULL };
static const struct target_kind watchlist_kind = { "credit.watchlist", &row, personal };
static const struct page_key key = { DB_TEXT, false };

static void write_head(struct json *j, const struct db_rows *r, size_t i)
{
	db_json_columns(j, r, i, C_ID, C_NAME);
	db_json_columns(j, r, i, C_DESCRIPTION, C_UPDATED);
}

void watchlists_list(struct call *c)
{
	const char *q = call_line(c, "q");
	const struct db_rows *r;
	struct db_arg after[2];
	size_t n;

	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(desk_workspace(c), after[0], after[1],
			     db_text(q ? text_fold(c->ctx->pool, q) : NULL), db_int(call_limit(c)),
			     db_day(c->ctx->today)));
	n = call_page(c, &key, r, C_KEY, C_ID);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++) {
		json_open(c->out, NULL);
		write_head(c->out, r, i);
		json_int(c->out, "items", db_get_int(r, i, C_ITEMS));
		json_int(c->out, "open_alerts", db_get_int(r, i, C_ALERTS));
		json_close(c->out);
	}
	json_array_end(c->out);
}

void watchlist_reached(struct call *c)
{
	if (!db_count(db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(c->subject)))))
		call_not_found(c);
}

static void result(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(id)));

	json_open(c->out, c->name);
	write_head(c->out, r, 0);
	json_close(c->out);
}

static void expect_unique(struct call *c, const char *name)
{
	call_unique(c, "watchlist_name_unique", "/input/name", "name_taken",
		    "um nome que nenhuma lista da mesa tenha", name);
}

void watchlist_create(struct call *c)
{
	struct uuid id = uuid_new();
	const char *name = call_line(c, "name");

	desk_bounded(c, &count, WATCHLISTS_MAX, "watchlist_limit");
	call_target_new(c, &watchlist_kind, id);
	expect_unique(c, name);
	db_insert(c->ctx, &add,
		  DB_ARGS(desk_workspace(c), db_uuid(id), db_text(name),
			  db_text(text_fold(c->ctx->pool, name)),
			  db_text(call_text(c, "description")), db_uuid(c->ctx->caller->account),
			  db_timestamp(c->ctx->now_ms)));
	result(c, id);
}

void watchlist_update(struct call *c)
{
	struct uuid id = desk_id(c, "watchlist_id");
	const char *name = call_line(c, "name");

	call_target(c, &watchlist_kind, id);
	if (name)
		expect_unique(c, name);
	/* The row is locked: without a result, another watchlist has the name. */
	db_insert(c->ctx, &change,
		  DB_ARGS(desk_workspace(c), db_uuid(id), db_text(name),
			  db_text(name ? text_fold(c->ctx->pool, name) : NULL),
			  db_bool(call_has(c, "description")), db_text(call_text(c, "description")),
			  db_timestamp(c->ctx->now_ms)));
	result(c, id);
}

void watchlist_delete(struct call *c)
{
	struct uuid id = desk_id(c, "watchlist_id");
	struct db_arg args[] = { desk_workspace(c), db_uuid(id) };
	struct db_rows *r[2];
	int64_t rules, notes;

	call_target(c, &watchlist_kind, id);
	db_send(c->ctx, &owned, args, 2);
	db_send(c->ctx, &drop, args, 2);
	db_wait(c->ctx, r, 2);
	rules = db_get_int(r[0], 0, 0);
	notes = db_get_int(r[0], 0, 1);
	if (rules || notes)
		call_warn(c, "Com a lista se apagam %lld %s e %lld %s; os alertas ficam.",
			  (long long)rules, rules == 1 ? "regra" : "regras", (long long)notes,
			  notes == 1 ? "nota" : "notas");
	desk_write_deleted(c, id);
}
