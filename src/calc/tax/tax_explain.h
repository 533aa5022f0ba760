/* SPDX-License-Identifier: Apache-2.0 */
/* tax_explain.h: a figure of the tax as inputs and operations that a person can redo (doc/tax.md 20.11). */
#ifndef LASTRO_CALC_TAX_TAX_EXPLAIN_H
#define LASTRO_CALC_TAX_TAX_EXPLAIN_H

#include "calc/explain/explain.h"
#include "calc/tax/declaration.h"

/* What a field requires, and what it accepts. */
enum {
	TAX_NEEDS_MONTH = 1 << 0,
	TAX_NEEDS_SYMBOL = 1 << 1,
	TAX_TAKES_SYMBOL = 1 << 2,
	TAX_TAKES_CODE = 1 << 3, /* of a DARF, a gain or a line */
	TAX_OF_DECLARATION = 1 << 4,
};

struct tax_field {
	const char *name; /* its path in the answer: "months.common.tax" */
	unsigned needs;
	const char *choices; /* parts of our choice, marked [C] in doc/tax.md; pt-BR, or NULL */
};

/* tax_field_find() - NULL when there is none; tax_field_names() - all of them, with commas. */
const struct tax_field *tax_field_find(const char *name);
const char *tax_field_names(void *pool);

/* The requested figure; members that its field does not take are NULL. */
struct tax_ask {
	const struct tax_field *field;
	struct month month;
	const char *symbol, *code;
	size_t item; /* from 1, among the matches; 0: the only one */
};

struct tax_explained {
	bool found;	/* false: no match, or several and no item chosen */
	size_t matches; /* number of matches */
	struct tax_figure figure;
	tax_reasons reasons; /* why the figure is unknown */
	struct term term;
	struct explain steps; /* finished */
};

/*
 * tax_explain() - the figure and its steps.
 * @declaration: of that year, for a TAX_OF_DECLARATION; else it may be NULL
 * @out: when .steps.wrong is not NULL the steps did not lead to the figure, and must not be shown
 */
void tax_explain(void *pool, const struct tax_ledger *ledger, const struct tax_year *year,
		 const struct tax_declaration *declaration, const struct tax_ask *ask,
		 struct tax_explained *out);

#endif
