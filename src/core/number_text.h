/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number_text.h: numbers, amounts and days as pt-BR writes them, for sentences, pages and spreadsheets.
 *
 * Decimal comma; points between thousands where the name says grouped, and in amounts of money.
 */
#ifndef LASTRO_CORE_NUMBER_TEXT_H
#define LASTRO_CORE_NUMBER_TEXT_H

#include "core/day.h"
#include "core/decimal.h"

/* comma_text() - a plain decimal, "1234.5", as "1234,5"; grouped_text() - as "1.234,5". */
const char *comma_text(void *pool, const char *plain);
const char *grouped_text(void *pool, const char *plain);

/* decimal_text() - @v on a grid of @places, by dec_format(), with a comma. */
const char *decimal_text(void *pool, wide v, int places, int shown, bool trim);

/* brl_text() - "R$ 1.234,56", two places, half away from zero. */
const char *brl_text(void *pool, struct money m);

/* percent_text() - "27,1" with @places up to 8, half away from zero; the sign % is the sentence's. */
const char *percent_text(void *pool, struct percent p, int places);

/* quantity_text(), price_text() - "1234,5": all the places that it has, thousands not parted. */
const char *quantity_text(void *pool, struct qty q);
const char *price_text(void *pool, struct price p);

/* priced_text() - "R$ 38,50", "US$ 1.234,5678": all the places that it has, and at least two. */
const char *priced_text(void *pool, bool dollars, struct price p);

/*
 * typeset_number(), typeset_brl() - a plain decimal as a page has it: "−1.234,5" and "−R$ 1.234,50", with the minus
 * sign and a space that no line breaks at.
 */
const char *typeset_number(void *pool, const char *plain);
const char *typeset_brl(void *pool, const char *plain);

/* date_text() - "05/03/2026"; month_text() - "03/2026"; month_name() - "março". */
const char *date_text(void *pool, struct day d);
const char *month_text(void *pool, struct month m);
const char *month_name(struct month m);

/* tax_id_text() - a CNPJ or CPF without punctuation as people write it, "33.000.167/0001-01"; another text unchanged. */
const char *tax_id_text(void *pool, const char *id);

#endif
