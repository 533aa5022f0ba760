/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve/places.h: what a worker says of itself in the memory of the pool (serve/pool_link.h): idle, busy, or held for long.
 *
 * A quarter of the places, which is half of the workers, may be held for long at a time, and half of these by one account.
 */
#ifndef LASTRO_SERVE_PLACES_H
#define LASTRO_SERVE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/attributes.h"

struct ctx;
struct server;

/* place_busy() - tells the watchdog that the request in hand may take until then; place_idle() - that there is none. */
void place_busy(struct server *s, int64_t until_us);
void place_idle(struct server *s);

/* place_claim() - whether the worker may be held for long, and then is. */
bool place_claim(struct server *s) MUST_CHECK;

/* place_hold() - the same; 429 busy_account, or 503 busy, where it may not. */
void place_hold(struct ctx *ctx, struct server *s);

/*
 * place_release() - the worker is held no more: before its client hears, whose next request must find the place free.
 * @more: something is left to do, which begins now
 */
void place_release(struct server *s, bool more);

#endif
