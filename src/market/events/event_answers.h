/* SPDX-License-Identifier: Apache-2.0 */
/*
 * event_answers.h: market series, their anomalous days, events and threads, for other modules.
 *
 * Loaders write series, events and evidence; the JSON of an anomaly is made here when it is computed or
 * linked, so that a page only copies it.
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

/* The routes of the series. */
void series_list(struct ctx *ctx);
void series_get(struct ctx *ctx);

struct anomalies_result {
	int64_t series;	   /* judged anew */
	int64_t whole;	   /* of these, computed from their first close */
	int64_t closes;	   /* read */
	int64_t most;	   /* most closes read for one series */
	int64_t anomalies; /* on the judged days */
	int64_t changed;   /* new, changed, or deleted */
	int64_t events;	   /* new candidates */
};

/*
 * anomalies_compute() - judges the days whose closes are new or changed since the last run.
 * @whole: every series from its first close
 *
 * Within the caller's transaction, which holds the lock of loads; includes events_link().
 */
void anomalies_compute(struct ctx *ctx, bool whole, struct anomalies_result *out);

/*
 * events_link() - links the anomalies and events of these days by rule, and renders the changes.  An
 * editor's links stay.  Within the caller's transaction.
 */
void events_link(struct ctx *ctx, struct day from, struct day to);

/*
 * events_candidates() - creates events from loaded decisions and material facts; returns the number of
 * new ones. Within the caller's transaction; the caller calls events_link().
 */
int64_t events_candidates(struct ctx *ctx);

/* Anomalies without an event, for an editor. */
struct gaps_wanted {
	struct day from, to;
	wide least_e12; /* of the effective score */
	bool papers;	/* also those of papers */
	long limit;
};

/* events_gaps() - rows of series, day, return in percent, score; texts, newest first. */
struct db_rows *events_gaps(struct ctx *ctx, const struct gaps_wanted *w);

/*
 * events_attach() - an editor links an event to an anomaly, or unlinks it (@undo); false when nothing
 * changed.  404 when either is unknown.  Within the caller's transaction.
 */
bool events_attach(struct ctx *ctx, const char *series, struct day day, const char *event_key,
		   bool undo);

/* events_changed() - makes the editor's change a new version of the events. */
void events_changed(struct ctx *ctx);

/* events_choose() - selects the strongest link of one anomaly again, and renders it. */
void events_choose(struct ctx *ctx, const char *series, struct day day);

#endif
