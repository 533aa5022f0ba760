/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor.c: lastro doctor: finds problems of the installation, with their remedies.
 *
 * A check is "ok", "aviso" (the service answers, perhaps with old figures) or "falha".  Only a falha
 * changes the exit status.  An unreachable database ends the run with its own status.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "admin/doctor.h"
#include "core/clock.h"
#include "db/db.h"
#include "db/migrate.h"
#include "core/settings.h"

#define CLOCK_TOLERANCE_MS 5000
#define DAY_MS INT64_C(86400000)

static DB_STMT(
	roles, "doctor.roles",
	"select u.role, r.oid is not null, r.rolsuper or r.rolbypassrls,"
	" exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace"
	"          where n.nspname = 'lastro' and pg_has_role(r.oid, c.relowner, 'usage'))"
	" from unnest($1::text[]) with ordinality u (role, at) left join pg_roles r on r.rolname = u.role order by u.at");
enum { R_ROLE, R_EXISTS, R_BYPASSES, R_OWNS };

/* The role that each network-facing command last ran as, and whether it has too many rights; a dropped role has no row. */
static DB_STMT(
	runs, "doctor.runs",
	"select u.command, u.role, coalesce(r.rolsuper or r.rolbypassrls, false)"
	"       or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace"
	"                   where n.nspname = 'lastro' and pg_has_role(r.oid, c.relowner, 'usage'))"
	"  from (select 'fetch' as command, (select f.role from lastro.fetched f where f.role is not null"
	"                                     order by f.loaded_at desc, f.url limit 1) as role"
	"         union all"
	"        select 'deliver', (select b.role from lastro.delivery_backlog b where b.role is not null"
	"                            order by b.at desc, b.kind limit 1)) u"
	"  join pg_roles r on r.rolname = u.role order by 1");
enum { N_COMMAND, N_ROLE, N_OWNER };

/* Reads the server's clock, which this check compares with ours; the only SQL that reads a clock. */
static DB_STMT(server_clock, "doctor.clock", "select clock_timestamp()");

static DB_STMT(
	loads, "doctor.loads",
	"select source, max(loaded_at), max(last_day) from lastro.load_log group by source order by source limit 1000");
enum { C_SOURCE, C_LOADED_AT, C_LAST_DAY };

/* The expected data, and the maximum age of its newest day or its last load. */
static const struct family {
	const char *source;
	const char *title;
	int days; /* 0: any age */
	const char *remedy;
} families[] = {
	{ "cotahist", "cotações da B3", 5, "lastro load cotahist ARQUIVO" },
	{ "instruments", "instrumentos", 0, "lastro load instruments ARQUIVO" },
	{ "companies", "eventos das companhias", 0, "lastro load companies ARQUIVO…" },
	{ "holidays", "feriados", 0, "lastro load holidays ARQUIVO" },
	{ "sgs", "séries do Banco Central", 7, "lastro load sgs --code CÓDIGO ARQUIVO" },
	{ "ptax", "PTAX", 5, "lastro load ptax ARQUIVO" },
	{ "usdt", "USDT/BRL", 1, "lastro fetch usdt, de minuto em minuto (contrib/systemd)" },
};

static DB_STMT(overdue, "doctor.deletions",
	       "select count(*) from lastro.account_deletion where due_at < $1");

#define OVERDUE_DAYS 4 /* contrib/systemd deletes on working days */

static bool check_schema(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	int schema = db_schema_version(ctx);
	int newest = migrations_newest();
	int stale = schema == newest ? db_functions_stale(ctx) : 0;
	const char *found =
		pool_printf(ctx->pool, "versão %d, o programa traz a %d", schema, newest);

	report_finding(rep, FINDING_OK, "banco de dados", "responde", NULL);
	if (schema > newest)
		report_finding(rep, FINDING_FAILURE, "esquema", found,
			       "instale a versão do programa que migrou este banco");
	else if (schema < newest)
		report_finding(rep, FINDING_FAILURE, "esquema", found,
			       db_is_before_0_2_0(ctx)
				       ? "lastro db migrate da versão 0.2.0, depois o desta"
				       : "lastro db migrate");
	else if (stale)
		report_finding(rep, FINDING_FAILURE, "esquema",
			       pool_printf(ctx->pool,
					   "versão %d, com %d funções de outra versão do programa",
					   schema, stale),
			       "lastro db migrate");
	else
		report_finding(rep, FINDING_OK, "esquema", found, NULL);
	return schema == newest && !stale;
}

