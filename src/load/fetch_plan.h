/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch_plan.h: which files to fetch, of every source: `lastro fetch --all`.
 *
 * In three stages, each based on the data of the one before: public data for everyone; papers that
 * portfolios hold; the exchange's pages about their issuers, and earlier years of a token that was
 * found.
 *
 * Typed symbols are not trusted: a symbol is requested when a register has it.  Of unregistered ones, a
 * few of each account are requested, by one file; and not again for thirty days
 * (sql/functions/fetch_held.sql).
 */
#ifndef LASTRO_LOAD_FETCH_PLAN_H
#define LASTRO_LOAD_FETCH_PLAN_H

#include "core/day.h"
#include "load/fetch.h"

struct fetch_job {
	const struct fetch_source *from;
	struct fetch_options opt;    /* with the values that identify the file */
	const char *type, *currency; /* of struct load_options */
	struct day settled; /* final if loaded on this day or later; DAY_FAR_FUTURE: never */
	bool may_lack; /* not published yet, or a day without a session: its absence is not a gap */
	bool done;     /* loaded since it became final */
	const char *asked; /* the unregistered symbol that it requests, else NULL; its type: */
	const char *asked_type;
	bool came; /* set by the caller that fetches: loaded, or unchanged */
};

struct fetch_plan {
	struct ctx *ctx;
	const struct fetch_options *opt; /* of all */
	struct day since;
	struct fetch_job *jobs;
	size_t n, size;
};

#define FETCH_STAGES 3

/* fetch_plan_add() - the jobs of a stage (0 to FETCH_STAGES - 1), including those already done. */
void fetch_plan_add(struct fetch_plan *p, int stage);

/*
 * fetch_plan_asked() - records that a job's unregistered symbol was requested; in a transaction of its
 * own.
 */
void fetch_plan_asked(struct ctx *ctx, const struct fetch_job *job);

#endif
