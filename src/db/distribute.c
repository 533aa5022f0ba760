/* SPDX-License-Identifier: Apache-2.0 */
/*
 * distribute.c: distributes the tenant tables over several machines, by workspace.
 *
 * What is to be distributed is read from the catalog, so that each run continues where the last one
 * ended, and `lastro db migrate` distributes new tables.  Each table is distributed in a transaction of
 * its own.
 */
#include "config.h"

#include "db/distribute.h"

#include <stdlib.h>

#include "db/distribute_parts.h"

#define NODES_LEAST 2

/* A parent's table comes before the tables that reference it. */
#define WAITING                                                                                    \
	"with recursive tenant as (" TENANT "), depth (oid, steps) as ("                           \
	" select oid, 0 from tenant"                                                               \
	" union"                                                                                   \
	" select k.conrelid, d.steps + 1 from depth d join pg_constraint k on k.confrelid = d.oid" \
	"  where k.contype = 'f' and k.conrelid <> k.confrelid and d.steps < 50)"                  \
	" select 'lastro.' || quote_ident(t.relname) from tenant t join depth d on d.oid = t.oid"  \
	"  where not exists (select from pg_dist_partition p where p.logicalrelid = t.oid)"        \
	"  group by t.oid, t.relname order by t.oid <> '" FIRST                                    \
	"'::regclass, max(d.steps), t.relname"

static void clear_result(void *arg)
{
	PQclear(arg);
}

PGresult *raw_kept(struct ctx *ctx, PGresult *res)
{
	pool_on_free(ctx->pool, clear_result, res);
	return res;
}

bool raw_is_true(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PGresult *res = raw_exec(ctx, conn, sql);
	bool yes = PQntuples(res) && *PQgetvalue(res, 0, 0) == 't';

	PQclear(res);
	return yes;
}

const char *raw_joined(struct ctx *ctx, PGconn *conn, const char *sql, const char *separator)
{
	PGresult *res = raw_exec(ctx, conn, sql);
	const char *all = NULL;

	for (int i = 0; i < PQntuples(res); i++)
		all = pool_printf(ctx->pool, "%s%s%s", all ? all : "", all ? separator : "",
				  PQgetvalue(res, i, 0));
	PQclear(res);
	return all;
}

bool raw_is_distributed(struct ctx *ctx, PGconn *conn)
{
	return raw_is_true(ctx, conn,
			   "select to_regclass('pg_catalog.pg_dist_partition') is not null"
			   "   and to_regclass('" FIRST "') is not null") &&
	       raw_is_true(ctx, conn,
			   "select exists (select from pg_dist_partition"
			   " where logicalrelid = '" FIRST "'::regclass)");
}

bool db_is_distributed(struct ctx *ctx)
{
	bool yes = raw_is_distributed(ctx, db_raw(ctx));

	db_cooked(ctx);
	return yes;
}

/* ---- refusals ---- */

static void require_nodes(struct ctx *ctx, PGconn *conn)
{
	PGresult *res;
	const char *lost = NULL;
	int n;

	if (raw_is_true(ctx, conn, "select to_regclass('pg_catalog.pg_dist_node') is null"))
		fail(ctx, 409, "invalid_input",
		     "O banco não tem a extensão citus: como superusuário, nele e no banco de mesmo nome em cada"
		     " máquina, create extension citus.");
	res = raw_exec(ctx, conn, TIMELINES);
	n = PQntuples(res);
	for (int i = 0; i < n && !lost; i++)
		if (*PQgetvalue(res, i, T_ANSWERS) != 't')
			lost = pool_strdup(ctx->pool, PQgetvalue(res, i, T_ADDRESS));
	PQclear(res);
	if (lost)
		fail(ctx, 409, "invalid_input", "A máquina %s não responde ao coordenador.", lost);
	if (n < NODES_LEAST)
		fail(ctx, 409, "invalid_input",
		     "O coordenador conhece %d máquinas, e são precisas %d: como superusuário, select"
		     " citus_add_node('ENDEREÇO', PORTA) para cada uma.",
		     n, NODES_LEAST);
}

static void require_owner(struct ctx *ctx, PGconn *conn)
{
	const char *missing;

	if (!raw_is_true(
		    ctx, conn,
		    "select rolsuper or rolcreaterole from pg_roles where rolname = current_user"))
		fail(ctx, 409, "invalid_input",
		     "Este papel não pode ajustar o papel dos processos: como superusuário, alter role %s createrole.",
		     PQuser(conn));
	/* What an owner who is no superuser creates depends on roles that only a superuser may register. */
	missing = raw_joined(
		ctx, conn,
		"select r.rolname::text from pg_roles r"
		" where r.rolname in ('lastro_worker', 'lastro_loader', 'lastro_sender', current_user)"
		"   and not (select s.rolsuper from pg_roles s where s.rolname = current_user)"
		"   and not exists (select from pg_dist_object o where o.classid = 'pg_authid'::regclass and o.objid = r.oid)"
		" order by 1",
		", ");
	if (missing)
		fail(ctx, 409, "invalid_input",
		     "As máquinas não conhecem os papéis %s: registre-os como superusuário (doc/operations.md, More than"
		     " one machine).",
		     missing);
}

static void require_rules(struct ctx *ctx, PGconn *conn)
{
	const char *broken =
		raw_joined(ctx, conn, "select what from growth_breaches() limit 10", ", ");

	if (broken)
		fail(ctx, 409, "invalid_input",
		     "O esquema tem objetos que não podem ser distribuídos: %s. O que não é deste programa, tire dele.",
		     broken);
}

