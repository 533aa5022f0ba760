/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workspace_import.c: lastro workspace import: what export wrote into a directory, into another installation.
 *
 * The directory is a stranger's until it has been read.  Each file goes into a staging table, which has the columns of
 * its table and neither triggers, defaults nor constraints; then every staged row must be of the workspace that the
 * manifest names, and every key of an account that comes along; only then is anything written.
 *
 * All or nothing, in one transaction that ends with the checks: as many rows as were written, the chain of the trail
 * whole and with the head that it had.  A ledger takes its next version, which no validator that the other
 * installation gave stands for.
 */
#include "config.h"

#include <stdio.h>

#include "admin/admin.h"
#include "identity/key.h"
#include "admin/workspace_parts.h"
#include "core/buf.h"
#include "core/json_write.h"
#include "db/migrate.h"
#include "http/json_read.h"

#define MANIFEST_MAX ((size_t)64 << 20)

/* Null in place of what is of another type, so that a stranger's manifest is no error of the database. */
static DB_STMT(
	read_manifest, "move.manifest",
	"select case when m ->> 'format' ~ '^\\d{1,9}$' then (m ->> 'format')::int8 end,"
	"       case when m ->> 'schema' ~ '^\\d{1,9}$' then (m ->> 'schema')::int8 end,"
	"       case when m ->> 'workspace' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (m ->> 'workspace')::uuid end,"
	"       m ->> 'head', coalesce(m -> 'counts', '{}')::text"
	"  from (select ($1::text)::jsonb) x (m)"
	" where jsonb_typeof(m -> 'rows') = 'object'"
	"   and not exists (select from jsonb_each_text(case jsonb_typeof(m -> 'rows') when 'object' then m -> 'rows' end)"
	"                    where value !~ '^\\d{1,18}$')");
enum { M_FORMAT, M_SCHEMA, M_WORKSPACE, M_HEAD, M_COUNTS };

static DB_STMT(
	part_rows, "move.rows",
	"select value::int8 from jsonb_each_text(($1::text)::jsonb -> 'rows') where key = $2");

static DB_STMT(
	unknown_part, "move.unknown_part",
	"select key from jsonb_object_keys(($1::text)::jsonb -> 'rows') key where key <> all ($2::text[])"
	" order by key limit 1");

/* P_OUTSIDE of a part: a text that the server made, of a table that exists in this session alone. */
static DB_STMT(outside, "move.outside",
	       "select (xpath('/row/n/text()', query_to_xml($1, false, true, '')))[1]::text::int8");

/* The row of a workspace may have come before, with an office in which its person works; nothing of it. */
static DB_STMT(
	not_empty, "move.not_empty",
	"select c.relname::text from pg_class c"
	" where c.relnamespace = 'lastro'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity"
	"   and (xpath('/row/n/text()', query_to_xml(format("
	"        'select count(*) as n from lastro.%I where workspace_id = %L', c.relname, $1::uuid), false, true, '')))[1]::text::int8 > 0"
	" order by c.relname limit 1");

static DB_STMT(
	wallet, "move.wallet",
	"update lastro.workspace set wallet = case wallet when 'installed' then 'suspended' else wallet end"
	" where id = $1");

static DB_STMT(
	versions, "move.versions",
	"update lastro.portfolio set ledger_version = ledger_version + 1 where workspace_id = $1");

static DB_STMT(
	head, "move.head_is",
	"select count(*) from lastro.audit_head where workspace_id = $1 and seq || ' ' || encode(hash, 'hex') = $2");

static DB_STMT(faults, "move.faults",
	       "select seq, fault from lastro.audit_faults() where workspace_id = $1"
	       " order by seq, fault limit 100");

/* What waits to be sent is the other installation's to send. */
static DB_STMT(
	notices, "move.notices",
	"update lastro.notification set status = 'dead', next_at = null, ended_at = $2, last_error = 'moved'"
	" where workspace_id = $1 and status = 'pending'");

