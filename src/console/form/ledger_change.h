/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_change.h: the preview of a write to the ledger.
 *
 * The operation runs and its transaction is rolled back (TX_UNDONE), so the figures shown are exactly those that it
 * would write.
 */
#ifndef LASTRO_CONSOLE_FORM_LEDGER_CHANGE_H
#define LASTRO_CONSOLE_FORM_LEDGER_CHANGE_H

#include "console/form/entry.h"

struct change {
	const struct ask *ask;
	const char *title;
	const struct entry_form *form; /* shown below, to be corrected; NULL: none */
	struct json_object *values;    /* what was typed; goes along to @action */
	bool fresh;		       /* a new row: its paper goes along too */
	const char *const *carried;    /* names of the values that go along as they are; or NULL */
	size_t n_carried;
	const char *action; /* where it is written */
	const char *button;
	const char *here; /* the way of the portfolio that "Não gravar" leads to; NULL: its rows */
};

void change_page(struct ctx *ctx, const struct change *c);

#endif
