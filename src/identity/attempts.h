/* SPDX-License-Identifier: Apache-2.0 */
/*
 * attempts.h: credentials that were refused, counted by network.
 *
 * In memory that the workers of a pool share.  A network has ATTEMPTS_AT_ONCE, and one a second afterwards; beyond
 * that it is told to wait before the database is asked.  Networks without a recent valid credential share
 * STRANGERS_AT_ONCE and STRANGERS_A_SECOND, since a flood may come from very many.  A recently valid credential is
 * always let through: one program with an old key does not lock out its whole office.  Tables have a fixed size: two
 * networks may share a count, and an entry may be evicted.
 */
#ifndef LASTRO_IDENTITY_ATTEMPTS_H
#define LASTRO_IDENTITY_ATTEMPTS_H

#include <stdint.h>

#include "identity/key.h"
#include "core/ctx.h"

#define ATTEMPTS_AT_ONCE 60
#define STRANGERS_AT_ONCE 200
#define STRANGERS_A_SECOND 50
#define ATTEMPTS_SLOTS 8192 /* a power of two */

/* All zero at start; a process without a pool has its own. */
struct attempts {
	_Atomic int64_t paid_us[ATTEMPTS_SLOTS]; /* when the network's bucket is full again */
	_Atomic int64_t strangers_us;		 /* the same for all unknown networks together */
	_Atomic uint64_t good[ATTEMPTS_SLOTS];	 /* beginning of a credential's hash */
	_Atomic uint64_t
		from[ATTEMPTS_SLOTS]; /* beginning of a network's hash, with a valid credential */
};

/*
 * attempts_check() - 429 rate_limited for a network with too many refusals, unless the credential was
 * recently valid.
 */
void attempts_check(struct ctx *ctx, const uint8_t hash[KEY_HASH]);

/* attempts_refused() - counts one refusal; 429 when there are too many.  @hash: NULL when the text is no credential. */
void attempts_refused(struct ctx *ctx, const uint8_t hash[KEY_HASH]);

/* attempts_accepted() - remembers a valid credential and its network. */
void attempts_accepted(struct ctx *ctx, const uint8_t hash[KEY_HASH]);

#endif
