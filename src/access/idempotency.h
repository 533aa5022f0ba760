/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idempotency.h: Idempotency-Key, kept 24 h a credential (completions.md section 1).
 */
#ifndef LASTRO_ACCESS_IDEMPOTENCY_H
#define LASTRO_ACCESS_IDEMPOTENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"
#include "http/ctx.h"

/* What access_enter() is told of the key; nulls: nothing. */
struct idempotency_args {
	struct db_arg key, fingerprint;
};

/*
 * idempotency_ahead() - where the body was read ahead and the route is one that asks idempotency_begin(), for
 * access_enter() to say whether the key was used.  idempotency_told() - what it said; idempotency_is_new() - whether
 * that lets the handler run.
 */
struct idempotency_args idempotency_ahead(struct ctx *ctx);
void idempotency_told(struct ctx *ctx, const char *outcome);
bool idempotency_is_new(const struct ctx *ctx);

/*
 * idempotency_begin() - true when a stored answer was replayed (ctx->res is it, with
 * Idempotency-Replayed: true) and the handler must not run.  Refuses 422 idempotency_key_reused,
 * 409 idempotency_in_progress, 400 invalid_header.
 */
bool idempotency_begin(struct ctx *ctx);

/* idempotency_keep() - store a 2xx answer, in the handler's transaction, before its commit. */
void idempotency_keep(struct ctx *ctx);

/* idempotency_without() - the answer carries a secret: keep @body, which does not, in its stead. */
void idempotency_without(struct ctx *ctx, const char *body);

void idempotency_register(void);

#endif
