/* SPDX-License-Identifier: Apache-2.0 */
/* series.c: closes of the past, stored by year. */
#include "config.h"

#include "calc/amounts/series.h"

struct price close_price(const struct close_year *y, size_t i)
{
	wide v = y->closes[i];

	for (int places = y->places; places < PRICE_PLACES; places++)
		v *= 10;
	return (struct price){ v };
}

/* The number of closes of a year dated on or before @day. */
static size_t closes_until(const struct close_year *y, size_t from, struct day day)
{
	size_t low = from;
	size_t high = y->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (day.n < close_day(y, mid))
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

#define APART_TIMES 20

bool closes_apart(wide a, wide b)
{
	return a >= APART_TIMES * b || b >= APART_TIMES * a;
}

bool close_is_spike(wide before, wide close, wide after)
{
	wide low = before < after ? before : after;
	wide high = before < after ? after : before;

	return close >= APART_TIMES * high || low >= APART_TIMES * close;
}

bool close_at(const struct close_series *s, struct day day, struct close *out)
{
	struct close_cursor c;

	close_cursor_open(&c, s);
	close_cursor_to(&c, day);
	if (!c.has)
		return false;
	*out = (struct close){ { c.day }, close_price(close_cursor_year(&c), c.i) };
	return true;
}

/* The day of the first close of the year at @year. */
static int32_t year_opens(const struct close_series *s, size_t year)
{
	return year < s->n ? close_day(&s->years[year], 0) : INT32_MAX;
}

void close_cursor_open(struct close_cursor *c, const struct close_series *s)
{
	*c = (struct close_cursor){ .s = s, .next = year_opens(s, 0) };
}

void close_cursor_to(struct close_cursor *c, struct day day)
{
	const struct close_year *y;

	if (day.n < c->next)
		return;
	if (!c->has) {
		c->has = true;
		c->i = 0;
	}
	while (year_opens(c->s, c->year + 1) <= day.n) {
		c->year++;
		c->i = 0;
	}
	y = close_cursor_year(c);
	c->i = closes_until(y, c->i, day) - 1;
	c->day = close_day(y, c->i);
	c->next = c->i + 1 < y->n ? close_day(y, c->i + 1) : year_opens(c->s, c->year + 1);
}
