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
 * idempotency_begin() - true when the request was answered before and the handler must not run: ctx->res is the stored
 * answer (with Idempotency-Replayed: true), if it is still there; idempotency_check_gone() says so, once the caller's
 * present access was looked at.  Refuses 422 idempotency_key_reused, 409 idempotency_in_progress, 400 invalid_header.
 */
bool idempotency_begin(struct ctx *ctx);

/* idempotency_check_gone() - 410 idempotency_answer_gone where the answer was deleted with what it told of. */
void idempotency_check_gone(struct ctx *ctx);

/* idempotency_keep() - store a 2xx answer, in the handler's transaction, before its commit. */
void idempotency_keep(struct ctx *ctx);

/*
 * idempotency_without() - keep @body in the answer's stead: the answer carries a secret, or what is of this one sending.
 * The first that is named stays.
 */
void idempotency_without(struct ctx *ctx, const char *body);

/*
 * idempotency_forget() - these were deleted: the kept answers that name them go, in the transaction of the deletion.
 * Whoever deletes says so, since a page and an Action delete as a DELETE does; the protocol does for each Action that
 * deletes its target.
 */
void idempotency_forget(struct ctx *ctx, const struct uuid *ids, size_t n);

#endif
