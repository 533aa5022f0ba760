/* SPDX-License-Identifier: Apache-2.0 */
/* income.h: income and capital returns that are in the ledger, imported or typed. */
#ifndef LASTRO_WALLET_LEDGER_INCOME_H
#define LASTRO_WALLET_LEDGER_INCOME_H

#include "ctx/ctx.h"

void income_list(struct ctx *ctx);
void income_get(struct ctx *ctx);
void income_create(struct ctx *ctx);
void income_delete(struct ctx *ctx);

#endif
