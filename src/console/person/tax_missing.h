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

#define TAX_AMOUNT "amount"
#define TAX_NONE_WORD                                                                              \
	"none" /* a box: no losses; with this name alone, nothing withheld where a field is empty */

/* tax_unstated_none() - the value of the latter: of which questions. */
const char *tax_unstated_none(const struct tax_gaps *l);
void tax_unstated_draw(struct html *h, const struct tax_gaps *l, const struct entry *e);

/* tax_unstated_entry() - the answer as an entry of list @about of the tax inputs, with 0 for what is left empty. */
struct json_object *tax_unstated_entry(struct ctx *ctx, struct body *form,
				       const struct tax_inputs *in, const struct tax_gap *g,
				       const char **about);

/* tax_missing_draw() - the questions of a page, with what was typed. */
void tax_missing_draw(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		      size_t page, const struct entry *e);

#endif
