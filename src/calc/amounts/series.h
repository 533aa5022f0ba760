/* SPDX-License-Identifier: Apache-2.0 */
/* series.h: closes of the past: one by its day, or all of them walked forward. */
#ifndef LASTRO_CALC_AMOUNTS_SERIES_H
#define LASTRO_CALC_AMOUNTS_SERIES_H

#include "calc/amounts/ledger.h"

/* close_at() - the newest close on or before @day, by bisection; false when there is none. */
bool close_at(const struct close_series *s, struct day day, struct close *out) MUST_CHECK;

/*
 * closes_apart() - whether one is twenty times the other or more: no session moves a price so far, but
 * a price in another unit does.  On one grid, in the same shares.
 */
bool closes_apart(wide a, wide b);

/*
 * close_is_spike() - a close that far above or below both its neighbours, which are positive.  A split
 * is not one, since prices do not move back after it.  All three on one grid.
 */
bool close_is_spike(wide before, wide close, wide after);

/* A forward-only walk. */
struct close_cursor {
	const struct close_series *s;
	size_t year, i; /* the current close; meaningless unless has */
	bool has;
	int32_t day;  /* of the current close */
	int32_t next; /* day of the next one; INT32_MAX without */
};

void close_cursor_open(struct close_cursor *c, const struct close_series *s);

/* close_cursor_to() - moves to the newest close on or before @day. */
void close_cursor_to(struct close_cursor *c, struct day day);

/* close_cursor_year() - the year of the current close. */
static inline const struct close_year *close_cursor_year(const struct close_cursor *c)
{
	return &c->s->years[c->year];
}

static inline int32_t close_day(const struct close_year *y, size_t i)
{
	return y->first.n + y->days[i];
}

/* close_price() - element @i of a year on the price grid. */
struct price close_price(const struct close_year *y, size_t i);

#endif
