/* SPDX-License-Identifier: Apache-2.0 */
/* attempts.c: credentials that were refused, counted by network. */
#include "config.h"

#include "identity/attempts.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "core/clock.h"
#include "core/text.h"
#include "core/problem.h"
#include "http/network.h"
#include "http/secret.h"

/* The time that one attempt costs, and how much time may be borrowed in advance (a token bucket). */
struct allowance {
	int64_t each_us, most_us;
};

static const struct allowance of_network = { 1000000, ATTEMPTS_AT_ONCE *INT64_C(1000000) };
static const struct allowance of_strangers = {
	1000000 / STRANGERS_A_SECOND, STRANGERS_AT_ONCE *INT64_C(1000000) / STRANGERS_A_SECOND
};

/* A keyed hash, so that an attacker cannot choose a network whose slot he shares. */
static uint64_t network_hash(struct ctx *ctx)
{
	uint64_t sign[2];

	secret_sign(ctx->config, "lastro attempt 1", slice_of(request_network(ctx)),
		    (unsigned char *)sign, sizeof(sign));
	return sign[0];
}

static uint64_t beginning(const uint8_t hash[KEY_HASH])
{
	uint64_t n;

	memcpy(&n, hash, sizeof(n));
	return n;
}

static bool knows(const _Atomic uint64_t *table, uint64_t what)
{
	return atomic_load_explicit(&table[what % ATTEMPTS_SLOTS], memory_order_relaxed) == what;
}

static void remember(_Atomic uint64_t *table, uint64_t what, uint64_t value)
{
	atomic_store_explicit(&table[what % ATTEMPTS_SLOTS], value, memory_order_relaxed);
}

static NORETURN void refuse_more(struct ctx *ctx, int64_t wait_us)
{
	struct problem *p = problem_open(ctx);

	p->retry_after = pool_printf(ctx->pool, "%" PRId64, wait_us / 1000000 + 1);
	p->slowly = true;
	fail(ctx, 429, "rate_limited",
	     "Vieram credenciais recusadas demais. Espere os segundos de Retry-After.");
}

/* The time at which the bucket is full again after one more attempt; refuses one that finds it empty. */
static int64_t next_of(struct ctx *ctx, int64_t paid, const struct allowance *a)
{
	int64_t now = clock_monotonic_us();
	int64_t next = (paid > now ? paid : now) + a->each_us;

	if (next - now > a->most_us)
		refuse_more(ctx, next - now - a->most_us);
	return next;
}

static void look(struct ctx *ctx, const _Atomic int64_t *count, const struct allowance *a)
{
	(void)next_of(ctx, atomic_load_explicit(count, memory_order_relaxed), a);
}

static void take(struct ctx *ctx, _Atomic int64_t *count, const struct allowance *a)
{
	int64_t paid = atomic_load_explicit(count, memory_order_relaxed);

	while (!atomic_compare_exchange_weak_explicit(count, &paid, next_of(ctx, paid, a),
						      memory_order_relaxed, memory_order_relaxed))
		continue;
}

void attempts_check(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	struct attempts *t = ctx->attempts;
	uint64_t network;

	if (!t || knows(t->good, beginning(hash)))
		return;
	network = network_hash(ctx);
	look(ctx, &t->paid_us[network % ATTEMPTS_SLOTS], &of_network);
	if (!knows(t->from, network))
		look(ctx, &t->strangers_us, &of_strangers);
}

void attempts_refused(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	struct attempts *t = ctx->attempts;
	uint64_t network;

	if (!t)
		return;
	if (hash && knows(t->good, beginning(hash)))
		remember(t->good, beginning(hash), 0);
	network = network_hash(ctx);
	take(ctx, &t->paid_us[network % ATTEMPTS_SLOTS], &of_network);
	if (!knows(t->from, network))
		take(ctx, &t->strangers_us, &of_strangers);
}

void attempts_accepted(struct ctx *ctx, const uint8_t hash[KEY_HASH])
{
	struct attempts *t = ctx->attempts;
	uint64_t network;

	if (!t || knows(t->good, beginning(hash)))
		return;
	remember(t->good, beginning(hash), beginning(hash));
	network = network_hash(ctx);
	remember(t->from, network, network);
}
