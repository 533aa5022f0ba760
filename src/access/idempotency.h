/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idempotency.h: Idempotency-Key, kept 24 h a credential (completions.md section 1).
 */
#ifndef LASTRO_ACCESS_IDEMPOTENCY_H
#define LASTRO_ACCESS_IDEMPOTENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"
#include "ctx/ctx.h"

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
