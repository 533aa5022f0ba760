/* SPDX-License-Identifier: Apache-2.0 */
/* guessed.h: the assets of portfolios whose type an import guessed (doc/calculations.md 16.5). */
#ifndef LASTRO_PORTFOLIO_LEDGER_GUESSED_H
#define LASTRO_PORTFOLIO_LEDGER_GUESSED_H

#include <stdbool.h>

#include "core/uuid.h"
#include "core/ctx.h"

struct db_rows;

struct guessed {
	const struct uuid *ids; /* ascending */
	size_t n;
};

/* guessed_send() - queues one statement, for portfolios of one workspace. */
void guessed_send(struct ctx *ctx, struct uuid workspace, const struct uuid *portfolios, size_t n);

struct guessed guessed_take(struct ctx *ctx, const struct db_rows *rows);

bool guessed_has(const struct guessed *g, struct uuid asset);

#endif
