/* SPDX-License-Identifier: Apache-2.0 */
/*
 * migrate.c: the schema, forward only.
 *
 * Each migration runs in one transaction that first takes an advisory lock and looks again, so that
 * two commands at once apply each once.  Its statements are sent one by one, which an engine with
 * distributed tables requires.  The functions follow (db_functions.c): they name the tables as the
 * newest migration leaves them.
 *
 * At 0.3 the files of up to 0.2.0 were replaced by one file per topic, which create the same schema: to
 * take over a database of 0.2.0 only the records of its migrations are replaced.
 */
#include "config.h"

#include "db/migrate.h"

#include <stdlib.h>

#include "core/clock.h"
#include "db/connection.h"

#define ROWS_MAX "1000"

/* The records of 0.2.0: its last migration, and a digest of all numbers and checksums. */
#define LAST_OF_0_2_0 103
#define DIGEST_OF_0_2_0 "2a540cf403e380ae6f05abf8b905860e85c438eccc223c81f959c04b4a3465cb"

static DB_STMT(stmt_schema_exists, "migrate.exists",
	       "select to_regclass('lastro.schema_migration') is not null");
static DB_STMT(stmt_schema_applied, "migrate.applied",
	       "select number::int8 from lastro.schema_migration order by number limit " ROWS_MAX);
static DB_STMT(
	stmt_schema_record, "migrate.record",
	"select coalesce(min(number), 0)::int8, coalesce(max(number), 0)::int8,"
	"       coalesce(encode(sha256(convert_to(string_agg(number || ' ' || checksum, E'\n'"
	"         order by number), 'UTF8')), 'hex'), '')"
	"  from lastro.schema_migration");
enum { R_FIRST, R_LAST, R_DIGEST };

/* Scans the catalog: after a wait for the lock, to_regclass() may answer from a cache of before it. */
static bool table_exists(struct ctx *ctx, PGconn *conn)
{
	PGresult *res = raw_exec(ctx, conn,
				 "select exists (select from pg_class c"
				 "  join pg_namespace n on n.oid = c.relnamespace"
				 " where n.nspname = 'lastro' and c.relname = 'schema_migration')");
	bool exists = *PQgetvalue(res, 0, 0) == 't';

	PQclear(res);
	return exists;
}

static const struct migration *migration_of(int number)
{
	for (const struct migration *m = migrations; m->number; m++)
		if (m->number == number)
			return m;
	return NULL;
}

/* An applied migration that this program does not have, or has with another checksum. */
NORETURN static void refuse_foreign(struct ctx *ctx, const char *name, bool known)
{
	if (known)
		fail(ctx, 500, "internal_error",
		     "A migração %s já aplicada difere da que este programa traz: o banco é de outra versão.",
		     name);
	fail(ctx, 500, "internal_error",
	     "O banco tem a migração %s, que este programa não traz: instale a versão do programa que o migrou.",
	     name);
}

/* Whether it is already applied; refuses when the database was migrated by other files. */
static bool applied(struct ctx *ctx, PGconn *conn, const struct migration *wanted)
{
	PGresult *res;
	const char *foreign = NULL;
	bool known = false;
	bool found = false;

	if (!table_exists(ctx, conn))
		return false;
	res = raw_exec(
		ctx, conn,
		"select number, name, checksum from lastro.schema_migration order by number");
	for (int i = 0; i < PQntuples(res) && !foreign; i++) {
		const struct migration *m =
			migration_of((int)strtol(PQgetvalue(res, i, 0), NULL, 10));

		found = found || m == wanted;
		if (m && str_eq(m->checksum, PQgetvalue(res, i, 2)))
			continue;
		foreign = pool_strdup(ctx->pool, PQgetvalue(res, i, 1));
		known = m;
	}
	PQclear(res);
	if (foreign)
		refuse_foreign(ctx, foreign, known);
	return found;
}

static void record(struct ctx *ctx, PGconn *conn, const struct migration *m)
{
	char at[TIMESTAMP_TEXT_SIZE];
	const char *values[] = { pool_printf(ctx->pool, "%d", m->number), m->name, m->checksum,
				 at };

	timestamp_format(ctx->now_ms, at);
	PQclear(raw_params(
		ctx, conn,
		"insert into lastro.schema_migration (number, name, checksum, applied_at)"
		" values ($1, $2, $3, $4)",
		ARRAY_SIZE(values), values));
}

/* Applies a missing migration; returns whether it did. */
static bool apply(struct ctx *ctx, PGconn *conn, const struct migration *m)
{
	bool missing;

	raw_do(ctx, conn, "begin");
	raw_do(ctx, conn, MIGRATION_LOCK);
	missing = !applied(ctx, conn, m);
	if (missing) {
		for (const char *const *s = m->statements; *s; s++)
			raw_do(ctx, conn, *s);
		record(ctx, conn, m);
	}
	raw_do(ctx, conn, "commit");
	return missing;
}

/* ---- a database of 0.2.0 ---- */

/* The last of the files that create the schema of 0.2.0; later ones change it, and are executed. */
#define LAST_REPLACED 317

