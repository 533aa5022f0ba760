/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member_update.c: changes another member's seat, role or status.
 *
 * Invariants: no more seats than licensed; no one changes a member above himself; once an office has an
 * owner with a seat, it always keeps one, since no other member could restore it.
 */
#include "config.h"

#include "office/member.h"
#include "office/seats.h"

#include "identity/caller.h"

static DB_STMT(lock_office, "office.lock",
	       "select 1 from office where workspace_id = $1 for update");

/* After the lock, in a statement of its own, so that it sees the changes of the transaction before. */
static DB_STMT(
	count_seats, "office.seats",
	"select coalesce((select l.seats from office_license l"
	"                  where l.workspace_id = $1 and l.valid_from <= $2"
	"                    and (l.valid_until is null or l.valid_until >= $2)), 0),"
	"       (select count(*) from office_member m where m.workspace_id = $1 and m.seated)");
enum { S_ALL, S_USED };

static DB_STMT(member_row, "member.row",
	       "select jsonb_build_object('role', role, 'seated', seated,"
	       " 'status', case when suspended_at is null then 'active' else 'suspended' end)::text"
	       "  from office_member where workspace_id = $1 and id = $2 for update");

static DB_STMT(read_member, "member.read",
	       "select m.role, m.seated, m.suspended_at is not null,"
	       "       m.account_id"
	       "  from office_member m where m.workspace_id = $1 and m.id = $2");
enum { C_ROLE, C_SEATED, C_SUSPENDED, C_ACCOUNT };

static DB_STMT(owners, "member.owners",
	       "select o.account_id from office_member o"
	       " where o.workspace_id = $1 and o.role = 'owner' and o.seated and o.id <> $2"
	       " order by o.id limit 1000");

static DB_STMT(staying, "member.staying", "select account_staying($1)");

static DB_STMT(seat, "member.seat",
	       "update office_member set seated = $3 where workspace_id = $1 and id = $2");

static DB_STMT(change, "member.change",
	       "update office_member"
	       "   set role = $3, seated = seated and not $4::bool,"
	       "       suspended_at = case when $4 then coalesce(suspended_at, $5) end"
	       " where workspace_id = $1 and id = $2");

/*
 * Revokes his invitations that he could no longer send; $4: the roles that he may still give, separated
 * by blanks.
 */
static DB_STMT(
	withdraw, "member.withdraw_invitations",
	"update office_invitation set revoked_at = $3"
	" where workspace_id = $1 and created_by = $2 and accepted_at is null and revoked_at is null"
	"   and expires_at > $3 and not role = any(string_to_array($4, ' '))");

static DB_STMT(let_in, "member.suspend", "select office_suspend($1, $2)");

const struct target_kind member_kind = { "advisor.member", &member_row, NULL };

struct other {
	struct uuid id, account;
	enum office_role role;
	bool seated, suspended;
};

struct seats office_seats(struct call *c)
{
	struct db_arg workspace = db_uuid(c->ctx->caller->workspace);
	struct db_rows *r[2];

	db_send(c->ctx, &lock_office, DB_ARGS(workspace));
	db_send(c->ctx, &count_seats, DB_ARGS(workspace, db_day(c->ctx->today)));
	db_wait(c->ctx, r, 2);
	return (struct seats){ db_get_int(r[1], 0, S_ALL), db_get_int(r[1], 0, S_USED) };
}

void refuse_above(struct call *c, enum office_role role, const char *pointer)
{
	const struct member *m = c->who;

	if (role > m->role)
		call_conflict(c, pointer, "role_above",
			      pool_printf(c->ctx->pool, "um papel até %s", role_name(c, m->role)),
			      role_name(c, role));
}

/* input.member_id as the Action's target, if the caller may change him. */
static struct other target(struct call *c)
{
	struct other k = { .id = uuid_nil() };
	const struct db_rows *r;

	if (!call_uuid(c, "member_id", &k.id))
		call_not_found(c);
	call_target(c, &member_kind, k.id);
	r = db_query(c->ctx, &read_member,
		     DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(k.id)));
	k.role = role_named(c, db_get_text(r, 0, C_ROLE));
	k.seated = db_get_bool(r, 0, C_SEATED);
	k.suspended = db_get_bool(r, 0, C_SUSPENDED);
	k.account = db_get_uuid(r, 0, C_ACCOUNT);
	refuse_above(c, k.role, "/input/member_id");
	return k;
}

