/* SPDX-License-Identifier: Apache-2.0 */
/* year.h: a calendar year of a taxpayer: months, gains, assets abroad, DARF (doc/tax.md 20.11). */
#ifndef LASTRO_CALC_TAX_YEAR_H
#define LASTRO_CALC_TAX_YEAR_H

#include "calc/tax/abroad.h"

#define TAX_FIRST_YEAR 2020

enum tax_warning_code {
	WARN_BONUS_COST_MISSING,
	WARN_DAY_TRADE_BROKER,
	WARN_DAY_TRADE_WITHHELD_REFUND,
	WARN_EXEMPT_RESULT_UNKNOWN,
	WARN_EXEMPTION_NEAR_LIMIT,
	WARN_FII_FIAGRO_LOSSES,
	WARN_JCP_ACROSS_YEARS,
	WARN_OPTION_EXPIRY_UNKNOWN,
	WARN_SUCCESSION_REVIEW,
	WARN_TRANSFER_MAYBE,
	WARN_UNIT_NOT_EXEMPT,
};
extern const char *const tax_warning_names[]; /* alphabetical, as they are sorted */

struct tax_warning {
	enum tax_warning_code code;
	struct month month;
	const char *symbol; /* or NULL */
	const struct tax_row *out,
		*in; /* transfer_maybe: the row that left, and the equal entry; else NULL */
};

struct tax_warnings {
	struct tax_warning *items; /* by code, month, symbol */
	size_t n, size;
};

void tax_warn(void *pool, struct tax_warnings *w, struct tax_warning one);
void tax_warnings_sort(struct tax_warnings *w);

#define TAX_CODES 3 /* 4600, 6015, 8523 */

struct tax_waiting {
	const char *code;
	struct money amount;
};

struct tax_year {
	int year;
	struct day as_of;
	bool closed;
	struct tax_operations operations; /* of all years; held[]: both ends of this one */
	struct tax_figure carry_in[TAX_BASKETS], carry_out[TAX_BASKETS];
	/* Losses of the year's months, and what they used of losses; a stated loss is in neither. */
	struct tax_figure carry_created[TAX_BASKETS], carry_used[TAX_BASKETS];
	struct tax_month *months; /* with an operation or a withholding; of the year */
	size_t n_months;
	struct tax_gain *gains; /* by month, crypto first */
	size_t n_gains;
	struct tax_exterior *exterior; /* or NULL */
	struct tax_darf *darf;	       /* 6015 first, then by period */
	size_t n_darf;
	struct tax_darf *all_darf; /* of all years from TAX_FIRST_YEAR to this, likewise */
	size_t n_all_darf;
	struct tax_figure withheld_left[TAX_BASKETS];
	struct tax_waiting under_minimum[TAX_CODES]; /* by code; amounts of 0 are not shown */
	struct tax_warnings warnings;
	/* All walked months, to explain amounts brought from earlier ones. */
	const struct tax_month *all_months;
	size_t n_all_months;
};

/*
 * tax_year_compute() - from the first entry of the ledger to the end of @year, at most as_of.
 * @out: filled on CALC_OK; points into @ledger and @pool Errors are those of tax_operations().
 */
enum calc_err tax_year_compute(void *pool, const struct tax_ledger *ledger, int year,
			       struct tax_year *out) MUST_CHECK;

/* tax_withheld_estimates() - estimates the withholding by brokers, by month of the ledger (20.5). */
struct tax_estimate {
	struct month month;
	struct money amount[TAX_BASKETS];
};
struct tax_estimate *tax_withheld_estimates(void *pool, const struct tax_ledger *ledger,
					    const struct tax_operations *all, size_t *n,
					    bool *range);

#endif
