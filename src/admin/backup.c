/* SPDX-License-Identifier: Apache-2.0 */
/*
 * backup.c: lastro backup and lastro restore: the whole database into a directory, and back.
 *
 * pg_dump reads the same snapshot as the manifest: rows of every table, the head of every chain of the
 * trail, the version of every ledger and, for each portfolio, the digest of its assets, ledger and
 * income.  A restored database is compared with it; with --verify the chains are verified and the
 * stored derived figures are compared with the ledgers, too.
 *
 * Where the tenant tables are distributed, each machine takes its own snapshot, and the snapshots agree only
 * when nothing is written meanwhile: such a backup requires --hold, which locks the tables against writers.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "admin/admin.h"
#include "admin/deletions.h"
#include "admin/jobs.h"
#include "core/settings.h"
#include "db/distribute.h"
#include "db/migrate.h"

#define DUMP "lastro.dump"
#define MANIFEST "manifest.json"
#define HOLD_WAIT "60s" /* for the transactions that write when it begins */
#define MANIFEST_MAX ((size_t)64 << 20)

extern char **environ;

/*
 * query_to_xml() counts the rows of a table named by a value; jsonb orders its members, so equal texts
 * are equal states.
 */
#define STATE                                                                                                                   \
	"select jsonb_build_object("                                                                                            \
	" 'schema', $1::int8,"                                                                                                  \
	" 'rows', (select jsonb_object_agg(c.relname, (xpath('/row/n/text()',"                                                  \
	"            query_to_xml(format('select count(*) as n from lastro.%I', c.relname), false, true, '')))[1]::text::int8)" \
	"            from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind = 'r'),"                       \
	" 'heads', (select coalesce(jsonb_object_agg(workspace_id, seq || ' ' || encode(hash, 'hex')), '{}')"                   \
	"             from lastro.audit_head),"                                                                                 \
	" 'ledgers', (select md5(coalesce(string_agg(id || ':' || ledger_version, ',' order by id), ''))"                       \
	"               from lastro.portfolio),"                                                                                \
	" 'derived', (select md5(coalesce(string_agg(portfolio_id || ':' || ledger_version || ':' || md5(head), ','"            \
	"               order by portfolio_id), '')) from lastro.portfolio_state),"                                             \
	" 'portfolios', (select coalesce(jsonb_object_agg(p.id, encode(sha256(convert_to(concat_ws(E'\n', p::text,"             \
	"   (select string_agg(a::text, E'\n' order by a.id) from lastro.asset a"                                               \
	"     where a.workspace_id = p.workspace_id and a.portfolio_id = p.id),"                                                \
	"   (select string_agg(l::text, E'\n' order by l.id) from lastro.ledger l"                                              \
	"     where l.workspace_id = p.workspace_id and l.portfolio_id = p.id),"                                                \
	"   (select string_agg(i::text, E'\n' order by i.id) from lastro.income i"                                              \
	"     where i.workspace_id = p.workspace_id and i.portfolio_id = p.id)), 'UTF8')), 'hex')), '{}')"                      \
	"   from lastro.portfolio p))::text"

static DB_STMT(state, "backup.state", STATE);
/* The portfolio first: most writers lock it first, too. */
static DB_STMT(
	tenant_tables, "backup.tenant_tables",
	"select string_agg(format('lastro.%I', c.relname), ', ' order by c.relname <> 'portfolio', c.relname)"
	"  from pg_class c where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity");
static DB_STMT(export_snapshot, "backup.snapshot", "select pg_export_snapshot()");
/* A member that an older manifest lacks is not compared; tables, chains and portfolios are named. */
#define PARTS(manifest)                                                                                             \
	"(select e.key as member, e.key || coalesce(' ' || i.key, '') as part, coalesce(i.value, e.value) as value" \
	"   from jsonb_each((" manifest "::text)::jsonb) e"                                                         \
	"   left join lateral jsonb_each(case jsonb_typeof(e.value) when 'object' then e.value end) i on true)"
static DB_STMT(
	compare, "backup.compare",
	"select part, coalesce(was.value::text, 'nada'), coalesce(now.value::text, 'nada')"
	"  from " PARTS("$1") " was full join " PARTS(
		"$2") " now using (part)"
		      " where was.value is distinct from now.value and coalesce(was.member, now.member) in (select jsonb_object_keys(($1::text)::jsonb))"
		      " order by part limit 100");
static DB_STMT(is_empty, "backup.is_empty", "select to_regnamespace('lastro') is null");
/* The dump has the privileges of roles, not the roles, which belong to the cluster. */
static DB_STMT(missing_roles, "backup.roles",
	       "select string_agg(format('create role %I login;', u.role), ' ' order by u.role)"
	       "  from unnest(array['lastro_worker', 'lastro_loader', 'lastro_sender']) u (role)"
	       " where not exists (select from pg_roles r where r.rolname = u.role)");

