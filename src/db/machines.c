/* SPDX-License-Identifier: Apache-2.0 */
/* machines.c: the machines of distributed tenant tables: their state, a promotion, moves of shards. */
#include "config.h"

#include "db/distribute.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "db/distribute_parts.h"

static int64_t number_at(const PGresult *res, int row, int column)
{
	return strtoll(PQgetvalue(res, row, column), NULL, 10);
}

static void require_distributed(struct ctx *ctx, PGconn *conn)
{
	if (!raw_is_distributed(ctx, conn))
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
	const char *n = raw_joined(ctx, conn, sql, "");

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
		"        (select from pg_dist_placement p, " NODES
		" and p.shardid = s.shardid and p.groupid = n.groupid))");
}

bool db_worker_set(struct ctx *ctx)
{
	bool yes = raw_is_true(ctx, db_raw(ctx), WORKER_IS_SET);

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
	res = raw_kept(ctx, raw_params(ctx, conn,
				       "select n.nodeid, n.groupid from " NODES
				       " and n.nodename || ':' || n.nodeport = $1",
				       1, &node));
	if (!PQntuples(res))
		fail(ctx, 404, "subject_not_found",
		     "O coordenador não conhece a máquina %s: conhece %s.", node,
		     raw_joined(ctx, conn,
				"select n.nodename || ':' || n.nodeport from " NODES " order by 1",
				", "));
	id = PQgetvalue(res, 0, 0);
	values[0] = PQgetvalue(res, 0, 1);
	if (at)
		move_to(ctx, conn, id, at);
	res = raw_kept(ctx, raw_exec(ctx, conn, TIMELINES));
	row = row_of(res, strtoll(values[0], NULL, 10));
	if (row < 0 || *PQgetvalue(res, row, T_ANSWERS) != 't')
		fail(ctx, 409, "invalid_input", "A máquina %s não responde ao coordenador.",
		     at ? at : node);
	p.timeline = number_at(res, row, T_TIMELINE);
	p.before = number_at(res, row, T_COUNTED);
	values[1] = PQgetvalue(res, row, T_TIMELINE);
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
	/* A new node has no reference table yet, and takes no shard without. */
	raw_do(ctx, conn, "select replicate_reference_tables()");
	/* Of each shard's group one row: its colocated shards move along. */
	res = raw_kept(ctx,
		       raw_exec(ctx, conn,
				"select shardid, sourcename, sourceport, targetname, targetport"
				"  from get_rebalance_table_shards_plan()"
				" where table_name = '" FIRST "'::regclass"));
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
	db_cooked(ctx);
	return n;
}
