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
#include <string.h>

#include "core/text.h"
#include "db/connection.h"

#define NODES_LEAST 2

/* The first table of the group; the others have their rows of a workspace on the same machine. */
#define FIRST "lastro.audit_head"

#define TENANT                                                                                     \
	"select c.oid, c.relname from pg_class c where c.relnamespace = 'lastro'::regnamespace"    \
	"   and c.relkind in ('r', 'p') and c.relrowsecurity"

/* The machines that hold shards. */
#define NODES                                                                                      \
	"pg_dist_node n where n.noderole = 'primary' and n.isactive and n.shouldhaveshards"        \
	" and n.groupid > 0"

/* The timeline of the machine that runs it; null for a standby. */
#define TIMELINE                                                                                   \
	"select case when not pg_is_in_recovery() then"                                            \
	" ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int8 end"

#define TIMELINES                                                                                  \
	"select n.nodename || ':' || n.nodeport, n.groupid, r.success, r.result, p.timeline from " NODES_JOINED
#define NODES_JOINED                                                                               \
	"pg_dist_node n"                                                                           \
	" join run_command_on_workers($q$" TIMELINE "$q$) r"                                       \
	"   on r.nodename = n.nodename and r.nodeport = n.nodeport"                                \
	" left join promotion p on p.machine = n.groupid"                                          \
	" where n.noderole = 'primary' and n.isactive and n.shouldhaveshards and n.groupid > 0"
enum { T_ADDRESS, T_MACHINE, T_ANSWERS, T_TIMELINE, T_COUNTED };

/* A parent's table comes before the tables that reference it. */
#define WAITING                                                                                    \
	"with recursive tenant as (" TENANT "), depth (oid, steps) as ("                           \
	" select oid, 0 from tenant"                                                               \
	" union"                                                                                   \
	" select k.conrelid, d.steps + 1 from depth d join pg_constraint k on k.confrelid = d.oid" \
	"  where k.contype = 'f' and k.conrelid <> k.confrelid and d.steps < 50)"                  \
	" select 'lastro.' || quote_ident(t.relname) from tenant t join depth d on d.oid = t.oid"  \
	"  where not exists (select from pg_dist_partition p where p.logicalrelid = t.oid)"        \
	"  group by t.oid, t.relname order by t.oid <> '" FIRST "'::regclass, max(d.steps), t.relname"

static bool is_true(struct ctx *ctx, PGconn *conn, const char *sql)
{
	PGresult *res = raw_exec(ctx, conn, sql);
	bool yes = PQntuples(res) && *PQgetvalue(res, 0, 0) == 't';

	PQclear(res);
	return yes;
}

/* The first column of all rows, as one text with this separator; NULL without rows. */
static const char *joined(struct ctx *ctx, PGconn *conn, const char *sql, const char *separator)
{
	PGresult *res = raw_exec(ctx, conn, sql);
	const char *all = NULL;

	for (int i = 0; i < PQntuples(res); i++)
		all = pool_printf(ctx->pool, "%s%s%s", all ? all : "", all ? separator : "",
				  PQgetvalue(res, i, 0));
	PQclear(res);
	return all;
}

static bool distributed(struct ctx *ctx, PGconn *conn)
{
	return is_true(ctx, conn,
		       "select to_regclass('pg_catalog.pg_dist_partition') is not null"
		       "   and to_regclass('" FIRST "') is not null") &&
	       is_true(ctx, conn,
		       "select exists (select from pg_dist_partition"
		       " where logicalrelid = '" FIRST "'::regclass)");
}

bool db_is_distributed(struct ctx *ctx)
{
	bool yes = distributed(ctx, db_raw(ctx));

	db_cooked(ctx);
	return yes;
}

/* ---- refusals ---- */

