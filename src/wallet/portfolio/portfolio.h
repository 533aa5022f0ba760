/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio.h: portfolios themselves, not what is in them. */
#ifndef LASTRO_WALLET_PORTFOLIO_PORTFOLIO_H
#define LASTRO_WALLET_PORTFOLIO_PORTFOLIO_H

#include "ctx/ctx.h"

extern const char *const visibility_names[]; /* "private", "unlisted", "public" */

void portfolio_list(struct ctx *ctx);
void portfolio_create(struct ctx *ctx);
void portfolio_update(struct ctx *ctx);
void portfolio_delete(struct ctx *ctx);
void portfolio_audience(struct ctx *ctx);
void audience_get(struct ctx *ctx);

#endif
