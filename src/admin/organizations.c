/* SPDX-License-Identifier: Apache-2.0 */
/* organizations.c: lastro org …, lastro member … and lastro wallet … */
#include "config.h"

#include "admin/admin.h"
#include "admin/trail.h"
#include "core/text.h"
#include "db/db.h"

static DB_STMT(
	insert, "admin.org_insert",
	"insert into lastro.organization (id, name, created_at, office) values ($1, $2, $3, $4)");

static DB_STMT(insert_workspace, "admin.org_workspace",
	       "insert into lastro.workspace (id, organization_id) values ($1, $2)");

static DB_STMT(
	list, "admin.org_list",
	"select o.id::text, o.name, w.id::text, w.wallet,"
	" (select count(*) from lastro.organization_member m where m.organization_id = o.id), o.created_at,"
	" coalesce(o.office = 'advisor', false), coalesce(o.office = 'desk', false)"
	" from lastro.organization o join lastro.workspace w on w.organization_id = o.id"
	" order by o.name, o.id limit 10000");

static const struct column columns[] = {
	{ "id", "organização", CELL_TEXT },	{ "name", "nome", CELL_TEXT },
	{ "workspace", "espaço", CELL_TEXT },	{ "wallet", "carteira", CELL_TEXT },
	{ "members", "membros", CELL_INT },	{ "created_at", "criada em", CELL_TIME },
	{ "advisor", "assessoria", CELL_BOOL }, { "desk", "mesa", CELL_BOOL },
};

static DB_STMT(
	add, "admin.member_add",
	"insert into lastro.organization_member (organization_id, account_id, created_at) values ($1, $2, $3)"
	" on conflict do nothing");

static DB_STMT(
	take_away, "admin.member_remove",
	"delete from lastro.organization_member where organization_id = $1 and account_id = $2");

static DB_STMT(
	set_wallet, "admin.wallet_set",
	"update lastro.workspace w set wallet = $2 from lastro.workspace o"
	" where w.id = o.id and (o.id::text = lower($1::text) or o.organization_id::text = lower($1::text)"
	" or o.account_id = (select a.id from lastro.account a"
	"                     where a.email = lower($1::text) or a.id::text = lower($1::text)))"
	" returning w.id::text, w.wallet, w.id, w.organization_id,"
	" jsonb_build_object('wallet', o.wallet)::text, jsonb_build_object('wallet', w.wallet)::text");
enum { C_SHOWN, C_WALLET, C_WORKSPACE, C_ORGANIZATION, C_BEFORE, C_AFTER };

static const struct column wallet_columns[] = {
	{ "workspace", "espaço", CELL_TEXT },
	{ "wallet", "carteira", CELL_TEXT },
};

static const struct flag org_create_flags[] = {
	{ "name", "NOME", "nome da organização", true },
	{ "advisor", NULL, "um escritório de assessoria", false },
	{ "desk", NULL, "uma mesa de crédito", false },
	{ .name = NULL },
};

static const struct flag member_add_flags[] = {
	{ "org", "ORGANIZAÇÃO", "id da organização", true },
	{ "account", "CONTA", "e-mail ou id da conta", true },
	{ "role", "PAPEL",
	  "owner, admin e, na assessoria, advisor ou assistant; na mesa, analyst ou viewer",
	  false },
	{ "no-seat", NULL, "sem assento, mesmo que um esteja livre", false },
	{ .name = NULL },
};

static const struct flag member_flags[] = {
	{ "org", "ORGANIZAÇÃO", "id da organização", true },
	{ "account", "CONTA", "e-mail ou id da conta", true },
	{ .name = NULL },
};

static enum exit_status org_create(struct run *r)
{
	const char *name = run_flag(r, "name");
	const char *office = run_flag(r, "desk")      ? "desk"
			     : run_flag(r, "advisor") ? "advisor"
						      : NULL;
	struct uuid id = uuid_new();
	struct uuid workspace = uuid_new();
	char text[2][UUID_TEXT_SIZE];

	if (!*name || text_length(name) > 120)
		run_usage(r, "--name deve ter de 1 a 120 caracteres");
	if (run_flag(r, "advisor") && run_flag(r, "desk"))
		run_usage(r, "diga --advisor ou --desk: uma organização é um dos dois");
	db_begin_write(r->ctx);
	(void)db_exec(
		r->ctx, &insert,
		DB_ARGS(db_uuid(id), db_text(name), db_timestamp(r->ctx->now_ms), db_text(office)));
	(void)db_exec(r->ctx, &insert_workspace, DB_ARGS(db_uuid(workspace), db_uuid(id)));
	if (office)
		office_open(r, workspace, id, name, office);
	trail_write(r, "organization.created", &(const struct look){ .row = NULL },
		    look_organization(r, id));
	db_commit(r->ctx);
	uuid_format(id, text[0]);
	uuid_format(workspace, text[1]);
	print_one(r, columns, 3,
		  (const struct cell[]){ cell_text(text[0]), cell_text(name), cell_text(text[1]) });
	return EXIT_DONE;
}

