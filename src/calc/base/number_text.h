/* SPDX-License-Identifier: Apache-2.0 */
/* number_text.h: amounts inside the sentences that a person reads, as pt-BR writes them. */
#ifndef LASTRO_CALC_BASE_NUMBER_TEXT_H
#define LASTRO_CALC_BASE_NUMBER_TEXT_H

#include "core/decimal.h"

/* brl_text() - "R$ 1.234,56", two places, half away from zero. */
const char *brl_text(void *pool, struct money m);

/* percent_text() - "27,1" with @places up to 8, half away from zero; the sign % is the sentence's. */
const char *percent_text(void *pool, struct percent p, int places);

#endif
