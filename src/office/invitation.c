/* SPDX-License-Identifier: Apache-2.0 */
/*
 * invitation.c: invitations to an office: a token valid once, for one address, for seven days.
 *
 * The token is 256 random bits, shown only in the answer that creates it; its hash is stored in a
 * directory outside the tenants, since the invited person does not know the office's workspace yet.
 * invitation_enter() (SQL) puts the transaction into that workspace; from there on the invitation is a
 * row like any other.
 */
#include "config.h"

#include "office/office.h"

#include <sodium.h>

#include "identity/caller.h"
#include "identity/key.h"
#include "office/member.h"
#include "office/seats.h"

#define TOKEN_BYTES 32
#define TOKEN_SIZE sodium_base64_ENCODED_LEN(TOKEN_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
#define LIFE_MS (INT64_C(7) * 24 * 60 * 60 * 1000)

static DB_STMT(has_member, "invitation.member", "select office_has_member($1, $2)");

static DB_STMT(
	pending, "invitation.pending",
	"select count(*) from office_invitation"
	" where workspace_id = $1 and email = lower($2::text) and accepted_at is null and revoked_at is null"
	"   and expires_at > $3");

static DB_STMT(
	add, "invitation.add",
	"insert into office_invitation (workspace_id, id, email, role, created_by, created_at, expires_at)"
	" values ($1, $2, lower($3::text), $4, $5, $6, $7) returning email");

static DB_STMT(offer, "invitation.offer", "select invitation_register($1, $2)");

static DB_STMT(
	invitation_row, "invitation.row",
	"select jsonb_build_object('email', email, 'role', role, 'status', case"
	" when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'"
	" else 'pending' end)::text"
	"  from office_invitation where workspace_id = $1 and id = $2 for update");

static DB_STMT(
	read_one, "invitation.read",
	"select email, role, created_at, expires_at, accepted_at is not null, revoked_at is not null"
	"  from office_invitation where workspace_id = $1 and id = $2");
enum { C_EMAIL, C_ROLE, C_CREATED, C_EXPIRES, C_ACCEPTED, C_REVOKED };

static DB_STMT(revoke, "invitation.revoke",
	       "update office_invitation set revoked_at = $3 where workspace_id = $1 and id = $2");

static DB_STMT(enter, "invitation.enter",
	       "select workspace_id, organization_id, invitation_id from invitation_enter($1)");
enum { E_WORKSPACE, E_ORG, E_INVITATION };

static DB_STMT(is_suspended, "invitation.suspended", "select workspace_suspended()");

static DB_STMT(person, "invitation.person", "select name, email from office_person()");
enum { P_NAME, P_EMAIL };

static DB_STMT(accept, "invitation.accept",
	       "update office_invitation set accepted_by = $3, accepted_at = $4"
	       " where workspace_id = $1 and id = $2");

static DB_STMT(add_member, "invitation.add_member",
	       "insert into office_member (workspace_id, id, account_id, role, seated, joined_at)"
	       " values ($1, $2, $3, $4, $5, $6) on conflict do nothing");

static DB_STMT(join, "invitation.join", "select office_join($1, $2)");

static const char *const invitation_personal[] = { "email", NULL };

static const struct target_kind invitation_kind = { "advisor.invitation", &invitation_row,
						    invitation_personal };

struct invitation {
	struct uuid id;
	const char *email;
	const char *role;
	int64_t created_ms, expires_ms;
	const char *status;
	const char *token; /* only when created */
};

static void write_invitation(struct json *j, const char *name, const struct invitation *i)
{
	json_open(j, name);
	json_uuid(j, "id", i->id);
	json_text(j, "email", i->email);
	json_text(j, "role", i->role);
	json_text(j, "status", i->status);
	json_timestamp(j, "created_at", i->created_ms);
	json_timestamp(j, "expires_at", i->expires_ms);
	if (str_eq(i->status, "pending"))
		json_text(j, "token", i->token);
	json_close(j);
}

/* ---- inviting ---- */

static void refuse_invited(struct call *c, const char *email)
{
	struct db_rows *r[2];

	db_send(c->ctx, &has_member, DB_ARGS(db_uuid(c->ctx->caller->workspace), db_text(email)));
	db_send(c->ctx, &pending,
		DB_ARGS(db_uuid(c->ctx->caller->workspace), db_text(email),
			db_timestamp(c->ctx->now_ms)));
	db_wait(c->ctx, r, 2);
	if (db_get_bool(r[0], 0, 0))
		call_conflict(c, "/input/email", "already_member", "quem ainda não é membro",
			      email);
	if (db_get_int(r[1], 0, 0))
		call_conflict(c, "/input/email", "invitation_pending",
			      "um e-mail sem convite em aberto", email);
}

static struct slice hash_of(struct call *c, const char *token)
{
	uint8_t *hash = pool_array(c->ctx->pool, uint8_t, 32);

	key_hash(token, hash);
	return (struct slice){ (const char *)hash, 32 };
}

