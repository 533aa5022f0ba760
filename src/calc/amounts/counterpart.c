/* SPDX-License-Identifier: Apache-2.0 */
/* counterpart.c: the other half of an incorporation. */
#include "config.h"

#include "calc/amounts/counterpart.h"

bool incorporation_absorbed(struct known_successions known, const char *symbol,
			    const struct ledger_row *row)
{
	if (row->event != EVENT_INCORPORATION)
		return false;
	for (size_t i = 0; i < known.n; i++) {
		const struct succession *s = &known.items[i];

		if (same_event(row->day, s->day) &&
		    (str_eq(symbol, s->from) || str_eq(symbol, s->to)))
			return true;
	}
	return false;
}

const struct ledger_row *counterpart_in(const struct symbol_rows *paper,
					struct known_successions known,
					const struct ledger_row *row, struct day until)
{
	size_t i = same_event_first(paper->rows, paper->n, sizeof(*paper->rows), row->day);

	for (; i < paper->n; i++) {
		const struct ledger_row *other = &paper->rows[i];

		if (!same_event(other->day, row->day) || day_before(until, other->day))
			return NULL;
		if (counterpart_of(row, other) &&
		    !incorporation_absorbed(known, paper->symbol, other))
			return other;
	}
	return NULL;
}
