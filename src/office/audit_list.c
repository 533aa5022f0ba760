/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audit_list.c: actions and refusals in the office, the newest first.
 *
 * The trail grows for years: each filter has its own index, and thus its own statement.
 */
#include "config.h"

#include "office/office.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "db/db_json.h"

#define PAGE(filter)                                                                               \
	"select a.id, a.occurred_at, a.kind, a.action, a.outcome, a.account_id, a.credential_id,"  \
	"       a.subject_id, a.request_id, a.input::text, a.changes::text,"                       \
	"       (select m.id from office_member m"                                                 \
	"         where m.workspace_id = $1 and m.account_id = a.account_id),"                     \
	"       (select w.application from application_write w"                                    \
	"         where w.workspace_id = $1 and w.id = a.id)"                                      \
	"  from audit a"                                                                           \
	" where a.workspace_id = $1 and a.seq is not null and (a.occurred_at, a.id) < ($2, $3)"    \
	"   and a.occurred_at >= $4 and a.occurred_at < $5" filter                                 \
	" order by a.occurred_at desc, a.id desc limit $6"

static DB_STMT(all, "audit.list", PAGE(""));
static DB_STMT(of_kind, "audit.list_kind", PAGE(" and a.kind = $7"));
static DB_STMT(of_actor, "audit.list_actor",
	       PAGE(" and a.account_id = $7 and ($8::text is null or a.kind = $8)"));
enum {
	C_ID,
	C_AT,
	C_KIND,
	C_ACTION,
	C_OUTCOME,
	C_ACCOUNT,
	C_CREDENTIAL,
	C_SUBJECT,
	C_REQUEST,
	C_INPUT,
	C_CHANGES,
	C_MEMBER,
	C_APPLICATION
};

static DB_STMT(account_of, "audit.actor",
	       "select account_id from office_member where workspace_id = $1 and id = $2");

static DB_STMT(names, "audit.applications",
	       "select credential_id, name from organization_applications($1::uuid[])");
enum { N_CREDENTIAL, N_NAME };

static const struct page_key key = { DB_TIMESTAMP, true };

static struct db_arg begin_of(struct day d)
{
	return db_timestamp(clock_day_end(day_plus(d, -1)));
}

void audit_list_check(struct call *c)
{
	const char *from = call_text(c, "from"), *to = call_text(c, "to");
	struct day first, last;

	if (from && to && day_parse(slice_of(from), &first) && day_parse(slice_of(to), &last) &&
	    day_before(last, first))
		call_note(c, "/input/from", "maximum", "um dia até input.to", from);
}

static struct db_rows *read_page(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace), after[2];
	struct day from = call_day(c, "from", DAY_FAR_PAST), to = call_day(c, "to", DAY_FAR_FUTURE);
	struct db_arg until, kind = db_text(call_text(c, "kind"));
	const struct db_rows *actor;
	struct uuid member;

	if (c->has_at && day_before(c->at, to))
		to = c->at;
	until = db_timestamp(clock_day_end(to));
	call_after(c, &key, after);
	if (call_uuid(c, "actor", &member)) {
		actor = db_query(c->ctx, &account_of, DB_ARGS(workspace, db_uuid(member)));
		if (!db_count(actor))
			call_not_found(c);
		return db_query(c->ctx, &of_actor,
				DB_ARGS(workspace, after[0], after[1], begin_of(from), until,
					db_int(call_limit(c)), db_uuid(db_get_uuid(actor, 0, 0)),
					kind));
	}
	if (call_has(c, "kind"))
		return db_query(c->ctx, &of_kind,
				DB_ARGS(workspace, after[0], after[1], begin_of(from), until,
					db_int(call_limit(c)), kind));
	return db_query(c->ctx, &all,
			DB_ARGS(workspace, after[0], after[1], begin_of(from), until,
				db_int(call_limit(c))));
}

/* The names of the keys and applications of a page; NULL: it has no credentials. */
static const struct db_rows *applications_of(struct call *c, const struct db_rows *r, size_t n)
{
	struct uuid *ids = pool_array(c->ctx->pool, struct uuid, n);
	size_t n_ids = 0;

	for (size_t i = 0; i < n; i++)
		if (!db_is_null(r, i, C_CREDENTIAL))
			ids[n_ids++] = db_get_uuid(r, i, C_CREDENTIAL);
	return n_ids ? db_query(c->ctx, &names, DB_ARGS(db_uuids(ids, n_ids))) : NULL;
}

/* A token is forgotten soon after it expires; what it wrote was kept with its name. */
static const char *application_of(const struct db_rows *r, size_t i, const struct db_rows *names_of)
{
	if (!db_is_null(r, i, C_APPLICATION))
		return db_get_text(r, i, C_APPLICATION);
	if (db_is_null(r, i, C_CREDENTIAL))
		return NULL;
	for (size_t k = 0; names_of && k < db_count(names_of); k++)
		if (uuid_same(db_get_uuid(names_of, k, N_CREDENTIAL),
			      db_get_uuid(r, i, C_CREDENTIAL)))
			return db_get_text(names_of, k, N_NAME);
	return NULL;
}

static void write_event(struct json *j, const struct db_rows *r, size_t i,
			const struct people *people, const struct db_rows *applications)
{
	json_open(j, NULL);
	db_json_columns(j, r, i, C_ID, C_OUTCOME);
	json_open(j, "actor");
	json_text(j, "kind", db_is_null(r, i, C_ACCOUNT) ? "operator" : "member");
	db_json_uuid(j, "member_id", r, i, C_MEMBER);
	json_text(j, "name",
		  db_is_null(r, i, C_ACCOUNT) ? NULL
					      : people_name(people, db_get_uuid(r, i, C_ACCOUNT)));
	db_json_uuid(j, "credential_id", r, i, C_CREDENTIAL);
	json_text(j, "application", application_of(r, i, applications));
	json_close(j);
	db_json_uuid(j, "subject_id", r, i, C_SUBJECT);
	json_text(j, "request_id", db_get_text(r, i, C_REQUEST));
	json_raw(j, "input", db_get_text(r, i, C_INPUT));
	json_raw(j, "changes", db_get_text(r, i, C_CHANGES));
	json_close(j);
}

void audit_list(struct call *c)
{
	const struct db_rows *r = read_page(c);
	size_t n = call_page(c, &key, r, C_AT, C_ID);
	const struct people *people = people_of(c, r, n, C_ACCOUNT);
	const struct db_rows *applications = applications_of(c, r, n);

	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		write_event(c->out, r, i, people, applications);
	json_array_end(c->out);
}
