/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mark.h: the valuation of a holding.
 *
 * Open to calc/explain, which writes down what the valuation computes.
 */
#ifndef LASTRO_CALC_VALUE_MARK_H
#define LASTRO_CALC_VALUE_MARK_H

#include "calc/value/position_value.h"

struct marking {
	void *pool;
	const struct market *market;
	struct day as_of;
	struct fx fx;
	struct accruer *accruer; /* NULL: nothing has terms */
	bool values_only;	 /* the day's change is not needed */
};

/*
 * mark_input() - the inputs of the valuation of @h besides its position; sets h->accrual_reason and,
 * when the closes contradict each other, h->unpriced.
 */
void mark_input(const struct marking *m, const struct derived_holding *d, struct holding *h,
		struct value_input *out);

/* mark_holding() - values @h, whose positions are known, at the market's closes (3). */
enum calc_err mark_holding(const struct marking *m, const struct derived_holding *d,
			   struct holding *h) MUST_CHECK;

#endif
