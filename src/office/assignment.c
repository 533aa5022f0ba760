/* SPDX-License-Identifier: Apache-2.0 */
/* assignment.c: the members assigned to a client; a new list replaces the old one. */
#include "config.h"

#include "office/client.h"

#include "identity/caller.h"
#include "http/tree.h"

static DB_STMT(assigned_row, "assignment.row",
	       "select jsonb_build_object('member_ids', coalesce((select jsonb_agg(a.member_id"
	       "         order by a.member_id) from client_assignment a"
	       "         where a.workspace_id = $1 and a.client_id = c.id), '[]'))::text"
	       "  from client c where c.workspace_id = $1 and c.id = $2 for update");

static DB_STMT(
	unknown, "assignment.unknown",
	"select count(*) from unnest($2::uuid[]) given(id)"
	" where given.id <> all (array(select m.id from office_member m where m.workspace_id = $1))");

static DB_STMT(take_away, "assignment.take_away",
	       "delete from client_assignment"
	       " where workspace_id = $1 and client_id = $2"
	       "   and member_id <> all ($3::uuid[])");

static DB_STMT(give, "assignment.give",
	       "insert into client_assignment"
	       " (workspace_id, client_id, member_id, assigned_by, assigned_at)"
	       " select c.workspace_id, c.id, given.id, $4, $5"
	       "   from client c, unnest($3::uuid[]) given(id)"
	       "  where c.workspace_id = $1 and c.id = $2"
	       " on conflict do nothing");

static DB_STMT(read_assigned, "assignment.read",
	       "select coalesce(jsonb_agg(member_id order by member_id), '[]')::text"
	       "  from client_assignment where workspace_id = $1 and client_id = $2");

static const struct target_kind assignment_kind = { "advisor.client_assignment", &assigned_row,
						    NULL };

/* input.member_ids, validated by its schema: a list of ids, which may be empty. */
static struct db_arg read_members(struct call *c, size_t *n)
{
	struct json_object *list = tree_member(c->input, "member_ids");
	struct uuid *ids;

	*n = json_object_array_length(list);
	ids = pool_array(c->ctx->pool, struct uuid, *n);
	for (size_t i = 0; i < *n; i++)
		if (!uuid_parse(slice_of(tree_text(json_object_array_get_idx(list, i))), &ids[i]))
			call_not_found(c);
	return db_uuids(ids, *n);
}

void assignment_set(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace), members;
	struct uuid client = uuid_nil();
	struct db_rows *r[3];
	size_t n;

	if (!call_uuid(c, "client_id", &client))
		call_not_found(c);
	call_target(c, &assignment_kind, client);
	members = read_members(c, &n);
	if (db_get_int(db_query(c->ctx, &unknown, DB_ARGS(workspace, members)), 0, 0))
		call_not_found(c);
	if (!n)
		call_warn(c, "Só proprietários e administradores verão este cliente.");
	db_send(c->ctx, &take_away, DB_ARGS(workspace, db_uuid(client), members));
	db_send(c->ctx, &give,
		DB_ARGS(workspace, db_uuid(client), members, db_uuid(c->ctx->caller->account),
			db_timestamp(c->ctx->now_ms)));
	db_send(c->ctx, &read_assigned, DB_ARGS(workspace, db_uuid(client)));
	db_wait(c->ctx, r, 3);
	json_open(c->out, c->name);
	json_uuid(c->out, "client_id", client);
	json_raw(c->out, "member_ids", db_get_text(r[2], 0, 0));
	json_close(c->out);
}