static void check_role(struct report *rep, const struct db_rows *r, size_t i)
{
	void *pool = rep->run->ctx->pool;
	const char *role = db_get_text(r, i, R_ROLE);
	const char *title = pool_printf(pool, "papel %s", role);

	if (!db_get_bool(r, i, R_EXISTS))
		report_finding(rep, FINDING_FAILURE, title, "não existe",
			       pool_printf(pool, "create role %s login", role));
	else if (db_get_bool(r, i, R_BYPASSES))
		report_finding(rep, FINDING_FAILURE, title, "passa por cima da segurança de linhas",
			       pool_printf(pool, "alter role %s nosuperuser nobypassrls", role));
	else if (db_get_bool(r, i, R_OWNS))
		report_finding(rep, FINDING_FAILURE, title, "é dono de tabelas",
			       pool_printf(pool, "reassign owned by %s to DONO", role));
	else
		report_finding(rep, FINDING_OK, title, "preso à segurança de linhas", NULL);
}

static void check_roles(struct report *rep)
{
	static const char *const names[] = { "lastro_worker", "lastro_loader", "lastro_sender" };
	const struct db_rows *r =
		db_query(rep->run->ctx, &roles, DB_ARGS(db_texts(names, ARRAY_SIZE(names))));

	for (size_t i = 0; i < db_count(r); i++)
		check_role(rep, r, i);
}

/* Warns while a network-facing command still runs as the owner, which installations from before these roles do. */
static void check_runs(struct report *rep)
{
	void *pool = rep->run->ctx->pool;
	const struct db_rows *r = db_query(rep->run->ctx, &runs, DB_NO_ARGS);

	for (size_t i = 0; i < db_count(r); i++) {
		const char *command = db_get_text(r, i, N_COMMAND);
		bool owner = db_get_bool(r, i, N_OWNER);

		report_finding(
			rep, owner ? FINDING_WARNING : FINDING_OK,
			pool_printf(pool, "lastro %s", command),
			pool_printf(pool, "entrou por último como %s%s", db_get_text(r, i, N_ROLE),
				    owner ? ", que passa por toda segurança de linhas" : ""),
			pool_printf(pool, "LASTRO_DATABASE_ADMIN com user=%s onde ele roda",
				    str_eq(command, "fetch") ? "lastro_loader" : "lastro_sender"));
	}
}

/* When the command has LASTRO_DATABASE_ADMIN, LASTRO_DATABASE is the workers' connection. */
static void check_worker_login(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	struct db *own = ctx->db;
	const char *why;

	if (!getenv("LASTRO_DATABASE_ADMIN"))
		return;
	ctx->db = db_new(ctx->pool, ctx->config->database, ctx->config->prepared);
	why = db_check_role(ctx);
	db_disconnect(ctx->db);
	ctx->db = own;
	report_finding(rep, why ? FINDING_FAILURE : FINDING_OK, "LASTRO_DATABASE",
		       why ? why : "entra com um papel seguro",
		       "use user=lastro_worker em LASTRO_DATABASE");
}

/* Accounts that should be gone are closed, and still there. */
static void check_deletions(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	int64_t n = db_get_int(
		db_query(ctx, &overdue, DB_ARGS(db_timestamp(ctx->now_ms - OVERDUE_DAYS * DAY_MS))),
		0, 0);

	if (n)
		report_finding(rep, FINDING_WARNING, "exclusão de contas",
			       pool_printf(ctx->pool, "o prazo de %lld passou há mais de %d dias",
					   (long long)n, OVERDUE_DAYS),
			       "lastro compute notices, a cada hora; ele diz por que uma fica");
}

static bool socket_answers(const char *path)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool good;

	if (fd < 0)
		return false;
	good = strlen(path) < sizeof(at.sun_path);
	if (good) {
		memcpy(at.sun_path, path, strlen(path) + 1);
		good = !connect(fd, (const struct sockaddr *)&at, sizeof(at));
	}
	close(fd);
	return good;
}

