/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/pool_link.h: what master and worker agree on.
 *
 * The master starts "lastro.fcgi --worker I" with the listening socket on descriptor 0, a socket pair
 * to itself on LINK_FD, and on SHARED_FD memory that all have, with one place a worker, of which the I-th is
 * the worker's.
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

/* One worker's in the shared memory, zero when it begins. */
struct place {
	_Atomic int64_t until_us; /* when the master may kill it, on clock_monotonic_us() */
	_Atomic int32_t state;	  /* enum place_state */
};

/*
 * The memory.  What is new goes to its end: a worker of this program may have been started by the master of an older
 * one, whose memory is shorter (SHARED_OLD: it ends with the places, as many as its size says; SHARED_WEIGHED), and
 * then has of its own, or goes without, what is missing.
 */
struct shared {
	struct attempts attempts;
	struct metrics metrics;
	int32_t given; /* the socket outlives the pool: nobody shuts it, who leaves leaves the queue */
	int32_t workers;
	struct place places[2 * WORKERS_MAX]; /* of lane l: 2l and 2l+1 */
	struct holds holds;
	struct weights weights;
	struct rates rates;
};
#define SHARED_OLD offsetof(struct shared, places)
#define SHARED_WEIGHED offsetof(struct shared, rates) /* likewise: it ends with the weights */

enum place_state {
	PLACE_IDLE, /* waits for a request, and says every IDLE_BEAT_US that it does */
	PLACE_BUSY, /* has one */
	PLACE_HEAVY, /* has one that may take long: at most half of the workers, half of them an account's */
};

#define IDLE_BEAT_US INT64_C(2000000)	  /* how often an idle worker says so */
#define IDLE_SILENCE_US INT64_C(10000000) /* after so long without it is taken for frozen */

#define LINK_READY 'r' /* worker to master: it takes requests */
#define LINK_DRAIN 'd' /* master to worker: answer what is queued, then leave */

/* Exit statuses, as the manual page has them. */
#define EXIT_USAGE 2 /* a wrong option or variable */
#define EXIT_START 1 /* it could not start */

#endif
