/* SPDX-License-Identifier: Apache-2.0 */
/* row_form.h: a row of the ledger as a form: its fields, and their validation. */
#ifndef LASTRO_CONSOLE_FORM_ROW_FORM_H
#define LASTRO_CONSOLE_FORM_ROW_FORM_H

#include "console/form/entry.h"
#include "calc/amounts/amounts.h"

/* row_fields() - @fresh: of a new row; an existing one also carries the values that it had. */
void row_fields(struct ctx *ctx, struct html *h, const struct entry *e, bool fresh);
/* row_hidden() - the same as hidden fields. */
void row_hidden(struct ctx *ctx, struct html *h, const struct entry *e, bool fresh);

/* row_json() - the body of a POST to transactions, or of a PATCH for an existing row; takes the fields. */
const char *row_json(struct ctx *ctx, struct body *form, bool fresh);

/*
 * row_knows() - whether there is a field for a member of the interface; row_field() - writes it, named
 * @as on the page.
 */
bool row_knows(struct ctx *ctx, const char *name);
void row_field(struct ctx *ctx, struct html *h, const struct entry *e, const char *name,
	       const char *as, const char *label);
/* row_text() - the typed value, in the form that the interface takes for the member @name. */
const char *row_text(struct ctx *ctx, const char *name, const char *typed);

#endif
