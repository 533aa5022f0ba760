/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reference_events.h: splits, groupings and bonuses of the reference data against rows and prices:
 * whether a row repeats one, and an earlier price in today's shares.
 */
#ifndef LASTRO_CALC_AMOUNTS_REFERENCE_EVENTS_H
#define LASTRO_CALC_AMOUNTS_REFERENCE_EVENTS_H

#include "calc/amounts/ledger.h"
#include "core/order.h"

/* A row this close to a reference event repeats it (doc/calculations.md 16). */
#define SAME_EVENT_DAYS 15

/* same_event() - whether entries of these days may describe the same event. */
static inline bool same_event(struct day a, struct day b)
{
	return a.n - b.n <= SAME_EVENT_DAYS && b.n - a.n <= SAME_EVENT_DAYS;
}

/*
 * same_event_first() - the index of the first of @items, as in days_until(), for which same_event() may
 * hold.
 */
static inline size_t same_event_first(const void *items, size_t n, size_t size, struct day day)
{
	return days_until(items, n, size, (struct day){ day.n - SAME_EVENT_DAYS - 1 });
}

/* row_is_event() - whether a row is a split, or a bonus. */
static inline bool row_is_event(const struct ledger_row *row, enum event_kind kind)
{
	if (kind == EVENT_SPLIT)
		return row->kind == ROW_SPLIT && row->event != EVENT_BONUS;
	return row->event == EVENT_BONUS;
}

/* has_split_near() - whether a row of @day repeats one of @events that is a split. */
bool has_split_near(const struct reference_event *events, size_t n, struct day day);

/*
 * price_in_shares_of() - a price of @from in shares of @day: divided by the ratio of each event
 * effective after @from up to @day, rounded once an event.  @events: in any order, applied in theirs
 */
struct price price_in_shares_of(const struct reference_event *events, size_t n, struct price p,
				struct day from, struct day day, bool *range);

#endif
