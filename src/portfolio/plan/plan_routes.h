/* SPDX-License-Identifier: Apache-2.0 */
/* plan_routes.h: the operations of targets and of the plan, of one portfolio and of all. */
#ifndef LASTRO_PORTFOLIO_PLAN_PLAN_ROUTES_H
#define LASTRO_PORTFOLIO_PLAN_PLAN_ROUTES_H

#include "core/ctx.h"

void targets_get(struct ctx *ctx);
void targets_put(struct ctx *ctx);
void targets_delete(struct ctx *ctx);

void wallet_targets_get(struct ctx *ctx);
void wallet_targets_put(struct ctx *ctx);
void wallet_targets_delete(struct ctx *ctx);

#endif
