/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw.c: the raw connection of db_raw(), for files of many statements, which the extended protocol does
 * not take.
 */
#include "config.h"

#include "db/connection.h"

static bool succeeded(const PGresult *res)
{
	ExecStatusType s = PQresultStatus(res);

	return s == PGRES_COMMAND_OK || s == PGRES_TUPLES_OK;
}

PGresult *raw_exec(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PGresult *res = PQexec(conn, sql);

	if (!succeeded(res))
		db_raw_fail(ctx, res);
	return res;
}

void raw_do(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PQclear(raw_exec(ctx, conn, sql));
}

PGresult *raw_params(struct ctx *ctx, PGconn *conn, const char *sql, int n,
		     const char *const *values)
{
	PGresult *res = PQexecParams(conn, sql, n, NULL, values, NULL, NULL, 0);

	if (!succeeded(res))
		db_raw_fail(ctx, res);
	return res;
}
