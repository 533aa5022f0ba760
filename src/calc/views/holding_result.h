/* SPDX-License-Identifier: Apache-2.0 */
/* holding_result.h: what a holding has yielded: by its price, by the dollar, by income. */
#ifndef LASTRO_CALC_VIEWS_HOLDING_RESULT_H
#define LASTRO_CALC_VIEWS_HOLDING_RESULT_H

#include "calc/value/value.h"

struct holding_result {
	/*
	 * The unrealised gain in its parts, BRL: what the price did in the asset's currency, at the valuation
	 * rate, and the rest, which the dollar did.  Without a foreign currency all of it is the price's.
	 * In cents, so that the two add up as they are shown.
	 */
	bool open_known, dollar_known;
	struct money price, dollar;
	bool total_known;
	struct money total;	 /* unrealised, realised and income, in cents as each is shown */
	struct money income_12m; /* net, paid in the twelve months that end with that of as_of */
	bool on_cost_known, on_value_known;
	struct percent on_cost,
		on_value; /* income_12m over the cost, and over the value, of what is held */
};

/*
 * holding_result() - of @h on @as_of.
 * @d: the same holding, with its income
 *
 * Null where a part is unknown.  CALC_RANGE when a sum leaves the grid.
 */
enum calc_err holding_result(const struct holding *h, const struct derived_holding *d,
			     struct day as_of, struct holding_result *out) MUST_CHECK;

/* result_has_paid() - whether @e counts in income_12m. */
bool result_has_paid(const struct income_entry *e, struct day as_of);

#endif
