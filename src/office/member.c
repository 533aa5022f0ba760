/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member.c: the caller's membership of the office: role, seat, licence.
 *
 * Only a credential of the contract's own kind carries its organization.  A seat and a valid licence
 * are needed to act, not to read.
 */
#include "config.h"

#include "office/member.h"

#include "identity/caller.h"
#include "identity/key.h"

static DB_STMT(
	enter, "office.enter",
	"select o.organization_id, m.id, m.role, m.seated, m.suspended_at is not null, m.joined_at,"
	"       coalesce(l.valid_from <= $3 and (l.valid_until is null or l.valid_until >= $3), false)"
	"  from office o"
	"  join office_member m on m.workspace_id = $1 and m.account_id = $2"
	"  left join office_license l on l.workspace_id = $1"
	" where o.workspace_id = $1 and o.kind = $4");
enum { C_ORG, C_ID, C_ROLE, C_SEATED, C_SUSPENDED, C_JOINED, C_LICENSED };

const char *const advisor_role_names[] = { "none", "assistant", "advisor", "admin", "owner" };
const char *const desk_role_names[] = { "none", "viewer", "analyst", "admin", "owner" };

const char *role_name(const struct call *c, enum office_role role)
{
	return c->protocol->roles[role];
}

enum office_role role_named(const struct call *c, const char *name)
{
	for (int r = ROLE_ASSISTANT; r < ROLE_OWNER; r++)
		if (str_eq(c->protocol->roles[r], name))
			return (enum office_role)r;
	return ROLE_OWNER;
}

void member_enter(struct call *c)
{
	const struct caller *caller = c->ctx->caller;
	struct db_rows *r;
	struct member *m;

	/*
	 * A token of the HTTP interface may be a member's of either kind; the organization's kind
	 * decides, below.
	 */
	if (caller->kind != CREDENTIAL_MEMBER && caller->kind != CREDENTIAL_DESK)
		return;
	r = db_query(
		c->ctx, &enter,
		DB_ARGS(db_uuid(caller->workspace), db_uuid(caller->account), db_day(c->ctx->today),
			db_text(c->protocol->carrier == CREDENTIAL_DESK ? "desk" : "advisor")));
	if (!db_count(r))
		return;
	m = pool_zero(c->ctx->pool, struct member);
	c->org = db_get_uuid(r, 0, C_ORG);
	c->who = m;
	m->id = db_get_uuid(r, 0, C_ID);
	m->role = role_named(c, db_get_text(r, 0, C_ROLE));
	m->seated = db_get_bool(r, 0, C_SEATED);
	m->suspended = db_get_bool(r, 0, C_SUSPENDED);
	m->joined_ms = db_get_timestamp(r, 0, C_JOINED);
	m->licensed = db_get_bool(r, 0, C_LICENSED);
}

static bool bar(struct barrier *b, const char *required, const char *granted, const char *detail)
{
	*b = (struct barrier){ .required = required, .granted = granted, .detail = detail };
	return true;
}

/* For personal operations a person needs a credential of his own, not one of an organization. */
static bool is_bound(const struct call *c, struct barrier *b)
{
	enum credential_kind kind = c->ctx->caller->kind;

	if (kind == CREDENTIAL_MEMBER || kind == CREDENTIAL_DESK || kind == CREDENTIAL_PLATFORM)
		return bar(b, "user_key", credential_name(kind),
			   "A operação pede uma credencial da própria pessoa.");
	return false;
}

bool member_barred(const struct call *c, struct barrier *b)
{
	const struct member *m = c->who;
	enum office_role needed = (enum office_role)c->operation->role;

	if (needed == ROLE_ANYONE)
		return is_bound(c, b);
	if (!m)
		return bar(b, "member", NULL,
			   "A operação pede uma chave de membro de um escritório.");
	if (m->suspended)
		return bar(b, "active", "suspended",
			   "O membro está suspenso: o escritório não lhe responde.");
	if (m->role < needed)
		return bar(b, pool_printf(c->ctx->pool, "role:%s", role_name(c, needed)),
			   pool_printf(c->ctx->pool, "role:%s", role_name(c, m->role)),
			   "O papel do membro não alcança esta operação.");
	if (!c->operation->event)
		return false;
	b->suspended = c->ctx->caller->suspended;
	if (b->suspended)
		return true;
	if (!m->licensed)
		return bar(b, "license", NULL, "A licença do escritório não está em vigor.");
	if (!m->seated)
		return bar(b, "seat", NULL, "O membro não ocupa um assento da licença.");
	return false;
}
