/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trail.c: the operator's changes of an organization, in its audit chain.
 *
 * A command does not declare its changes: the row is read before and after, as for an Action.  A
 * refused command writes no audit row, unlike an Action: it changed nothing, and no member of the
 * office requested it.
 */
#include "config.h"

#include "admin/trail.h"

#include "admin/admin.h"
#include "core/text.h"
#include "operations/schema.h"

/* The subject is the account when it is a member of the organization but not of the office. */
static DB_STMT(
	member, "admin.trail_member",
	"with m as materialized (select s.id, s.role, s.seated, s.suspended_at"
	"                          from lastro.office_member s where s.workspace_id = $1 and s.account_id = $2)"
	" select w.id, coalesce(m.id, $2::uuid),"
	"       case when om.account_id is not null then jsonb_build_object('member', true, 'role', m.role,"
	"            'seated', m.seated, 'status', case when m.suspended_at is not null then 'suspended'"
	"                                               when m.id is not null then 'active' end)::text end"
	"  from lastro.workspace w"
	"  left join lastro.organization_member om"
	"    on om.organization_id = w.organization_id and om.account_id = $2"
	"  left join m on true"
	" where w.id = $1");

static DB_STMT(
	license, "admin.trail_license",
	"select w.id, w.organization_id,"
	"       (select jsonb_build_object('plan', l.plan, 'seats', l.seats, 'valid_from', l.valid_from,"
	"                                  'valid_until', l.valid_until)::text"
	"          from lastro.office_license l where l.workspace_id = $1)"
	"  from lastro.workspace w where w.id = $1");

static DB_STMT(
	organization, "admin.trail_organization",
	"select w.id, o.id,"
	"       jsonb_build_object('name', o.name, 'wallet', w.wallet, 'advisor',"
	"         (select f.kind from lastro.office f where f.workspace_id = $1) is not distinct from 'advisor')::text"
	"  from lastro.workspace w join lastro.organization o on o.id = w.organization_id"
	" where w.id = $1");

/* In the format of all timestamps of the interface. */
#define INSTANT(x) "to_char(" x " at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"

static DB_STMT(
	key, "admin.trail_key",
	"select w.id, k.id,"
	"       jsonb_build_object('account', k.account_id, 'kind', k.kind, 'scopes', k.scopes, 'expires_at', " INSTANT(
		"k.expires_at") ", 'revoked_at', " INSTANT("k.revoked_at") ")::text"
									   "  from lastro.api_key k"
									   "  join lastro.workspace w on w.organization_id = k.organization_id"
									   "                          or (k.organization_id is null and w.account_id = k.account_id)"
									   " where k.id = $1 and k.form = 'key' for update of k");

static DB_STMT(factor, "admin.trail_factor",
	       "select w.id, a.id, jsonb_build_object('second_factor', f.since is not null)::text"
	       "  from lastro.account a join lastro.workspace w on w.account_id = a.id"
	       "  left join lastro.second_factor f on f.account_id = a.id"
	       " where a.id = $1");
static DB_STMT(
	deletion, "admin.trail_deletion",
	"select w.id, a.id, jsonb_build_object('deletion', " INSTANT(
		"d.due_at") ")::text"
			    "  from lastro.account a join lastro.workspace w on w.account_id = a.id"
			    "  left join lastro.account_deletion d on d.account_id = a.id"
			    " where a.id = $1");
enum { C_WORKSPACE, C_SUBJECT, C_ROW };

static DB_STMT(write_row, "admin.trail_write",
	       "select lastro.audit_operator($1, $2, $3, $4, $5, $6, $7, $8, $9)");

static DB_STMT(forget, "admin.trail_forget", "select lastro.idempotency_forget(array[$1::uuid])");

static struct look look_of(const struct db_rows *rows)
{
	struct look l = { .workspace = db_null(), .subject = db_null() };

	if (!db_count(rows))
		return l;
	l.workspace = db_uuid(db_get_uuid(rows, 0, C_WORKSPACE));
	l.subject = db_uuid(db_get_uuid(rows, 0, C_SUBJECT));
	l.row = db_get_text(rows, 0, C_ROW);
	return l;
}

static struct look look(struct run *r, struct db_stmt *stmt, const struct db_arg *args, size_t n)
{
	struct db_rows *rows[2];

	/*
	 * The lock is in a statement of its own: the next one then sees changes made while we waited
	 * for it.
	 */
	db_send(r->ctx, &office_lock, args, 1);
	db_send(r->ctx, stmt, args, n);
	db_wait(r->ctx, rows, 2);
	return look_of(rows[1]);
}

struct look look_key(struct run *r, struct uuid id)
{
	return look_of(db_query(r->ctx, &key, DB_ARGS(db_uuid(id))));
}

struct look look_factor(struct run *r, struct uuid account)
{
	return look_of(db_query(r->ctx, &factor, DB_ARGS(db_uuid(account))));
}

struct look look_deletion(struct run *r, struct uuid account)
{
	return look_of(db_query(r->ctx, &deletion, DB_ARGS(db_uuid(account))));
}

struct look look_member(struct run *r, struct uuid id, struct uuid account)
{
	return look(r, &member, DB_ARGS(admin_workspace(r, id), db_uuid(account)));
}

struct look look_license(struct run *r, struct uuid id)
{
	return look(r, &license, DB_ARGS(admin_workspace(r, id)));
}

struct look look_organization(struct run *r, struct uuid id)
{
	return look(r, &organization, DB_ARGS(admin_workspace(r, id)));
}

/* "operator.member.add" of the subcommand "member add". */
static const char *action_of(const struct run *r)
{
	char *action = pool_printf(r->ctx->pool, "operator.%s", r->command->name);

	for (char *p = action; *p; p++)
		if (*p == ' ')
			*p = '.';
	return action;
}

/* The account may have been given by its e-mail address; the name of a key is personal text. */
static bool is_personal(const struct run *r, const char *flag)
{
	return str_eq(flag, "account") ||
	       (str_eq(flag, "name") && !text_starts(r->command->name, "org "));
}

/* Its flags, without personal data. */
static const char *input_of(const struct run *r)
{
	const struct flag *flags = r->command->flags;
	struct json *j = json_new(r->ctx->pool, 256);

	json_open(j, NULL);
	for (size_t i = 0; flags && flags[i].name; i++) {
		if (!r->values[i])
			continue;
		if (!flags[i].value)
			json_boolean(j, flags[i].name, true);
		else
			json_text(j, flags[i].name,
				  is_personal(r, flags[i].name) ? SCHEMA_REDACTED : r->values[i]);
	}
	json_close(j);
	return json_written(j);
}

void trail_write(struct run *r, const char *kind, const struct look *before, struct look after)
{
	/*
	 * A removed member is described by its old row, which is gone with the id that it had in the
	 * office.
	 */
	struct db_arg subject = after.row ? after.subject : before->subject;

	(void)db_query(r->ctx, &write_row,
		       DB_ARGS(after.workspace, db_uuid(uuid_new()), db_timestamp(r->ctx->now_ms),
			       db_text(kind), db_text(action_of(r)), subject, db_text(input_of(r)),
			       db_text(before->row), db_text(after.row)));
	if (!after.row)
		(void)db_query(r->ctx, &forget, DB_ARGS(subject));
}
