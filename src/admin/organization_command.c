/* SPDX-License-Identifier: Apache-2.0 */
/* organization_command.c: look-ups common to the commands about an organization. */
#include "config.h"

#include "admin/admin.h"
#include "db/db.h"

static DB_STMT(find_workspace, "admin.workspace_of",
	       "select id from lastro.workspace where organization_id = $1");

DB_STMT(office_lock, "admin.office_lock",
	"select workspace_id, kind from lastro.office"
	" where workspace_id = $1 for update");

static DB_STMT(
	members, "admin.member_list",
	"with o as materialized (select s.account_id, s.role, s.seated, s.suspended_at"
	"                          from lastro.office_member s where s.workspace_id = $1)"
	" select a.id::text, a.email, a.name, m.created_at, o.role, o.seated,"
	" case when o.suspended_at is null then 'active' else 'suspended' end"
	" from lastro.workspace w join lastro.organization_member m on m.organization_id = w.organization_id"
	" join lastro.account a on a.id = m.account_id"
	" left join o on o.account_id = m.account_id"
	" where w.id = $1 order by a.email limit 10000");

static const struct column member_columns[] = {
	{ "account", "conta", CELL_TEXT },   { "email", "e-mail", CELL_TEXT },
	{ "name", "nome", CELL_TEXT },	     { "since", "desde", CELL_TIME },
	{ "role", "papel", CELL_TEXT },	     { "seated", "assento", CELL_BOOL },
	{ "status", "situação", CELL_TEXT },
};

struct uuid admin_organization(struct run *r, const char *text)
{
	struct uuid id;

	if (!uuid_parse(slice_of(text), &id))
		run_usage(r, "%s não é o id de uma organização", text);
	return id;
}

struct db_arg admin_workspace(struct run *r, struct uuid organization)
{
	const struct db_rows *rows =
		db_query(r->ctx, &find_workspace, DB_ARGS(db_uuid(organization)));

	return db_count(rows) ? db_uuid(db_get_uuid(rows, 0, 0)) : db_null();
}

enum exit_status print_members(struct run *r, struct uuid organization)
{
	print_rows(r, member_columns, ARRAY_SIZE(member_columns),
		   db_query(r->ctx, &members, DB_ARGS(admin_workspace(r, organization))));
	return EXIT_DONE;
}
