/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: one unit of a paper at the ends of months. */
#include "config.h"

#include "calc/history/units.h"

void history_units(const struct history *h, const struct derived_holding *paper, struct day as_of,
		   struct unit_month *out)
{
	for (size_t i = 0; i < h->n_months; i++) {
		const struct history_month *m = &h->months[i];
		struct day last = month_last(m->month);
		const struct fold_step *s = fold_step_at(paper->steps, paper->n_steps,
							 day_before(as_of, last) ? as_of : last);

		out[i] = (struct unit_month){ 0 };
		if (!s)
			continue;
		out[i].qty = s->qty;
		out[i].mean_known = s->cost_known && money_each(s->cost, s->qty, &out[i].mean);
		/* Equity not at this month's prices is at cost, or at an old price. */
		out[i].price_known = !m->stale.e8 && money_each(m->equity, s->qty, &out[i].price);
	}
}
