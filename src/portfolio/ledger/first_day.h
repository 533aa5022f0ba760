/* SPDX-License-Identifier: Apache-2.0 */
/* first_day.h: where the first statement of the exchange begins that a portfolio was filled from. */
#ifndef LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H
#define LASTRO_PORTFOLIO_LEDGER_FIRST_DAY_H

#include "core/ctx.h"

#include "core/day.h"

struct db_rows;

/* first_day_send() - queue one statement. */
void first_day_send(struct ctx *ctx);

/* first_day_take() - what it gave; false when none was imported, nor an export of one that had them. */
bool first_day_take(const struct db_rows *rows, struct day *out) MUST_CHECK;

#endif
