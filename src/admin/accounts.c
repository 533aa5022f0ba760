/* SPDX-License-Identifier: Apache-2.0 */
/* accounts.c: lastro account … and lastro plan … */
#include "config.h"

#include <ctype.h>

#include "identity/key.h"
#include "identity/pages/account_deletion.h"
#include "admin/admin.h"
#include "admin/trail.h"
#include "core/decimal.h"
#include "core/settings.h"
#include "db/db.h"

static DB_STMT(
	find, "admin.account_find",
	"select id from lastro.account where email = lower($1::text) or id::text = lower($1::text)");

/* Checked first: a violated constraint would write the address into the database's log. */
static DB_STMT(insert, "admin.account_insert",
	       "insert into lastro.account (id, email, name, plan_code, created_at)"
	       " values ($1, lower($2::text), $3, $4, $5)"
	       " on conflict (email) do nothing");

static DB_STMT(insert_workspace, "admin.account_workspace",
	       "insert into lastro.workspace (id, account_id) values ($1, $2)");

#define ACCOUNT_COLUMNS                                                                                      \
	"select a.id::text, a.email, a.name, a.plan_code, w.id::text, w.wallet, a.created_at, a.disabled_at" \
	" from lastro.account a join lastro.workspace w on w.account_id = a.id"

static DB_STMT(list, "admin.account_list", ACCOUNT_COLUMNS " order by a.email limit 10000");
static DB_STMT(show, "admin.account_show", ACCOUNT_COLUMNS " where a.id = $1");

static const struct column columns[] = {
	{ "id", "conta", CELL_TEXT },
	{ "email", "e-mail", CELL_TEXT },
	{ "name", "nome", CELL_TEXT },
	{ "plan", "plano", CELL_TEXT },
	{ "workspace", "espaço", CELL_TEXT },
	{ "wallet", "carteira", CELL_TEXT },
	{ "created_at", "criada em", CELL_TIME },
	{ "disabled_at", "desativada em", CELL_TIME },
};

static DB_STMT(disable, "admin.account_disable",
	       "update lastro.account set disabled_at = coalesce(disabled_at, $2) where id = $1");

static DB_STMT(factor_off, "admin.account_factor_off",
	       "delete from lastro.second_factor where account_id = $1 and since is not null");

static DB_STMT(factor, "admin.account_factor",
	       "select a.id::text, f.since, coalesce(cardinality(f.recovery), 0)"
	       "  from lastro.account a"
	       "  left join lastro.second_factor f on f.account_id = a.id and f.since is not null"
	       " where a.id = $1");

static const struct column factor_columns[] = {
	{ "account", "conta", CELL_TEXT },
	{ "since", "ligado desde", CELL_TIME },
	{ "recovery_codes_left", "códigos que restam", CELL_INT },
};

static DB_STMT(deletion_begin, "admin.deletion_begin",
	       "select lastro.account_deletion_begin($1, $2, $3, $4, $5, $6)");
static DB_STMT(deletion_undo, "admin.deletion_undo",
	       "select lastro.account_deletion_undo($1, $2, $3, $4, $5)");
static DB_STMT(deletion, "admin.deletion",
	       "select a.id::text, d.asked_at, d.due_at from lastro.account a"
	       "  left join lastro.account_deletion d on d.account_id = a.id where a.id = $1");

static const struct column deletion_columns[] = {
	{ "account", "conta", CELL_TEXT },
	{ "asked_at", "exclusão pedida em", CELL_TIME },
	{ "due_at", "apagada a partir de", CELL_TIME },
};

/* As whom account_deletion_check() asks. */
static DB_STMT(as_account, "admin.as_account",
	       "select lastro.caller_set(w.id, w.account_id, w.account_id)"
	       "  from lastro.workspace w where w.account_id = $1");

static DB_STMT(set_plan, "admin.account_plan",
	       "update lastro.account set plan_code = $2 where id = $1");

static DB_STMT(
	plans, "admin.plan_list",
	"select code, title, portfolio_cap from lastro.plan order by portfolio_cap, code limit 1000");

static DB_STMT(
	plan_upsert, "admin.plan_set",
	"insert into lastro.plan as p (code, title, portfolio_cap) values ($1, coalesce($2, $1), $3)"
	" on conflict (code) do update set title = coalesce($2, p.title), portfolio_cap = excluded.portfolio_cap");

