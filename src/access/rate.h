/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rate.h: how many requests a credential may still make.
 *
 * A bucket a credential in memory that the workers of a pool share: LASTRO_RATE requests flow in a second, and it
 * holds those of RATE_WINDOW_S.  nginx's limit stands above and counts alike.  A full bucket needs no place, so the
 * table forgets nothing; a credential that finds no place among RATE_PROBES that are all in use is let through.
 */
#ifndef LASTRO_ACCESS_RATE_H
#define LASTRO_ACCESS_RATE_H

#include <stdint.h>

#include "ctx/ctx.h"

#define RATE_SLOTS 8192
#define RATE_PROBES 8

/* Zero when it begins; a process alone has none. */
struct rates {
	struct rate_slot {
		_Atomic uint64_t credential; /* beginning of its hash */
		_Atomic int64_t full_us;     /* when the bucket is full again; past: it is */
	} of[RATE_SLOTS];
};

/*
 * rate_take() - one request of the credential, which the database knows: 429 rate_limited where its bucket is empty.
 * Once a request, however often it is tried.  What is left goes to ctx->rate.
 */
void rate_take(struct ctx *ctx);

#endif
