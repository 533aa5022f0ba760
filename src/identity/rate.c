/* SPDX-License-Identifier: Apache-2.0 */
/* rate.c: limits the requests of a credential. */
#include "config.h"

#include "identity/rate.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "identity/credential.h"
#include "core/clock.h"
#include "core/settings.h"
#include "core/problem.h"
#include "http/request.h"

#define S INT64_C(1000000)

static uint64_t number_of(const struct credential *c)
{
	uint64_t n;

	memcpy(&n, c->hash, sizeof(n));
	return n ? n : 1;
}

/* The slot of the credential; takes over a full bucket's slot when it has none; NULL when all probed slots are in use. */
static struct rate_slot *place_of(struct rates *t, uint64_t credential, int64_t now)
{
	for (size_t i = 0; i < RATE_PROBES; i++) {
		struct rate_slot *s = &t->of[(credential + i) % RATE_SLOTS];

		if (atomic_load(&s->credential) == credential)
			return s;
	}
	for (size_t i = 0; i < RATE_PROBES; i++) {
		struct rate_slot *s = &t->of[(credential + i) % RATE_SLOTS];
		uint64_t was = atomic_load(&s->credential);

		if (atomic_load(&s->full_us) <= now &&
		    atomic_compare_exchange_strong(&s->credential, &was, credential))
			return s;
	}
	return NULL;
}

static NORETURN void refuse(struct ctx *ctx, int64_t wait_us)
{
	struct problem *p = problem_open(ctx);

	p->retry_after = pool_printf(ctx->pool, "%" PRId64, (wait_us + S - 1) / S);
	p->slowly = true;
	fail(ctx, 429, "rate_limited",
	     "O limite de requisições desta credencial foi atingido: %d a cada %d segundos. "
	     "Espere os segundos de Retry-After.",
	     ctx->config->rate * RATE_WINDOW_S, RATE_WINDOW_S);
}

/* @missing_us: the time until the bucket is full. */
static void copy_rate(struct ctx *ctx, int64_t missing_us, int64_t each_us)
{
	ctx->rate.known = true;
	ctx->rate.left = (int)((RATE_WINDOW_S * S - missing_us) / each_us);
	ctx->rate.full_s = (int)((missing_us + S - 1) / S);
}

void rate_take(struct ctx *ctx)
{
	const int64_t now = clock_monotonic_us(), each_us = S / ctx->config->rate;
	struct rate_slot *s;
	int64_t full, after;

	if (!ctx->rates || ctx->rate.known)
		return;
	s = place_of(ctx->rates, number_of(ctx->credential), now);
	if (!s)
		return;
	full = atomic_load(&s->full_us);
	do {
		after = (full > now ? full : now) + each_us;
		if (after - now > RATE_WINDOW_S * S) {
			copy_rate(ctx, full - now, each_us);
			refuse(ctx, after - now - RATE_WINDOW_S * S);
		}
	} while (!ctx->req->judge && !atomic_compare_exchange_weak(&s->full_us, &full, after));
	copy_rate(ctx, after - now, each_us);
}
