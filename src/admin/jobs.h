/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jobs.h: jobs over all workspaces, part by part where the tenant tables are distributed.
 *
 * A part is what one statement of the job reads: its workspaces are an argument of that statement, an
 * uuid[] that is null for all of them (sql/functions/job_parts.sql).
 */
#ifndef LASTRO_ADMIN_JOBS_H
#define LASTRO_ADMIN_JOBS_H

#include "admin/command.h"
#include "db/db.h"

struct job_part {
	bool whole;		  /* all workspaces: no list of them */
	struct db_arg workspaces; /* of the part */
	struct db_arg reachable;  /* of all machines that answer */
};
typedef void job_run(struct ctx *ctx, const struct job_part *part, void *arg);

/*
 * job_each() - runs @one over all workspaces: once, without a list, on one machine.
 *
 * Where the tables are distributed: once for each shard, on a pool of its own.  Several runs share the
 * shards: each is claimed before (sql/0331_job_claims.sql), and one that another run has, or ended since
 * this one began, is left to it.  A machine that does not answer, or is lost meanwhile, is named on
 * standard error, and its shards are left for a later run; any other refusal ends the run.  @one may
 * thus run twice over a part, and must bear it.
 *
 * EXIT_PARTLY when a machine was left out, else EXIT_DONE.
 */
enum exit_status job_each(struct run *r, const char *job, job_run *one, void *arg);

/* job_reach() - the workspaces that answer, for a job that claims smaller things; names the other machines. */
struct reach {
	struct db_arg workspaces;
	bool none;		 /* no workspace answers */
	enum exit_status status; /* EXIT_PARTLY when a machine was left out, else EXIT_DONE */
};
struct reach job_reach(struct run *r);

#endif
