/* SPDX-License-Identifier: Apache-2.0 */
/* tax_nodes.h: explanations of the tax figures, by file.  Internal to tax_explain.c. */
#ifndef LASTRO_CALC_TAX_TAX_NODES_H
#define LASTRO_CALC_TAX_TAX_NODES_H

#include "calc/tax/tax_explain.h"

struct telling {
	struct explain *e;
	const struct tax_ledger *ledger;
	const struct tax_year *year;
	const struct tax_declaration *declaration;
	const struct tax_ask *ask;
	struct month month; /* of the ask */
	struct tax_explained *out;
};

/* ---- selection ---- */

/* tell_is_meant() - for each match: whether it is the chosen one. */
bool tell_is_meant(struct telling *t);
/* tell_found() - after all matches: whether one was chosen. */
bool tell_found(struct telling *t);

/* tell_month_of() - among all walked months; NULL when there is none. */
const struct tax_month *tell_month_of(const struct telling *t, struct month month);

/* ---- inputs and steps ---- */

/* tell_figure() - another figure, of a month, that is explained separately; @code: one of two, or NULL. */
struct term tell_figure(struct telling *t, const char *field, const char *code, struct month month,
			struct money m);
/* tell_stated() - a person's statement, or an earlier period's balance. */
struct term tell_stated(struct telling *t, const char *text, struct money m);
/* tell_operation() - the row of an operation, as an input. */
size_t tell_operation(struct telling *t, const struct tax_operation *op);
struct term tell_result(struct telling *t, const struct tax_operation *op);
struct term tell_cents(struct telling *t, struct term a, const char *text);
struct term tell_taxed(struct telling *t, struct term base, int pct, const char *text);
/* tell_sum_gross() - gross sales of a month; @shares: only shares, without day trades. */
struct term tell_sum_gross(struct telling *t, const struct tax_operation *const *ops, size_t n,
			   bool shares);

/* ---- figures: each says whether it exists, and writes its steps when it is known ---- */

enum part { PART_RESULT, PART_BROUGHT, PART_USED, PART_BASE, PART_TAX, PART_CARRIED };
enum abroad_part {
	ABROAD_TOTAL,
	ABROAD_BROUGHT,
	ABROAD_USED,
	ABROAD_BASE,
	ABROAD_TAX,
	ABROAD_FOREIGN,
	ABROAD_CREDIT,
	ABROAD_DUE,
	ABROAD_CARRIED,
};

void tell_basket(struct telling *t, int basket, enum part part);
/* tell_carry() - the losses at the beginning, or (@out) at the end, of the year. */
void tell_carry(struct telling *t, int basket, bool out);

/* explain_withheld.c: tax withheld in a month, used, estimated; and the year's remainder. */
void tell_withheld(struct telling *t, int basket);
void tell_withheld_used(struct telling *t, int basket);
void tell_withheld_estimate(struct telling *t, int basket);
void tell_withheld_left(struct telling *t, int basket);
/* tell_left_of_tax() - @against less the tax withheld; @used: the part used. */
struct term tell_left_of_tax(struct telling *t, const struct tax_month *m, int basket,
			     struct term against, struct term *used);
/* tell_taxes_of() - the taxes of the baskets of a month as figures. */
void tell_taxes_of(struct telling *t, const struct tax_month *m, struct term tax[TAX_BASKETS]);
/* tell_doubted() - uncertain withholdings, by which the month's due may be too high. */
struct term tell_doubted(struct telling *t, const struct tax_month *m);
void tell_sales(struct telling *t);
void tell_exempt(struct telling *t);
void tell_due(struct telling *t);
void tell_gain(struct telling *t, enum part part);
void tell_abroad(struct telling *t, enum abroad_part part);
/* tell_abroad_item() - of one asset: its result and income, or the tax paid abroad. */
void tell_abroad_item(struct telling *t, bool foreign_tax);

enum good_part { GOOD_PREVIOUS, GOOD_CURRENT };
enum line_part { LINE_AMOUNT, LINE_LEDGER, LINE_WITHHELD };

/* explain_darf.c; @part: an enum darf_part, or for a late payment an enum late_part. */
enum darf_part { DARF_AMOUNT, DARF_EARLIER, DARF_PAYMENTS, DARF_DOUBT };
enum late_part { LATE_FINE_PCT, LATE_FINE, LATE_INTEREST_PCT, LATE_INTEREST, LATE_TOTAL };
void tell_darf(struct telling *t, int part);
void tell_late(struct telling *t, int part);
/* tell_waiting() - amounts below the minimum at the end of the year. */
void tell_waiting(struct telling *t, int part);

/* The requested operation of the month: its cost, and the stock after it. */
void tell_operation_cost(struct telling *t);
void tell_operation_result(struct telling *t);

void tell_good(struct telling *t, enum good_part part);
void tell_line(struct telling *t, const struct tax_lines *lines, enum line_part part);
/* tell_taxable() - income declared month by month; @foreign_tax: the tax paid on it abroad. */
void tell_taxable(struct telling *t, bool foreign_tax);

#endif
