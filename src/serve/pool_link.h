/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/pool_link.h: the interface between master and worker.
 *
 * The master starts "lastro.fcgi --worker I" with the listening socket on descriptor 0, a socket pair
 * to itself on LINK_FD, and on SHARED_FD memory that all share, with one place a worker, of which the
 * I-th is the worker's.
 */
#ifndef LASTRO_SERVE_POOL_LINK_H
#define LASTRO_SERVE_POOL_LINK_H

#include <stddef.h>
#include <stdint.h>

#include "identity/attempts.h"
#include "identity/rate.h"
#include "identity/weight.h"
#include "core/stop.h"
#include "serve/metrics.h"

#define LISTEN_FD 0
#define LINK_FD 3
#define SHARED_FD 4

#define WORKERS_MAX 64

/* One worker's place in the shared memory, zeroed at start. */
struct place {
	_Atomic int64_t until_us; /* when the master may kill it, on clock_monotonic_us() */
	_Atomic int32_t state;	  /* enum place_state */
};

/*
 * The shared memory.  New members go to its end: the master of an older program may start a worker of
 * this program with a shorter memory (SHARED_OLD: it ends with the places, as many as fit its size;
 * SHARED_WEIGHED), and the worker then uses memory of its own for the missing members, or does without.
 */
struct shared {
	struct attempts attempts;
	struct metrics metrics;
	int32_t given; /* systemd keeps the socket beyond the pool: a worker that leaves does not shut it, and leaves the queue alone */
	int32_t workers;
	struct place places[2 * WORKERS_MAX]; /* of lane l: 2l and 2l+1 */
	struct holds holds;
	struct weights weights;
	struct rates rates;
};
#define SHARED_OLD offsetof(struct shared, places)
#define SHARED_WEIGHED offsetof(struct shared, rates) /* likewise, up to the weights */

enum place_state {
	PLACE_IDLE, /* waits for a request, and beats every IDLE_BEAT_US */
	PLACE_BUSY, /* has one */
	PLACE_HEAVY, /* has a request that may take long: at most half of the workers, half of them for one account */
};

#define IDLE_BEAT_US INT64_C(2000000)	  /* how often an idle worker beats */
#define IDLE_SILENCE_US INT64_C(10000000) /* an idle worker silent for this long counts as frozen */

#define LINK_READY 'r' /* worker to master: it takes requests */
#define LINK_DRAIN 'd' /* master to worker: answer what is queued, then leave */

/* Exit statuses, as in the manual page. */
#define EXIT_USAGE 2 /* a wrong option or variable */
#define EXIT_START 1 /* the program could not start */

#endif
