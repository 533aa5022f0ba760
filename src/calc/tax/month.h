/* SPDX-License-Identifier: Apache-2.0 */
/*
 * month.h: the three baskets of a month, their losses, withholding and the amount due (doc/tax.md 20.4,
 * 20.5).
 */
#ifndef LASTRO_CALC_TAX_MONTH_H
#define LASTRO_CALC_TAX_MONTH_H

#include "calc/tax/tax_operations.h"

/* An amount that may be unknown. */
struct tax_figure {
	bool known;
	struct money m;
};

static inline struct tax_figure tax_is(struct money m)
{
	return (struct tax_figure){ true, m };
}

#define TAX_EXEMPT_SALES ((struct money){ 20000 * E8 }) /* of shares, in a month */
#define TAX_DARF_MINIMUM ((struct money){ 10 * E8 })	/* Law 9.430/1996 art. 68 */
#define TAX_WITHHELD_MINIMUM ((struct money){ 1 * E8 }) /* up to this amount nothing is withheld */
#define TAX_DOUBT_LIMIT                                                                            \
	((struct money){ 10 * E8 }) /* with so much uncertain withholding, no amount due is shown */
#define TAX_EXCHANGE_CODE "6015"

struct tax_class_sum {
	bool present;
	struct tax_figure sum; /* to the cent */
};

struct tax_basket_month {
	struct tax_figure result, loss_brought, loss_used, base, tax, loss_carried;
	int rate_pct;
	struct tax_class_sum by_class[TAX_CLASSES];
	tax_reasons reasons;
	bool stated;		    /* the person stated loss_carried */
	struct tax_figure computed; /* if stated: what the rows leave; unknown without any */
};

struct tax_month {
	struct month month;
	const struct tax_operation *const *operations; /* of its baskets */
	size_t n_operations;
	struct tax_figure share_sales, exempt_gain;
	bool shares_sold, exempt_known, exempt; /* exempt: null unless sold and known */
	enum tax_reason exempt_why;		/* why exempt_gain is unknown */
	struct tax_basket_month basket[TAX_BASKETS];
	struct tax_figure withheld[TAX_BASKETS], withheld_used[TAX_BASKETS];
	struct money withheld_estimate[TAX_BASKETS];
	/*
	 * The deductible balance, and the part that a month with unknown tax may have used: before it,
	 * and after.
	 */
	struct money withheld_brought[TAX_BASKETS], withheld_left[TAX_BASKETS];
	struct money doubted_before[TAX_BASKETS], doubted[TAX_BASKETS];
	struct tax_figure due;
	bool may_lower[TAX_BASKETS]; /* the uncertain part of it, and of .due */
	struct money in_doubt;	     /* withheld: .due may be too high by it; if it is known */
	bool withheld_unknown;	     /* too much is uncertain for a .due */
	bool unit_gain, near_limit, day_trade, fii_fiagro; /* to warn of */
};

/* The state at the beginning of a month. */
struct tax_month_before {
	struct tax_figure loss[TAX_BASKETS];
	struct money withheld_left[TAX_BASKETS], doubted[TAX_BASKETS];
	bool loss_of_fii, loss_of_fiagro; /* the origin of BASKET_FII's loss */
};

/*
 * tax_withheld_left() - the rest of the year's withholdings after a month; unknown while a part is
 * uncertain.
 */
static inline struct tax_figure tax_withheld_left(struct money left, struct money doubted)
{
	return (struct tax_figure){ !doubted.e8, left };
}

/*
 * tax_month_compute() - one month.
 * @out: month, operations, withheld and withheld_estimate are inputs; the rest is filled in
 * @before: becomes the next month's; the caller clears the withholdings in January
 */
enum calc_err tax_month_compute(struct tax_month_before *before, struct tax_month *out) MUST_CHECK;

/*
 * tax_month_why() - why the tax of a basket is unknown; for the common one also why that of day trades
 * is.
 */
tax_reasons tax_month_why(const struct tax_month *month, enum tax_basket basket);
/* tax_month_why_due() - why .due is unknown. */
tax_reasons tax_month_why_due(const struct tax_month *month);

/* ---- DARF ---- */

enum darf_status { DARF_PAID, DARF_PROVISIONAL, DARF_OVERDUE, DARF_OPEN, DARF_UNKNOWN };
extern const char *const darf_status_names[];

/* The cost of a payment today. */
struct tax_late {
	struct day as_of;
	struct money of; /* the unpaid amount */
	struct percent fine_pct, interest_pct;
	bool rate_known; /* false: interest and total are unknown, since a month has no Selic */
	struct money fine, interest, total;
};

struct tax_darf {
	const char *code;
	struct month period;
	struct day due_on;
	struct tax_figure amount, includes_earlier;
	struct money own; /* due for the period itself; if amount is known */
	struct money paid;
	struct money in_doubt; /* withheld but possibly used; if amount is known */
	bool is_late;	       /* DARF_OVERDUE */
	struct tax_late late;
	enum darf_status status;
	tax_reasons reasons;
};

/*
 * tax_darf_step() - one period of one code: true when it makes a DARF.
 * @waiting: amounts carried below the minimum, before and after
 */
bool tax_darf_step(const char *code, struct month period, struct tax_figure due,
		   tax_reasons reasons, struct money *waiting, struct tax_darf *out, bool *range);

#endif
