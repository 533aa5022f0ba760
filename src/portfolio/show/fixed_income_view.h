/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fixed_income_view.h: all fixed income of a person: papers, contracted rates, maturities, the next payment, and what the FGC
 * covers; before it is rendered.
 */
#ifndef LASTRO_PORTFOLIO_SHOW_FIXED_INCOME_VIEW_H
#define LASTRO_PORTFOLIO_SHOW_FIXED_INCOME_VIEW_H

#include "calc/views/views.h"
#include "market/prices/payments_ahead.h"
#include "portfolio/store/consolidation.h"

/* The market's rates of a paper on the last day that has one, % a year but of a percentage of the DI. */
struct day_rate {
	bool known;
	struct day day;
	bool buy_known, sell_known; /* of a bond of the Treasury: to who buys, and who sells */
	struct percent buy, sell;
	bool indicative_known; /* of a debenture, by ANBIMA */
	struct percent indicative;
	const char *kind; /* of rate_kind_names, or NULL */
};

struct fixed_holding {
	const struct valued *portfolio;
	const struct holding *of;
	const char *paper;  /* its kind: CDB, …; or NULL */
	const char *issuer; /* or NULL */
	const char *rate;   /* pt-BR: as contracted; or NULL */
	bool published;	    /* the terms are the issuer's, not the person's */
	struct day_rate day_rate;
	bool matures;
	struct day maturity;
	const struct ahead_payment *next; /* or NULL */
	const char *next_unknown;	  /* why payments may be missing, or NULL */
	enum guarantee guarantee;
	const char *guarantee_reason;
};

struct fixed_income_view {
	struct fixed_holding
		*list; /* by maturity, those without one last; then by symbol and portfolio */
	size_t n;
	struct guarantee_sums sums;
	struct money value; /* of known values, shown parts */
	size_t without_value;
};

/*
 * fixed_income_view() - of all portfolios of the caller that are no simulations, valued today.  A fixed number of statements;
 * 422 ledger_out_of_range when a sum leaves the grid.
 */
void fixed_income_view(struct ctx *ctx, struct fixed_income_view *out);

#endif
