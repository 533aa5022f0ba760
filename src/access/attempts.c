/* SPDX-License-Identifier: Apache-2.0 */
/* attempts.c: credentials that were refused, counted by network. */
#include "config.h"

#include "access/attempts.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"
#include "ctx/problem.h"
#include "http/network.h"
#include "http/secret.h"

#define EACH_US INT64_C(1000000) /* an attempt is made up for in so long */
#define MOST_US (ATTEMPTS_AT_ONCE * EACH_US)

/* Keyed, so that nobody chooses whose count his network shares. */
static _Atomic int64_t *count_of(struct ctx *ctx)
{
	uint64_t sign[2];

	secret_sign(ctx->config, "lastro attempt 1", slice_of(request_network(ctx)),
		    (unsigned char *)sign, sizeof(sign));
	return &ctx->attempts->paid_us[sign[0] % ATTEMPTS_SLOTS];
}

static uint64_t beginning(const uint8_t hash[KEY_HASH])
{
	uint64_t n;

	memcpy(&n, hash, sizeof(n));
	return n;
}

static _Atomic uint64_t *place_of(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	return &ctx->attempts->good[beginning(hash) % ATTEMPTS_SLOTS];
}

static bool is_known(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	return atomic_load_explicit(place_of(ctx, hash), memory_order_relaxed) == beginning(hash);
}

static NORETURN void refuse_more(struct ctx *ctx, int64_t wait_us)
{
	problem_open(ctx)->retry_after = pool_printf(ctx->pool, "%" PRId64, wait_us / 1000000 + 1);
	fail(ctx, 429, "rate_limited",
	     "Deste endereço vieram credenciais recusadas demais. Espere os segundos de Retry-After.");
}

/* When the next one would be made up for, were it to come now. */
static int64_t next_of(int64_t paid, int64_t now)
{
	return (paid > now ? paid : now) + EACH_US;
}

void attempts_check(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	int64_t now = clock_monotonic_us(), next;

	if (!ctx->attempts || is_known(ctx, hash))
		return;
	next = next_of(atomic_load_explicit(count_of(ctx), memory_order_relaxed), now);
	if (next - now > MOST_US)
		refuse_more(ctx, next - now - MOST_US);
}

void attempts_refused(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	int64_t now = clock_monotonic_us(), paid, next;
	_Atomic int64_t *count;

	if (!ctx->attempts)
		return;
	if (hash && is_known(ctx, hash))
		atomic_store_explicit(place_of(ctx, hash), 0, memory_order_relaxed);
	count = count_of(ctx);
	paid = atomic_load_explicit(count, memory_order_relaxed);
	do {
		next = next_of(paid, now);
		if (next - now > MOST_US)
			refuse_more(ctx, next - now - MOST_US);
	} while (!atomic_compare_exchange_weak_explicit(count, &paid, next, memory_order_relaxed,
							memory_order_relaxed));
}

void attempts_accepted(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	if (ctx->attempts && !is_known(ctx, hash))
		atomic_store_explicit(place_of(ctx, hash), beginning(hash), memory_order_relaxed);
}
