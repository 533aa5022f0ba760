/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calendar.c: bank business days and the next exchange session.
 *
 * The list is ANBIMA's in its present form; 20 November is national from 2024 on (Law 14.759/2023).
 */
#include "config.h"

#include "core/calendar.h"

int calendar_holidays(int year, struct day out[16])
{
	static const struct {
		int month, dom, since;
	} fixed[] = {
		{ 1, 1, 0 },  { 4, 21, 0 },  { 5, 1, 0 },      { 9, 7, 0 },   { 10, 12, 0 },
		{ 11, 2, 0 }, { 11, 15, 0 }, { 11, 20, 2024 }, { 12, 25, 0 },
	};
	static const int from_easter[] = { -48, -47, -2,
					   60 }; /* Carnival, Good Friday, Corpus Christi */
	struct day easter = day_easter(year);
	int n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++)
		if (year >= fixed[i].since &&
		    day_from_ymd(year, fixed[i].month, fixed[i].dom, &out[n]))
			n++;
	for (size_t i = 0; i < ARRAY_SIZE(from_easter); i++)
		out[n++] = day_plus(easter, from_easter[i]);
	for (int i = 1; i < n; i++) /* few and nearly sorted */
		for (int k = i; k > 0 && day_before(out[k], out[k - 1]); k--) {
			struct day t = out[k];

			out[k] = out[k - 1];
			out[k - 1] = t;
		}
	return n;
}

/* National holidays, weekends aside. */
static bool day_is_bank_holiday(struct day d)
{
	struct day list[16];
	int y, m, dom;
	int n;

	day_to_ymd(d, &y, &m, &dom);
	n = calendar_holidays(y, list);
	for (int i = 0; i < n; i++)
		if (day_same(list[i], d))
			return true;
	return false;
}

static bool is_weekday(struct day d)
{
	int w = day_weekday(d);

	return w != 0 && w != 6;
}

bool day_is_business(struct day d)
{
	return is_weekday(d) && !day_is_bank_holiday(d);
}

/* Weekdays since a fixed Monday, 1899-12-25, which lies before every day we accept. */
static int weekdays_before(struct day d)
{
	int n = d.n + 25574;
	int left = n % 7;

	return n / 7 * 5 + (left < 5 ? left : 5);
}

int business_days(struct day a, struct day b)
{
	struct day list[16];
	int y_first, y_last, m, dom;
	int count;

	if (!day_before(a, b))
		return 0;
	count = weekdays_before(b) - weekdays_before(a);
	day_to_ymd(a, &y_first, &m, &dom);
	day_to_ymd(b, &y_last, &m, &dom);
	for (int y = y_first; y <= y_last; y++) {
		int n = calendar_holidays(y, list);

		for (int i = 0; i < n; i++)
			if (!day_before(list[i], a) && day_before(list[i], b) &&
			    is_weekday(list[i]))
				count--;
	}
	return count;
}

struct day business_day_before(struct day d, int64_t n)
{
	while (n > 0) {
		d = day_plus(d, -1);
		n -= day_is_business(d);
	}
	return d;
}

static bool is_closed(struct day d, const struct holidays *closed)
{
	size_t lo = 0;
	size_t hi = closed ? closed->n : 0;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (day_same(closed->days[mid], d))
			return true;
		if (day_before(closed->days[mid], d))
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

struct day session_after(struct day d, const struct holidays *closed)
{
	int y, m, dom;

	do {
		d = day_plus(d, 1);
		day_to_ymd(d, &y, &m, &dom);
	} while (!day_is_business(d) || (m == 12 && (dom == 24 || dom == 31)) ||
		 is_closed(d, closed));
	return d;
}

struct day session_before(struct day d)
{
	do
		d = business_day_before(d, 1);
	while (!day_same(session_after(day_plus(d, -1), NULL), d));
	return d;
}
