/* SPDX-License-Identifier: Apache-2.0 */
/* value.h: price, value and day change of a position (calculations.md 3). */
#ifndef LASTRO_CALC_VALUE_H
#define LASTRO_CALC_VALUE_H

#include "calc/fx.h"

struct value_input {
	enum asset_type type;
	enum currency currency;
	struct day as_of;
	struct position brl;
	bool has_native;
	struct position native;
	bool has_last, has_prev;
	struct close last, prev;		/* native, unadjusted */
	const struct reference_event *events;	/* for prices from before a split */
	size_t n_events;
	bool expires;
	struct day expiry;
	struct fx fx;				/* marking rate; FX_NONE when there is none */
	struct qty qty_prev;			/* held at the previous close, before any split since */
	const struct ledger_row *day_rows;	/* rows dated on the quote day or later */
	size_t n_day_rows;
	bool accrual_known;			/* fixed income with contracted terms (section 4) */
	struct money accrual_value, accrual_prev_value;
	struct price accrual_unit;
};

/* position_value() - fills the valuation and native fields of @out (weight aside). */
enum calc_err position_value(const struct value_input *in, struct holding *out) MUST_CHECK;

/* portfolio_totals() - 17: totals, weights, order and kind_mix from out->holdings[0..n). */
enum calc_err portfolio_totals(void *pool, struct portfolio *out) MUST_CHECK;

#endif
