/* SPDX-License-Identifier: Apache-2.0 */
/* number_text.h: amounts and days for sentences in pt-BR. */
#ifndef LASTRO_CALC_AMOUNTS_NUMBER_TEXT_H
#define LASTRO_CALC_AMOUNTS_NUMBER_TEXT_H

#include "core/day.h"
#include "core/decimal.h"

/* brl_text() - "R$ 1.234,56", two places, half away from zero. */
const char *brl_text(void *pool, struct money m);

/* percent_text() - "27,1" with @places up to 8, half away from zero; the caller adds the sign %. */
const char *percent_text(void *pool, struct percent p, int places);

/* quantity_text(), price_text() - "1234,5": all places, without thousands separators. */
const char *quantity_text(void *pool, struct qty q);
const char *price_text(void *pool, struct price p);

/* date_text() - "05/03/2026". */
const char *date_text(void *pool, struct day d);

#endif
