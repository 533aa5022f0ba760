/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: one unit of a paper at the ends of months. */
#include "config.h"

#include "calc/history/units.h"

static bool mean_of(const struct fold_step *s, struct price *out)
{
	return s->cost_known && money_each(s->cost, s->qty, out);
}

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
		out[i].mean_known = mean_of(s, &out[i].mean);
		/* Equity not at this month's prices is at cost, or at an old price. */
		out[i].price_known = !m->stale.e8 && money_each(m->equity, s->qty, &out[i].price);
	}
}

size_t history_means(const struct derived_holding *paper, struct day as_of, struct mean_month *out)
{
	size_t n = 0;

	for (size_t i = 0; i < paper->n_steps && !day_before(as_of, paper->steps[i].day); i++) {
		struct mean_month m = { .month = day_month(paper->steps[i].day) };

		m.known = mean_of(&paper->steps[i], &m.mean);
		if (n && out[n - 1].month.n == m.month.n)
			n--;
		if (!n || m.known != out[n - 1].known || m.mean.e12 != out[n - 1].mean.e12)
			out[n++] = m;
	}
	return n;
}
