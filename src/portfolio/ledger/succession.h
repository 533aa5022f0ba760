/* SPDX-License-Identifier: Apache-2.0 */
/*
 * succession.h: the paper that an asset became, or gave a part of its cost to, as typed for one
 * portfolio.
 */
#ifndef LASTRO_PORTFOLIO_LEDGER_SUCCESSION_H
#define LASTRO_PORTFOLIO_LEDGER_SUCCESSION_H

struct ctx;

void succession_get(struct ctx *ctx);
void succession_put(struct ctx *ctx);
void succession_delete(struct ctx *ctx);

#endif
