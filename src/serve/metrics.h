/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/metrics.h: the counters of a pool's requests, which GET /v1/metrics shows.
 *
 * The counters lie in memory that the workers share, so that any of them answers for all and none is
 * lost when a worker is replaced.  They are incremented without a lock.  An operation has a row, found
 * by the hash of its name, so workers of an older and a newer program use the same one.  The table has
 * a fixed size; an operation that finds no row is counted in the first, with requests that match no
 * operation.
 */
#ifndef LASTRO_SERVE_METRICS_H
#define LASTRO_SERVE_METRICS_H

#include <stdint.h>

#include "http/route.h"

#define METRICS_ROWS 1024 /* a power of two, at least twice as many as there are routes */
#define METRICS_STATUSES 30
#define METRICS_BUCKETS 13 /* the last has no upper bound */

struct metrics_row {
	_Atomic uint64_t name; /* hash of the operation; 0: the row is free */
	_Atomic uint64_t status[METRICS_STATUSES];
	_Atomic uint64_t bucket[METRICS_BUCKETS]; /* not cumulative */
	_Atomic uint64_t took_us;
};

/* Zeroed at start; a process without a pool has its own. */
struct metrics {
	_Atomic uint64_t restarts; /* the master's: workers that ended unasked */
	_Atomic uint64_t round_trips, cache_hits, cache_misses, rebuilds;
	struct metrics_row rows[METRICS_ROWS]; /* the first: requests of no operation */
};

extern const struct route metrics_routes[];

/* The labels of a row's numbers; a status that is not listed is counted as 0. */
extern const int metrics_statuses[METRICS_STATUSES];
extern const int64_t metrics_bounds_us[METRICS_BUCKETS - 1];

/* metrics_alone() - the counters of a process without a master. */
struct metrics *metrics_alone(void);

/*
 * metrics_row() - the row of an operation, created when first used; NULL: the row of requests without
 * an operation.
 */
struct metrics_row *metrics_row(struct metrics *m, const char *operation);

/* metrics_count() - counts one answered request. */
void metrics_count(struct metrics *m, const struct ctx *ctx, int64_t took_us);

#endif