static void require_no_pool(struct ctx *ctx, PGconn *conn)
{
	if (raw_is_true(ctx, conn,
			"select exists (select from pg_stat_activity"
			" where datname = current_database() and usename = 'lastro_worker')"))
		fail(ctx, 409, "invalid_input",
		     "Há processos do serviço ligados ao banco: pare o serviço antes de distribuir as tabelas.");
}

static void require_shards(struct ctx *ctx, PGconn *conn, int shards)
{
	const char *are;

	if (!shards || !raw_is_distributed(ctx, conn))
		return;
	are = raw_joined(ctx, conn,
			 "select count(*)::text from pg_dist_shard where logicalrelid = '" FIRST
			 "'::regclass",
			 "");
	if (are && strtol(are, NULL, 10) != shards)
		fail(ctx, 409, "invalid_input",
		     "As tabelas já estão distribuídas em %s partes, que não mudam: rode sem --shards.",
		     are);
}

/* ---- the tables ---- */

/* In a row of its own pg_stat_activity and pg_locks a table is distributed at once, with its rows. */
static void distribute_table(struct ctx *ctx, PGconn *conn, const char *table)
{
	PQclear(raw_params(
		ctx, conn,
		"select create_distributed_table($1::regclass, 'workspace_id', colocate_with =>"
		" case when $1::regclass = '" FIRST "'::regclass then 'none' else '" FIRST "' end)",
		1, &table));
}

static int distribute_tables(struct ctx *ctx, PGconn *conn, distribute_report *report, void *arg)
{
	PGresult *res = raw_kept(ctx, raw_exec(ctx, conn, WAITING));
	int n = PQntuples(res);

	for (int i = 0; i < n; i++) {
		const char *table = PQgetvalue(res, i, 0);

		distribute_table(ctx, conn, table);
		if (report)
			report(table, i + 1, n, arg);
	}
	return n;
}

/* Rows that were copied to the shards are still on the coordinator's disk, where nothing reads them. */
static const char truncate_local[] =
	"select truncate_local_data_after_distributing_table(p.logicalrelid) from pg_dist_partition p"
	"  join pg_class c on c.oid = p.logicalrelid"
	" where c.relnamespace = 'lastro'::regnamespace and p.partmethod = 'h' and pg_relation_size(c.oid) > 0";

/* The small market table that tenants' statements join. */
static const char reference[] =
	"select create_reference_table('lastro.debenture') where not exists"
	" (select from pg_dist_partition where logicalrelid = 'lastro.debenture'::regclass)";

/* What runs on a shard calls other functions there; those of a schema made before the extension are sent now. */
static const char functions[] =
	"select create_distributed_function(p.oid::regprocedure) from pg_proc p"
	" where p.pronamespace = 'lastro'::regnamespace"
	"   and p.proname in ('audit_append', 'audit_link', 'audit_digest', 'current_workspace', 'current_account', 'current_credential')"
	"   and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)";

/* The chain is written by its owner, on the connection of the caller. */
static const char delegate[] =
	"select create_distributed_function(p.oid::regprocedure, 'p_workspace', colocate_with => '" FIRST
	"', force_delegation => true)"
	"  from pg_proc p where p.pronamespace = 'lastro'::regnamespace and p.proname = 'audit_append'"
	"   and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass"
	"                    and o.objid = p.oid and o.distribution_argument_index is not null)";

/* SET LOCAL reaches the shards, a row's lock is awaited there, and a machine that is silent holds a worker up for moments only. */
static const char *const worker_settings[] = {
	"alter role lastro_worker set citus.propagate_set_commands = 'local'",
	("alter role lastro_worker set lock_timeout = '" LOCK_MS "ms'"),
	("alter role lastro_worker set citus.node_connection_timeout = " NODE_MS),
};
static const char count_timelines[] =
	"insert into promotion (machine, timeline) select n.groupid, r.result::int8 from " NODES_JOINED
	" and r.success and r.result <> '' and p.machine is null";

static int distribute_new(struct ctx *ctx, PGconn *conn, distribute_report *report, void *arg)
{
	int n;

	raw_do(ctx, conn, "set client_min_messages = warning");
	raw_do(ctx, conn, reference);
	n = distribute_tables(ctx, conn, report, arg);
	raw_do(ctx, conn, truncate_local);
	raw_do(ctx, conn, functions);
	raw_do(ctx, conn, delegate);
	if (!raw_is_true(ctx, conn, WORKER_IS_SET))
		for (size_t i = 0; i < ARRAY_SIZE(worker_settings); i++)
			raw_do(ctx, conn, worker_settings[i]);
	raw_do(ctx, conn, count_timelines);
	raw_do(ctx, conn, "reset client_min_messages");
	return n;
}

int distribute_after_migration(struct ctx *ctx, PGconn *conn)
{
	return raw_is_distributed(ctx, conn) ? distribute_new(ctx, conn, NULL, NULL) : 0;
}

int db_distribute(struct ctx *ctx, int shards, distribute_report *report, void *arg)
{
	PGconn *conn = db_raw(ctx);
	int n;

	require_nodes(ctx, conn);
	require_owner(ctx, conn);
	require_rules(ctx, conn);
	require_shards(ctx, conn, shards);
	if (raw_is_true(ctx, conn, "select count(*) > 0 from (" WAITING ") w"))
		require_no_pool(ctx, conn);
	if (shards)
		raw_do(ctx, conn, pool_printf(ctx->pool, "set citus.shard_count = %d", shards));
	n = distribute_new(ctx, conn, report, arg);
	db_cooked(ctx);
	return n;
}
