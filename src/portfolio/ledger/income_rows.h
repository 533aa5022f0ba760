/* SPDX-License-Identifier: Apache-2.0 */
/* income_rows.h: income and capital returns in the ledger, imported or typed. */
#ifndef LASTRO_PORTFOLIO_LEDGER_INCOME_ROWS_H
#define LASTRO_PORTFOLIO_LEDGER_INCOME_ROWS_H

#include "core/ctx.h"

void income_list(struct ctx *ctx);
void income_get(struct ctx *ctx);
void income_create(struct ctx *ctx);
void income_update(struct ctx *ctx);
void income_delete(struct ctx *ctx);

#endif
