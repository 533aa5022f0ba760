/* SPDX-License-Identifier: Apache-2.0 */
/* family_list.c: families by name, each with the number of its clients that the caller may see. */
#include "config.h"

#include "office/family.h"

#include "identity/caller.h"
#include "office/reach.h"

#define CLIENT_OF_FAMILY                                                                           \
	"select from client c where c.workspace_id = $1 and c.family_id = f.id and "

/*
 * The filter is inside coalesce(): a plan for any filter would otherwise expect few rows and sort all
 * of them.
 */
static DB_STMT(
	list, "families.list",
	"select f.id, f.name, f.name_key, f.created_at, (select count(*) from client c"
	"         where c.workspace_id = $1 and c.family_id = f.id and " REACH(
		"$4") ")"
		      "  from family f"
		      " where f.workspace_id = $1 and (f.name_key, f.id) > ($2, $3)"
		      "   and coalesce(strpos(f.name_key, $6) > 0, true) and coalesce(f.id = $7, true)"
		      "   and " FAMILY_REACH(
			      "$4", "$5") "   and ($8::uuid is null or exists (" CLIENT_OF_FAMILY
			      REACH("$8") "))"
					  " order by f.name_key, f.id limit $9");
enum { C_ID, C_NAME, C_KEY, C_CREATED, C_CLIENTS };

static const struct page_key key = { DB_TEXT, false };

static const struct families *take(struct call *c, const struct db_rows *r)
{
	struct families *out = pool_zero(c->ctx->pool, struct families);
	struct family *items;

	out->n = call_page(c, &key, r, C_KEY, C_ID);
	items = pool_array(c->ctx->pool, struct family, out->n);
	for (size_t i = 0; i < out->n; i++)
		items[i] = (struct family){ .id = db_get_uuid(r, i, C_ID),
					    .name = db_get_text(r, i, C_NAME),
					    .clients = db_get_int(r, i, C_CLIENTS),
					    .created_ms = db_get_timestamp(r, i, C_CREATED) };
	out->items = items;
	return out;
}

static void write_family(struct json *j, const struct family *f)
{
	json_open(j, NULL);
	json_uuid(j, "id", f->id);
	json_text(j, "name", f->name);
	json_int(j, "clients", f->clients);
	json_timestamp(j, "created_at", f->created_ms);
	json_close(j);
}

void families_list(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace);
	const char *q = call_line(c, "q");
	const struct families *found;
	struct reach_filter f;
	struct db_rows *r[2];
	struct db_arg after[2];

	call_after(c, &key, after);
	f = reach_filter_send(c);
	db_send(c->ctx, &list,
		DB_ARGS(workspace, after[0], after[1], reach_member(c),
			db_uuid(c->ctx->caller->account),
			db_text(q ? text_fold(c->ctx->pool, q) : NULL), f.family, f.member,
			db_int(call_limit(c))));
	db_wait(c->ctx, r, 2);
	reach_filter_take(c, r[0]);
	c->shown = found = take(c, r[1]);
	json_array(c->out, c->name);
	for (size_t i = 0; i < found->n; i++)
		write_family(c->out, &found->items[i]);
	json_array_end(c->out);
}