static void require_nodes(struct ctx *ctx, PGconn *conn)
{
	PGresult *res;
	const char *lost = NULL;
	int n;

	if (is_true(ctx, conn, "select to_regclass('pg_catalog.pg_dist_node') is null"))
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

	if (!is_true(ctx, conn,
		     "select rolsuper or rolcreaterole from pg_roles where rolname = current_user"))
		fail(ctx, 409, "invalid_input",
		     "Este papel não pode ajustar o papel dos workers: como superusuário, alter role %s createrole.",
		     PQuser(conn));
	/* What an owner who is no superuser creates depends on roles that only a superuser may register. */
	missing = joined(
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
	const char *broken = joined(ctx, conn, "select what from growth_breaches() limit 10", ", ");

	if (broken)
		fail(ctx, 409, "invalid_input",
		     "O esquema tem objetos que não podem ser distribuídos: %s. O que não é deste programa, tire dele.",
		     broken);
}

static void require_no_pool(struct ctx *ctx, PGconn *conn)
{
	if (is_true(ctx, conn,
		    "select exists (select from pg_stat_activity"
		    " where datname = current_database() and usename = 'lastro_worker')"))
		fail(ctx, 409, "invalid_input",
		     "Há workers ligados ao banco: pare o serviço antes de distribuir as tabelas.");
}

static void require_shards(struct ctx *ctx, PGconn *conn, int shards)
{
	const char *are;

	if (!shards || !distributed(ctx, conn))
		return;
	are = joined(ctx, conn,
		     "select count(*)::text from pg_dist_shard where logicalrelid = '" FIRST
		     "'::regclass",
		     "");
	if (atoi(are) != shards)
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
	PGresult *res = raw_exec(ctx, conn, WAITING);
	int n = PQntuples(res);

	for (int i = 0; i < n; i++) {
		const char *table = pool_strdup(ctx->pool, PQgetvalue(res, i, 0));

		distribute_table(ctx, conn, table);
		if (report)
			report(table, i + 1, n, arg);
	}
	PQclear(res);
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

/* The chain is written by its owner, on the connection of the caller. */
static const char delegate[] =
	"select create_distributed_function(p.oid::regprocedure, 'p_workspace', colocate_with => '" FIRST
	"', force_delegation => true)"
	"  from pg_proc p where p.pronamespace = 'lastro'::regnamespace and p.proname = 'audit_append'"
	"   and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass"
	"                    and o.objid = p.oid and o.distribution_argument_index is not null)";

/* SET LOCAL reaches the shards, and a row's lock is awaited there. */
static const char *const worker_settings[] = {
	"alter role lastro_worker set citus.propagate_set_commands = 'local'",
	"alter role lastro_worker set lock_timeout = '" LOCK_MS "ms'",
};
#define WORKER_IS_SET                                                                                     \
	"select coalesce(rolconfig @> array['citus.propagate_set_commands=local', 'lock_timeout=" LOCK_MS \
	"ms'], false) from pg_roles where rolname = 'lastro_worker'"

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
	raw_do(ctx, conn, delegate);
	if (!is_true(ctx, conn, WORKER_IS_SET))
		for (size_t i = 0; i < ARRAY_SIZE(worker_settings); i++)
			raw_do(ctx, conn, worker_settings[i]);
	raw_do(ctx, conn, count_timelines);
	raw_do(ctx, conn, "reset client_min_messages");
	return n;
}

int distribute_after_migration(struct ctx *ctx, PGconn *conn)
{
	return distributed(ctx, conn) ? distribute_new(ctx, conn, NULL, NULL) : 0;
}

int db_distribute(struct ctx *ctx, int shards, distribute_report *report, void *arg)
{
	PGconn *conn = db_raw(ctx);
	int n;

	require_nodes(ctx, conn);
	require_owner(ctx, conn);
	require_rules(ctx, conn);
	require_shards(ctx, conn, shards);
	if (is_true(ctx, conn, "select count(*) > 0 from (" WAITING ") w"))
		require_no_pool(ctx, conn);
	if (shards)
		raw_do(ctx, conn, pool_printf(ctx->pool, "set citus.shard_count = %d", shards));
	n = distribute_new(ctx, conn, report, arg);
	db_cooked(ctx);
	return n;
}

/* ---- machines ---- */

static int64_t number_at(const PGresult *res, int row, int column)
{
	return strtoll(PQgetvalue(res, row, column), NULL, 10);
}

static void require_distributed(struct ctx *ctx, PGconn *conn)
{
	if (!distributed(ctx, conn))
		fail(ctx, 409, "invalid_input",
		     "As tabelas deste banco estão em uma máquina só (lastro db distribute).");
}

size_t db_machines(struct ctx *ctx, struct machine **out)
{
	PGconn *conn = db_raw(ctx);
	PGresult *res = raw_exec(ctx, conn, TIMELINES " order by 1");
	size_t n = (size_t)PQntuples(res);

	*out = pool_array(ctx->pool, struct machine, n);
	for (size_t i = 0; i < n; i++)
		(*out)[i] = (struct machine){
			.address = pool_strdup(ctx->pool, PQgetvalue(res, (int)i, T_ADDRESS)),
			.answers = *PQgetvalue(res, (int)i, T_ANSWERS) == 't',
			.standby = !*PQgetvalue(res, (int)i, T_TIMELINE),
			.timeline = number_at(res, (int)i, T_TIMELINE),
			.counted = number_at(res, (int)i, T_COUNTED),
		};
	PQclear(res);
	db_cooked(ctx);
	return n;
}

static int64_t number_of(struct ctx *ctx, const char *sql)
{
	PGconn *conn = db_raw(ctx);
	const char *n = joined(ctx, conn, sql, "");

	db_cooked(ctx);
	return strtoll(n, NULL, 10);
}

int db_undistributed(struct ctx *ctx)
{
	return (int)number_of(
		ctx,
		"select count(*)::text from (" TENANT ") t"
		" where not exists (select from pg_dist_partition p where p.logicalrelid = t.oid)"
		"    or exists (select from pg_dist_shard s where s.logicalrelid = t.oid and not exists"
		"        (select from pg_dist_placement p join " NODES
		" and p.shardid = s.shardid and p.groupid = n.groupid))");
}

bool db_worker_set(struct ctx *ctx)
{
	bool yes = is_true(ctx, db_raw(ctx), WORKER_IS_SET);

	db_cooked(ctx);
	return yes;
}

/* The row of this machine in TIMELINES; -1 when there is none. */
static int row_of(const PGresult *res, int64_t machine)
{
	for (int i = 0; i < PQntuples(res); i++)
		if (number_at(res, i, T_MACHINE) == machine)
			return i;
	return -1;
}

/* Its new address, checked by the engine. */
static void move_to(struct ctx *ctx, PGconn *conn, const char *id, const char *at)
{
	const char *colon = strrchr(at, ':');
	const char *values[] = { id, NULL, NULL };

	if (!colon || colon == at || !colon[1] ||
	    strspn(colon + 1, "0123456789") != strlen(colon + 1) || strlen(colon + 1) > 5)
		fail(ctx, 409, "invalid_input", "%s não é um endereço: ENDEREÇO:PORTA.", at);
	values[1] = pool_printf(ctx->pool, "%.*s", (int)(colon - at), at);
	values[2] = colon + 1;
	PQclear(raw_params(
		ctx, conn,
		"select citus_update_node($1::int, $2, $3::int, force => true, lock_cooldown => 2000)",
		ARRAY_SIZE(values), values));
}

struct promoted db_promoted(struct ctx *ctx, const char *node, const char *at)
{
	PGconn *conn = db_raw(ctx);
	struct promoted p = { 0 };
	const char *values[2], *id;
	PGresult *res;
	int row;

	require_distributed(ctx, conn);
	raw_do(ctx, conn, "begin");
	raw_do(ctx, conn, MIGRATION_LOCK);
	res = raw_params(ctx, conn,
			 "select n.nodeid, n.groupid from " NODES
			 " and n.nodename || ':' || n.nodeport = $1",
			 1, &node);
	if (!PQntuples(res))
		fail(ctx, 404, "subject_not_found",
		     "O coordenador não conhece a máquina %s: conhece %s.", node,
		     joined(ctx, conn,
			    "select n.nodename || ':' || n.nodeport from " NODES " order by 1",
			    ", "));
	id = pool_strdup(ctx->pool, PQgetvalue(res, 0, 0));
	values[0] = pool_strdup(ctx->pool, PQgetvalue(res, 0, 1));
	PQclear(res);
	if (at)
		move_to(ctx, conn, id, at);
	res = raw_exec(ctx, conn, TIMELINES);
	row = row_of(res, strtoll(values[0], NULL, 10));
	if (row < 0 || *PQgetvalue(res, row, T_ANSWERS) != 't')
		fail(ctx, 409, "invalid_input", "A máquina %s não responde ao coordenador.",
		     at ? at : node);
	p.timeline = number_at(res, row, T_TIMELINE);
	p.before = number_at(res, row, T_COUNTED);
	values[1] = pool_strdup(ctx->pool, PQgetvalue(res, row, T_TIMELINE));
	PQclear(res);
	if (!p.timeline)
		fail(ctx, 409, "invalid_input",
		     "A máquina %s ainda é réplica: promova-a antes (pg_ctl promote).",
		     at ? at : node);
	if (p.timeline <= p.before)
		fail(ctx, 409, "invalid_input",
		     "A máquina %s não foi promovida: está na história %lld, já contada.",
		     at ? at : node, (long long)p.timeline);
	PQclear(raw_params(ctx, conn,
			   "insert into promotion (machine, timeline) values ($1, $2)"
			   " on conflict (machine) do update set timeline = excluded.timeline",
			   ARRAY_SIZE(values), values));
	raw_do(ctx, conn, "commit");
	db_cooked(ctx);
	return p;
}

int db_rebalance(struct ctx *ctx, distribute_report *report, void *arg)
{
	PGconn *conn = db_raw(ctx);
	PGresult *res;
	int n;

	require_distributed(ctx, conn);
	/* Of each shard's group one row: its colocated shards move along. */
	res = raw_exec(ctx, conn,
		       "select shardid, sourcename, sourceport, targetname, targetport"
		       "  from get_rebalance_table_shards_plan()"
		       " where table_name = '" FIRST "'::regclass");
	n = PQntuples(res);
	for (int i = 0; i < n; i++) {
		const char *values[5];

		for (int k = 0; k < 5; k++)
			values[k] = PQgetvalue(res, i, k);
		PQclear(raw_params(
			ctx, conn,
			"select citus_move_shard_placement($1::int8, $2, $3::int, $4, $5::int)",
			ARRAY_SIZE(values), values));
		if (report)
			report(pool_printf(ctx->pool, "%s:%s para %s:%s", values[1], values[2],
					   values[3], values[4]),
			       i + 1, n, arg);
	}
	PQclear(res);
	db_cooked(ctx);
	return n;
}