static enum exit_status org_list(struct run *r)
{
	print_rows(r, columns, ARRAY_SIZE(columns), db_query(r->ctx, &list, DB_NO_ARGS));
	return EXIT_DONE;
}

static enum exit_status member_add(struct run *r)
{
	struct uuid organization = admin_organization(r, run_flag(r, "org"));
	struct uuid account = admin_account(r->ctx, run_flag(r, "account"));
	struct look before;

	db_begin_write(r->ctx);
	before = look_member(r, organization, account);
	db_conflict(r->ctx, "organization_member_organization_id_fkey", 404, "subject_not_found",
		    "Não há organização com o id %s.", run_flag(r, "org"));
	(void)db_exec(
		r->ctx, &add,
		DB_ARGS(db_uuid(organization), db_uuid(account), db_timestamp(r->ctx->now_ms)));
	office_enrol(r, organization, account);
	trail_write(r, "member.added", &before, look_member(r, organization, account));
	db_commit(r->ctx);
	return print_members(r, organization);
}

static enum exit_status member_remove(struct run *r)
{
	struct uuid organization = admin_organization(r, run_flag(r, "org"));
	struct uuid account = admin_account(r->ctx, run_flag(r, "account"));
	struct look before;

	db_begin_write(r->ctx);
	before = look_member(r, organization, account);
	office_leave(r, organization, account);
	if (!db_exec(r->ctx, &take_away, DB_ARGS(db_uuid(organization), db_uuid(account))))
		fail(r->ctx, 404, "subject_not_found", "A conta %s não é membro desta organização.",
		     run_flag(r, "account"));
	trail_write(r, "member.removed", &before, look_member(r, organization, account));
	db_commit(r->ctx);
	return print_members(r, organization);
}

static enum exit_status member_list(struct run *r)
{
	return print_members(r, admin_organization(r, r->argv[0]));
}

/* A person's own workspace has no audit chain, and no other member to inform. */
static void tell_wallet(struct run *r, const struct db_rows *rows)
{
	struct look before, after;

	if (db_is_null(rows, 0, C_ORGANIZATION))
		return;
	after = (struct look){ .workspace = db_uuid(db_get_uuid(rows, 0, C_WORKSPACE)),
			       .subject = db_uuid(db_get_uuid(rows, 0, C_ORGANIZATION)),
			       .row = db_get_text(rows, 0, C_AFTER) };
	before = after;
	before.row = db_get_text(rows, 0, C_BEFORE);
	trail_write(r, "wallet.updated", &before, after);
}

static enum exit_status wallet_becomes(struct run *r, const char *state)
{
	const struct db_rows *rows;

	db_begin_write(r->ctx);
	rows = db_query(r->ctx, &set_wallet, DB_ARGS(db_text(r->argv[0]), db_text(state)));
	if (!db_count(rows))
		fail(r->ctx, 404, "workspace_not_found",
		     "Não há espaço de trabalho, organização ou conta %s.", r->argv[0]);
	tell_wallet(r, rows);
	db_commit(r->ctx);
	print_one(r, wallet_columns, ARRAY_SIZE(wallet_columns),
		  (const struct cell[]){ cell_text(db_get_text(rows, 0, C_SHOWN)),
					 cell_text(db_get_text(rows, 0, C_WALLET)) });
	return EXIT_DONE;
}

/* Also after a suspension. */
static enum exit_status wallet_install(struct run *r)
{
	return wallet_becomes(r, "installed");
}

static enum exit_status wallet_uninstall(struct run *r)
{
	return wallet_becomes(r, "not_installed");
}

static enum exit_status wallet_suspend(struct run *r)
{
	return wallet_becomes(r, "suspended");
}

const struct command organization_commands[] = {
	{ "org create", "", "cria uma organização com seu espaço", 0, 0, org_create_flags,
	  org_create, NULL },
	{ "org list", "", "lista as organizações", 0, 0, NULL, org_list, NULL },
	{ "member add", "", "põe uma conta em uma organização", 0, 0, member_add_flags, member_add,
	  NULL },
	{ "member remove", "", "tira uma conta de uma organização", 0, 0, member_flags,
	  member_remove, NULL },
	{ "member list", "ORGANIZAÇÃO", "lista os membros de uma organização", 1, 1, NULL,
	  member_list, NULL },
	{ "wallet install", "ESPAÇO",
	  "instala a carteira (id do espaço ou da organização, ou e-mail)", 1, 1, NULL,
	  wallet_install, NULL },
	{ "wallet uninstall", "ESPAÇO", "desinstala a carteira; os dados ficam", 1, 1, NULL,
	  wallet_uninstall, NULL },
	{ "wallet suspend", "ESPAÇO", "suspende: só leituras", 1, 1, NULL, wallet_suspend, NULL },
	{ "wallet resume", "ESPAÇO", "volta a aceitar escritas", 1, 1, NULL, wallet_install, NULL },
	{ .name = NULL },
};
