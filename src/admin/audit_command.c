/* SPDX-License-Identifier: Apache-2.0 */
/*
 * audit_command.c: lastro audit verify: whether a row of the trail, or a whole chain, was changed or
 * removed.
 *
 * A chain alone cannot show that its end, or all of it, was removed: the rest is consistent.  So the
 * heads of all chains are recorded by each later command that writes a row, and by each verification
 * without findings, and every recorded head must be found again.  sql/0307_audit.sql explains why
 * that suffices.
 */
#include "config.h"

#include "admin/admin.h"
#include "admin/jobs.h"
#include "db/db.h"

static DB_STMT(faults, "admin.audit_faults",
	       "select workspace_id::text, seq, fault from lastro.audit_faults($1)"
	       " order by workspace_id, seq, fault limit 100");

/* The same of all, as the function of an older schema takes it: of a backup that is proved. */
static DB_STMT(all_faults, "admin.audit_all_faults",
	       "select workspace_id::text, seq, fault from lastro.audit_faults()"
	       " order by workspace_id, seq, fault limit 100");

static DB_STMT(chains, "admin.audit_chains",
	       "select count(*), coalesce(sum(seq), 0)::int8 from lastro.audit_head"
	       " where ($1::uuid[] is null or workspace_id = any($1::uuid[]))");

static DB_STMT(count, "admin.audit_count", "select lastro.audit_heads_count($1, $2)");

static DB_STMT(count_all, "admin.audit_count_all", "select lastro.audit_heads_count($1)");

static const struct column columns[] = {
	{ "workspace", "espaço", CELL_TEXT },
	{ "seq", "registro", CELL_INT },
	{ "fault", "falha", CELL_TEXT },
};

enum { C_WORKSPACE, C_SEQ, C_FAULT, COLUMNS };

struct verifying {
	void *pool; /* of the whole run */
	int64_t chains, rows;
	struct cell *cells;
	size_t n;	  /* rows of cells */
	bool counts_told; /* a fault of the counts, which no workspace has, is found in every part */
};

static void keep_faults(struct verifying *v, const struct db_rows *rows)
{
	bool told = v->counts_told;

	v->cells =
		pool_resize(v->pool, v->cells, struct cell, (v->n + db_count(rows) + 1) * COLUMNS);
	for (size_t i = 0; i < db_count(rows); i++) {
		struct cell *c = &v->cells[v->n * COLUMNS];
		const char *workspace = db_get_text(rows, i, C_WORKSPACE);

		if (!workspace && told)
			continue;
		v->counts_told |= !workspace;
		c[C_WORKSPACE] = cell_text(workspace ? pool_strdup(v->pool, workspace) : NULL);
		c[C_SEQ] = cell_int(db_get_int(rows, i, C_SEQ));
		c[C_FAULT] = cell_text(pool_strdup(v->pool, db_get_text(rows, i, C_FAULT)));
		v->n++;
	}
}

static void verify_part(struct ctx *ctx, const struct job_part *part, void *arg)
{
	struct verifying *v = arg;
	const struct db_rows *ends, *rows;

	db_begin_write(ctx);
	ends = db_query(ctx, &chains, DB_ARGS(part->workspaces));
	rows = part->whole ? db_query(ctx, &all_faults, DB_NO_ARGS)
			   : db_query(ctx, &faults, DB_ARGS(part->workspaces));
	if (!db_count(rows) && part->whole)
		(void)db_query(ctx, &count_all, DB_ARGS(db_timestamp(ctx->now_ms)));
	else if (!db_count(rows))
		(void)db_query(ctx, &count, DB_ARGS(db_timestamp(ctx->now_ms), part->workspaces));
	db_commit(ctx);
	v->chains += db_get_int(ends, 0, 0);
	v->rows += db_get_int(ends, 0, 1);
	keep_faults(v, rows);
}

enum exit_status audit_verify(struct run *r)
{
	struct verifying v = { .pool = r->ctx->pool };
	enum exit_status status = job_each(r, "audit", verify_part, &v);

	if (v.n || r->json)
		print_cells(r, columns, ARRAY_SIZE(columns), v.cells, v.n);
	print_line(r, "%lld sequências de auditoria, %lld registros: %s", (long long)v.chains,
		   (long long)v.rows, v.n ? "há falhas" : "íntegras");
	return v.n ? EXIT_REFUSED : status;
}

const struct command audit_commands[] = {
	{ "audit verify", "",
	  "confere se nenhum registro da auditoria foi alterado ou tirado; saída 1 se foi", 0, 0,
	  NULL, audit_verify, NULL },
	{ .name = NULL },
};
