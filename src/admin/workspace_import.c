/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workspace_import.c: lastro workspace import: what export wrote into a directory, into another installation.
 *
 * All or nothing, in one transaction that ends with the checks: as many rows as were written, the chain of the trail
 * whole and with the head that it had.  A ledger takes its next version, which no validator that the other
 * installation gave stands for.
 */
#include "config.h"

#include <stdio.h>

#include "admin/admin.h"
#include "admin/move.h"
#include "core/buf.h"
#include "core/json_write.h"
#include "db/migrate.h"

#define MANIFEST_MAX ((size_t)64 << 20)

static struct db_stmt read_manifest = DB_STMT(
	"move.manifest",
	"select (m ->> 'format')::int8, (m ->> 'schema')::int8, (m ->> 'workspace')::uuid, m ->> 'head',"
	"       coalesce(m -> 'counts', '{}')::text"
	"  from (select ($1::text)::jsonb) x (m)");
enum { M_FORMAT, M_SCHEMA, M_WORKSPACE, M_HEAD, M_COUNTS };

static struct db_stmt part_rows = DB_STMT(
	"move.rows",
	"select value::int8 from jsonb_each_text(($1::text)::jsonb -> 'rows') where key = $2");

/* The row of a workspace may have come before, with an office in which its person works; nothing of it. */
static struct db_stmt not_empty = DB_STMT(
	"move.not_empty",
	"select c.relname::text from pg_class c"
	" where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity"
	"   and (xpath('/row/n/text()', query_to_xml(format("
	"        'select count(*) as n from lastro.%I where workspace_id = %L', c.relname, $1::uuid), false, true, '')))[1]::text::int8 > 0"
	" order by c.relname limit 1");

static struct db_stmt wallet = DB_STMT(
	"move.wallet",
	"update lastro.workspace set wallet = case wallet when 'installed' then 'suspended' else wallet end"
	" where id = $1");

static struct db_stmt versions = DB_STMT(
	"move.versions",
	"update lastro.portfolio set ledger_version = ledger_version + 1 where workspace_id = $1");

static struct db_stmt head = DB_STMT(
	"move.head_is",
	"select count(*) from lastro.audit_head where workspace_id = $1 and seq || ' ' || encode(hash, 'hex') = $2");

static struct db_stmt faults = DB_STMT(
	"move.faults", "select seq, fault from lastro.audit_faults() where workspace_id = $1"
		       " order by seq, fault limit 100");

static struct db_stmt *const statements[] = { &read_manifest, &part_rows, &not_empty, &wallet,
					      &versions,      &head,	  &faults };

static const char *manifest_text(struct run *r)
{
	const char *path = move_path(r, MOVE_MANIFEST);
	FILE *f = move_open(r, path, "re");
	char block[8192];
	struct buf b;
	size_t n;

	buf_init(&b, r->ctx->pool, sizeof(block));
	while ((n = fread(block, 1, sizeof(block), f)) > 0 && b.n < MANIFEST_MAX)
		buf_put(&b, block, n);
	if (ferror(f) || !feof(f))
		fail(r->ctx, 409, "invalid_input", "%s não pôde ser lido.", path);
	return buf_text(&b);
}

static struct uuid check_manifest(struct run *r, const struct db_rows *m)
{
	struct ctx *ctx = r->ctx;
	const struct db_rows *there;
	struct uuid id;

	if (db_is_null(m, 0, M_FORMAT) || db_get_int(m, 0, M_FORMAT) != MOVE_FORMAT ||
	    db_is_null(m, 0, M_WORKSPACE) || db_is_null(m, 0, M_SCHEMA) || db_is_null(m, 0, M_HEAD))
		fail(ctx, 409, "invalid_input", "%s não é de lastro workspace export.", r->argv[0]);
	if (db_get_int(m, 0, M_SCHEMA) != migrations_newest() ||
	    db_schema_version(ctx) != migrations_newest())
		fail(ctx, 409, "invalid_input",
		     "Os esquemas diferem: o espaço vem da versão %d, o banco está na %d e o programa traz a %d.",
		     (int)db_get_int(m, 0, M_SCHEMA), db_schema_version(ctx), migrations_newest());
	id = db_get_uuid(m, 0, M_WORKSPACE);
	there = db_query(ctx, &not_empty, DB_ARGS(db_uuid(id)));
	if (db_count(there))
		fail(ctx, 409, "invalid_input", "O espaço já está aqui: há registros dele em %s.",
		     db_get_text(there, 0, 0));
	return id;
}

