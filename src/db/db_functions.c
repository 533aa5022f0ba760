/* SPDX-License-Identifier: Apache-2.0 */
/*
 * db_functions.c: the schema's functions, one file each (sql/functions/NAME.sql), applied again when
 * the text changes.
 *
 * A function is replaced in place when possible, since running workers call it by its object id.  When
 * the signature changed, it is dropped and created.  There are no overloads: the file's name is the
 * function's.
 */
#include "config.h"

#include "core/clock.h"
#include "db/migrate.h"
#include "db/connection.h"

static DB_STMT(stmt_functions_exist, "functions.exists",
	       "select to_regclass('lastro.schema_function') is not null");
static DB_STMT(stmt_functions, "functions.applied",
	       "select name, checksum from lastro.schema_function order by name limit 1000");
enum { C_NAME, C_CHECKSUM };

static const struct sql_function *function_of(const char *name)
{
	for (const struct sql_function *f = sql_functions; f->name; f++)
		if (str_eq(f->name, name))
			return f;
	return NULL;
}

/* Every function of this name, with any arguments. */
static void drop(struct ctx *ctx, PGconn *conn, const char *name)
{
	PGresult *res =
		raw_params(ctx, conn,
			   "select p.oid::regprocedure::text from pg_catalog.pg_proc p"
			   " where p.pronamespace = 'lastro'::regnamespace and p.proname = $1",
			   1, &name);

	for (int i = 0; i < PQntuples(res); i++)
		raw_do(ctx, conn,
		       pool_printf(ctx->pool, "drop function %s", PQgetvalue(res, i, 0)));
	PQclear(res);
}

static bool overloaded(struct ctx *ctx, PGconn *conn, const char *name)
{
	PGresult *res =
		raw_params(ctx, conn,
			   "select count(*) > 1 from pg_catalog.pg_proc p"
			   " where p.pronamespace = 'lastro'::regnamespace and p.proname = $1",
			   1, &name);
	bool more = *PQgetvalue(res, 0, 0) == 't';

	PQclear(res);
	return more;
}

/*
 * False when the existing function has another signature: other results, or other arguments, so that
 * both would exist.
 */
static bool replace(struct ctx *ctx, PGconn *conn, const struct sql_function *f)
{
	static const char *const another[] = { "42P13",
					       "42725" }; /* invalid definition, ambiguous name */
	PGresult *res = PQexec(conn, f->sql);
	const char *state = PQresultErrorField(res, PG_DIAG_SQLSTATE);

	if (state && !str_eq(state, another[0]) && !str_eq(state, another[1]))
		db_raw_fail(ctx, res);
	PQclear(res);
	return !state && !overloaded(ctx, conn, f->name);
}

static void make(struct ctx *ctx, PGconn *conn, const struct sql_function *f)
{
	raw_do(ctx, conn, "savepoint before");
	if (!replace(ctx, conn, f)) {
		raw_do(ctx, conn, "rollback to before");
		drop(ctx, conn, f->name);
		raw_do(ctx, conn, f->sql);
	}
	raw_do(ctx, conn, "release before");
}

static void record(struct ctx *ctx, PGconn *conn, const struct sql_function *f)
{
	char at[TIMESTAMP_TEXT_SIZE];
	const char *values[] = { f->name, f->checksum, at };

	timestamp_format(ctx->now_ms, at);
	PQclear(raw_params(
		ctx, conn,
		"insert into lastro.schema_function (name, checksum, applied_at) values ($1, $2, $3)"
		" on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at",
		ARRAY_SIZE(values), values));
}

/* Whether the database has the function with this text. */
static bool is_current(const PGresult *res, const struct sql_function *f)
{
	for (int i = 0; i < PQntuples(res); i++)
		if (str_eq(PQgetvalue(res, i, C_NAME), f->name))
			return str_eq(PQgetvalue(res, i, C_CHECKSUM), f->checksum);
	return false;
}

/* Drops functions that this program has no file for. */
static int drop_others(struct ctx *ctx, PGconn *conn, const PGresult *res)
{
	int n = 0;

	for (int i = 0; i < PQntuples(res); i++) {
		const char *name = PQgetvalue(res, i, C_NAME);

		if (function_of(name))
			continue;
		drop(ctx, conn, name);
		PQclear(raw_params(ctx, conn, "delete from lastro.schema_function where name = $1",
				   1, &name));
		n++;
	}
	return n;
}

int functions_apply(struct ctx *ctx, PGconn *conn)
{
	PGresult *res;
	int n;

	raw_do(ctx, conn, "begin");
	raw_do(ctx, conn, MIGRATION_LOCK);
	raw_do(ctx, conn, "set local search_path = lastro, pg_temp");
	res = raw_exec(ctx, conn, stmt_functions.sql);
	n = drop_others(ctx, conn, res);
	/* Functions call each other, so bodies are checked in a second round, when all exist. */
	raw_do(ctx, conn, "set local check_function_bodies = off");
	for (const struct sql_function *f = sql_functions; f->name; f++) {
		if (is_current(res, f))
			continue;
		make(ctx, conn, f);
		n++;
	}
	raw_do(ctx, conn, "set local check_function_bodies = on");
	for (const struct sql_function *f = sql_functions; f->name; f++) {
		if (is_current(res, f))
			continue;
		raw_do(ctx, conn, f->sql);
		record(ctx, conn, f);
	}
	PQclear(res);
	raw_do(ctx, conn, "commit");
	return n;
}

int db_functions_stale(struct ctx *ctx)
{
	const struct db_rows *rows = NULL;
	int fresh = 0;
	int all = 0;

	if (db_get_bool(db_query(ctx, &stmt_functions_exist, DB_NO_ARGS), 0, 0))
		rows = db_query(ctx, &stmt_functions, DB_NO_ARGS);
	for (size_t i = 0; rows && i < db_count(rows); i++) {
		const struct sql_function *f = function_of(db_get_text(rows, i, C_NAME));

		if (f && str_eq(db_get_text(rows, i, C_CHECKSUM), f->checksum))
			fresh++;
	}
	for (const struct sql_function *f = sql_functions; f->name; f++)
		all++;
	return all - fresh;
}
