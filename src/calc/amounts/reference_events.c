/* SPDX-License-Identifier: Apache-2.0 */
/* reference_events.c: splits, groupings and bonuses against prices and rows. */
#include "config.h"

#include "calc/amounts/reference_events.h"

bool has_split_near(const struct reference_event *events, size_t n, struct day day)
{
	for (size_t i = 0; i < n; i++)
		if (events[i].kind == EVENT_SPLIT && same_event(events[i].ex_day, day))
			return true;
	return false;
}

struct price price_in_shares_of(const struct reference_event *events, size_t n, struct price p,
				struct day from, struct day day, bool *range)
{
	for (size_t i = 0; i < n; i++) {
		const struct reference_event *e = &events[i];

		if (day_before(from, e->ex_day) && !day_before(day, e->ex_day) && e->ratio.n > 0)
			p.e12 = dec_mul_div_half_away(p.e12, e->ratio.d, e->ratio.n, range);
	}
	return p;
}
