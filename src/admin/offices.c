/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offices.c: the operator's part of an office: its members' roles and seats, its licence.
 *
 * The office's own Actions enforce the same limits; only the operator may also leave an office without
 * an owner, since he can give it one.
 */
#include "config.h"

#include "admin/admin.h"
#include "admin/trail.h"
#include "core/decimal.h"
#include "core/text.h"
#include "db/db.h"

static DB_STMT(open_office, "admin.office_open",
	       "insert into lastro.office (workspace_id, organization_id, name, created_at, kind)"
	       " values ($1, $2, $3, $4, $5)");

/* Locked, as the office's own Actions lock it. */
static DB_STMT(
	seats, "admin.office_seats",
	"select coalesce((select l.seats from lastro.office_license l where l.workspace_id = $1), 0),"
	"       (select count(*) from lastro.office_member m"
	"         where m.workspace_id = $1 and m.seated and m.account_id is distinct from $2)");
enum { S_ALL, S_OTHERS };

static DB_STMT(
	enrol, "admin.office_enrol",
	"insert into lastro.office_member (workspace_id, id, account_id, role, seated, joined_at)"
	" values ($1, $2, $3, $4, $5, $6)");

static DB_STMT(leave, "admin.office_leave",
	       "delete from lastro.office_member where workspace_id = $1 and account_id = $2");

static DB_STMT(
	change, "admin.office_role",
	"update lastro.office_member set role = coalesce($3, role), seated = coalesce($4, seated)"
	" where workspace_id = $1 and account_id = $2");

static DB_STMT(
	set_license, "admin.license_set",
	"insert into lastro.office_license as l (workspace_id, plan, seats, valid_from, valid_until, created_at)"
	" values ($1, coalesce($2, 'office'), $3, coalesce($4::date, $7::date), $6::date, $8)"
	" on conflict (workspace_id) do update set plan = coalesce($2, l.plan), seats = excluded.seats,"
	"   valid_from = coalesce($4::date, l.valid_from),"
	"   valid_until = case when $5 then $6::date else l.valid_until end"
	" returning coalesce(l.valid_until < l.valid_from, false)");

static DB_STMT(
	show_license, "admin.license_show",
	"select l.plan, l.seats, l.valid_from::text, l.valid_until::text,"
	"       (select count(*) from lastro.office_member m where m.workspace_id = $1 and m.seated)"
	"  from lastro.office_license l"
	" where l.workspace_id = $1");

static const struct column license_columns[] = {
	{ "plan", "plano", CELL_TEXT },		{ "seats", "assentos", CELL_INT },
	{ "valid_from", "vale de", CELL_TEXT }, { "valid_until", "vale até", CELL_TEXT },
	{ "seats_used", "ocupados", CELL_INT },
};

static const struct flag member_role_flags[] = {
	{ "org", "ORGANIZAÇÃO", "id da organização", true },
	{ "account", "CONTA", "e-mail ou id da conta de um membro", true },
	{ "role", "PAPEL", "owner, admin, advisor ou assistant; na mesa, analyst ou viewer",
	  false },
	{ "seat", NULL, "ocupa um assento da licença", false },
	{ "no-seat", NULL, "libera o assento", false },
	{ .name = NULL },
};

static const struct flag license_set_flags[] = {
	{ "seats", "N", "quantos membros podem agir", true },
	{ "plan", "NOME", "nome do plano (office)", false },
	{ "from", "DIA", "começo da validade, AAAA-MM-DD (hoje)", false },
	{ "until", "DIA", "último dia; vazio: sem fim", false },
	{ .name = NULL },
};

void office_open(struct run *r, struct uuid workspace, struct uuid organization, const char *name,
		 const char *kind)
{
	(void)db_exec(r->ctx, &open_office,
		      DB_ARGS(db_uuid(workspace), db_uuid(organization), db_text(name),
			      db_timestamp(r->ctx->now_ms), db_text(kind)));
}

