/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rate.h: limits the requests of a credential.
 *
 * One token bucket per credential, in memory that the workers of a pool share: it gains LASTRO_RATE
 * requests a second and holds RATE_WINDOW_S seconds of them.  nginx limits by the same rule before.  A
 * full bucket needs no slot, so reusing its slot loses nothing; a credential whose RATE_PROBES slots
 * are all in use is let through.
 */
#ifndef LASTRO_IDENTITY_RATE_H
#define LASTRO_IDENTITY_RATE_H

#include <stdint.h>

#include "core/ctx.h"

#define RATE_SLOTS 8192
#define RATE_PROBES 8

/* All zero at start; a process without a pool has none. */
struct rates {
	struct rate_slot {
		_Atomic uint64_t credential; /* beginning of its hash */
		_Atomic int64_t
			full_us; /* when the bucket is full again; a past time: it is full */
	} of[RATE_SLOTS];
};

/*
 * rate_take() - takes one request from the bucket of an authenticated credential: 429 rate_limited when it is empty.
 * Counts a request once, even when it is retried.  Sets ctx->rate to what is left.
 */
void rate_take(struct ctx *ctx);

#endif
