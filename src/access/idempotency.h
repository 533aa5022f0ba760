/* SPDX-License-Identifier: Apache-2.0 */
/*
 * idempotency.h: Idempotency-Key, kept 24 h a credential (completions.md section 1).
 */
#ifndef LASTRO_ACCESS_IDEMPOTENCY_H
#define LASTRO_ACCESS_IDEMPOTENCY_H

#include <stdbool.h>
#include <stddef.h>

#include "http/ctx.h"

struct db_arg;
struct db_rows;
struct db_stmt;

/* db_send() or db_send_ahead(). */
typedef void send_statement(struct ctx *ctx, struct db_stmt *stmt, const struct db_arg *args,
			    size_t n);

/*
 * idempotency_ahead() - queue the question of idempotency_begin() behind access_enter()'s, where the body
 * was read ahead and the route is one that asks it; returns how many statements.
 * idempotency_ahead_take() - its rows; idempotency_is_new() - whether they let the handler run.
 */
size_t idempotency_ahead(struct ctx *ctx, send_statement *send);
void idempotency_ahead_take(struct ctx *ctx, const struct db_rows *rows);
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
