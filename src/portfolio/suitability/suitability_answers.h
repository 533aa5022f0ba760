/* SPDX-License-Identifier: Apache-2.0 */
/* suitability_answers.h: a person's own suitability profile. */
#ifndef LASTRO_PORTFOLIO_SUITABILITY_SUITABILITY_ANSWERS_H
#define LASTRO_PORTFOLIO_SUITABILITY_SUITABILITY_ANSWERS_H

#include "core/ctx.h"

void suitability_get(struct ctx *ctx);
void suitability_put(struct ctx *ctx);
void suitability_questionnaire(struct ctx *ctx);

#endif
