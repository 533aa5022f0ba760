/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program/lastro.c: the administration command: one table of subcommands, and the common part of every
 * run.
 *
 * Rooms refuse with fail() here as in a request; it returns to ctx_attempt().  A refused run rolls the
 * transaction back, prints the detail on standard error and exits with a documented status.
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/admin.h"
#include "admin/events_command.h"
#include "admin/load_command.h"
#include "core/clock.h"
#include "core/log.h"
#include "db/db.h"
#include "core/settings.h"
#include "core/problem.h"
#include "load/load.h"

#define ANY (-1)

static const struct command commands[] = {
	{ "import", "CARTEIRA ARQUIVO",
	  "importa um extrato da B3 ou a planilha do modelo (XLSX ou CSV)", 2, 2, import_flags,
	  import_command, NULL },
	{ "db migrate", "", "aplica as migrações que faltam", 0, 0, NULL, schema_migrate, NULL },
	{ "db status", "", "versão do esquema e a do programa; saída 1 se diferem", 0, 0, NULL,
	  schema_status, NULL },
	{ "db check", "", "prepara todas as consultas do programa neste esquema", 0, 0, check_flags,
	  schema_check, NULL },
	{ "doctor", "", "confere banco, esquema, papel, soquete, relógio e dados, e diz o conserto",
	  0, 0, NULL, doctor, NULL },
	{ "account create", "", "cria uma conta com seu espaço pessoal", 0, 0, account_create_flags,
	  account_create, NULL },
	{ "account list", "", "lista as contas", 0, 0, NULL, account_list, NULL },
	{ "account show", "CONTA", "mostra uma conta (e-mail ou id)", 1, 1, NULL, account_show,
	  NULL },
	{ "account disable", "CONTA", "desativa a conta: suas chaves deixam de valer", 1, 1, NULL,
	  account_disable, NULL },
	{ "account invite", "CONTA", "faz o link com que a pessoa escolhe a sua senha", 1, 1,
	  account_invite_flags, account_invite, NULL },
	{ "account plan", "CONTA", "troca o plano da conta", 1, 1, account_plan_flags, account_plan,
	  NULL },
	{ "key create", "", "cria uma chave; o segredo aparece uma vez só", 0, 0, key_create_flags,
	  key_create, NULL },
	{ "key list", "", "lista as chaves de uma conta", 0, 0, key_list_flags, key_list, NULL },
	{ "key revoke", "CHAVE", "revoga uma chave (id)", 1, 1, NULL, key_revoke, NULL },
	{ "org create", "", "cria uma organização com seu espaço", 0, 0, org_create_flags,
	  org_create, NULL },
	{ "org list", "", "lista as organizações", 0, 0, NULL, org_list, NULL },
	{ "member add", "", "põe uma conta em uma organização", 0, 0, member_add_flags, member_add,
	  NULL },
	{ "member role", "", "muda papel ou assento de um membro de escritório", 0, 0,
	  member_role_flags, member_role, NULL },
	{ "member key", "", "cria a chave com que um membro trabalha na organização", 0, 0,
	  member_key_flags, member_key, NULL },
	{ "member remove", "", "tira uma conta de uma organização", 0, 0, member_flags,
	  member_remove, NULL },
	{ "member list", "ORGANIZAÇÃO", "lista os membros de uma organização", 1, 1, NULL,
	  member_list, NULL },
	{ "license set", "ORGANIZAÇÃO",
	  "licencia um escritório ou uma mesa de crédito: plano, assentos, validade", 1, 1,
	  license_set_flags, license_set, NULL },
	{ "license show", "ORGANIZAÇÃO",
	  "mostra a licença de um escritório ou de uma mesa de crédito", 1, 1, NULL, license_show,
	  NULL },
	{ "audit verify", "",
	  "confere se nenhum registro da auditoria foi alterado ou tirado; saída 1 se foi", 0, 0,
	  NULL, audit_verify, NULL },
	{ "backup", "DIRETÓRIO", "guarda o banco inteiro em um diretório novo, com o que o confere",
	  1, 1, NULL, backup, NULL },
	{ "restore", "DIRETÓRIO", "põe de volta em um banco vazio o que backup guardou, e confere",
	  1, 1, restore_flags, restore, NULL },
	{ "workspace export", "ESPAÇO DIRETÓRIO",
	  "copia um espaço fechado em um diretório novo, para outra instalação", 2, 2, NULL,
	  workspace_export, NULL },
	{ "workspace import", "DIRETÓRIO", "traz o espaço que workspace export copiou em outra", 1,
	  1, NULL, workspace_import, NULL },
	{ "mail send", "", "entrega as mensagens que os pedidos de conta deixaram", 0, 0,
	  mail_send_flags, mail_send, NULL },
	{ "plan list", "", "lista os planos", 0, 0, NULL, plan_list, NULL },
	{ "plan set", "PLANO", "cria ou muda um plano", 1, 1, plan_set_flags, plan_set, NULL },
	{ "wallet install", "ESPAÇO",
	  "instala a carteira (id do espaço ou da organização, ou e-mail)", 1, 1, NULL,
	  wallet_install, NULL },
	{ "wallet uninstall", "ESPAÇO", "desinstala a carteira; os dados ficam", 1, 1, NULL,
	  wallet_uninstall, NULL },
	{ "wallet suspend", "ESPAÇO", "suspende: só leituras", 1, 1, NULL, wallet_suspend, NULL },
	{ "wallet resume", "ESPAÇO", "volta a aceitar escritas", 1, 1, NULL, wallet_resume, NULL },
	{ "load", "FONTE ARQUIVO…", "carrega arquivos públicos: cotações, taxas, eventos, feriados",
	  2, ANY, load_flags, load_command, load_help },
	{ "fetch", "FONTE", "baixa o arquivo oficial e o carrega; --all: os de todas as fontes", 0,
	  1, fetch_flags, fetch_command, fetch_help },
	{ "compute prices", "", "refaz os fechamentos preparados a partir das cotações e compara",
	  0, 0, compute_prices_flags, compute_prices, NULL },
	{ "compute anomalies", "",
	  "procura os dias anômalos das séries nos fechamentos que mudaram", 0, 0,
	  compute_anomalies_flags, compute_anomalies, NULL },
	{ "compute agenda", "", "prevê as divulgações de resultados pelas que já houve", 0, 0, NULL,
	  compute_agenda, NULL },
	{ "edition draft", "", "rascunho de uma edição com os dados do dia", 0, 0,
	  edition_draft_flags, edition_draft, NULL },
	{ "compute statements", "", "refaz os números das demonstrações das companhias e compara",
	  0, 0, compute_statements_flags, compute_statements, NULL },
	{ "compute alerts", "", "põe as regras das mesas de crédito ao que foi carregado", 0, 0,
	  NULL, compute_alerts, NULL },
	{ "compute notices", "", "acha o que há para avisar a quem pediu", 0, 0, NULL,
	  compute_notices, NULL },
	{ "deliver", "", "envia os alertas das mesas e os avisos que as pessoas pediram", 0, 0,
	  deliver_flags, deliver, NULL },
	{ "events gaps", "", "dias anômalos sem evento, para quem edita", 0, 0, events_gaps_flags,
	  events_gaps_command, NULL },
	{ "events attach", "SÉRIE DATA EVENTO", "liga um evento (event_key) a um dia anômalo", 3, 3,
	  events_attach_flags, events_attach_command, NULL },
	{ "schema", "NOME", "mostra o JSON Schema de um arquivo nosso", 1, 1, NULL, schema_command,
	  schema_help },
	{ "compute state", "", "refaz o que se guarda calculado dos lançamentos, ou confere", 0, 0,
	  compute_state_flags, compute_state, NULL },
	{ "compute objects", "",
	  "refaz os objetos, suas chaves, relações e medidas do que foi carregado", 0, 0,
	  compute_objects_flags, compute_objects, NULL },
	{ "objects doubtful", "",
	  "lista pares de objetos que parecem o mesmo e não se juntam sozinhos", 0, 0,
	  objects_doubtful_flags, objects_doubtful, NULL },
	{ .name = NULL },
};

