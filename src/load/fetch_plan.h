/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fetch_plan.h: which files there are to be fetched, of every source: `lastro fetch --all`.
 *
 * In three stages, since each is named by what the one before brought: what is public and of everybody; what
 * somebody holds; what the exchange's pages say of the issuers of that, and the years before of a coin that was found.
 *
 * What people write is no list of papers: a symbol is asked for when a register has it.  Of those that none has a few
 * are, of each account, by one file; and not again for thirty days (sql/functions/fetch_held.sql).
 */
#ifndef LASTRO_LOAD_FETCH_PLAN_H
#define LASTRO_LOAD_FETCH_PLAN_H

#include "core/day.h"
#include "load/fetch.h"

struct fetch_job {
	const struct fetch_source *from;
	struct fetch_options opt;    /* with the values that name the file */
	const char *type, *currency; /* of struct load_options */
	struct day
		settled; /* loaded on this day or later, it does not change any more; DAY_FAR_FUTURE: it does */
	bool may_lack; /* not published yet, or a day without a session: a server without it is no hole */
	bool done; /* loaded since it settled */
	const char
		*asked; /* the symbol of no register that it asks for, else NULL; of this type: */
	const char *asked_type;
	bool came; /* set by whoever fetches: loaded, or unchanged */
};

struct fetch_plan {
	struct ctx *ctx;
	const struct fetch_options *opt; /* of all */
	struct day since;
	struct fetch_job *jobs;
	size_t n, size;
};

#define FETCH_STAGES 3

/* fetch_plan_add() - the jobs of a stage (0 to FETCH_STAGES - 1), those behind included that are done already. */
void fetch_plan_add(struct fetch_plan *p, int stage);

/* fetch_plan_asked() - note that a job's symbol of no register was asked for; in a transaction of its own. */
void fetch_plan_asked(struct ctx *ctx, const struct fetch_job *job);

#endif