/* Whether another owner has a seat, whose account is not to be deleted. */
static bool is_owned(struct call *c, const struct other *k)
{
	const struct db_rows *r = db_query(
		c->ctx, &owners, DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(k->id)));
	struct uuid *accounts = pool_array(c->ctx->pool, struct uuid, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		accounts[i] = db_get_uuid(r, i, 0);
	return db_get_bool(db_query(c->ctx, &staying, DB_ARGS(db_uuids(accounts, db_count(r)))), 0,
			   0);
}

static void refuse_last_owner(struct call *c, const struct other *k, const char *pointer,
			      const char *received)
{
	if (k->role == ROLE_OWNER && k->seated && !is_owned(c, k))
		call_conflict(c, pointer, "last_owner",
			      "outro proprietário com assento, antes que este deixe o seu",
			      received);
}

static void write_member(struct call *c, const struct other *k)
{
	json_uuid(c->out, "id", k->id);
	json_text(c->out, "role", role_name(c, k->role));
	json_text(c->out, "status", k->suspended ? "suspended" : "active");
	json_boolean(c->out, "seated", k->seated);
}

void seat_assign(struct call *c)
{
	bool seated = call_bool(c, "seated", true);
	struct seats seats = office_seats(c);
	struct other k = target(c);

	if (!seated)
		refuse_last_owner(c, &k, "/input/seated", "false");
	if (seated && k.suspended)
		call_conflict(c, "/input/member_id", "member_suspended", "um membro ativo",
			      "suspended");
	if (seated && !k.seated && seats.used >= seats.all)
		call_conflict(c, "/input/member_id", "seat_limit",
			      pool_printf(c->ctx->pool, "um assento livre dos %lld da licença",
					  (long long)seats.all),
			      pool_printf(c->ctx->pool, "%lld ocupados", (long long)seats.used));
	(void)db_exec(c->ctx, &seat,
		      DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(k.id), db_bool(seated)));
	seats.used += seated - k.seated;
	k.seated = seated;
	json_open(c->out, c->name);
	write_member(c, &k);
	json_int(c->out, "seats", seats.all);
	json_int(c->out, "seats_used", seats.used);
	json_close(c->out);
}

/* The roles to which a member with this role and status may invite. */
static const char *given_by(struct call *c, const struct other *k)
{
	struct buf b;

	buf_init(&b, c->ctx->pool, 64);
	if (k->role >= ROLE_ADMIN && !k->suspended)
		for (enum office_role r = ROLE_ANYONE + 1; r <= k->role; r++)
			buf_printf(&b, "%s ", role_name(c, r));
	return buf_text(&b);
}

void member_update(struct call *c)
{
	const char *role = call_text(c, "role"), *status = call_text(c, "status");
	bool suspend = status && str_eq(status, "suspended");
	struct other k;

	(void)office_seats(c); /* for its lock */
	k = target(c);
	if (role) {
		refuse_above(c, role_named(c, role), "/input/role");
		if (role_named(c, role) != ROLE_OWNER)
			refuse_last_owner(c, &k, "/input/role", role);
		k.role = role_named(c, role);
	}
	if (suspend) {
		refuse_last_owner(c, &k, "/input/status", status);
		if (k.seated)
			call_warn(c, "O membro perde o assento e o acesso ao escritório.");
	}
	if (status)
		k.suspended = suspend;
	k.seated = k.seated && !k.suspended;
	(void)db_exec(c->ctx, &change,
		      DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(k.id),
			      db_text(role_name(c, k.role)), db_bool(k.suspended),
			      db_timestamp(c->ctx->now_ms)));
	(void)db_exec(c->ctx, &withdraw,
		      DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(k.account),
			      db_timestamp(c->ctx->now_ms), db_text(given_by(c, &k))));
	if (status)
		(void)db_query(c->ctx, &let_in,
			       DB_ARGS(db_uuid(k.account),
				       k.suspended ? db_timestamp(c->ctx->now_ms) : db_null()));
	json_open(c->out, c->name);
	write_member(c, &k);
	json_close(c->out);
}
