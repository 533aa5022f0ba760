/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/places.h: a worker's state in the memory of the pool (serve/pool_link.h): idle, busy, or held
 * by a long request.
 *
 * A quarter of the places, which is half of the workers, may be held for long at a time, and half of
 * these by one account.
 */
#ifndef LASTRO_SERVE_PLACES_H
#define LASTRO_SERVE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/attributes.h"

struct ctx;
struct server;

/*
 * place_busy() - tells the watchdog that the current request may take until then; place_idle() - that
 * there is none.
 */
void place_busy(struct server *s, int64_t until_us);
void place_idle(struct server *s);

/* place_claim() - marks the worker as held for long; false when too many already are. */
bool place_claim(struct server *s) MUST_CHECK;

/* place_hold() - the same, but refuses with 429 busy_account or 503 busy. */
void place_hold(struct ctx *ctx, struct server *s);

/*
 * place_release() - marks the worker as not held any more; before the answer is sent, since the
 * client's next request must find the place free.
 * @more: work is left, which begins now
 */
void place_release(struct server *s, bool more);

#endif
