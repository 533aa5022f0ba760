/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.h: the first day of the earliest exchange statement imported into a portfolio. */
#ifndef LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H
#define LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H

#include "core/ctx.h"

#include "core/day.h"
#include "core/uuid.h"

struct db_rows;

/* first_day_send() - queues one statement, for portfolios of one workspace. */
void first_day_send(struct ctx *ctx, struct uuid workspace, const struct uuid *portfolios,
		    size_t n);

/* first_day_take() - of one of them; false when neither a statement nor an export of one was imported. */
bool first_day_take(const struct db_rows *rows, struct uuid portfolio, struct day *out) MUST_CHECK;

#endif
