/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop.h: whether the work in hand must end: its time is over, or its owner holds too many workers.
 *
 * Loops that may run long ask stop_asked(): those of calc return CALC_STOPPED, others fail by ctx_in_time().  Waits
 * for the database ask too.  The holds of all workers of a pool lie in memory that they share; a process alone has
 * none, and only its deadline stops it.
 */
#ifndef LASTRO_CORE_STOP_H
#define LASTRO_CORE_STOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/attributes.h"

#define HOLD_US INT64_C(100000) /* a request counts against its owner once it has taken longer */
#define HOLDS_MAX 128		/* two places a worker: one may be leaving */

/* What one worker is held by; zero: by nobody. */
struct hold {
	_Atomic uint64_t owner;
	_Atomic int64_t counts_us; /* from then on it counts, on clock_monotonic_us() */
};

/* Of a pool; the master clears the hold of a worker that is gone. */
struct holds {
	_Atomic int32_t workers;
	struct hold of[HOLDS_MAX];
};

enum stop {
	STOP_NOT,
	STOP_LATE, /* the deadline has passed */
	STOP_BUSY, /* older holds of the same owner are half of the workers */
};

/* stop_share() - the pool's holds, and which one is this process's.  Once, at start. */
void stop_share(struct holds *all, size_t own);

/* stop_begin() - work begins now, and must end at @deadline_us (0: never); a hold that there is counts anew. */
void stop_begin(int64_t deadline_us);

/* stop_deadline() - the same work has another deadline. */
void stop_deadline(int64_t deadline_us);

/*
 * stop_hold() - the work in hand is @owner's and counts HOLD_US after it began, or at once where it is @known to take
 * longer.  False, and nothing is held, where the owner's holds that count are half of the workers.
 */
bool stop_hold(uint64_t owner, bool known) MUST_CHECK;

/* stop_shares_owner() - whether the hold at @i is of the owner of the work in hand, as its own is; false while that is not known. */
bool stop_shares_owner(size_t i);

/* stop_finish() - from here on the work is not stopped for its owner's sake: it commits, or is refused already. */
void stop_finish(void);

/* stop_end() - nothing is in hand. */
void stop_end(void);

/* stop_asked() - costs a look at the clock.  What it has said it says until the work finishes or ends. */
enum stop stop_asked(void);

/* stop_look_us() - when a wait should ask again; 0: the deadline alone ends it. */
int64_t stop_look_us(void);

#endif