/* What may be there before goes by a table beside; the row that is there stays. */
static int64_t copy_part(struct run *r, const struct db_rows *p, size_t i)
{
	struct ctx *ctx = r->ctx;
	const char *table = db_get_text(p, i, P_TABLE), *columns = db_get_text(p, i, P_COLUMNS);
	const char *path = move_path(r, pool_printf(ctx->pool, "%s.copy", table));
	FILE *f = move_open(r, path, "re");
	const char *beside = pool_printf(ctx->pool, "pg_temp.moved_%s", table);
	int64_t n;

	if (!db_get_bool(p, i, P_SHARED))
		return db_copy_in(
			ctx,
			pool_printf(ctx->pool, "copy lastro.%s (%s) from stdin", table, columns), f,
			path);
	db_run(ctx,
	       pool_printf(ctx->pool, "create temp table moved_%s (like lastro.%s) on commit drop",
			   table, table));
	n = db_copy_in(ctx, pool_printf(ctx->pool, "copy %s (%s) from stdin", beside, columns), f,
		       path);
	db_run(ctx,
	       pool_printf(ctx->pool,
			   "insert into lastro.%s (%s) select %s from %s on conflict %s do nothing",
			   table, columns, columns, beside,
			   str_eq(table, "account") ? "(id)" : ""));
	return n;
}

static void copy_all(struct run *r, const char *manifest, struct uuid workspace)
{
	struct ctx *ctx = r->ctx;
	const struct db_rows *p = move_parts(ctx, workspace);

	db_conflict(ctx, "account_email_key", 409, "invalid_input",
		    "Uma conta do espaço tem o e-mail de outra conta que já está aqui.");
	db_conflict(ctx, "account_plan_code_fkey", 409, "invalid_input",
		    "Uma conta do espaço tem um plano que não há aqui (lastro plan set).");
	db_conflict(ctx, "organization_pkey", 409, "invalid_input",
		    "A organização do espaço já está aqui.");
	for (size_t i = 0; i < db_count(p); i++) {
		const char *table = db_get_text(p, i, P_TABLE);
		const struct db_rows *wanted =
			db_query(ctx, &part_rows, DB_ARGS(db_text(manifest), db_text(table)));

		if (!db_count(wanted) || copy_part(r, p, i) != db_get_int(wanted, 0, 0))
			fail(ctx, 409, "invalid_input",
			     "%s.copy não tem as linhas que o manifesto conta.", table);
	}
	/* An account that was here with a workspace of its own keeps that one, so this one did not come. */
	if (!db_exec(ctx, &wallet, DB_ARGS(db_uuid(workspace))))
		fail(ctx, 409, "invalid_input",
		     "A conta do espaço já tem outro espaço pessoal aqui.");
}

static void check_chain(struct run *r, struct uuid workspace)
{
	const struct db_rows *rows = db_query(r->ctx, &faults, DB_ARGS(db_uuid(workspace)));

	if (db_count(rows))
		fail(r->ctx, 409, "invalid_input",
		     "A auditoria do espaço não confere: registro %lld, %s.",
		     (long long)db_get_int(rows, 0, 0), db_get_text(rows, 0, 1));
}

static const char *trail_input(struct run *r, const struct db_rows *m)
{
	struct buf out;
	struct json j;

	buf_init(&out, r->ctx->pool, 512);
	json_init(&j, &out);
	json_open(&j, NULL);
	json_text(&j, "head", db_get_text(m, 0, M_HEAD));
	json_raw(&j, "counts", db_get_text(m, 0, M_COUNTS));
	json_close(&j);
	return buf_text(&out);
}

enum exit_status workspace_import(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const char *manifest = manifest_text(r);
	const struct db_rows *m;
	struct uuid workspace;

	db_begin_write(ctx);
	m = db_query(ctx, &read_manifest, DB_ARGS(db_text(manifest)));
	workspace = check_manifest(r, m);
	copy_all(r, manifest, workspace);
	if (!db_get_int(db_query(ctx, &head,
				 DB_ARGS(db_uuid(workspace), db_text(db_get_text(m, 0, M_HEAD)))),
			0, 0))
		fail(ctx, 409, "invalid_input",
		     "A auditoria do espaço não termina como o manifesto diz.");
	(void)db_exec(ctx, &versions, DB_ARGS(db_uuid(workspace)));
	move_trail(r, workspace, "workspace.import", trail_input(r, m));
	check_chain(r, workspace);
	db_commit(ctx);
	print_line(r,
		   "espaço trazido de %s; está suspenso até que se reabra (lastro wallet resume)",
		   r->argv[0]);
	return EXIT_DONE;
}

void workspace_import_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
}
