/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h: a command that goes over many portfolios treats each as a worker treats a request. */
#ifndef LASTRO_ADMIN_TURN_H
#define LASTRO_ADMIN_TURN_H

#include <stdbool.h>

#include "identity/caller.h"
#include "core/problem.h"

/*
 * turn_take() - runs @run as @caller on a pool of its own, then what it queued by ctx_later(), then frees the pool.
 *
 * False: @run refused.  What was sent to the database is undone, and *@why says why; its texts hang on the pool that
 * was there before.  What was queued and fails is logged: the next reader derives it again.
 */
bool turn_take(struct ctx *ctx, const struct caller *caller,
	       void (*run)(struct ctx *ctx, void *arg), void *arg, struct problem *why) MUST_CHECK;

#endif