static void check_socket(struct report *rep)
{
	const char *path = getenv("LASTRO_SOCKET");

	if (!path || !*path) {
		print_line(rep->run, "-      soquete: LASTRO_SOCKET não foi dado, não conferido");
		return;
	}
	if (socket_answers(path))
		report_finding(rep, FINDING_OK, "soquete", path, NULL);
	else
		report_finding(rep, FINDING_FAILURE, "soquete",
			       pool_printf(rep->run->ctx->pool, "%s não atende", path),
			       pool_printf(rep->run->ctx->pool,
					   "lastro.fcgi --listen %s --workers 2", path));
}

static void check_clock(struct report *rep)
{
	struct ctx *ctx = rep->run->ctx;
	int64_t off =
		db_get_timestamp(db_query(ctx, &server_clock, DB_NO_ARGS), 0, 0) - ctx->now_ms;

	if (getenv("LASTRO_NOW"))
		report_finding(rep, FINDING_WARNING, "relógio", "parado por LASTRO_NOW",
			       "tire LASTRO_NOW do ambiente");
	else if (off > CLOCK_TOLERANCE_MS || off < -CLOCK_TOLERANCE_MS)
		report_finding(rep, FINDING_WARNING, "relógio",
			       pool_printf(ctx->pool, "difere %lld s do relógio do banco",
					   (long long)(off / 1000)),
			       "acerte os relógios por NTP");
	else
		report_finding(rep, FINDING_OK, "relógio", "de acordo com o do banco", NULL);
}

static void check_family(struct report *rep, const struct family *f, const struct db_rows *r)
{
	struct ctx *ctx = rep->run->ctx;
	size_t i = 0;
	int64_t age;
	const char *found;

	while (i < db_count(r) && !str_eq(db_get_text(r, i, C_SOURCE), f->source))
		i++;
	if (i == db_count(r)) {
		report_finding(rep, FINDING_WARNING, f->title, "nada carregado", f->remedy);
		return;
	}
	age = (ctx->now_ms - db_get_timestamp(r, i, C_LOADED_AT)) / DAY_MS;
	found = pool_printf(ctx->pool, "carga mais nova em %s",
			    timestamp_iso(ctx->pool, db_get_timestamp(r, i, C_LOADED_AT)));
	if (!db_is_null(r, i, C_LAST_DAY)) {
		age = ctx->today.n - db_get_day(r, i, C_LAST_DAY).n;
		found = pool_printf(ctx->pool, "até %s",
				    day_iso(ctx->pool, db_get_day(r, i, C_LAST_DAY)));
	}
	report_finding(rep, f->days && age > f->days ? FINDING_WARNING : FINDING_OK, f->title,
		       found, f->remedy);
}

static enum exit_status doctor(struct run *r)
{
	struct report rep = { .run = r };

	buf_init(&rep.out, r->ctx->pool, 2048);
	json_init(&rep.json, &rep.out);
	json_open(&rep.json, NULL);
	json_array(&rep.json, "data");
	if (check_schema(&rep)) {
		const struct db_rows *rows = db_query(r->ctx, &loads, DB_NO_ARGS);

		check_roles(&rep);
		check_runs(&rep);
		check_worker_login(&rep);
		check_deletions(&rep);
		check_clock(&rep);
		for (size_t i = 0; i < ARRAY_SIZE(families); i++)
			check_family(&rep, &families[i], rows);
		rep.reach = job_reach(r);
		if (!rep.reach.none)
			check_series(&rep);
		check_machines(&rep);
	}
	check_socket(&rep);
	json_array_end(&rep.json);
	json_close(&rep.json);
	if (r->json)
		print_json(r, buf_text(&rep.out));
	print_line(r, "%d ok, %d avisos, %d falhas", rep.count[FINDING_OK],
		   rep.count[FINDING_WARNING], rep.count[FINDING_FAILURE]);
	return rep.count[FINDING_FAILURE] > rep.lost ? EXIT_REFUSED : rep.reach.status;
}

const struct command doctor_commands[] = {
	{ "doctor", "", "confere banco, esquema, papel, soquete, relógio e dados, e diz o conserto",
	  0, 0, NULL, doctor, NULL },
	{ .name = NULL },
};
