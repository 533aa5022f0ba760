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
#include "db/db.h"

static DB_STMT(faults, "admin.audit_faults",
	       "select workspace_id::text, seq, fault from lastro.audit_faults()"
	       " order by workspace_id, seq, fault limit 100");

static DB_STMT(chains, "admin.audit_chains",
	       "select count(*), coalesce(sum(seq), 0)::int8 from lastro.audit_head");

static DB_STMT(count, "admin.audit_count", "select lastro.audit_heads_count($1)");

static const struct column columns[] = {
	{ "workspace", "espaço", CELL_TEXT },
	{ "seq", "registro", CELL_INT },
	{ "fault", "falha", CELL_TEXT },
};

enum exit_status audit_verify(struct run *r)
{
	const struct db_rows *ends, *rows;
	size_t n;

	db_begin_write(r->ctx);
	ends = db_query(r->ctx, &chains, DB_NO_ARGS);
	rows = db_query(r->ctx, &faults, DB_NO_ARGS);
	n = db_count(rows);
	if (!n)
		(void)db_query(r->ctx, &count, DB_ARGS(db_timestamp(r->ctx->now_ms)));
	db_commit(r->ctx);

	if (n || r->json)
		print_rows(r, columns, ARRAY_SIZE(columns), rows);
	print_line(r, "%lld sequências de auditoria, %lld registros: %s",
		   (long long)db_get_int(ends, 0, 0), (long long)db_get_int(ends, 0, 1),
		   n ? "há falhas" : "íntegras");
	return n ? EXIT_REFUSED : EXIT_DONE;
}

const struct command audit_commands[] = {
	{ "audit verify", "",
	  "confere se nenhum registro da auditoria foi alterado ou tirado; saída 1 se foi", 0, 0,
	  NULL, audit_verify, NULL },
	{ .name = NULL },
};
