/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h: runs a command over many portfolios, each as a worker runs a request. */
#ifndef LASTRO_IDENTITY_TURN_H
#define LASTRO_IDENTITY_TURN_H

#include <stdbool.h>

#include "identity/caller.h"
#include "core/problem.h"

/*
 * turn_take() - runs @run as @caller on a pool of its own, then the functions that it queued by
 * ctx_later(), then frees the pool.
 *
 * False: @run refused.  Its database changes are rolled back, and *@why says why; its texts hang on the
 * caller's pool.  A failure of a queued function is logged: the next reader derives the figures again.
 */
bool turn_take(struct ctx *ctx, const struct caller *caller,
	       void (*run)(struct ctx *ctx, void *arg), void *arg, struct problem *why) MUST_CHECK;

#endif