static const char *new_token(struct call *c)
{
	uint8_t bytes[TOKEN_BYTES];
	char *text = pool_array(c->ctx->pool, char, TOKEN_SIZE);

	if (sodium_init() < 0)
		abort(); /* without the kernel's generator there are no tokens */
	randombytes_buf(bytes, sizeof(bytes));
	(void)sodium_bin2base64(text, TOKEN_SIZE, bytes, sizeof(bytes),
				sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(bytes, sizeof(bytes));
	return text;
}

void invitation_create(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace);
	struct invitation i = { .id = uuid_new(), .status = "pending" };
	const char *token = new_token(c);
	const struct db_rows *r;

	i.role = call_text(c, "role");
	i.created_ms = c->ctx->now_ms;
	i.expires_ms = c->ctx->now_ms + LIFE_MS;
	refuse_above(c, role_named(c, i.role), "/input/role");
	(void)office_seats(
		c); /* for its lock: of two concurrent invitations of one address, one is refused */
	refuse_invited(c, call_text(c, "email"));
	call_target_new(c, &invitation_kind, i.id);
	r = db_query(c->ctx, &add,
		     DB_ARGS(workspace, db_uuid(i.id), db_text(call_text(c, "email")),
			     db_text(i.role), db_uuid(c->ctx->caller->account),
			     db_timestamp(i.created_ms), db_timestamp(i.expires_ms)));
	i.email = db_get_text(r, 0, 0);
	(void)db_query(c->ctx, &offer, DB_ARGS(db_bytes(hash_of(c, token)), db_uuid(i.id)));
	write_invitation(call_without_secret(c), NULL, &i);
	i.token = token;
	write_invitation(c->out, c->name, &i);
}

/* ---- an existing invitation ---- */

static struct invitation read_invitation(struct call *c, struct uuid id)
{
	const struct db_rows *r = db_query(
		c->ctx, &read_one, DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(id)));
	struct invitation i = { .id = id, .status = "pending" };

	i.email = db_get_text(r, 0, C_EMAIL);
	i.role = db_get_text(r, 0, C_ROLE);
	i.created_ms = db_get_timestamp(r, 0, C_CREATED);
	i.expires_ms = db_get_timestamp(r, 0, C_EXPIRES);
	if (db_get_bool(r, 0, C_ACCEPTED))
		i.status = "accepted";
	else if (db_get_bool(r, 0, C_REVOKED))
		i.status = "revoked";
	else if (i.expires_ms <= c->ctx->now_ms)
		i.status = "expired";
	return i;
}

static void refuse_closed(struct call *c, const struct invitation *i, const char *pointer)
{
	static const char expected[] = "um convite em aberto";

	if (str_eq(i->status, "accepted"))
		call_conflict(c, pointer, "invitation_spent", expected, "aceito");
	if (str_eq(i->status, "revoked"))
		call_conflict(c, pointer, "invitation_revoked", expected, "revogado");
	if (str_eq(i->status, "expired"))
		call_conflict(c, pointer, "invitation_expired", expected, "vencido");
}

void invitation_revoke(struct call *c)
{
	struct invitation i;
	struct uuid id = uuid_nil();

	if (!call_uuid(c, "invitation_id", &id))
		call_not_found(c);
	call_target(c, &invitation_kind, id);
	i = read_invitation(c, id);
	refuse_closed(c, &i, "/input/invitation_id");
	refuse_above(c, role_named(c, i.role), "/input/invitation_id");
	(void)db_exec(c->ctx, &revoke,
		      DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(id),
			      db_timestamp(c->ctx->now_ms)));
	i.status = "revoked";
	write_invitation(c->out, c->name, &i);
}

/* ---- accepting ---- */

/* From here on the call is in the token's office. */
static struct uuid step_in(struct call *c)
{
	const struct db_rows *r =
		db_query(c->ctx, &enter, DB_ARGS(db_bytes(hash_of(c, call_text(c, "token")))));
	struct caller *caller = pool_memdup(c->ctx->pool, c->ctx->caller, sizeof(*caller));
	struct uuid org;

	if (!db_count(r))
		call_not_found(c);
	c->org = db_get_uuid(r, 0, E_ORG);
	if (call_uuid(c, "org", &org) && !uuid_same(org, c->org))
		call_not_found(c);
	caller->workspace = db_get_uuid(r, 0, E_WORKSPACE);
	caller->personal = false;
	c->ctx->caller = caller;
	if (db_get_bool(db_query(c->ctx, &is_suspended, DB_NO_ARGS), 0, 0))
		call_suspended(c);
	return db_get_uuid(r, 0, E_INVITATION);
}

static void refuse_other_person(struct call *c, const struct invitation *i)
{
	const struct db_rows *r = db_query(c->ctx, &person, DB_NO_ARGS);

	if (!str_eq(db_get_text(r, 0, P_EMAIL), i->email))
		call_conflict(c, "/input/token", "invitation_email",
			      "a conta do e-mail que foi convidado", NULL);
}

static void enrol(struct call *c, const struct invitation *i, struct uuid member, bool seated)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace);
	struct db_arg account = db_uuid(c->ctx->caller->account);
	struct db_arg now = db_timestamp(c->ctx->now_ms);

	call_unique(c, "office_member_once", "/input/token", "already_member",
		    "quem ainda não é membro", NULL);
	db_insert(c->ctx, &add_member,
		  DB_ARGS(workspace, db_uuid(member), account, db_text(i->role), db_bool(seated),
			  now));
	(void)db_exec(c->ctx, &accept, DB_ARGS(workspace, db_uuid(i->id), account, now));
	(void)db_query(c->ctx, &join, DB_ARGS(db_bytes(hash_of(c, call_text(c, "token"))), now));
}

void invitation_accept(struct call *c)
{
	struct uuid id = step_in(c);
	struct uuid member = uuid_new();
	struct seats seats = office_seats(c);
	bool seated = seats.used < seats.all;
	struct invitation i;

	call_target_new(c, &member_kind, member);
	call_target(c, &invitation_kind, id);
	i = read_invitation(c, id);
	refuse_closed(c, &i, "/input/token");
	refuse_other_person(c, &i);
	enrol(c, &i, member, seated);
	json_open(c->out, c->name);
	json_uuid(c->out, "org", c->org);
	json_uuid(c->out, "member_id", member);
	json_text(c->out, "role", i.role);
	json_boolean(c->out, "seated", seated);
	json_close(c->out);
}
