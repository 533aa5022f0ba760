/* SPDX-License-Identifier: Apache-2.0 */
/* suitability.h: a person's own suitability profile. */
#ifndef LASTRO_WALLET_PORTFOLIO_SUITABILITY_H
#define LASTRO_WALLET_PORTFOLIO_SUITABILITY_H

#include "ctx/ctx.h"

void suitability_get(struct ctx *ctx);
void suitability_put(struct ctx *ctx);
void suitability_questionnaire(struct ctx *ctx);

#endif
