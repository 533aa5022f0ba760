/* SPDX-License-Identifier: Apache-2.0 */
/* show.h: the operations that show a portfolio. */
#ifndef LASTRO_PORTFOLIO_SHOW_SHOW_H
#define LASTRO_PORTFOLIO_SHOW_SHOW_H

#include "core/ctx.h"

void portfolio_detail(struct ctx *ctx);
void portfolio_history(struct ctx *ctx);
void portfolio_moved(struct ctx *ctx);
void portfolio_context(struct ctx *ctx);
void portfolio_context_history(struct ctx *ctx);
void portfolio_context_moved(struct ctx *ctx);
void portfolio_explain(struct ctx *ctx);
void wallet_plan_explain(struct ctx *ctx); /* a figure of the plan of all portfolios */
/* explain_versions() - that of the targets, for the tag of a figure of the plan; NULL for others. */
const char *explain_versions(struct ctx *ctx);
void portfolio_fixed_income(struct ctx *ctx);
void portfolio_export(struct ctx *ctx);
void income_received(struct ctx *ctx);
void income_received_all(struct ctx *ctx);
void income_summary(struct ctx *ctx);
void income_summary_all(struct ctx *ctx);
void portfolio_xray(struct ctx *ctx);
void portfolio_costs(struct ctx *ctx);
void portfolio_look_through(struct ctx *ctx);
void portfolio_template(struct ctx *ctx);

#endif
