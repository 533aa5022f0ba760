/* SPDX-License-Identifier: Apache-2.0 */
/*
 * events.h: market series, their anomalous days, events and threads, as other modules see them.
 *
 * Loaders write series, events and evidence; what is shown of an anomaly is made here when it is
 * computed or linked, so that a page only copies it.
 */
#ifndef LASTRO_EVENTS_EVENTS_H
#define LASTRO_EVENTS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/day.h"
#include "http/route.h"

extern const struct route events_routes[];

struct anomalies_result {
	int64_t series;	   /* judged anew */
	int64_t whole;	   /* of these, from their first close */
	int64_t closes;	   /* read */
	int64_t most;	   /* closes read for one series */
	int64_t anomalies; /* of the days judged */
	int64_t changed;   /* new, another, or gone */
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

/* events_register() - the statements of this folder, for the preparing test. */
void events_register(void);

#endif
