/* SPDX-License-Identifier: Apache-2.0 */
/* row_form.h: a row of the ledger as a form: its fields, and their validation. */
#ifndef LASTRO_CONSOLE_FORM_ROW_FORM_H
#define LASTRO_CONSOLE_FORM_ROW_FORM_H

#include "console/form/entry.h"

/* row_was() - of an existing row the values that it had, as hidden fields. */
void row_was(struct ctx *ctx, struct html *h, const struct entry *e);
/*
 * row_fields_of() - these fields.  With @others also every further one that has a value or an error, but for
 * those.  row_any_at_stake() - whether one of @names has a value or an error.  The lists end with NULL.
 */
void row_fields_of(struct ctx *ctx, struct html *h, const struct entry *e, const char *const *names,
		   const char *const *others);
#define ROW_CLASS                                                                                  \
	"class_of" /* among the values: "known" by the symbol, or "asked"; without it the class may be left out */
bool row_any_at_stake(struct ctx *ctx, const struct entry *e, const char *const *names);
/* row_hidden() - all as hidden fields; @fresh: of a new row, with the kind that was chosen on its page. */
#define ROW_TIPO "tipo"
void row_hidden(struct ctx *ctx, struct html *h, const struct entry *e, bool fresh);

/* row_is_income() - whether a typed kind is one of incomes. */
bool row_is_income(const char *kind);

/* row_paper_stays() - whether a row stays with its paper; one that moves says both members of the other. */
bool row_paper_stays(struct ctx *ctx, struct body *form);
#define ROW_WAS "was_" /* before the name of a member: what the row had */

/*
 * row_json() - the body of a POST to transactions, or to income by its kind, or of a PATCH for an existing row; takes the
 * fields.  @deduced: the class of a new one, where none was typed; NULL: none
 */
const char *row_json(struct ctx *ctx, struct body *form, bool fresh, const char *deduced);

/*
 * row_knows() - whether there is a field for a member of the interface; row_field() - writes it, named
 * @as on the page.
 */
bool row_knows(struct ctx *ctx, const char *name);
void row_field(struct ctx *ctx, struct html *h, const struct entry *e, const char *name,
	       const char *as, const char *label, bool optional);
/* row_text() - the typed value, in the form that the interface takes for the member @name. */
const char *row_text(struct ctx *ctx, const char *name, const char *typed);

#endif
