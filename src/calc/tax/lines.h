/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h: filling the lines of the declaration (doc/tax.md 20.9).  Internal to the room. */
#ifndef LASTRO_CALC_TAX_LINES_H
#define LASTRO_CALC_TAX_LINES_H

#include "calc/tax/declaration.h"

/* tax_income_lines() - adds the year's income to lines and taxable income. */
enum calc_err tax_income_lines(void *pool, const struct tax_ledger *ledger,
			       const struct tax_year *year, struct tax_declaration *out) MUST_CHECK;

/*
 * tax_line_of() - the line of a code and payer, created when missing.
 * @payer: identified by its tax id, else by its name; NULL: the line has none
 */
struct tax_line *tax_line_of(void *pool, struct tax_lines *lines, const char *code, int year,
			     const struct tax_asset *payer);
void tax_line_symbol(void *pool, struct tax_line *line, const char *symbol);
/*
 * tax_line_add() - adds to the amount, in cents; tax_line_add_ledger() - adds to the ledger's figure
 * beside the payer's statement, which is rounded only when shown.
 */
void tax_line_add(void *pool, struct tax_line *line, struct tax_part part, struct tax_figure amount,
		  bool *range);
void tax_line_add_ledger(void *pool, struct tax_line *line, struct tax_part part,
			 struct tax_figure amount, bool *range);
void tax_parts_add(void *pool, struct tax_parts *parts, struct tax_part one);

/* tax_half_month_rate() - carnê-leão: the buying rate of the last business day of the first half of the month before. */
bool tax_half_month_rate(const struct tax_ledger *ledger, struct day paid,
			 struct close *rate) MUST_CHECK;

/*
 * tax_withheld_as() - whether 10 % of a dividend of @payer is withheld above the monthly limit;
 * DISPUTED: under an injunction.
 */
enum tax_withheld_as { WITHHELD_NOT, WITHHELD_COUNTS, WITHHELD_DISPUTED };
enum tax_withheld_as tax_withheld_as(const struct tax_ledger *ledger, const struct tax_asset *payer,
				     const struct tax_income *in);

#endif
