/* SPDX-License-Identifier: Apache-2.0 */
/* find_parts.h: a run of notices_find(), for its files: each finds the notices of some kinds. */
#ifndef LASTRO_NOTICES_FIND_PARTS_H
#define LASTRO_NOTICES_FIND_PARTS_H

#include "db/db.h"
#include "identity/caller.h"
#include "notices/found.h"

struct finding {
	struct ctx *ctx;
	struct db_arg workspaces, offices; /* of the part of the job */
	struct caller seen;		   /* whom a turn acts for, but for who it is */
	const struct uuid *hearing;	   /* accounts that may be told, ascending */
	size_t n_hearing;
	int64_t queued;
};

/* find_hears() - whether the account is neither disabled, nor waiting to be deleted, nor its wallet suspended. */
bool find_hears(const struct finding *f, struct uuid account);

/*
 * find_turn() - runs @run for @who in a transaction and on a pool of its own, and counts what it queued.  One that refuses gives
 * no notice and does not affect others (it is logged, as that of @what @id); a lost database ends the run.
 */
struct find_turn {
	struct finding *f;
	struct person who;
	const char *what, *id;
	int64_t (*run)(struct ctx *ctx, const struct find_turn *t);
	const void *arg;
};
void find_turn(struct find_turn *t);

/* find_reached() - price_reached, of everyone at once; within the caller's transaction. */
void find_reached(struct finding *f);

/* price_stale, income_due and results_published: of each portfolio. */
void find_holdings(struct finding *f, const struct db_rows *holders);
const struct db_rows *find_holders(struct finding *f);

/* income_announced, income_received, darf_due and weekly_summary: of all portfolios of each account. */
void find_accounts(struct finding *f, const struct db_rows *subscribers);
const struct db_rows *find_subscribers(struct finding *f);
#define SUBSCRIBER_ACCOUNT 1 /* the column of the account; those of one account stand in one row */

/* weekly_summary: what a turn of find_accounts() queues. */
int64_t find_week(struct ctx *ctx, const struct find_turn *t);
/* find_monday() - the first day of the week of @day. */
struct day find_monday(struct day day);
/* find_week_about() - the subject of the summary of the week that begins then. */
const char *find_week_about(void *pool, struct day monday);

#endif
