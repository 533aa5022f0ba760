/* SPDX-License-Identifier: Apache-2.0 */
/*
 * migrate.c: the schema, forward only.
 *
 * Each migration runs in one transaction that first takes an advisory lock and looks again, so that
 * two commands at once apply each once.  A file has many statements, which only the simple query
 * protocol takes: hence the raw connection.
 */
#include "config.h"

#include "db/migrate.h"

#include "core/clock.h"
#include "db/session.h"

#define MIGRATION_LOCK "select pg_advisory_xact_lock(7811887395442)"

struct db_stmt stmt_schema_exists =
	DB_STMT("migrate.exists", "select to_regclass('lastro.schema_migration') is not null");
struct db_stmt stmt_schema_newest =
	DB_STMT("migrate.newest", "select coalesce(max(number), 0) from lastro.schema_migration");

static PGresult *run(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PGresult *res = PQexec(conn, sql);
	ExecStatusType s = PQresultStatus(res);

	if (s != PGRES_COMMAND_OK && s != PGRES_TUPLES_OK)
		db_raw_fail(ctx, res);
	return res;
}

static void run_only(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PQclear(run(ctx, conn, sql));
}

static bool table_is_there(struct ctx *ctx, PGconn *conn)
{
	PGresult *res = run(ctx, conn, stmt_schema_exists.sql);
	bool there = *PQgetvalue(res, 0, 0) == 't';

	PQclear(res);
	return there;
}

/* Whether it is applied already; refuses when it was another file then. */
static bool applied(struct ctx *ctx, PGconn *conn, const struct migration *m)
{
	const char *number = pool_printf(ctx->pool, "%d", m->number);
	PGresult *res;
	bool found;
	bool same;

	if (!table_is_there(ctx, conn))
		return false;
	res = PQexecParams(conn, "select checksum from lastro.schema_migration where number = $1",
			   1, NULL, &number, NULL, NULL, 0);
	if (PQresultStatus(res) != PGRES_TUPLES_OK)
		db_raw_fail(ctx, res);
	found = PQntuples(res) == 1;
	same = found && str_eq(PQgetvalue(res, 0, 0), m->checksum);
	PQclear(res);
	if (found && !same)
		fail(ctx, 500, "internal_error",
		     "A migração %s já aplicada difere da que este programa traz: o banco é de outra versão.",
		     m->name);
	return found;
}

static void note(struct ctx *ctx, PGconn *conn, const struct migration *m)
{
	char at[TIMESTAMP_TEXT_SIZE];
	const char *values[4] = { pool_printf(ctx->pool, "%d", m->number), m->name, m->checksum,
				  at };
	PGresult *res;

	timestamp_format(ctx->now_ms, at);
	res = PQexecParams(
		conn,
		"insert into lastro.schema_migration (number, name, checksum, applied_at)"
		" values ($1, $2, $3, $4)",
		4, NULL, values, NULL, NULL, 0);
	if (PQresultStatus(res) != PGRES_COMMAND_OK)
		db_raw_fail(ctx, res);
	PQclear(res);
}

/* True when it was missing and is applied now. */
static bool apply(struct ctx *ctx, PGconn *conn, const struct migration *m)
{
	bool missing;

	run_only(ctx, conn, "begin");
	run_only(ctx, conn, MIGRATION_LOCK);
	missing = !applied(ctx, conn, m);
	if (missing) {
		run_only(ctx, conn, m->sql);
		note(ctx, conn, m);
	}
	run_only(ctx, conn, "commit");
	return missing;
}

int db_migrate(struct ctx *ctx, void (*report)(const struct migration *m, void *arg), void *arg)
{
	PGconn *conn = db_raw(ctx);
	int n = 0;

	for (const struct migration *m = migrations; m->number; m++) {
		if (!apply(ctx, conn, m))
			continue;
		n++;
		if (report)
			report(m, arg);
	}
	db_cooked(ctx);
	return n;
}

int db_schema_version(struct ctx *ctx)
{
	if (!db_get_bool(db_query(ctx, &stmt_schema_exists, DB_NO_ARGS), 0, 0))
		return 0;
	return (int)db_get_int(db_query(ctx, &stmt_schema_newest, DB_NO_ARGS), 0, 0);
}

int migrations_newest(void)
{
	int n = 0;

	for (const struct migration *m = migrations; m->number; m++)
		n = m->number;
	return n;
}
