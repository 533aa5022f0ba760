/* SPDX-License-Identifier: Apache-2.0 */
/*
 * distribute.h: tenant tables over several machines, with the engine Citus.  Its functions exist only
 * where its extension does, so these statements are not in the register of db_stmts_each().
 */
#ifndef LASTRO_DB_DISTRIBUTE_H
#define LASTRO_DB_DISTRIBUTE_H

#include "core/ctx.h"

/* Called after each step of n. */
typedef void distribute_report(const char *what, int step, int n, void *arg);

/* db_is_distributed() - whether the tenant tables of this database are distributed. */
bool db_is_distributed(struct ctx *ctx);

/*
 * db_distribute() - distributes the tenant tables that are not yet, with what they need; returns their
 * number.  Refuses an installation that is not ready, before it changes anything.
 * @shards: of the whole group of tables, or 0: as they are, or the default
 */
int db_distribute(struct ctx *ctx, int shards, distribute_report *report, void *arg);

/*
 * db_promoted() - records that a standby took over a machine: tells the coordinator its address, and counts
 * its timeline, in one transaction.  Refuses a machine without a new timeline.
 * @node: "host:port", as the coordinator knows it
 * @at: the address of the standby, or NULL when it took over the address too
 */
struct promoted {
	int64_t timeline, before;
};
struct promoted db_promoted(struct ctx *ctx, const char *node, const char *at);

/* db_rebalance() - moves shards until the machines hold equally many bytes; returns the number of moves. */
int db_rebalance(struct ctx *ctx, distribute_report *report, void *arg);

/* A machine with tenant tables, as it answers now. */
struct machine {
	const char *address; /* "host:port" */
	bool answers, standby;
	int64_t timeline, counted; /* counted: 0 when it was never counted */
};

/* db_machines() - the machines that hold tenant tables; returns their number. */
size_t db_machines(struct ctx *ctx, struct machine **out);

/* db_undistributed() - how many tenant tables are not distributed, or have a shard without a machine. */
int db_undistributed(struct ctx *ctx);
/* db_worker_set() - whether the role of the workers has the settings that distributed tables need. */
bool db_worker_set(struct ctx *ctx);

#endif