/* An office of either kind has owners and admins; the other roles are of one kind. */
static void check_role(struct run *r, const char *kind, const char *role)
{
	bool of_desk = role && (str_eq(role, "analyst") || str_eq(role, "viewer"));
	bool of_advisor = role && (str_eq(role, "advisor") || str_eq(role, "assistant"));

	if (str_eq(kind, "desk") ? of_advisor : of_desk)
		run_usage(
			r, "--role %s não é um papel %s", role,
			str_eq(kind, "desk")
				? "de uma mesa de crédito; há owner, admin, analyst e viewer"
				: "de um escritório de assessoria; há owner, admin, advisor e assistant");
}

/* Its workspace, or a refusal; locks it.  @role: one that will be given there, or NULL. */
static struct db_arg office_of(struct run *r, struct uuid organization, const char *role)
{
	const struct db_rows *rows =
		db_query(r->ctx, &office_lock, DB_ARGS(admin_workspace(r, organization)));

	if (!db_count(rows))
		fail(r->ctx, 404, "subject_not_found",
		     "Não há escritório com este id; lastro org create --advisor ou --desk cria um.");
	check_role(r, db_get_text(rows, 0, 1), role);
	return db_uuid(db_get_uuid(rows, 0, 0));
}

static const char *role_flag(struct run *r)
{
	static const char *const roles[] = { "owner",	  "admin",   "advisor",
					     "assistant", "analyst", "viewer" };
	const char *given = run_flag(r, "role");

	for (size_t i = 0; given && i < ARRAY_SIZE(roles); i++)
		if (str_eq(given, roles[i]))
			return given;
	if (given)
		run_usage(r,
			  "--role %s: esperado owner, admin, advisor, assistant, analyst ou viewer",
			  given);
	return NULL;
}

/* Whether a seat is free for this account, beside the seats of the others. */
static bool seat_left(struct run *r, struct db_arg workspace, struct uuid account)
{
	const struct db_rows *rows = db_query(r->ctx, &seats, DB_ARGS(workspace, db_uuid(account)));

	return db_get_int(rows, 0, S_OTHERS) < db_get_int(rows, 0, S_ALL);
}

void office_enrol(struct run *r, struct uuid organization, struct uuid account)
{
	const char *role = role_flag(r);
	struct db_arg workspace;

	if (!role && run_flag(r, "no-seat"))
		run_usage(r, "--no-seat pede --role");
	if (!role)
		return;
	workspace = office_of(r, organization, role);
	db_conflict(r->ctx, "office_member_once", 409, "invalid_input",
		    "A conta já é membro do escritório; lastro member role muda seu papel.");
	(void)db_exec(r->ctx, &enrol,
		      DB_ARGS(workspace, db_uuid(uuid_new()), db_uuid(account), db_text(role),
			      db_bool(!run_flag(r, "no-seat") && seat_left(r, workspace, account)),
			      db_timestamp(r->ctx->now_ms)));
}

void office_leave(struct run *r, struct uuid organization, struct uuid account)
{
	(void)db_exec(r->ctx, &leave, DB_ARGS(admin_workspace(r, organization), db_uuid(account)));
}

static enum exit_status member_role(struct run *r)
{
	struct uuid organization = admin_organization(r, run_flag(r, "org"));
	struct uuid account = admin_account(r->ctx, run_flag(r, "account"));
	bool seat = run_flag(r, "seat"), no_seat = run_flag(r, "no-seat");
	const char *role = role_flag(r);
	struct db_arg workspace;
	struct look before;

	if (seat == no_seat && (seat || !role))
		run_usage(r, "diga --role, --seat ou --no-seat");
	db_begin_write(r->ctx);
	workspace = office_of(r, organization, role);
	before = look_member(r, organization, account);
	if (seat && !seat_left(r, workspace, account))
		fail(r->ctx, 409, "invalid_input", "Não há assento livre na licença.");
	db_conflict(r->ctx, "office_member_standing", 409, "invalid_input",
		    "O membro está suspenso e não pode ocupar um assento.");
	if (!db_exec(r->ctx, &change,
		     DB_ARGS(workspace, db_uuid(account), db_text(role),
			     seat || no_seat ? db_bool(seat) : db_null())))
		fail(r->ctx, 404, "subject_not_found",
		     "A conta %s não é membro deste escritório; lastro member add --role a inclui.",
		     run_flag(r, "account"));
	trail_write(r, "member.updated", &before, look_member(r, organization, account));
	db_commit(r->ctx);
	return print_members(r, organization);
}

