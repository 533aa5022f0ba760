/* SPDX-License-Identifier: Apache-2.0 */
/* note.c: notes on the desk, on a watchlist or on an object; earlier versions are stored. */
#include "config.h"

#include "desk/desk_parts.h"

#include "identity/caller.h"
#include "desk/object_names.h"
#include "office/office.h"
#include "db/db_json.h"

#define NOTE                                                                                       \
	"select n.id, n.created_at, n.watchlist_id, n.object_id, n.version, n.created_by,"         \
	"       n.updated_at, v.body, v.written_by,"                                               \
	"       (select jsonb_agg(jsonb_build_object('version', o.version, 'body', o.body,"        \
	"                 'written_at', to_char(o.written_at at time zone 'UTC',"                  \
	"                                       'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'))"             \
	"               order by o.version)::text"                                                 \
	"          from note_version o"                                                            \
	"         where o.workspace_id = $1 and o.note_id = n.id and o.version < n.version)"       \
	"  from note n join note_version v"                                                        \
	"    on v.workspace_id = $1 and v.note_id = n.id and v.version = n.version"                \
	" where n.workspace_id = $1 "

#define PAGE(filter)                                                                               \
	NOTE "and (n.created_at, n.id) < ($2, $3)" filter                                          \
	     " order by n.created_at desc, n.id desc limit $4"

static DB_STMT(all, "notes.list", PAGE(""));
static DB_STMT(of_object, "notes.list_object", PAGE(" and n.object_id = $5"));
static DB_STMT(of_watchlist, "notes.list_watchlist", PAGE(" and n.watchlist_id = $5"));
static DB_STMT(one, "note.read", NOTE "and n.id = $2");
enum {
	C_ID,
	C_CREATED,
	C_WATCHLIST,
	C_OBJECT,
	C_VERSION,
	C_AUTHOR,
	C_UPDATED,
	C_BODY,
	C_WRITER,
	C_EARLIER
};

static DB_STMT(
	row, "note.row",
	"select jsonb_build_object('body', (select v.body from note_version v"
	"           where v.workspace_id = $1 and v.note_id = n.id and v.version = n.version),"
	"         'version', n.version, 'watchlist_id', n.watchlist_id, 'object_id', n.object_id)::text"
	"  from note n where n.workspace_id = $1 and n.id = $2 for update");

static DB_STMT(
	add, "note.add",
	"insert into note (workspace_id, id, watchlist_id, object_id, version, created_by, created_at)"
	" values ($1, $2, $3, $4, 1, $5, $6)");

static DB_STMT(
	add_version, "note.add_version",
	"insert into note_version (workspace_id, note_id, version, body, written_by, written_at)"
	" select n.workspace_id, n.id, n.version, $3, $4, $5"
	"  from note n where n.workspace_id = $1 and n.id = $2");

