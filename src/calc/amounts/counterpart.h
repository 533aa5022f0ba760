/* SPDX-License-Identifier: Apache-2.0 */
/*
 * counterpart.h: the counterpart of a row of an incorporation (doc/calculations.md 1.7): a succession
 * that it repeats, or the other half of an exchange inside the same paper.
 *
 *  absorbed    no effect
 *  credit, a cost waits   the cost comes back with it
 *  credit, counterpart_in(), something held the cost stays unchanged
 *  credit with a price of its own  quantity × price + fees enters
 *  any other credit   unknown cost: also when a debit removed nothing, since
 *       that explains no cost
 *  debit of all that is held  the cost waits for a credit of same_event()
 *  any other debit    the cost stays unchanged
 */
#ifndef LASTRO_CALC_AMOUNTS_COUNTERPART_H
#define LASTRO_CALC_AMOUNTS_COUNTERPART_H

#include "calc/amounts/reference_events.h"

static inline bool incorporation_credits(const struct ledger_row *row)
{
	return row->kind == ROW_ADJUST && row->event == EVENT_INCORPORATION && row->qty.e8 > 0;
}

static inline bool incorporation_debits(const struct ledger_row *row)
{
	return row->kind == ROW_ADJUST && row->event == EVENT_INCORPORATION && row->qty.e8 < 0;
}

/* counterpart_of() - whether @a and @b, of one paper, are the two halves of an exchange. */
static inline bool counterpart_of(const struct ledger_row *a, const struct ledger_row *b)
{
	return same_event(a->day, b->day) &&
	       ((incorporation_credits(a) && incorporation_debits(b)) ||
		(incorporation_debits(a) && incorporation_credits(b)));
}

struct known_successions {
	const struct succession *items;
	size_t n;
};

/* incorporation_absorbed() - whether @row, of @symbol, repeats one of @known. */
bool incorporation_absorbed(struct known_successions known, const char *symbol,
			    const struct ledger_row *row);

/* Rows typed under one symbol. */
struct symbol_rows {
	const char *symbol;
	const struct ledger_row *rows; /* ascending by day */
	size_t n;
};

/*
 * counterpart_in() - the other half of @row among @paper up to @until; NULL without one.  Rows that
 * a succession absorbs do not match.
 */
const struct ledger_row *counterpart_in(const struct symbol_rows *paper,
					struct known_successions known,
					const struct ledger_row *row, struct day until);

#endif
