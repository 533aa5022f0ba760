/* SPDX-License-Identifier: Apache-2.0 */
/* db_copy.c: COPY between a table and a file, in the current transaction. */
#include "config.h"

#include <libpq-fe.h>
#include <stdlib.h>

#include "db/connection.h"

#define BLOCK 65536

/* Reads the end of a COPY; returns the number of rows. */
static int64_t ended(struct ctx *ctx, PGconn *conn)
{
	PGresult *res = PQgetResult(conn);
	int64_t rows;

	if (PQresultStatus(res) != PGRES_COMMAND_OK)
		db_raw_fail(ctx, res);
	rows = strtoll(PQcmdTuples(res), NULL, 10);
	PQclear(res);
	PQclear(PQgetResult(conn)); /* NULL, which ends the command */
	db_cooked(ctx);
	return rows;
}

static PGconn *begin(struct ctx *ctx, const char *sql, ExecStatusType wanted)
{
	PGconn *conn = db_raw(ctx);
	PGresult *res = PQexec(conn, sql);

	if (PQresultStatus(res) != wanted)
		db_raw_fail(ctx, res);
	PQclear(res);
	return conn;
}

/* A connection in the middle of a COPY can be used for nothing else. */
static NORETURN void broken_off(struct ctx *ctx, const char *path)
{
	db_disconnect(ctx->db);
	fail(ctx, 409, "invalid_input", "%s não pôde ser lido ou escrito até o fim.", path);
}

int64_t db_copy_out(struct ctx *ctx, const char *sql, FILE *to, const char *path)
{
	PGconn *conn = begin(ctx, sql, PGRES_COPY_OUT);
	char *row = NULL;
	int n;

	while ((n = PQgetCopyData(conn, &row, 0)) > 0) {
		bool good = fwrite(row, 1, (size_t)n, to) == (size_t)n;

		PQfreemem(row);
		if (!good)
			broken_off(ctx, path);
	}
	return ended(ctx, conn);
}

int64_t db_copy_in(struct ctx *ctx, const char *sql, FILE *from, const char *path)
{
	PGconn *conn = begin(ctx, sql, PGRES_COPY_IN);
	char *block = pool_array(ctx->pool, char, BLOCK);
	size_t n;

	while ((n = fread(block, 1, BLOCK, from)) > 0)
		if (PQputCopyData(conn, block, (int)n) != 1)
			broken_off(ctx, path);
	if (ferror(from) || PQputCopyEnd(conn, NULL) != 1)
		broken_off(ctx, path);
	pool_free(block);
	return ended(ctx, conn);
}

void db_run(struct ctx *ctx, const char *sql)
{
	raw_do(ctx, db_raw(ctx), sql);
	db_cooked(ctx);
}
