/* SPDX-License-Identifier: Apache-2.0 */
/*
 * option.c: the expiry of an option and its settlement.
 *
 * Codes are reused in later years, so a code's expiry depends on when the cycle began.
 */
#include "config.h"

#include "calc/amounts/option.h"

#include <ctype.h>

#include "core/calendar.h"

#define GRACE_DAYS 5 /* business days after the expiry in which rows still count */
#define ROOT_LENGTH 4
#define OTHER_SERIES 300 /* least number of days between two expiries of one code */

struct day option_settlement(struct day expiry)
{
	struct day d = expiry;

	for (int left = GRACE_DAYS; left > 0;) {
		d = day_plus(d, 1);
		left -= day_is_business(d);
	}
	return day_plus(d, 1);
}

static bool is_session(struct day d)
{
	int y, m, dom;

	day_to_ymd(d, &y, &m, &dom);
	return day_is_business(d) && !(m == 12 && (dom == 24 || dom == 31));
}

/* The content of a code: the month, and the week of a weekly series (0: a monthly one). */
static bool read_code(const char *symbol, int *month, int *week)
{
	const char *p = symbol;
	char letter;

	for (int i = 0; i < ROOT_LENGTH; i++, p++)
		if (!isalnum((unsigned char)*p))
			return false;
	letter = *p++;
	if (letter < 'A' || letter > 'X' || !isdigit((unsigned char)*p))
		return false;
	while (isdigit((unsigned char)*p))
		p++;
	*week = 0;
	if (*p == 'W' && p[1] >= '1' && p[1] <= '5' && !p[2])
		*week = p[1] - '0';
	else if (*p)
		return false;
	*month = (letter - 'A') % 12 + 1;
	return true;
}

/* The @nth weekday of a month; false when it has none. */
static bool nth_weekday(int year, int month, int nth, int weekday, struct day *out)
{
	struct day first;

	if (!day_from_ymd(year, month, 1, &first))
		return false;
	*out = day_plus(first, (weekday - day_weekday(first) + 7) % 7 + 7 * (nth - 1));
	return day_month(*out).n == day_month(first).n;
}

static bool expiry_of(int year, int month, int week, struct day *out)
{
	enum { MONDAY = 1, FRIDAY = 5, THIRD = 3 };
	bool monday = !week && (year < 2021 || (year == 2021 && month < 5));

	if (!nth_weekday(year, month, week ? week : THIRD, monday ? MONDAY : FRIDAY, out))
		return false;
	while (!is_session(*out))
		*out = day_plus(*out, -1);
	return true;
}

bool option_code_expiry(const char *symbol, struct day first, struct day *out)
{
	int year, month, week, m, dom;

	if (!read_code(symbol, &month, &week))
		return false;
	day_to_ymd(first, &year, &m, &dom);
	for (int y = year - 1; y <= year + 1; y++)
		if (expiry_of(y, month, week, out) && day_before(first, option_settlement(*out)))
			return true;
	return false;
}

bool option_cycle_expiry(const struct option_terms *terms, const char *symbol, struct day first,
			 struct day *out)
{
	struct day code;
	bool coded = option_code_expiry(symbol, first, &code);
	bool listed = terms->listed && day_before(first, option_settlement(terms->listing));
	bool stated = terms->stated && day_before(first, option_settlement(terms->statement));

	if (listed && coded && terms->listing.n - code.n > OTHER_SERIES &&
	    !(stated && day_same(terms->listing, terms->statement)))
		listed = false;
	*out = listed ? terms->listing : stated ? terms->statement : code;
	return listed || stated || coded;
}

bool option_expired(const struct option_ends *ends, struct day day)
{
	for (size_t i = 0; i < ends->n; i++)
		if (day_before(ends->items[i].expiry, day) &&
		    day_before(day, ends->items[i].settled))
			return true;
	return false;
}
