/* SPDX-License-Identifier: Apache-2.0 */
/* stated_price.h: the prices that a person stated for an asset of a portfolio. */
#ifndef LASTRO_PORTFOLIO_LEDGER_STATED_PRICE_H
#define LASTRO_PORTFOLIO_LEDGER_STATED_PRICE_H

struct ctx;

void stated_price_get(struct ctx *ctx);
void stated_price_put(struct ctx *ctx);
void stated_price_delete(struct ctx *ctx);

#endif