static DB_STMT(
	alerts, "move.alerts",
	"update lastro.webhook_delivery set status = 'dead', next_at = null, ended_at = $2, last_error = 'moved'"
	" where workspace_id = $1 and status = 'pending'");

/*
 * Accounts that are here already under another password, or without one: not the persons of the directory, who would be
 * given keys, rows and messages.
 */
#define SOMEBODY_ELSE                                                                              \
	"select count(*) as n from " MOVE_STAGING "account x join lastro.account a on a.id = x.id" \
	" where not exists (select from lastro.password p"                                         \
	" join " MOVE_STAGING "password m on m.account_id = p.account_id"                          \
	" where p.account_id = a.id and p.encoded = m.encoded)"

static const char *manifest_text(struct run *r)
{
	const char *path = move_path(r, MOVE_MANIFEST);
	FILE *f = move_open(r, path, "r");
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

	if (!db_count(m) || db_is_null(m, 0, M_FORMAT) ||
	    db_get_int(m, 0, M_FORMAT) != MOVE_FORMAT || db_is_null(m, 0, M_WORKSPACE) ||
	    db_is_null(m, 0, M_SCHEMA) || db_is_null(m, 0, M_HEAD))
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

static int64_t rows_of(struct ctx *ctx, const char *sql)
{
	return db_get_int(db_query(ctx, &outside, DB_ARGS(db_text(sql))), 0, 0);
}

static void stage_part(struct run *r, const struct db_rows *p, size_t i, const char *manifest)
{
	struct ctx *ctx = r->ctx;
	const char *table = db_get_text(p, i, P_TABLE), *columns = db_get_text(p, i, P_COLUMNS);
	const struct db_rows *wanted =
		db_query(ctx, &part_rows, DB_ARGS(db_text(manifest), db_text(table)));
	const char *path = move_path(r, pool_printf(ctx->pool, "%s.copy", table));
	FILE *f;

	if (!db_count(wanted))
		fail(ctx, 409, "invalid_input", "O manifesto não conta as linhas de %s.copy.",
		     table);
	f = move_open(r, path, "r");
	db_run(ctx,
	       pool_printf(
		       ctx->pool,
		       "create temp table moved_%s on commit drop as select %s from lastro.%s with no data",
		       table, columns, table));
	if (db_copy_in(ctx,
		       pool_printf(ctx->pool, "copy " MOVE_STAGING "%s (%s) from stdin", table,
				   columns),
		       f, path) != db_get_int(wanted, 0, 0))
		fail(ctx, 409, "invalid_input", "%s.copy não tem as linhas que o manifesto conta.",
		     table);
}

/* The row that is there already stays. */
static void write_part(struct ctx *ctx, const struct db_rows *p, size_t i)
{
	const char *table = db_get_text(p, i, P_TABLE), *columns = db_get_text(p, i, P_COLUMNS);
	const char *shared = str_eq(table, "account") ? " on conflict (id) do nothing"
						      : " on conflict do nothing";

	db_run(ctx,
	       pool_printf(ctx->pool,
			   "insert into lastro.%s (%s) select %s from " MOVE_STAGING "%s%s", table,
			   columns, columns, table, db_get_bool(p, i, P_SHARED) ? shared : ""));
}

/* A key whose scopes its kind does not have here, among them the operator's metrics. */
static int64_t wide_keys(struct ctx *ctx)
{
	struct buf b;

	buf_init(&b, ctx->pool, 512);
	buf_str(&b,
		"select count(*) as n from " MOVE_STAGING "api_key x"
		" where x.revoked_at is null and (x.kind in ('member', 'desk')) is distinct from"
		" (x.organization_id is not null) and x.kind <> 'platform' or x.scopes & ~(case x.kind");
	for (int k = CREDENTIAL_USER; k <= CREDENTIAL_DESK; k++)
		buf_printf(&b, " when '%s' then %u", credential_name((enum credential_kind)k),
			   scopes_of((enum credential_kind)k));
	buf_str(&b, " else 0 end)::int8 <> 0");
	return rows_of(ctx, buf_text(&b));
}

/* Nothing has been written yet. */
static void check_staged(struct run *r, const struct db_rows *p)
{
	struct ctx *ctx = r->ctx;

	for (size_t i = 0; i < db_count(p); i++)
		if (rows_of(ctx, db_get_text(p, i, P_OUTSIDE)))
			fail(ctx, 409, "invalid_input",
			     "%s.copy tem linhas que não são do espaço do manifesto.",
			     db_get_text(p, i, P_TABLE));
	if (rows_of(ctx, SOMEBODY_ELSE))
		fail(ctx, 409, "invalid_input",
		     "account.copy traz uma conta que já está aqui com outra senha ou sem senha; se é a mesma pessoa, tire-a da "
		     "organização na origem, copie de novo e convide-a aqui.");
	if (wide_keys(ctx))
		fail(ctx, 409, "invalid_input",
		     "api_key.copy tem uma chave com escopo que o tipo dela não tem aqui; revogue-a na origem "
		     "(lastro key revoke) e copie de novo.");
	for (size_t i = 0; i < db_count(p); i++)
		if (rows_of(ctx, db_get_text(p, i, P_BROKEN)))
			fail(ctx, 409, "invalid_input",
			     "%s.copy tem linhas que a tabela não aceita.",
			     db_get_text(p, i, P_TABLE));
}

static void copy_all(struct run *r, const char *manifest, struct uuid workspace)
{
	struct ctx *ctx = r->ctx;
	const struct db_rows *p = move_parts(ctx, workspace, MOVE_STAGING), *more;
	const char **tables = pool_array(ctx->pool, const char *, db_count(p));

	db_conflict(ctx, "account_email_key", 409, "invalid_input",
		    "Uma conta do espaço tem o e-mail de outra conta que já está aqui.");
	db_conflict(ctx, "account_plan_code_fkey", 409, "invalid_input",
		    "Uma conta do espaço tem um plano que não há aqui (lastro plan set).");
	db_conflict(ctx, "organization_pkey", 409, "invalid_input",
		    "A organização do espaço já está aqui.");
	for (size_t i = 0; i < db_count(p); i++)
		tables[i] = db_get_text(p, i, P_TABLE);
	more = db_query(
		ctx, &unknown_part,
		DB_ARGS(db_text(manifest), db_array(DB_TEXT_ARRAY, tables, NULL, db_count(p), 0)));
	if (db_count(more))
		fail(ctx, 409, "invalid_input",
		     "O manifesto conta linhas de %s, que não é tabela de um espaço.",
		     db_get_text(more, 0, 0));
	for (size_t i = 0; i < db_count(p); i++)
		stage_part(r, p, i, manifest);
	check_staged(r, p);
	for (size_t i = 0; i < db_count(p); i++)
		write_part(ctx, p, i);
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
	const char *manifest = manifest_text(r), *reason = NULL;
	const struct db_rows *m;
	struct uuid workspace;
	size_t offset;

	if (!json_scan(slice_of(manifest), &offset, &reason) && !json_too_complex(reason))
		fail(ctx, 409, "invalid_input", "%s não é de lastro workspace export.", r->argv[0]);
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
	(void)db_exec(ctx, &notices, DB_ARGS(db_uuid(workspace), db_timestamp(ctx->now_ms)));
	(void)db_exec(ctx, &alerts, DB_ARGS(db_uuid(workspace), db_timestamp(ctx->now_ms)));
	move_trail(r, workspace, "workspace.import", trail_input(r, m));
	check_chain(r, workspace);
	db_commit(ctx);
	print_line(r,
		   "espaço trazido de %s; está suspenso até que se reabra (lastro wallet resume)",
		   r->argv[0]);
	return EXIT_DONE;
}
