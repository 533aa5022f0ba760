/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weight.h: what a question weighed the last time, and who holds the workers.
 *
 * A question is the route, the account and what the path names.  How long it takes, and how large its answer is,
 * nobody knows before: the workers of a pool remember it in memory that they share.  The table is of fixed size: a
 * question may be forgotten for another one.
 */
#ifndef LASTRO_IDENTITY_WEIGHT_H
#define LASTRO_IDENTITY_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

#define WEIGHT_SLOTS 4096

/* Zero when it begins; of a process alone, its own. */
struct weights {
	struct weight {
		_Atomic uint64_t question;
		_Atomic int64_t slow_until_us, large_until_us;
	} of[WEIGHT_SLOTS];
};

/*
 * weight_admit() - 429 busy_account where half of the workers are held by requests of the account that took long;
 * else the worker is the account's.  Right after the credential is known: ctx->caller has account and portfolio.
 */
void weight_admit(struct ctx *ctx);

/* weight_was_large() - whether the question had a large answer lately. */
bool weight_was_large(const struct ctx *ctx);

/* weight_remember() - it took so long, and its answer has so many bytes. */
void weight_remember(const struct ctx *ctx, int64_t took_us, size_t bytes);

#endif
