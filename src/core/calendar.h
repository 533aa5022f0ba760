/* SPDX-License-Identifier: Apache-2.0 */
/*
 * calendar.h: the two calendars: bank business days (252 base) and exchange sessions.
 *
 * Bank days follow the law by rule (doc/calculations.md 0.3).  Sessions of the past are the dates that
 * have closes and are never computed; the session rule here only gives the next session, which turns
 * the last day with a right into an ex date.
 */
#ifndef LASTRO_CORE_CALENDAR_H
#define LASTRO_CORE_CALENDAR_H

#include <stddef.h>

#include "core/day.h"

/* Extra closed days of the exchange (loaded from B3's list), ascending; may be empty. */
struct holidays {
	const struct day *days;
	size_t n;
};

bool day_is_business(struct day d); /* bank day */

/* business_days() - bank business days in [a, b); 0 when b is not after a. */
int business_days(struct day a, struct day b);

/* business_day_before() - the business day @n before @d; @d itself when @n is 0. */
struct day business_day_before(struct day d, int64_t n);

/*
 * calendar_holidays() - fills in the national holidays of a year, ascending, at most 16; returns their
 * number.
 */
int calendar_holidays(int year, struct day out[16]);

/* session_after() - first session after @d: weekday, no national holiday, not 24 or 31 December, not in @closed. */
struct day session_after(struct day d, const struct holidays *closed);
/* session_before() - the last day before @d that such a rule makes a session. */
struct day session_before(struct day d);

#endif
