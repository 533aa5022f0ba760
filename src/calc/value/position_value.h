/* SPDX-License-Identifier: Apache-2.0 */
/* position_value.h: price, value and day change of a position (doc/calculations.md 3). */
#ifndef LASTRO_CALC_VALUE_POSITION_VALUE_H
#define LASTRO_CALC_VALUE_POSITION_VALUE_H

#include "calc/value/portfolio_value.h"

struct value_input {
	enum asset_type type;
	enum currency currency;
	struct day as_of;
	struct position brl;
	bool has_native;
	struct position native;
	bool has_last, has_prev;
	bool last_stated, prev_stated;	      /* by the person, not closes of the service */
	struct close last, prev;	      /* native, unadjusted */
	const struct reference_event *events; /* for prices from before a split */
	size_t n_events;
	bool expires;
	struct day expiry;
	struct fx fx;			   /* valuation rate; FX_NONE when there is none */
	bool qty_prev_known;		   /* false: the change of the day is unknown */
	struct qty qty_prev;		   /* at the previous close, before any later split */
	const struct ledger_row *day_rows; /* rows dated after the previous close */
	size_t n_day_rows;
	bool accrual_prev_known; /* value on the previous business day */
	bool accrual_known;	 /* fixed income with contracted terms (section 4) */
	bool accrual_base_known; /* the present lots, at the factors of that day */
	struct money accrual_value, accrual_prev_value, accrual_base;
	struct price accrual_unit;
};

/* value_last_usable() - whether the last price is within its maximum age; @terms: they can replace it (3.1). */
bool value_last_usable(const struct value_input *in, bool terms);

/*
 * value_close_absurd() - whether the two closes are so far apart, without an event between them, that
 * one of them is wrong; which one cannot be known.
 */
bool value_close_absurd(const struct value_input *in);

/* gain_percent() - of the cost, in percent (3.2); false when the cost is below a cent. */
bool gain_percent(struct money gain, struct money cost, struct percent *pct, bool *range);

/* position_value() - fills the valuation and native fields of @out (weight aside). */
enum calc_err position_value(const struct value_input *in, struct holding *out) MUST_CHECK;

/*
 * portfolio_totals() - 17: totals, weights, order and kind_mix from out->holdings[0..n), and from the
 * given months of the whole.
 */
enum calc_err portfolio_totals(void *pool, struct portfolio *out) MUST_CHECK;

/* portfolio_whole() - the same for several portfolios' holdings, whose weights and order stay. */
enum calc_err portfolio_whole(void *pool, struct portfolio *out) MUST_CHECK;

/* portfolio_sums() - of the holdings alone: counts, patrimonio, invested, results. */
enum calc_err portfolio_sums(struct portfolio *p) MUST_CHECK;

#endif
