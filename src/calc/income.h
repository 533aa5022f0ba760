/* SPDX-License-Identifier: Apache-2.0 */
/* income.h: income received, net, by payment date (calculations.md 2). */
#ifndef LASTRO_CALC_INCOME_H
#define LASTRO_CALC_INCOME_H

#include "calc/fold.h"

struct income_entry {
	struct day pay_day;
	enum income_kind kind;
	bool gross_known;
	struct money gross, tax;	/* native currency, cents */
	struct money net;		/* BRL, cents; meaningless unless net_known */
	bool net_known;			/* false: no rate on the payment date */
	struct money native_net;	/* native currency, cents */
	bool from_calendar;
};

struct income_input {
	enum asset_type type;
	enum currency currency;
	const struct fold_input *ledger;	/* for the entitled quantity (2.2) */
	const struct provent *calendar;		/* ascending by pay_day */
	size_t n_calendar;
	const struct income_row *imported;	/* rows of the ledger, ascending by pay_day */
	size_t n_imported;
	const struct day_range *coverage;
	size_t n_coverage;
	struct day as_of;
	const struct fx_series *usd;		/* for a foreign asset */
};

struct income_output {
	struct income_entry *entries;		/* income, ascending by pay_day */
	size_t n_entries;
	struct capital_return *returns;		/* 2.5, native currency, ascending */
	size_t n_returns;
	struct money received;			/* BRL */
	struct money native_received;
	struct months by_month;			/* BRL */
};

/* income_derive() - the R$ 50,000 test (2.3) sees the provents of this input's issuer only. */
enum calc_err income_derive(void *pool, const struct income_input *in, struct income_output *out) MUST_CHECK;

#endif
