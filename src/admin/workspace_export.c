/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workspace_export.c: lastro workspace export: one workspace into a directory, for another installation
 * of the same schema.  The workspace must be closed: later writes would be lost.
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "admin/workspace_parts.h"
#include "core/buf.h"
#include "core/json_write.h"
#include "db/migrate.h"

static DB_STMT(
	find, "move.find",
	"select w.id, w.wallet from lastro.workspace w left join lastro.account a on a.id = w.account_id"
	" where w.id::text = lower($1) or w.organization_id::text = lower($1) or a.email = lower($1)");
enum { F_ID, F_WALLET };

static DB_STMT(licensed, "move.licensed",
	       "select count(*) from lastro.office_license where workspace_id = $1"
	       " and valid_from <= $2 and (valid_until is null or valid_until >= $2)");

/*
 * The audit counts that rows of the chain name, which another installation cannot have: see
 * audit_faults().
 */
static DB_STMT(
	counts, "move.counts",
	"select coalesce(jsonb_object_agg(c.hash, c.number), '{}')::text"
	"  from (select distinct a.detail ->> 'hash' as hash, (a.detail ->> 'count')::int8 as number"
	"          from lastro.audit a where a.workspace_id = $1 and a.seq is not null and a.detail ? 'count') c");

static DB_STMT(
	head, "move.head",
	"select seq || ' ' || encode(hash, 'hex') from lastro.audit_head where workspace_id = $1");

/* Writes made meanwhile would be lost. */
static struct uuid closed_workspace(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const struct db_rows *rows = db_query(ctx, &find, DB_ARGS(db_text(r->argv[0])));
	struct uuid id;

	if (!db_count(rows))
		fail(ctx, 404, "workspace_not_found",
		     "Não há espaço de trabalho, organização ou conta %s.", r->argv[0]);
	id = db_get_uuid(rows, 0, F_ID);
	if (str_eq(db_get_text(rows, 0, F_WALLET), "installed"))
		fail(ctx, 409, "invalid_input",
		     "O espaço está aberto: feche-o antes, para que nada se escreva depois da cópia "
		     "(lastro wallet suspend %s).",
		     r->argv[0]);
	if (db_get_int(db_query(ctx, &licensed, DB_ARGS(db_uuid(id), db_day(ctx->today))), 0, 0))
		fail(ctx, 409, "invalid_input",
		     "A licença do escritório está em vigor: encerre-a antes, para que nada se escreva "
		     "depois da cópia (lastro license set --seats N --until ONTEM).");
	return id;
}

static int64_t copy_part(struct run *r, const struct db_rows *p, size_t i)
{
	const char *path =
		move_path(r, pool_printf(r->ctx->pool, "%s.copy", db_get_text(p, i, P_TABLE)));
	FILE *f = move_open(r, path, "w");
	int64_t n = db_copy_out(
		r->ctx, pool_printf(r->ctx->pool, "copy (%s) to stdout", db_get_text(p, i, P_ROWS)),
		f, path);

	if (fflush(f) || fsync(fileno(f)))
		fail(r->ctx, 409, "invalid_input", "%s: %s.", path, strerror(errno));
	return n;
}

static const char *copy_all(struct run *r, struct uuid workspace)
{
	struct ctx *ctx = r->ctx;
	const struct db_rows *p, *h;
	struct json *j;

	db_begin_read(ctx);
	p = move_parts(ctx, workspace, MOVE_SCHEMA);
	h = db_query(ctx, &head, DB_ARGS(db_uuid(workspace)));
	j = json_new(ctx->pool, 2048);
	json_open(j, NULL);
	json_int(j, "format", MOVE_FORMAT);
	json_int(j, "schema", migrations_newest());
	json_uuid(j, "workspace", workspace);
	json_text(j, "head", db_count(h) ? db_get_text(h, 0, 0) : NULL);
	json_raw(j, "counts",
		 db_get_text(db_query(ctx, &counts, DB_ARGS(db_uuid(workspace))), 0, 0));
	json_open(j, "rows");
	for (size_t i = 0; i < db_count(p); i++)
		json_int(j, db_get_text(p, i, P_TABLE), copy_part(r, p, i));
	json_close(j);
	json_close(j);
	db_commit(ctx);
	return json_written(j);
}

static enum exit_status workspace_export(struct run *r)
{
	struct ctx *ctx = r->ctx;
	const char *manifest, *path = move_path(r, MOVE_MANIFEST);
	struct uuid workspace;
	FILE *f;

	if (db_schema_version(ctx) != migrations_newest())
		fail(ctx, 409, "invalid_input", "O esquema não é o do programa: lastro db status.");
	db_begin_write(ctx);
	workspace = closed_workspace(r);
	(void)umask(0077); /* names, tax ids and hashes of passwords: readable only by us */
	if (mkdir(r->argv[1], 0700))
		fail(ctx, 409, "invalid_input", "%s: %s.", r->argv[1], strerror(errno));
	move_trail(r, workspace, "workspace.export", "{}");
	db_commit(ctx);
	manifest = copy_all(r, workspace);
	/* Written last: a directory that has it is complete. */
	f = move_open(r, path, "w");
	if (fprintf(f, "%s\n", manifest) < 0 || fflush(f) || fsync(fileno(f)))
		fail(ctx, 409, "invalid_input", "%s: %s.", path, strerror(errno));
	print_line(r, "espaço copiado em %s", r->argv[1]);
	return EXIT_DONE;
}

const struct command workspace_export_commands[] = {
	{ "workspace export", "ESPAÇO DIRETÓRIO",
	  "copia um espaço fechado em um diretório novo, para outra instalação", 2, 2, NULL,
	  workspace_export, NULL },
	{ .name = NULL },
};