static const struct column plan_columns[] = {
	{ "code", "plano", CELL_TEXT },
	{ "title", "título", CELL_TEXT },
	{ "portfolio_cap", "carteiras", CELL_INT },
};

/* One link at a time: an earlier one becomes invalid. */
static DB_STMT(link_forget, "admin.link_forget",
	       "delete from lastro.password_link where account_id = $1 and used_at is null");
static DB_STMT(link_store, "admin.link_store",
	       "insert into lastro.password_link (hash, account_id, created_at, expires_at)"
	       " values ($1, $2, $3, $4)");

static const struct column link_columns[] = {
	{ "account", "conta", CELL_TEXT },
	{ "link", "link", CELL_TEXT },
	{ "expires_at", "vale até", CELL_TIME },
};

static const struct flag account_create_flags[] = {
	{ "email", "E-MAIL", "endereço, em minúsculas; identifica a conta", true },
	{ "name", "NOME", "nome da pessoa", true },
	{ "plan", "PLANO", "código do plano (free)", false },
	{ .name = NULL },
};

static const struct flag account_factor_flags[] = {
	{ "off", NULL, "desliga-o, para quem perdeu o telefone e os códigos de recuperação",
	  false },
	{ .name = NULL },
};

static const struct flag account_delete_flags[] = {
	{ "undo", NULL, "desfaz o pedido, até o prazo: a conta fica", false },
	{ .name = NULL },
};

static const struct flag account_invite_flags[] = {
	{ "days", "N", "por quantos dias o link vale, de 1 a 30 (7)", false },
	{ .name = NULL },
};

static const struct flag account_plan_flags[] = {
	{ "plan", "PLANO", "código do plano", true },
	{ .name = NULL },
};

static const struct flag plan_set_flags[] = {
	{ "portfolios", "N", "quantas carteiras o plano permite por conta", true },
	{ "title", "TÍTULO", "nome do plano", false },
	{ .name = NULL },
};

struct uuid admin_account(struct ctx *ctx, const char *who)
{
	const struct db_rows *r = db_query(ctx, &find, DB_ARGS(db_text(who)));

	if (!db_count(r))
		fail(ctx, 404, "subject_not_found",
		     "Não há conta com o e-mail ou id %s (lastro account create a cria).", who);
	return db_get_uuid(r, 0, 0);
}

static bool email_is_good(const char *s)
{
	const char *at = strchr(s, '@');

	for (const char *p = s; *p; p++)
		if (isspace((unsigned char)*p) || iscntrl((unsigned char)*p))
			return false;
	return at && at > s && at[1] && !strchr(at + 1, '@') && strlen(s) <= EMAIL_MAX;
}

/* One account, one member per line; rows of `show`. */
static void print_account(struct run *r, struct uuid id)
{
	const struct db_rows *rows = db_query(r->ctx, &show, DB_ARGS(db_uuid(id)));
	struct cell cells[ARRAY_SIZE(columns)];

	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (db_is_null(rows, 0, (int)i))
			cells[i] = cell_null();
		else if (columns[i].type == CELL_TIME)
			cells[i] = cell_int(db_get_timestamp(rows, 0, (int)i));
		else
			cells[i] = cell_text(db_get_text(rows, 0, (int)i));
	}
	print_one(r, columns, ARRAY_SIZE(columns), cells);
}

static enum exit_status account_create(struct run *r)
{
	const char *email = run_flag(r, "email");
	const char *name = run_flag(r, "name");
	const char *plan = run_flag(r, "plan");
	struct ctx *ctx = r->ctx;
	struct uuid id = uuid_new();

	if (!email_is_good(email))
		run_usage(r, "--email %s não é um endereço", email);
	if (!text_visible(name) || !text_one_line(name) || text_length(name) > 120)
		run_usage(r, "--name deve ter uma linha, de 1 a 120 caracteres");
	db_begin_write(ctx);
	db_conflict(ctx, "account_plan_code_fkey", 404, "subject_not_found", "Não há o plano %s.",
		    plan ? plan : "free");
	if (!db_exec(ctx, &insert,
		     DB_ARGS(db_uuid(id), db_text(email), db_text(name),
			     db_text(plan ? plan : "free"), db_timestamp(ctx->now_ms))))
		fail(ctx, 409, "invalid_input", "Já há uma conta com o e-mail %s.", email);
	(void)db_exec(ctx, &insert_workspace, DB_ARGS(db_uuid(uuid_new()), db_uuid(id)));
	db_commit(ctx);
	print_account(r, id);
	return EXIT_DONE;
}

