/* SPDX-License-Identifier: Apache-2.0 */
/* organization.c: the organization, its licence, and the caller's membership. */
#include "config.h"

#include "office/office.h"

#include "identity/caller.h"
#include "office/member.h"
#include "db/db_json.h"

static DB_STMT(person, "office.person", "select name, email from office_person()");

static DB_STMT(read_office, "office.read",
	       "select organization_id as org, name, phone, website, created_at"
	       "  from office where workspace_id = $1");

static DB_STMT(office_row, "office.row",
	       "select jsonb_build_object('name', name, 'phone', phone, 'website', website)::text"
	       "  from office where workspace_id = $1 and organization_id = $2 for update");

static DB_STMT(change_office, "office.change",
	       "update office"
	       "   set name = coalesce($2, name),"
	       "       phone = case when $3 then $4 else phone end,"
	       "       website = case when $5 then $6 else website end"
	       " where workspace_id = $1");

static DB_STMT(rename_organization, "office.rename", "select office_rename($1)");

static DB_STMT(
	license, "office.license",
	"select l.plan, l.seats,"
	"       (select count(*) from office_member m where m.workspace_id = $1 and m.seated) as seats_used,"
	"       l.valid_from, l.valid_until"
	"  from office_license l where l.workspace_id = $1");
enum { L_PLAN, L_SEATS, L_USED, L_FROM, L_UNTIL };

static const struct target_kind office_kind = { "advisor.organization", &office_row, NULL };

void me_get(struct call *c)
{
	const struct member *m = c->who;
	struct db_rows *r = db_query(c->ctx, &person, DB_NO_ARGS);

	json_open(c->out, c->name);
	json_uuid(c->out, "id", m->id);
	json_uuid(c->out, "org", c->org);
	json_text(c->out, "name", db_get_text(r, 0, 0));
	json_text(c->out, "email", db_get_text(r, 0, 1));
	json_text(c->out, "role", role_name(c, m->role));
	json_boolean(c->out, "seated", m->seated);
	json_timestamp(c->out, "joined_at", m->joined_ms);
	json_close(c->out);
}

void organization_get(struct call *c)
{
	struct db_rows *r =
		db_query(c->ctx, &read_office, DB_ARGS(db_uuid(c->ctx->caller->workspace)));

	json_open(c->out, c->name);
	db_json_row(c->out, r, 0);
	json_close(c->out);
}

void organization_update(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace);
	const char *name = call_line(c, "name");
	const char *phone = call_line(c, "phone"), *website = call_line(c, "website");

	call_target(c, &office_kind, c->org);
	(void)db_exec(c->ctx, &change_office,
		      DB_ARGS(workspace, db_text(name), db_bool(call_has(c, "phone")),
			      db_text(phone), db_bool(call_has(c, "website")), db_text(website)));
	if (name)
		(void)db_query(c->ctx, &rename_organization, DB_ARGS(db_text(name)));
	organization_get(c);
}

static const char *license_status(const struct db_rows *r, struct day today)
{
	if (day_before(today, db_get_day(r, 0, L_FROM)))
		return "scheduled";
	if (!db_is_null(r, 0, L_UNTIL) && day_before(db_get_day(r, 0, L_UNTIL), today))
		return "expired";
	return "active";
}

void license_get(struct call *c)
{
	struct db_rows *r = db_query(c->ctx, &license, DB_ARGS(db_uuid(c->ctx->caller->workspace)));

	if (!json_open_if(c->out, c->name, db_count(r)))
		return;
	db_json_row(c->out, r, 0);
	json_text(c->out, "status", license_status(r, c->ctx->today));
	json_close(c->out);
}
