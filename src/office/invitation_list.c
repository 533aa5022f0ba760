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
	       " as status, i.created_at, i.expires_at, i.accepted_at, i.revoked_at"
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
	db_json_rows(c->out, c->name, r, n);
}
