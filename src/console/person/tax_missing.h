/* SPDX-License-Identifier: Apache-2.0 */
/* tax_missing.h: the questions of the page of missing facts, and their fields. */
#ifndef LASTRO_CONSOLE_PERSON_TAX_MISSING_H
#define LASTRO_CONSOLE_PERSON_TAX_MISSING_H

#include "console/form/remedy_fields.h"
#include "console/person/tax_pages.h"

#define TAX_GROSS "gross_amount"

/* tax_missing_asked() - whether the page has fields for it. */
bool tax_missing_asked(struct ctx *ctx, const struct tax_view *v, const struct tax_gap *g);

/* tax_missing_prefix() - of the names of its fields: "q", its key, "-". */
const char *tax_missing_prefix(void *pool, const struct tax_gap *g);

/* tax_missing_of() - the one that a field belongs to; NULL: none of @l. */
struct tax_gap *tax_missing_of(const struct tax_gaps *l, const char *field);

/* tax_missing_row() - the fields of ANSWER_PRICE and ANSWER_TRADE. */
struct mend_fields tax_missing_row(void *pool, const struct tax_gap *g);

/* tax_missing_losses() - at whose end the losses are asked. */
struct month tax_missing_losses(const struct tax_view *v, const struct tax_gap *g);

/* tax_missing_draw() - the questions of a page, with what was typed. */
void tax_missing_draw(struct html *h, const struct tax_gaps *l, size_t page, const struct entry *e);

#endif