/* ---- the licence ---- */

static struct db_arg day_flag(struct run *r, const char *name)
{
	const char *given = run_flag(r, name);
	struct day day;

	if (!given || !*given)
		return db_null();
	if (!day_parse(slice_of(given), &day))
		run_usage(r, "--%s %s não é um dia AAAA-MM-DD", name, given);
	return db_day(day);
}

static void refuse_too_few(struct run *r, struct db_arg workspace, int64_t wanted)
{
	int64_t used =
		db_get_int(db_query(r->ctx, &seats, DB_ARGS(workspace, db_null())), 0, S_OTHERS);

	if (wanted < used)
		fail(r->ctx, 409, "invalid_input",
		     "Há %lld assentos ocupados; libere algum antes (lastro member role --no-seat).",
		     (long long)used);
}

static enum exit_status license_show(struct run *r)
{
	struct uuid organization = admin_organization(r, r->argv[0]);
	const struct db_rows *rows =
		db_query(r->ctx, &show_license, DB_ARGS(admin_workspace(r, organization)));

	if (!db_count(rows))
		fail(r->ctx, 404, "subject_not_found",
		     "Não há escritório licenciado com este id; lastro license set licencia um.");
	print_one(r, license_columns, ARRAY_SIZE(license_columns),
		  (const struct cell[]){
			  cell_text(db_get_text(rows, 0, 0)), cell_int(db_get_int(rows, 0, 1)),
			  cell_text(db_get_text(rows, 0, 2)), cell_text(db_get_text(rows, 0, 3)),
			  cell_int(db_get_int(rows, 0, 4)) });
	return EXIT_DONE;
}

static enum exit_status license_set(struct run *r)
{
	struct uuid organization = admin_organization(r, r->argv[0]);
	struct db_arg from = day_flag(r, "from"), until = day_flag(r, "until");
	const char *plan = run_flag(r, "plan");
	struct db_arg workspace;
	struct look before;
	wide n = 0;

	if (dec_parse(slice_of(run_flag(r, "seats")), 0, 1000000, &n) != DEC_OK || n < 0)
		run_usage(r, "--seats %s não é um inteiro de 0 a 1000000", run_flag(r, "seats"));
	if (plan && (!*plan || text_length(plan) > 80))
		run_usage(r, "--plan deve ter de 1 a 80 caracteres");
	db_begin_write(r->ctx);
	workspace = office_of(r, organization, NULL);
	before = look_license(r, organization);
	refuse_too_few(r, workspace, (int64_t)n);
	if (db_get_bool(db_query(r->ctx, &set_license,
				 DB_ARGS(workspace, db_text(plan), db_int((int64_t)n), from,
					 db_bool(run_flag(r, "until") != NULL), until,
					 db_day(r->ctx->today), db_timestamp(r->ctx->now_ms))),
			0, 0))
		run_usage(r, "a validade termina antes de começar");
	trail_write(r, "license.updated", &before, look_license(r, organization));
	db_commit(r->ctx);
	return license_show(r);
}

const struct command office_commands[] = {
	{ "member role", "", "muda papel ou assento de um membro de escritório", 0, 0,
	  member_role_flags, member_role, NULL },
	{ "license set", "ORGANIZAÇÃO",
	  "licencia um escritório ou uma mesa de crédito: plano, assentos, validade", 1, 1,
	  license_set_flags, license_set, NULL },
	{ "license show", "ORGANIZAÇÃO",
	  "mostra a licença de um escritório ou de uma mesa de crédito", 1, 1, NULL, license_show,
	  NULL },
	{ .name = NULL },
};
