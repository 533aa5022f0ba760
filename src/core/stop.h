/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop.h: whether the current request must end: its deadline has passed, or its owner holds too many
 * workers.
 *
 * Loops that may run long call stop_asked(): those of calc return CALC_STOPPED, others fail by
 * ctx_in_time().  Waits for the database ask too.  The holds of all workers of a pool lie in shared
 * memory; a process without a pool has none, and only its deadline stops it.
 */
#ifndef LASTRO_CORE_STOP_H
#define LASTRO_CORE_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/attributes.h"

#define HOLD_US INT64_C(40000) /* a request counts against its owner after this time */
/* What is done after an answer counts later: who asks one thing after another is not refused for it. */
#define HOLD_LATER_US INT64_C(200000)
#define HOLDS_MAX 128 /* two places a worker: during a replacement both are used */

/* The owner that holds one worker; zero: none. */
struct hold {
	_Atomic uint64_t owner;
	_Atomic int64_t counts_us; /* when it begins to count, on clock_monotonic_us() */
};

/* The holds of a pool; the master clears the hold of a worker that has ended. */
struct holds {
	_Atomic int32_t workers;
	struct hold of[HOLDS_MAX];
};

enum stop {
	STOP_NOT,
	STOP_LATE, /* the deadline has passed */
	STOP_BUSY, /* older holds of the same owner are half of the workers */
};

/* stop_share() - sets the pool's holds, and the index of this process's.  Once, at start. */
void stop_share(struct holds *all, size_t own);

/*
 * stop_begin() - begins a request that must end at @deadline_us (0: never); a hold that exists is of
 * work after an answer, and counts HOLD_LATER_US from now.
 */
void stop_begin(int64_t deadline_us);

/* stop_deadline() - changes the deadline of the current request. */
void stop_deadline(int64_t deadline_us);

/*
 * stop_hold() - registers @owner for the current request.  It counts HOLD_US after the beginning, or at
 * once when that is over or it is @known to take longer.  False, and nothing is registered, when the owner's counting
 * holds are half of the workers.
 */
bool stop_hold(uint64_t owner, bool known) MUST_CHECK;

/*
 * stop_shares_owner() - whether the hold at @i has the same owner as the current request; false while
 * that owner is unknown.
 */
bool stop_shares_owner(size_t i);

/*
 * stop_finish() - from here on the request is not stopped for its owner's sake: it commits, or is
 * already refused.
 */
void stop_finish(void);

/* stop_end() - no request is in progress. */
void stop_end(void);

/*
 * stop_asked() - reads the clock once.  An answer other than STOP_NOT stays until stop_finish() or
 * stop_end().
 */
enum stop stop_asked(void);

/* stop_look_us() - when a wait should call stop_asked() again; 0: only the deadline ends the wait. */
int64_t stop_look_us(void);

#endif