static const struct flag backup_flags[] = {
	{ "hold", NULL,
	  "em várias máquinas: recusa gravações enquanto guarda, para que tudo seja do mesmo instante",
	  false },
	{ .name = NULL },
};

static const struct flag restore_flags[] = {
	{ "verify", NULL,
	  "também percorre a auditoria e compara com os lançamentos o que se guarda calculado",
	  false },
	{ .name = NULL },
};

/* ---- files ---- */

static const char *in_directory(struct run *r, const char *name)
{
	return pool_printf(r->ctx->pool, "%s/%s", r->argv[0], name);
}

static NORETURN void cannot(struct run *r, const char *what, const char *path)
{
	fail(r->ctx, 409, "invalid_input", "%s %s: %s.", what, path, strerror(errno));
}

static void write_manifest(struct run *r, const char *text)
{
	const char *path = in_directory(r, MANIFEST);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	bool written;

	if (!f)
		cannot(r, "Não dá para escrever", path);
	written = fputs(text, f) != EOF && fputc('\n', f) != EOF && !fflush(f) && !fsync(fd);
	if (fclose(f) || !written)
		cannot(r, "Não dá para escrever", path);
}

static const char *read_manifest(struct run *r)
{
	const char *path = in_directory(r, MANIFEST);
	FILE *f = fopen(path, "re");
	struct buf b;
	char block[65536];
	size_t n;

	if (!f)
		cannot(r, "Não dá para ler", path);
	buf_init(&b, r->ctx->pool, sizeof(block));
	while ((n = fread(block, 1, sizeof(block), f)) > 0 && b.n < MANIFEST_MAX)
		buf_put(&b, block, n);
	if (ferror(f) || !feof(f)) {
		(void)fclose(f);
		cannot(r, "Não dá para ler", path);
	}
	(void)fclose(f);
	return buf_text(&b);
}

/* ---- PostgreSQL's programs ---- */

static const char *conninfo(const struct run *r)
{
	const char *admin = getenv("LASTRO_DATABASE_ADMIN");

	return admin && *admin ? admin : r->ctx->config->database;
}

/* Its output goes to our standard error. */
static void run_program(struct run *r, char *const argv[])
{
	pid_t pid;
	int status = -1, err = posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ);

	if (err)
		fail(r->ctx, 409, "invalid_input", "%s não pôde ser executado: %s.", argv[0],
		     strerror(err));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail(r->ctx, 409, "invalid_input", "%s falhou; o motivo está acima.", argv[0]);
}

static char *word(struct run *r, const char *text)
{
	return pool_strdup(r->ctx->pool, text);
}

/* ---- the commands ---- */

static const char *state_now(struct run *r)
{
	int schema = db_schema_version(r->ctx);

	/* Digests are of rows as text, whose format depends on settings of the server. */
	db_run(r->ctx,
	       "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex'");
	return db_get_text(db_query(r->ctx, &state, DB_ARGS(db_int(schema))), 0, 0);
}

static void require_hold(struct run *r)
{
	if (!run_flag(r, "hold"))
		fail(r->ctx, 409, "invalid_input",
		     "As tabelas dos clientes estão em várias máquinas, que não têm um instante em comum enquanto se"
		     " grava. Com --hold as gravações são recusadas enquanto se guarda; sem parar ninguém, guarde cada"
		     " máquina com um ponto de restauração (doc/operations.md, More than one machine).");
	if (job_reach(r).status != EXIT_DONE)
		fail(r->ctx, 409, "invalid_input",
		     "Nada foi guardado: sem o que está em todas as máquinas não seria o banco inteiro.");
}

/*
 * Locks the tenant tables against writers, in a session that ends with the program.  Ours has its
 * snapshots later: on each machine a lock is taken by a query, which would have it before.
 */
static void hold_writers(struct run *r)
{
	struct ctx *ctx = r->ctx;
	struct db *ours = ctx->db;

	ctx->db = db_new(ctx->pool, conninfo(r), ctx->config->prepared);
	db_begin_write(ctx);
	db_run(ctx,
	       pool_printf(ctx->pool,
			   "set local lock_timeout = '" HOLD_WAIT "'; lock table %s in share mode",
			   db_get_text(db_query(ctx, &tenant_tables, DB_NO_ARGS), 0, 0)));
	ctx->db = ours;
}

static enum exit_status backup(struct run *r)
{
	struct ctx *ctx = r->ctx;
	bool distributed = db_is_distributed(ctx);
	const char *snapshot, *manifest;

