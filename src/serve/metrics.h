/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/metrics.h: what a pool counts of its requests, and GET /v1/metrics, which tells it.
 *
 * The counters lie in memory that the workers share, so that any of them answers for all and none goes down with one
 * that is replaced.  They are added to without a lock.  An operation has a row, found by the hash of its name: workers
 * of an older and of a newer program count in the same one.  The table is of fixed size; what finds no row is counted
 * in the first, as what is no operation is.
 */
#ifndef LASTRO_SERVE_METRICS_H
#define LASTRO_SERVE_METRICS_H

#include <stdint.h>

#include "http/route.h"

#define METRICS_ROWS 1024 /* a power of two, at least twice as many as there are routes */
#define METRICS_STATUSES 30
#define METRICS_BUCKETS 13 /* the last is of what took longer than any bound */

struct metrics_row {
	_Atomic uint64_t name; /* hash of the operation; 0: the row is free */
	_Atomic uint64_t status[METRICS_STATUSES];
	_Atomic uint64_t bucket[METRICS_BUCKETS]; /* not cumulative */
	_Atomic uint64_t took_us;
};

/* Zero when it begins; of a process alone, its own. */
struct metrics {
	_Atomic uint64_t restarts; /* the master's: workers that ended unasked */
	_Atomic uint64_t round_trips, cache_hits, cache_misses, rebuilds;
	struct metrics_row rows[METRICS_ROWS]; /* the first is of no operation */
};

extern const struct route metrics_routes[];

/* What the numbers of a row are of; a status that is not listed is told as 0. */
extern const int metrics_statuses[METRICS_STATUSES];
extern const int64_t metrics_bounds_us[METRICS_BUCKETS - 1];

/* metrics_alone() - the memory of a process without a master. */
struct metrics *metrics_alone(void);

/* metrics_row() - of an operation, made by the first who asks; NULL is the row of what is none. */
struct metrics_row *metrics_row(struct metrics *m, const char *operation);

/* metrics_count() - one request that has its answer. */
void metrics_count(struct metrics *m, const struct ctx *ctx, int64_t took_us);

#endif
