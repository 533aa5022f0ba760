/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: filling the lines of the declaration (doc/tax.md 20.9).  Internal to the room. */
#ifndef LASTRO_CALC_TAX_LINES_H
#define LASTRO_CALC_TAX_LINES_H

#include "calc/tax/declaration.h"

/* tax_income_lines() - what was received in the year, into lines and taxable income. */
enum calc_err tax_income_lines(void *pool, const struct tax_ledger *ledger,
			       const struct tax_year *year, struct tax_declaration *out) MUST_CHECK;

/*
 * tax_line_of() - the line of a code and payer, made where there is none.
 * @payer: by its tax id, else by its name; NULL: the line has none
 */
struct tax_line *tax_line_of(void *pool, struct tax_lines *lines, const char *code, int year,
			     const struct tax_asset *payer);
void tax_line_symbol(void *pool, struct tax_line *line, const char *symbol);
void tax_line_add(struct tax_line *line, struct tax_figure amount, bool *range);

#endif