static enum exit_status account_list(struct run *r)
{
	print_rows(r, columns, ARRAY_SIZE(columns), db_query(r->ctx, &list, DB_NO_ARGS));
	return EXIT_DONE;
}

static enum exit_status account_show(struct run *r)
{
	print_account(r, admin_account(r->ctx, r->argv[0]));
	return EXIT_DONE;
}

static enum exit_status account_disable(struct run *r)
{
	struct uuid id = admin_account(r->ctx, r->argv[0]);

	(void)db_exec(r->ctx, &disable, DB_ARGS(db_uuid(id), db_timestamp(r->ctx->now_ms)));
	print_account(r, id);
	return EXIT_DONE;
}

/* Off: for a person who lost the telephone and the recovery codes.  Who asks for it is for the operator to verify. */
static enum exit_status account_factor(struct run *r)
{
	struct uuid id = admin_account(r->ctx, r->argv[0]);
	const struct db_rows *rows;
	struct look before;

	if (run_flag(r, "off")) {
		db_begin_write(r->ctx);
		before = look_factor(r, id);
		if (!db_exec(r->ctx, &factor_off, DB_ARGS(db_uuid(id))))
			fail(r->ctx, 409, "invalid_input", "A conta %s não tem segundo fator.",
			     r->argv[0]);
		trail_write(r, "second_factor.off", &before, look_factor(r, id));
		db_commit(r->ctx);
	}
	rows = db_query(r->ctx, &factor, DB_ARGS(db_uuid(id)));
	print_one(r, factor_columns, ARRAY_SIZE(factor_columns),
		  (struct cell[]){ cell_text(db_get_text(rows, 0, 0)),
				   db_is_null(rows, 0, 1) ? cell_null()
							  : cell_int(db_get_timestamp(rows, 0, 1)),
				   cell_int(db_get_int(rows, 0, 2)) });
	return EXIT_DONE;
}

static void deletion_ask(struct run *r, struct uuid id)
{
	struct ctx *ctx = r->ctx;
	int64_t due = account_deletion_due(ctx);
	const struct deletion_mail m = account_deletion_mail(ctx, due);

	(void)db_query(ctx, &as_account, DB_ARGS(db_uuid(id)));
	account_deletion_check(ctx);
	if (!db_get_bool(
		    db_query(ctx, &deletion_begin,
			     DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms), db_timestamp(due),
				     db_uuid(uuid_new()), db_text(m.subject), db_text(m.body))),
		    0, 0))
		fail(ctx, 409, "invalid_input", "A exclusão da conta %s já foi pedida.",
		     r->argv[0]);
}

static void deletion_take_back(struct run *r, struct uuid id)
{
	struct ctx *ctx = r->ctx;
	const struct deletion_mail m = account_recall_mail(ctx);

	if (!db_get_bool(
		    db_query(ctx, &deletion_undo,
			     DB_ARGS(db_uuid(id), db_timestamp(ctx->now_ms), db_uuid(uuid_new()),
				     db_text(m.subject), db_text(m.body))),
		    0, 0))
		fail(ctx, 409, "invalid_input",
		     "Não há exclusão da conta %s que ainda se possa desfazer.", r->argv[0]);
}

/* As by the person: with the same days, in which it may be called back.  Who asks is for the operator to verify. */
static enum exit_status account_delete(struct run *r)
{
	struct uuid id = admin_account(r->ctx, r->argv[0]);
	bool undo = run_flag(r, "undo") != NULL;
	const struct db_rows *rows;
	struct look before;

	db_begin_write(r->ctx);
	before = look_deletion(r, id);
	if (undo)
		deletion_take_back(r, id);
	else
		deletion_ask(r, id);
	trail_write(r, undo ? "account.deletion_recalled" : "account.deletion_asked", &before,
		    look_deletion(r, id));
	db_commit(r->ctx);
	rows = db_query(r->ctx, &deletion, DB_ARGS(db_uuid(id)));
	print_one(r, deletion_columns, ARRAY_SIZE(deletion_columns),
		  (struct cell[]){ cell_text(db_get_text(rows, 0, 0)),
				   undo ? cell_null() : cell_int(db_get_timestamp(rows, 0, 1)),
				   undo ? cell_null() : cell_int(db_get_timestamp(rows, 0, 2)) });
	return EXIT_DONE;
}

