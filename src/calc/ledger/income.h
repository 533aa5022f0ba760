/* SPDX-License-Identifier: Apache-2.0 */
/* income.h: income received, net, by payment date (doc/calculations.md 2). */
#ifndef LASTRO_CALC_LEDGER_INCOME_H
#define LASTRO_CALC_LEDGER_INCOME_H

#include "calc/ledger/fold.h"

struct income_entry {
	struct day pay_day;
	enum income_kind kind;
	bool from_calendar;
	bool gross_known;	 /* false for rows of the ledger, which are net */
	bool net_known;		 /* false: no rate on the payment date */
	struct money gross, tax; /* native currency, cents */
	struct money net;	 /* BRL, cents; meaningless unless net_known */
	struct money native_net; /* native currency, cents */
	struct income_origin origin;
};

struct income_input {
	enum asset_type type;
	enum currency currency;
	const struct fold_input *ledger; /* for the entitled quantity (2.2); returns are not read */
	/* of a single ticker: the steps that its fold found; NULL: found by another pass */
	const struct fold_step *steps;
	size_t n_steps;
	const struct distribution *calendar; /* ascending by pay_day; those without are skipped */
	size_t n_calendar;
	const struct income_row *imported; /* imported or typed, ascending by pay_day */
	size_t n_imported;
	const struct day_range *coverage; /* of the portfolio's imported movement files */
	size_t n_coverage;
	struct day as_of;
	const struct fx_series *usd; /* for a foreign asset */
	/* Payments of the company's other assets for the R$ 50,000 test; NULL: none. */
	const struct months *elsewhere; /* ascending */
};

struct income_output {
	struct income_entry *entries; /* income, ascending by pay_day */
	size_t n_entries;
	struct capital_return *returns; /* 2.5, native currency, ascending */
	size_t n_returns;
	struct money received; /* BRL */
	struct money native_received;
	struct months by_month; /* BRL */
	struct months tested;	/* what this asset contributes to the R$ 50,000 test */
};

/*
 * income_derive() - credited income up to as_of: rows of the ledger, and the calendar when neither a
 * row nor an imported file covers it (2.1).
 *
 * The R$ 50,000 test (2.3) is per company and month: two assets of one company (ON and PN) are first
 * derived separately, then again with the other's contribution.  Dividends that are rows of the ledger
 * count by their net amount.  Amounts are rounded to the cent when they arise.  CALC_ORDER when rows or
 * calendar are not ascending; the errors of fold() for the ledger.  @out is untouched unless CALC_OK.
 * O(rows + distributions log rows).
 */
enum calc_err income_derive(void *pool, const struct income_input *in,
			    struct income_output *out) MUST_CHECK;

#endif
