/* SPDX-License-Identifier: Apache-2.0 */
/* idempotency.h: Idempotency-Key, stored for 24 h per credential. */
#ifndef LASTRO_IDENTITY_IDEMPOTENCY_H
#define LASTRO_IDENTITY_IDEMPOTENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"
#include "core/ctx.h"

/*
 * idempotency_begin() - true when the request was answered before and the handler must not run: ctx->res is the stored
 * answer (with Idempotency-Replayed: true).  Check the caller's present access, then call idempotency_check_gone(), which
 * refuses when the stored answer was deleted.  Refuses 422 idempotency_key_reused, 409 idempotency_in_progress, 400 invalid_header.
 */
bool idempotency_begin(struct ctx *ctx);

/* idempotency_check_gone() - 410 idempotency_answer_gone when the answer was deleted with its resource. */
void idempotency_check_gone(struct ctx *ctx);

/* idempotency_keep() - store a 2xx answer, in the handler's transaction, before its commit. */
void idempotency_keep(struct ctx *ctx);

/*
 * idempotency_without() - store @body instead of the answer, which carries a secret or something valid only once.
 * The first call wins.
 */
void idempotency_without(struct ctx *ctx, const char *body);

/*
 * idempotency_forget() - deletes the stored answers that name these deleted resources, in the same transaction.  Every
 * handler that deletes calls it (DELETE, page, Action); the protocol does for Actions that delete their target.
 */
void idempotency_forget(struct ctx *ctx, const struct uuid *ids, size_t n);

#endif
