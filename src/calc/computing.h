/* SPDX-License-Identifier: Apache-2.0 */
/*
 * computing.h: a portfolio in the making.
 *
 * Internal to portfolio_compute(): portfolio.c folds, mark.c values, flows.c gathers what the
 * investor paid and received.
 */
#ifndef LASTRO_CALC_COMPUTING_H
#define LASTRO_CALC_COMPUTING_H

#include "calc/family.h"
#include "calc/income.h"

/* A holding in the making. */
struct work {
	const struct family *family;
	const struct market_symbol *market; /* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
};

struct computing {
	void *pool;
	const struct ledger *ledger;
	const struct market *market;
	struct day as_of;
	struct work *works;
	size_t n;
	struct portfolio out;
};

/* mark_holding() - value @h, whose positions are known, with the market's closes (3). */
enum calc_err mark_holding(const struct computing *c, const struct work *w,
			   struct holding *h) MUST_CHECK;

/*
 * find_flows() - the investor's flows in BRL of all works, one a day (1.10); room for one more
 * behind them, the terminal value.
 */
enum calc_err find_flows(struct computing *c) MUST_CHECK;

#endif
