/* SPDX-License-Identifier: Apache-2.0 */
/* invitation_list.c: invitations, the newest first, and their state. */
#include "config.h"

#include "office/office.h"

#include "identity/caller.h"
#include "db/db_json.h"

#define STATUS                                                                                     \
	"case when i.accepted_at is not null then 'accepted'"                                      \
	"     when i.revoked_at is not null then 'revoked'"                                        \
	"     when i.expires_at <= $5 then 'expired' else 'pending' end"

/*
 * The filter is inside coalesce(): a plan for any filter would otherwise expect few rows and sort all
 * of them.
 */
static DB_STMT(list, "invitations.list",
	       "select i.id, i.email, i.role, " STATUS
	       ", i.created_at, i.expires_at, i.accepted_at, i.revoked_at"
	       "  from office_invitation i"
	       " where i.workspace_id = $1 and (i.created_at, i.id) < ($2, $3)"
	       "   and coalesce(" STATUS " = $4, true)"
	       " order by i.created_at desc, i.id desc limit $6");
enum { C_ID, C_EMAIL, C_ROLE, C_STATUS, C_CREATED, C_EXPIRES, C_ACCEPTED, C_REVOKED };

static const struct page_key key = { DB_TIMESTAMP, true };

void invitations_list(struct call *c)
{
	const struct db_rows *r;
	struct db_arg after[2];
	size_t n;

	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(db_uuid(c->ctx->caller->workspace), after[0], after[1],
			     db_text(call_text(c, "status")), db_timestamp(c->ctx->now_ms),
			     db_int(call_limit(c))));
	n = call_page(c, &key, r, C_CREATED, C_ID);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++) {
		json_open(c->out, NULL);
		json_uuid(c->out, "id", db_get_uuid(r, i, C_ID));
		json_text(c->out, "email", db_get_text(r, i, C_EMAIL));
		json_text(c->out, "role", db_get_text(r, i, C_ROLE));
		json_text(c->out, "status", db_get_text(r, i, C_STATUS));
		json_timestamp(c->out, "created_at", db_get_timestamp(r, i, C_CREATED));
		json_timestamp(c->out, "expires_at", db_get_timestamp(r, i, C_EXPIRES));
		db_json_timestamp(c->out, "accepted_at", r, i, C_ACCEPTED);
		db_json_timestamp(c->out, "revoked_at", r, i, C_REVOKED);
		json_close(c->out);
	}
	json_array_end(c->out);
}