static int64_t days_of(struct run *r)
{
	const char *text = run_flag(r, "days");
	wide n = 7;

	if (text && (dec_parse(slice_of(text), 0, 30, &n) != DEC_OK || n < 1))
		run_usage(r, "--days %s não é um inteiro de 1 a 30", text);
	return (int64_t)n;
}

static enum exit_status account_invite(struct run *r)
{
	struct ctx *ctx = r->ctx;
	int64_t expires = ctx->now_ms + days_of(r) * 86400000;
	struct uuid id = admin_account(ctx, r->argv[0]);
	char secret[KEY_SECRET_SIZE], account[UUID_TEXT_SIZE];
	uint8_t hash[KEY_HASH];

	secret_make(SECRET_LINK, secret);
	key_hash(secret, hash);
	uuid_format(id, account);
	db_begin_write(ctx);
	(void)db_exec(ctx, &link_forget, DB_ARGS(db_uuid(id)));
	(void)db_exec(ctx, &link_store,
		      DB_ARGS(db_bytes((struct slice){ (const char *)hash, sizeof(hash) }),
			      db_uuid(id), db_timestamp(ctx->now_ms), db_timestamp(expires)));
	db_commit(ctx);
	if (!*ctx->config->base_url)
		print_line(
			r,
			"LASTRO_BASE_URL não está definida: ponha o endereço do serviço antes do link.");
	print_one(r, link_columns, ARRAY_SIZE(link_columns),
		  (struct cell[]){ cell_text(account),
				   cell_text(pool_printf(ctx->pool, "%s/password?token=%s",
							 ctx->config->base_url, secret)),
				   cell_int(expires) });
	return EXIT_DONE;
}

static enum exit_status account_plan(struct run *r)
{
	struct uuid id = admin_account(r->ctx, r->argv[0]);
	const char *plan = run_flag(r, "plan");

	db_conflict(r->ctx, "account_plan_code_fkey", 404, "subject_not_found",
		    "Não há o plano %s.", plan);
	(void)db_exec(r->ctx, &set_plan, DB_ARGS(db_uuid(id), db_text(plan)));
	print_account(r, id);
	return EXIT_DONE;
}

static enum exit_status plan_list(struct run *r)
{
	print_rows(r, plan_columns, ARRAY_SIZE(plan_columns), db_query(r->ctx, &plans, DB_NO_ARGS));
	return EXIT_DONE;
}

static enum exit_status plan_set(struct run *r)
{
	const char *cap = run_flag(r, "portfolios");
	wide n = 0;

	if (dec_parse(slice_of(cap), 0, 1000000, &n) != DEC_OK || n < 0)
		run_usage(r, "--portfolios %s não é um inteiro de 0 a 1000000", cap);
	db_conflict(r->ctx, "plan_code_check", 400, "invalid_input",
		    "O código %s não serve: use letras minúsculas, algarismos, _ e -.", r->argv[0]);
	(void)db_exec(
		r->ctx, &plan_upsert,
		DB_ARGS(db_text(r->argv[0]), db_text(run_flag(r, "title")), db_int((int64_t)n)));
	return plan_list(r);
}

const struct command account_commands[] = {
	{ "account create", "", "cria uma conta com seu espaço pessoal", 0, 0, account_create_flags,
	  account_create, NULL },
	{ "account list", "", "lista as contas", 0, 0, NULL, account_list, NULL },
	{ "account show", "CONTA", "mostra uma conta (e-mail ou id)", 1, 1, NULL, account_show,
	  NULL },
	{ "account delete", "CONTA", "pede a exclusão da conta, em sete dias, ou desfaz o pedido",
	  1, 1, account_delete_flags, account_delete, NULL },
	{ "account disable", "CONTA", "desativa a conta: suas chaves deixam de valer", 1, 1, NULL,
	  account_disable, NULL },
	{ "account factor", "CONTA", "mostra ou desliga o segundo fator da conta", 1, 1,
	  account_factor_flags, account_factor, NULL },
	{ "account invite", "CONTA", "faz o link com que a pessoa escolhe a sua senha", 1, 1,
	  account_invite_flags, account_invite, NULL },
	{ "account plan", "CONTA", "troca o plano da conta", 1, 1, account_plan_flags, account_plan,
	  NULL },
	{ "plan list", "", "lista os planos", 0, 0, NULL, plan_list, NULL },
	{ "plan set", "PLANO", "cria ou muda um plano", 1, 1, plan_set_flags, plan_set, NULL },
	{ .name = NULL },
};