static enum exit_status status_of(const struct problem *p)
{
	if (str_eq(p->code, "database_unavailable"))
		return EXIT_UNREACHABLE;
	return str_eq(p->code, "invalid_parameter") ? EXIT_USAGE : EXIT_REFUSED;
}

static bool is_told(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static enum exit_status refused(const struct run *r)
{
	const struct problem *p = r->ctx->problem;
	enum exit_status status = status_of(p);

	db_abandon(r->ctx->db);
	fprintf(stderr, "lastro %s: %s\n", r->command->name, p->detail ? p->detail : p->code);
	if (status == EXIT_UNREACHABLE && !is_told("LASTRO_DATABASE_ADMIN") &&
	    !is_told("LASTRO_DATABASE"))
		fputs("  LASTRO_DATABASE_ADMIN não diz a conexão do dono do esquema, como 'host=/run/postgresql "
		      "dbname=lastro user=lastro_owner'; nem LASTRO_DATABASE.\n",
		      stderr);
	if (status == EXIT_UNREACHABLE && p->cause)
		fprintf(stderr, "  %s%s", p->cause, text_ends(p->cause, "\n") ? "" : "\n");
	if (status == EXIT_USAGE)
		fprintf(stderr, "lastro %s --help mostra o uso.\n", r->command->name);
	return status;
}

/*
 * The command connects as the owner when LASTRO_DATABASE_ADMIN is set; the service's connection has the
 * worker's role.
 */
static bool open_context(struct ctx *ctx, const char **error)
{
	const char *admin = getenv("LASTRO_DATABASE_ADMIN");

	ctx->config = config_read(ctx->pool, error);
	if (!ctx->config)
		return false;
	if (!admin || !*admin)
		admin = ctx->config->database;
	ctx->db = db_new(ctx->pool, admin, ctx->config->prepared);
	ctx->now_ms = clock_now_ms();
	ctx->today = clock_today();
	return true;
}

struct ending {
	struct run *run;
	enum exit_status status;
};

static void run_it(struct ctx *ctx UNUSED, void *arg)
{
	struct ending *e = arg;

	e->status = e->run->command->run(e->run);
}

static enum exit_status run_command(struct run *r)
{
	struct ending e = { .run = r };

	return ctx_attempt(r->ctx, run_it, &e) ? e.status : refused(r);
}

static enum exit_status usage(const char *what, const char *error)
{
	fprintf(stderr, "lastro%s%s: %s\nlastro%s%s --help mostra o uso.\n", *what ? " " : "", what,
		error, *what ? " " : "", what);
	return EXIT_USAGE;
}

static bool is_help(const char *word)
{
	return str_eq(word, "--help") || str_eq(word, "-h") || str_eq(word, "help");
}

static enum exit_status command_line(struct ctx *ctx, int argc, char **argv)
{
	struct run r = { .ctx = ctx };
	const char *error = NULL;
	int used = 0;

	if (argc < 2 || is_help(argv[1])) {
		fputs(commands_help(ctx->pool, commands, NULL), argc < 2 ? stderr : stdout);
		return argc < 2 ? EXIT_USAGE : EXIT_DONE;
	}
	if (str_eq(argv[1], "--version")) {
		puts("lastro " PACKAGE_VERSION);
		return EXIT_DONE;
	}
	r.command = command_find(commands, argc - 1, argv + 1, &used);
	if (!r.command && (argc == 2 || (argc == 3 && is_help(argv[2])))) {
		const char *group = commands_help(ctx->pool, commands, argv[1]);

		if (group) {
			fputs(group, argc == 2 ? stderr : stdout);
			return argc == 2 ? EXIT_USAGE : EXIT_DONE;
		}
	}
	if (!r.command)
		return usage("", pool_printf(ctx->pool, "não há o subcomando %s%s%s", argv[1],
					     argc > 2 ? " " : "", argc > 2 ? argv[2] : ""));
	if (!command_read(&r, argc - used, argv + used, &error))
		return usage(r.command->name, error);
	if (r.help) {
		fputs(command_help(ctx->pool, r.command), stdout);
		return EXIT_DONE;
	}
	if (!open_context(ctx, &error))
		return usage(r.command->name, error);
	return run_command(&r);
}

int main(int argc, char **argv)
{
	struct ctx ctx = { .pool = pool_new(NULL, "lastro") };
	enum exit_status status;

	(void)signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error, reported below */
	status = command_line(&ctx, argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		perror("lastro: saída");
		status = status ? status : EXIT_REFUSED;
	}
	pool_free(ctx.pool);
	return (int)status;
}
