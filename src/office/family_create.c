/* SPDX-License-Identifier: Apache-2.0 */
/* family_create.c: advisor.family.create: groups clients of one household. */
#include "config.h"

#include "office/family.h"

#include "identity/caller.h"
#include "core/text.h"

static DB_STMT(add_family, "family.add",
	       "insert into family (workspace_id, id, name, name_key, created_by, created_at)"
	       " values ($1, $2, $3, $4, $5, $6) on conflict do nothing");

static DB_STMT(family_row, "family.row",
	       "select jsonb_build_object('name', name)::text"
	       "  from family where workspace_id = $1 and id = $2 for update");

static const char *const family_personal[] = { "name", NULL };

static const struct target_kind family_kind = { "advisor.family", &family_row, family_personal };

void family_create(struct call *c)
{
	struct uuid id = uuid_new();
	const char *name = call_line(c, "name");

	call_target_new(c, &family_kind, id);
	call_unique(c, "family_name_unique", "/input/name", "name_taken",
		    "um nome que nenhuma família da organização tenha", name);
	db_insert(c->ctx, &add_family,
		  DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(id), db_text(name),
			  db_text(text_fold(c->ctx->pool, name)), db_uuid(c->ctx->caller->account),
			  db_timestamp(c->ctx->now_ms)));
	json_open(c->out, c->name);
	json_uuid(c->out, "id", id);
	json_text(c->out, "name", name);
	json_timestamp(c->out, "created_at", c->ctx->now_ms);
	json_close(c->out);
}
