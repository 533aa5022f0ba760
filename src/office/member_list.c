/* SPDX-License-Identifier: Apache-2.0 */
/* member_list.c: the members of the office, in the order in which they joined. */
#include "config.h"

#include "office/office.h"

#include "identity/caller.h"

static DB_STMT(list, "members.list",
	       "select m.id, m.account_id, m.role, m.suspended_at is null, m.seated,"
	       "       m.joined_at"
	       "  from office_member m"
	       " where m.workspace_id = $1 and (m.joined_at, m.id) > ($2, $3)"
	       "   and ($4::bool is null or (m.suspended_at is null) = $4)"
	       " order by m.joined_at, m.id limit $5");
enum { C_ID, C_ACCOUNT, C_ROLE, C_ACTIVE, C_SEATED, C_JOINED };

static const struct page_key key = { DB_TIMESTAMP, false };

static void write_member(struct json *j, const struct db_rows *r, size_t i, const struct people *p)
{
	struct uuid account = db_get_uuid(r, i, C_ACCOUNT);

	json_open(j, NULL);
	json_uuid(j, "id", db_get_uuid(r, i, C_ID));
	json_text(j, "name", people_name(p, account));
	json_text(j, "email", people_email(p, account));
	json_text(j, "role", db_get_text(r, i, C_ROLE));
	json_text(j, "status", db_get_bool(r, i, C_ACTIVE) ? "active" : "suspended");
	json_boolean(j, "seated", db_get_bool(r, i, C_SEATED));
	json_timestamp(j, "joined_at", db_get_timestamp(r, i, C_JOINED));
	json_close(j);
}

void members_list(struct call *c)
{
	const char *status = call_text(c, "status");
	const struct people *people;
	const struct db_rows *r;
	struct db_arg after[2];
	size_t n;

	call_after(c, &key, after);
	r = db_query(c->ctx, &list,
		     DB_ARGS(db_uuid(c->ctx->caller->workspace), after[0], after[1],
			     status ? db_bool(str_eq(status, "active")) : db_null(),
			     db_int(call_limit(c))));
	n = call_page(c, &key, r, C_JOINED, C_ID);
	people = people_of(c, r, n, C_ACCOUNT);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_member(c->out, r, i, people);
	json_array_end(c->out);
}
