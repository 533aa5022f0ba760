/* SPDX-License-Identifier: Apache-2.0 */
/* tax_nodes.h: explanations of the tax figures, by file.  Internal to tax_explain.c. */
#ifndef LASTRO_CALC_TAX_TAX_NODES_H
#define LASTRO_CALC_TAX_TAX_NODES_H

#include "calc/tax/tax_explain.h"

/* The explanation being written. */
struct tax_explaining {
	struct explain *e;
	const struct tax_ledger *ledger;
	const struct tax_year *year;
	const struct tax_declaration *declaration;
	const struct tax_ask *ask;
	struct month month; /* of the ask */
	struct tax_explained *out;
};

/* ---- selection ---- */

/* explain_tax_is_asked() - counts a match; whether it is the requested one. */
bool explain_tax_is_asked(struct tax_explaining *t);
/* explain_tax_found() - after all matches: whether the requested one was among them. */
bool explain_tax_found(struct tax_explaining *t);

/* explain_tax_month() - a month of the year or of those before; NULL when it has none. */
const struct tax_month *explain_tax_month(const struct tax_explaining *t, struct month month);

/* ---- inputs and steps ---- */

/*
 * explain_tax_figure() - a month's figure as an input that has its own explanation.
 * @code: selects one of two figures, or NULL
 */
struct term explain_tax_figure(struct tax_explaining *t, const char *field, const char *code,
			       struct month month, struct money m);
/* explain_tax_stated() - an amount that the person stated, or an earlier period's balance, as an input. */
struct term explain_tax_stated(struct tax_explaining *t, const char *text, struct money m);
/* explain_tax_paid() - the payments that the person stated of a code and a period, summed. */
struct term explain_tax_paid(struct tax_explaining *t, const char *code, struct month period);
/* explain_tax_operation() - the row of an operation, as an input. */
size_t explain_tax_operation(struct tax_explaining *t, const struct tax_operation *op);
struct term explain_tax_result(struct tax_explaining *t, const struct tax_operation *op);
struct term explain_tax_in_cents(struct tax_explaining *t, struct term a, const char *text);
struct term explain_tax_percent(struct tax_explaining *t, struct term base, int pct,
				const char *text);
/* explain_tax_sum_gross() - gross sales of a month; @shares: only shares, without day trades. */
struct term explain_tax_sum_gross(struct tax_explaining *t, const struct tax_operation *const *ops,
				  size_t n, bool shares);

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
	ABROAD_PAID,
	ABROAD_CARRIED,
};

/* explain_month.c */
void explain_tax_basket(struct tax_explaining *t, int basket, enum part part);
/* explain_tax_carry() - the losses at the beginning, or (@out) at the end, of the year. */
void explain_tax_carry(struct tax_explaining *t, int basket, bool out);
/* explain_tax_losses() - the losses of the year's months, or (@used) what they used of losses. */
void explain_tax_losses(struct tax_explaining *t, int basket, bool used);
void explain_tax_sales(struct tax_explaining *t);
void explain_tax_exempt(struct tax_explaining *t);
void explain_tax_due(struct tax_explaining *t);

/* explain_withheld.c: tax withheld in a month, used, estimated; and the year's remainder. */
void explain_tax_withheld(struct tax_explaining *t, int basket);
void explain_tax_withheld_used(struct tax_explaining *t, int basket);
void explain_tax_withheld_estimate(struct tax_explaining *t, int basket);
void explain_tax_withheld_left(struct tax_explaining *t, int basket);
/* explain_tax_after_withheld() - @against less the tax withheld; @used: the part used. */
struct term explain_tax_after_withheld(struct tax_explaining *t, const struct tax_month *m,
				       int basket, struct term against, struct term *used);
/* explain_tax_of_baskets() - the taxes of the baskets of a month as figures. */
void explain_tax_of_baskets(struct tax_explaining *t, const struct tax_month *m,
			    struct term tax[TAX_BASKETS]);
/* explain_tax_in_doubt() - uncertain withholdings, by which the month's due may be too high. */
struct term explain_tax_in_doubt(struct tax_explaining *t, const struct tax_month *m);

/* explain_gains.c */
void explain_tax_gain(struct tax_explaining *t, enum part part);
void explain_tax_abroad(struct tax_explaining *t, enum abroad_part part);
/* explain_tax_abroad_item() - of one asset: its result and income, or the tax paid abroad. */
void explain_tax_abroad_item(struct tax_explaining *t, bool foreign_tax);

enum good_part { GOOD_PREVIOUS, GOOD_CURRENT };
enum line_part { LINE_AMOUNT, LINE_LEDGER, LINE_WITHHELD };

/* explain_darf.c; @part: an enum darf_part, or for a late payment an enum late_part. */
enum darf_part { DARF_AMOUNT, DARF_EARLIER, DARF_PAYMENTS, DARF_DOUBT };
enum late_part { LATE_FINE_PCT, LATE_FINE, LATE_INTEREST_PCT, LATE_INTEREST, LATE_TOTAL };
void explain_tax_darf(struct tax_explaining *t, int part);
void explain_tax_late(struct tax_explaining *t, int part);
/* explain_tax_below_minimum() - amounts below the minimum at the end of the year. */
void explain_tax_below_minimum(struct tax_explaining *t, int part);

/* explain_declaration.c; of the requested operation of the month: its cost, and its result. */
void explain_tax_operation_cost(struct tax_explaining *t);
void explain_tax_operation_result(struct tax_explaining *t);

void explain_tax_good(struct tax_explaining *t, enum good_part part);
void explain_tax_line(struct tax_explaining *t, const struct tax_lines *lines, enum line_part part);
/* explain_tax_income() - income declared month by month; @foreign_tax: the tax paid on it abroad. */
void explain_tax_income(struct tax_explaining *t, bool foreign_tax);

#endif
