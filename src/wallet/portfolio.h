/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio.h: portfolios themselves, not what is in them. */
#ifndef LASTRO_WALLET_PORTFOLIO_H
#define LASTRO_WALLET_PORTFOLIO_H

#include "ctx/ctx.h"

extern const char *const visibility_names[]; /* "private", "unlisted", "public" */

void portfolio_list(struct ctx *ctx);
void portfolio_create(struct ctx *ctx);
void portfolio_update(struct ctx *ctx);
void portfolio_delete(struct ctx *ctx);
void portfolio_audience(struct ctx *ctx);
void portfolio_detail(struct ctx *ctx);
void portfolio_history(struct ctx *ctx);
void portfolio_context(struct ctx *ctx);
void portfolio_context_history(struct ctx *ctx);
void portfolio_explain(struct ctx *ctx);
void portfolio_export(struct ctx *ctx);
void portfolio_issues(struct ctx *ctx);
void portfolio_xray(struct ctx *ctx);
void portfolio_costs(struct ctx *ctx);
void portfolio_look_through(struct ctx *ctx);
void portfolio_history(struct ctx *ctx);
void portfolio_template(struct ctx *ctx);

#endif
