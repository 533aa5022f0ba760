/* SPDX-License-Identifier: Apache-2.0 */
/* weight.c: remembers the cost of recent questions, and which account holds the workers. */
#include "config.h"

#include "identity/weight.h"

#include <sodium.h>
#include <stdatomic.h>
#include <string.h>

#include "identity/caller.h"
#include "core/clock.h"
#include "core/stop.h"

#define S INT64_C(1000000)
#define SLOW_US (60 * S)

/* An answer larger than this makes its question heavy, for this long. */
#define LARGE_BYTES ((size_t)2 << 20)
#define LARGE_US (600 * S)

/*
 * Of the query only whether there is one: irrelevant parameters would otherwise make every question
 * new. Never 0.
 */
static uint64_t question_of(const struct ctx *ctx)
{
	const struct caller *c = ctx->caller;
	const bool one = ctx->route->subject == SUBJECT_PORTFOLIO;
	const unsigned char asks = ctx->req->n_query > 0;
	unsigned char out[crypto_generichash_BYTES];
	crypto_generichash_state h;
	uint64_t question;

	/* Hashing fails only for wrong sizes, which are constant here. */
	(void)crypto_generichash_init(&h, NULL, 0, sizeof(out));
	(void)crypto_generichash_update(&h, (const unsigned char *)ctx->route->operation,
					strlen(ctx->route->operation) + 1);
	(void)crypto_generichash_update(&h, &asks, 1);
	(void)crypto_generichash_update(&h, one ? c->portfolio.b : c->account.b,
					sizeof(c->account.b));
	for (size_t i = 0; !one && i < PATH_CAPTURES && ctx->path[i]; i++)
		(void)crypto_generichash_update(&h, (const unsigned char *)ctx->path[i],
						strlen(ctx->path[i]) + 1);
	(void)crypto_generichash_final(&h, out, sizeof(out));
	memcpy(&question, out, sizeof(question));
	return question ? question : 1;
}

static struct weight *slot_of(const struct ctx *ctx)
{
	return &ctx->weights->of[ctx->question % WEIGHT_SLOTS];
}

static bool was(const struct ctx *ctx, const _Atomic int64_t *until_us)
{
	return atomic_load(&slot_of(ctx)->question) == ctx->question &&
	       clock_monotonic_us() < atomic_load(until_us);
}

/* From the random half of the account's id. */
static uint64_t owner_of(const struct caller *c)
{
	uint64_t owner;

	memcpy(&owner, c->account.b + sizeof(c->account.b) - sizeof(owner), sizeof(owner));
	return owner ? owner : 1;
}

void weight_admit(struct ctx *ctx)
{
	if (!ctx->weights)
		return;
	ctx->question = question_of(ctx);
	if (stop_hold(owner_of(ctx->caller), was(ctx, &slot_of(ctx)->slow_until_us)))
		return;
	ctx->question = 0; /* the answer says nothing about its cost */
	ctx_stop(ctx, STOP_BUSY);
}

bool weight_was_large(const struct ctx *ctx)
{
	return ctx->question && was(ctx, &slot_of(ctx)->large_until_us);
}

void weight_remember(const struct ctx *ctx, int64_t took_us, size_t bytes)
{
	struct weight *w;
	int64_t now = clock_monotonic_us();

	if (!ctx->question || (took_us <= HOLD_US && bytes < LARGE_BYTES))
		return;
	w = slot_of(ctx);
	if (atomic_load(&w->question) != ctx->question) {
		atomic_store(&w->question, 0);
		atomic_store(&w->slow_until_us, 0);
		atomic_store(&w->large_until_us, 0);
		atomic_store(&w->question, ctx->question);
	}
	if (took_us > HOLD_US)
		atomic_store(&w->slow_until_us, now + SLOW_US);
	if (bytes >= LARGE_BYTES)
		atomic_store(&w->large_until_us, now + LARGE_US);
}
