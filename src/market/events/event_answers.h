/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event_answers.h: market series, their anomalous days, events and threads, as other modules see them.
 *
 * Loaders write series, events and evidence; what is shown of an anomaly is made here when it is
 * computed or linked, so that a page only copies it.
 */
#ifndef LASTRO_MARKET_EVENTS_EVENT_ANSWERS_H
#define LASTRO_MARKET_EVENTS_EVENT_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/day.h"
#include "core/decimal.h"
#include "http/route.h"

struct db_rows;

extern const struct route events_routes[];

struct anomalies_result {
	int64_t series;	   /* judged anew */
	int64_t whole;	   /* of these, from their first close */
	int64_t closes;	   /* read */
	int64_t most;	   /* closes read for one series */
	int64_t anomalies; /* of the days judged */
	int64_t changed;   /* new, another, or gone */
	int64_t events;	   /* new candidates */
};

/*
 * anomalies_compute() - judge the days whose closes came or changed since the last time.
 * @whole: every series from its first close
 *
 * Within the caller's transaction, which holds the lock of loads; events_settle() is part of it.
 */
void anomalies_compute(struct ctx *ctx, bool whole, struct anomalies_result *out);

/*
 * events_settle() - link the anomalies and events of these days by rule, and make what is shown of
 * all that changed.  Links of an editor stay.  Within the caller's transaction.
 */
void events_settle(struct ctx *ctx, struct day from, struct day to);

/*
 * events_candidates() - events out of decisions and material facts that are loaded; how many are new.
 * Within the caller's transaction; events_settle() is left to it.
 */
int64_t events_candidates(struct ctx *ctx);

/* Anomalies without an event, for an editor. */
struct gaps_wanted {
	struct day from, to;
	wide least_e12; /* of the effective score */
	bool papers;	/* those of papers, too */
	long limit;
};

/* events_gaps() - rows of series, day, return in percent, score; texts, newest first. */
struct db_rows *events_gaps(struct ctx *ctx, const struct gaps_wanted *w);

/*
 * events_attach() - an editor puts an event beside an anomaly, or takes it away (@undo); false when it
 * was so already.  404 when either is unknown.  Within the caller's transaction.
 */
bool events_attach(struct ctx *ctx, const char *series, struct day day, const char *event_key,
		   bool undo);

/* events_changed() - what the editor did is a new version of the events. */
void events_changed(struct ctx *ctx);

/* events_choose() - the strongest link of one anomaly anew, and what is shown of it. */
void events_choose(struct ctx *ctx, const char *series, struct day day);

#endif