/* Whether this is the number of a file of before 0.3. */
static bool is_earlier(int64_t number)
{
	return number > 0 && number < migrations[0].number;
}

static bool is_0_2_0(int64_t last, const char *digest)
{
	return last == LAST_OF_0_2_0 && str_eq(digest, DIGEST_OF_0_2_0);
}

NORETURN static void refuse_earlier(struct ctx *ctx, int last)
{
	if (last < LAST_OF_0_2_0)
		fail(ctx, 500, "internal_error",
		     "O banco está na migração %d, de antes da versão 0.2.0 (a última dela é a %d), e este programa só"
		     " continua a partir dela: instale a 0.2.0, rode o lastro db migrate dela, e depois o deste. Nada"
		     " foi mudado.",
		     last, LAST_OF_0_2_0);
	fail(ctx, 500, "internal_error",
	     "As migrações anotadas neste banco não são as da versão 0.2.0, e este programa só continua a partir"
	     " dela: rode antes o lastro db migrate da 0.2.0, que diz qual difere. Nada foi mudado.");
}

/* Replaces the records of a database of 0.2.0 by those of the files with its schema; returns whether it did. */
static bool take_over(struct ctx *ctx, PGconn *conn)
{
	bool earlier = false;

	raw_do(ctx, conn, "begin");
	raw_do(ctx, conn, MIGRATION_LOCK);
	if (table_exists(ctx, conn)) {
		PGresult *res = raw_exec(ctx, conn, stmt_schema_record.sql);
		int last = (int)strtol(PQgetvalue(res, 0, R_LAST), NULL, 10);
		bool known = is_0_2_0(last, PQgetvalue(res, 0, R_DIGEST));

		earlier = is_earlier(strtol(PQgetvalue(res, 0, R_FIRST), NULL, 10));
		PQclear(res);
		if (earlier && !known)
			refuse_earlier(ctx, last);
	}
	if (earlier) {
		raw_do(ctx, conn, "delete from lastro.schema_migration");
		for (const struct migration *m = migrations;
		     m->number && m->number <= LAST_REPLACED; m++)
			record(ctx, conn, m);
	}
	raw_do(ctx, conn, "commit");
	return earlier;
}

bool db_is_before_0_2_0(struct ctx *ctx)
{
	const struct db_rows *r;

	if (!db_get_bool(db_query(ctx, &stmt_schema_exists, DB_NO_ARGS), 0, 0))
		return false;
	r = db_query(ctx, &stmt_schema_record, DB_NO_ARGS);
	return is_earlier(db_get_int(r, 0, R_FIRST)) &&
	       !is_0_2_0(db_get_int(r, 0, R_LAST), db_get_text(r, 0, R_DIGEST));
}

/* ---- all of it ---- */

/* Names sort by ICU and words are folded as UTF-8: another encoding would fail half-way. */
static void require_utf8(struct ctx *ctx, PGconn *conn)
{
	PGresult *res = raw_exec(ctx, conn, "show server_encoding");
	const char *encoding = pool_strdup(ctx->pool, PQgetvalue(res, 0, 0));

	PQclear(res);
	if (!str_eq(encoding, "UTF8"))
		fail(ctx, 500, "internal_error",
		     "O banco está em %s, e só UTF8 serve: crie outro (createdb -T template0 -E UTF8).",
		     encoding);
}

struct migrated db_migrate(struct ctx *ctx, void (*report)(const char *name, void *arg), void *arg)
{
	PGconn *conn = db_raw(ctx);
	struct migrated done = { 0 };

	require_utf8(ctx, conn);
	done.taken_over = take_over(ctx, conn);
	for (const struct migration *m = migrations; m->number; m++) {
		if (!apply(ctx, conn, m))
			continue;
		done.migrations++;
		if (report)
			report(m->name, arg);
	}
	done.functions = functions_apply(ctx, conn);
	done.distributed = distribute_after_migration(ctx, conn);
	db_cooked(ctx);
	return done;
}

int db_schema_version(struct ctx *ctx)
{
	const struct db_rows *rows;
	size_t i = 0;
	int version = 0;

	if (!db_get_bool(db_query(ctx, &stmt_schema_exists, DB_NO_ARGS), 0, 0))
		return 0;
	rows = db_query(ctx, &stmt_schema_applied, DB_NO_ARGS);
	for (; i < db_count(rows) && is_earlier(db_get_int(rows, i, 0)); i++)
		version = (int)db_get_int(rows, i, 0);
	if (version)
		return version;
	for (const struct migration *m = migrations; m->number; m++) {
		while (i < db_count(rows) && db_get_int(rows, i, 0) < m->number)
			i++;
		if (i == db_count(rows) || db_get_int(rows, i, 0) != m->number)
			return version;
		version = m->number;
	}
	return (int)db_get_int(rows, db_count(rows) - 1, 0);
}

int migrations_newest(void)
{
	int n = 0;

	for (const struct migration *m = migrations; m->number; m++)
		n = m->number;
	return n;
}
