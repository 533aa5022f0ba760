/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio_record.h: portfolios themselves, not their content. */
#ifndef LASTRO_PORTFOLIO_LEDGER_PORTFOLIO_RECORD_H
#define LASTRO_PORTFOLIO_LEDGER_PORTFOLIO_RECORD_H

#include "core/ctx.h"

void portfolio_list(struct ctx *ctx);
void portfolio_create(struct ctx *ctx);
void portfolio_update(struct ctx *ctx);
void portfolio_delete(struct ctx *ctx);
void portfolio_audience(struct ctx *ctx);
void audience_get(struct ctx *ctx);

#endif
