/* SPDX-License-Identifier: Apache-2.0 */
/* serve/places.c: a worker's state in the memory of the pool. */
#include "config.h"

#include "serve/places.h"

#include <stdatomic.h>

#include "core/clock.h"
#include "core/stop.h"
#include "core/problem.h"
#include "serve/serve.h"

void place_busy(struct server *s, int64_t until_us)
{
	atomic_store_explicit(&s->place->until_us, until_us, memory_order_relaxed);
	if (atomic_load_explicit(&s->place->state, memory_order_relaxed) == PLACE_IDLE)
		atomic_store_explicit(&s->place->state, PLACE_BUSY, memory_order_relaxed);
}

void place_idle(struct server *s)
{
	atomic_store_explicit(&s->place->state, PLACE_IDLE, memory_order_relaxed);
	atomic_store_explicit(&s->place->until_us, clock_monotonic_us() + IDLE_SILENCE_US,
			      memory_order_relaxed);
	stop_end();
}

enum room {
	ROOM_FREE,
	ROOM_TAKEN,	/* half of the workers have long requests */
	ROOM_TAKEN_OWN, /* half of these are the account's */
};

/* Claims the place, then counts, and releases it when over the limit, so that two workers cannot both enter. */
static enum room claim(struct server *s)
{
	size_t held = 0, own = 0, most = s->n_places / 4;
	enum room room = ROOM_FREE;

	if (!s->n_places)
		return ROOM_FREE;
	atomic_store(&s->place->state, PLACE_HEAVY);
	for (size_t i = 0; i < s->n_places; i++) {
		if (atomic_load(&s->places[i].state) != PLACE_HEAVY)
			continue;
		held++;
		own += stop_shares_owner(i);
	}
	if (own > (most > 1 ? most / 2 : 1))
		room = ROOM_TAKEN_OWN;
	else if (held > (most ? most : 1))
		room = ROOM_TAKEN;
	if (room != ROOM_FREE)
		atomic_store(&s->place->state, PLACE_BUSY);
	return room;
}

bool place_claim(struct server *s)
{
	return claim(s) == ROOM_FREE;
}

void place_hold(struct ctx *ctx, struct server *s)
{
	enum room room = claim(s);

	if (room == ROOM_FREE)
		return;
	if (room == ROOM_TAKEN_OWN) {
		problem_open(ctx)->retry_after = "1";
		fail(ctx, 429, "busy_account",
		     "Um pedido pesado desta conta já está em curso. Espere que termine.");
	}
	problem_open(ctx)->retry_after = "5";
	fail(ctx, 503, "busy",
	     "Metade dos processos já atende pedidos pesados. Tente de novo em instantes.");
}

void place_release(struct server *s, bool more)
{
	atomic_store(&s->place->state, PLACE_BUSY);
	if (more)
		stop_begin(0);
	else
		stop_end();
}
