/* SPDX-License-Identifier: Apache-2.0 */
/* distribute_parts.h: what distribute.c and machines.c share. */
#ifndef LASTRO_DB_DISTRIBUTE_PARTS_H
#define LASTRO_DB_DISTRIBUTE_PARTS_H

#include "db/connection.h"

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

/* Longest wait of a worker for a connection to a node; a request that has written nothing tries twice. */
#define NODE_MS "1000"

#define WORKER_IS_SET                                                                                     \
	"select coalesce(rolconfig @> array['citus.propagate_set_commands=local', 'lock_timeout=" LOCK_MS \
	"ms', 'citus.node_connection_timeout=" NODE_MS                                                    \
	"'], false) from pg_roles where rolname = 'lastro_worker'"

bool raw_is_true(struct ctx *ctx, PGconn *conn, const char *sql);
/* raw_joined() - the first column of all rows, as one text with this separator; NULL without rows. */
const char *raw_joined(struct ctx *ctx, PGconn *conn, const char *sql, const char *separator);
bool raw_is_distributed(struct ctx *ctx, PGconn *conn);
/* raw_kept() - lets the request's pool clear a result; returns it. */
PGresult *raw_kept(struct ctx *ctx, PGresult *res);

#endif
