/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weight.h: remembers the cost of recent questions, and which account holds the workers.
 *
 * A question is the route, the account and the path.  Its duration and the size of its answer are
 * unknown in advance, so the workers of a pool remember them in shared memory.  The table has a fixed
 * size: an entry may be evicted.
 */
#ifndef LASTRO_IDENTITY_WEIGHT_H
#define LASTRO_IDENTITY_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

#define WEIGHT_SLOTS 4096

/* All zero at start; a process without a pool has its own. */
struct weights {
	struct weight {
		_Atomic uint64_t question;
		_Atomic int64_t slow_until_us, large_until_us;
	} of[WEIGHT_SLOTS];
};

/*
 * weight_admit() - 429 busy_account when long requests of the account hold half of the workers;
 * otherwise registers the worker as the account's.  Call it as soon as the credential is known:
 * ctx->caller has account and portfolio.
 */
void weight_admit(struct ctx *ctx);

/* weight_was_large() - whether the question's recent answer was large. */
bool weight_was_large(const struct ctx *ctx);

/* weight_remember() - records the duration of the question and the size of its answer. */
void weight_remember(const struct ctx *ctx, int64_t took_us, size_t bytes);

#endif
