/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.h: the first day of the earliest exchange statement imported into a portfolio. */
#ifndef LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H
#define LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H

#include "core/ctx.h"

#include "core/day.h"

struct db_rows;

/* first_day_send() - queues one statement. */
void first_day_send(struct ctx *ctx);

/* first_day_take() - its result; false when neither a statement nor an export of one was imported. */
bool first_day_take(const struct db_rows *rows, struct day *out) MUST_CHECK;

#endif