static DB_STMT(advance, "note.advance",
	       "update note set version = version + 1, updated_at = $3"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(drop, "note.drop", "delete from note where workspace_id = $1 and id = $2");

static DB_STMT(watchlist, "note.watchlist",
	       "select id from watchlist"
	       " where workspace_id = $1 and id = $2 for key share");

static DB_STMT(listed, "note.listed",
	       "select id from watchlist where workspace_id = $1 and id = $2");

static DB_STMT(count, "note.count", "select count(*) from note where workspace_id = $1");

static const char *const personal[] = { "body", NULL };
static const struct target_kind note_kind = { "credit.note", &row, personal };
static const struct page_key key = { DB_TIMESTAMP, true };

static void write_note(struct json *j, const struct db_rows *r, size_t i, const struct names *names,
		       const struct people *people)
{
	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	db_json_uuid(j, "watchlist_id", r, i, C_WATCHLIST);
	if (db_is_null(r, i, C_OBJECT))
		json_null(j, "object");
	else
		name_write(j, "object", names, db_get_text(r, i, C_OBJECT));
	json_text(j, "body", db_get_text(r, i, C_BODY));
	json_int(j, "version", db_get_int(r, i, C_VERSION));
	json_text(j, "author", people_name(people, db_get_uuid(r, i, C_AUTHOR)));
	json_timestamp(j, "created_at", db_get_timestamp(r, i, C_CREATED));
	db_json_timestamp(j, "updated_at", r, i, C_UPDATED);
	json_raw(j, "earlier", db_is_null(r, i, C_EARLIER) ? "[]" : db_get_text(r, i, C_EARLIER));
	json_close(j);
}

static const struct db_rows *read_page(struct call *c)
{
	struct db_arg after[2], workspace = desk_workspace(c), limit = db_int(call_limit(c));
	struct uuid list;

	call_after(c, &key, after);
	if (call_has(c, "object_id"))
		return db_query(c->ctx, &of_object,
				DB_ARGS(workspace, after[0], after[1], limit,
					db_text(call_text(c, "object_id"))));
	if (!call_has(c, "watchlist_id"))
		return db_query(c->ctx, &all, DB_ARGS(workspace, after[0], after[1], limit));
	list = desk_id(c, "watchlist_id");
	if (!db_count(db_query(c->ctx, &listed, DB_ARGS(workspace, db_uuid(list)))))
		call_not_found(c);
	return db_query(c->ctx, &of_watchlist,
			DB_ARGS(workspace, after[0], after[1], limit, db_uuid(list)));
}

void notes_list(struct call *c)
{
	const struct db_rows *r = read_page(c);
	size_t n = call_page(c, &key, r, C_CREATED, C_ID);
	struct names names = names_of_rows(c->ctx, r, n, C_OBJECT);
	const struct people *people = people_of(c, r, n, C_AUTHOR);

	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_note(c->out, r, i, &names, people);
	json_array_end(c->out);
}

static void result(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(c->ctx, &one, DB_ARGS(desk_workspace(c), db_uuid(id)));
	struct names names = names_of_rows(c->ctx, r, 1, C_OBJECT);
	const struct people *people = people_of(c, r, 1, C_AUTHOR);

	write_note(c->out, r, 0, &names, people);
}

void notes_list_check(struct call *c)
{
	if (call_has(c, "object_id") && call_has(c, "watchlist_id"))
		call_note(c, "/input", "one_of", "object_id ou watchlist_id", NULL);
}

void note_check(struct call *c)
{
	const char *body = call_text(c, "body");

	notes_list_check(c);
	if (body && *body && !text_visible(body))
		call_note(c, "/input/body", "min_length", "texto com algum caractere visível",
			  body);
}

static void write_version(struct call *c, struct uuid id, const char *body)
{
	(void)db_exec(c->ctx, &add_version,
		      DB_ARGS(desk_workspace(c), db_uuid(id), db_text(body),
			      db_uuid(c->ctx->caller->account), db_timestamp(c->ctx->now_ms)));
}

void note_create(struct call *c)
{
	struct uuid id = uuid_new();
	struct db_arg on_list = db_null(), on_object = db_null();
	const char *body = call_text(c, "body");

	if (call_has(c, "object_id"))
		on_object = db_text(name_watched(c, "object_id")->id);
	if (call_has(c, "watchlist_id")) {
		on_list = db_uuid(desk_id(c, "watchlist_id"));
		if (!db_count(db_query(c->ctx, &watchlist, DB_ARGS(desk_workspace(c), on_list))))
			call_not_found(c);
	}
	desk_bounded(c, &count, NOTES_MAX, "note_limit");
	call_target_new(c, &note_kind, id);
	(void)db_exec(c->ctx, &add,
		      DB_ARGS(desk_workspace(c), db_uuid(id), on_list, on_object,
			      db_uuid(c->ctx->caller->account), db_timestamp(c->ctx->now_ms)));
	write_version(c, id, body);
	result(c, id);
}

void note_update(struct call *c)
{
	struct uuid id = desk_id(c, "note_id");
	const char *body = call_text(c, "body");

	call_target(c, &note_kind, id);
	(void)db_exec(c->ctx, &advance,
		      DB_ARGS(desk_workspace(c), db_uuid(id), db_timestamp(c->ctx->now_ms)));
	write_version(c, id, body);
	result(c, id);
}

void note_delete(struct call *c)
{
	struct uuid id = desk_id(c, "note_id");

	call_target(c, &note_kind, id);
	(void)db_exec(c->ctx, &drop, DB_ARGS(desk_workspace(c), db_uuid(id)));
	desk_write_deleted(c, id);
}