	if (distributed)
		require_hold(r);
	(void)umask(0077); /* only we may read the files of pg_dump */
	if (mkdir(r->argv[0], 0700))
		cannot(r, "Não dá para criar", r->argv[0]);
	if (distributed)
		hold_writers(r);
	db_begin_read(ctx);
	snapshot = db_get_text(db_query(ctx, &export_snapshot, DB_NO_ARGS), 0, 0);
	manifest = state_now(r);
	run_program(r, (char *const[]){
			       word(r, "pg_dump"), word(r, "--format=custom"),
			       word(r, "--no-owner"), word(r, "--schema=lastro"),
			       word(r, pool_printf(ctx->pool, "--snapshot=%s", snapshot)),
			       word(r, pool_printf(ctx->pool, "--file=%s", in_directory(r, DUMP))),
			       word(r, pool_printf(ctx->pool, "--dbname=%s", conninfo(r))), NULL });
	deletions_keep(r, deletions_directory(r, r->argv[0]));
	db_commit(ctx);
	/* Written last: a directory that has it is complete. */
	write_manifest(r, manifest);
	print_line(r, "guardado em %s", r->argv[0]);
	return EXIT_DONE;
}

static void check_target(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const char *roles;
	bool empty;

	db_begin_read(ctx);
	empty = db_get_bool(db_query(ctx, &is_empty, DB_NO_ARGS), 0, 0);
	roles = db_get_text(db_query(ctx, &missing_roles, DB_NO_ARGS), 0, 0);
	db_commit(ctx);
	if (!empty)
		fail(ctx, 409, "invalid_input",
		     "O banco já tem um esquema lastro. Restaure em um banco vazio: o que está lá não "
		     "se apaga aqui.");
	if (roles)
		fail(ctx, 409, "invalid_input", "Faltam papéis no servidor. Como superusuário: %s",
		     roles);
}

static bool same_as(struct run *r, const char *manifest)
{
	static const struct column columns[] = {
		{ "part", "parte", CELL_TEXT },
		{ "kept", "guardado", CELL_TEXT },
		{ "restored", "restaurado", CELL_TEXT },
	};
	const struct db_rows *rows;
	const char *now;

	db_begin_read(r->ctx);
	now = state_now(r);
	rows = db_query(r->ctx, &compare, DB_ARGS(db_text(manifest), db_text(now)));
	db_commit(r->ctx);
	if (db_count(rows))
		print_rows(r, columns, ARRAY_SIZE(columns), rows);
	return db_count(rows) == 0;
}

/* What was deleted after the backup is deleted again. */
static enum exit_status delete_again(struct run *r)
{
	const char *directory = deletions_directory(r, r->argv[0]);
	struct deletions d = { 0, 0 };

	if (!deletions_again(r, directory, &d)) {
		print_line(
			r,
			"a cópia é de um esquema anterior: depois de lastro db migrate, apague outra vez as contas excluídas por "
			"LASTRO_BACKUPS=%s lastro compute notices",
			directory);
		return EXIT_REFUSED;
	}
	if (d.done)
		print_line(r, "contas apagadas outra vez, que a cópia ainda tinha: %lld",
			   (long long)d.done);
	return d.left ? EXIT_REFUSED : EXIT_DONE;
}

static enum exit_status restore(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const char *manifest = read_manifest(r);
	enum exit_status status, again;

	check_target(r);
	run_program(r, (char *const[]){ word(r, "pg_restore"), word(r, "--no-owner"),
					word(r, "--exit-on-error"), word(r, "--single-transaction"),
					word(r, pool_printf(ctx->pool, "--dbname=%s", conninfo(r))),
					word(r, in_directory(r, DUMP)), NULL });
	if (!same_as(r, manifest)) {
		print_line(r, "o que foi restaurado não é o que foi guardado");
		return EXIT_REFUSED;
	}
	print_line(r, "restaurado de %s: tabelas, auditoria e lançamentos como foram guardados",
		   r->argv[0]);
	again = delete_again(r);
	if (!run_flag(r, "verify"))
		return again;
	status = audit_verify(r);
	if (status == EXIT_DONE)
		status = state_verify(r);
	return status == EXIT_DONE ? again : status;
}

const struct command backup_commands[] = {
	{ "backup", "DIRETÓRIO", "guarda o banco inteiro em um diretório novo, com o que o confere",
	  1, 1, backup_flags, backup, NULL },
	{ "restore", "DIRETÓRIO", "põe de volta em um banco vazio o que backup guardou, e confere",
	  1, 1, restore_flags, restore, NULL },
	{ .name = NULL },
};
