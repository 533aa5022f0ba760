/* SPDX-License-Identifier: Apache-2.0 */
/* Civil days, the two calendars, timestamps, ids. */
#include "config.h"

#include "core/calendar.h"
#include "core/clock.h"
#include "core/day.h"
#include "core/uuid.h"

#include "tap.h"

static struct day on(const char *text)
{
	struct day d = { 0 };

	if (!day_parse(slice_of(text), &d))
		ok(false, "%s is a day", text);
	return d;
}

static void shows(struct day d, const char *want)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	is_text(text, want, want);
}

static void no_day(const char *text)
{
	struct day d;

	ok(!day_parse(slice_of(text), &d), "%s is no day", text);
}

int main(void)
{
	struct day d;
	struct day list[16];
	struct uuid a, b;
	char text[UUID_TEXT_SIZE];
	int64_t ms = 0;
	bool ascending = true;

	is_int(on("1970-01-01").n, 0, "the epoch is day 0");
	is_int(on("2000-02-29").n, 11016, "leap day of 2000");
	is_int(on("1900-01-01").n, DAY_FAR_PAST.n, "far past");
	is_int(on("2199-12-31").n, DAY_FAR_FUTURE.n, "far future");
	no_day("2026-02-29");
	no_day("1900-02-29");
	no_day("2026-13-01");
	no_day("2026-04-31");
	no_day("2026-4-30");
	no_day("0999-01-01");
	ok(!day_parse_br(SLICE("31/02/2026"), &d), "31/02 is no day");
	ok(day_parse_br(SLICE("29/02/2024"), &d) && day_same(d, on("2024-02-29")), "29/02/2024");
	ok(day_parse_compact(SLICE("20241108"), &d) && day_same(d, on("2024-11-08")), "20241108");
	shows(month_last(day_month(on("2024-02-10"))), "2024-02-29");
	shows(month_first(day_month(on("2024-02-10"))), "2024-02-01");
	is_int(day_weekday(on("2026-11-21")), 6, "2026-11-21 is a Saturday");
	shows(day_easter(2026), "2026-04-05");
	shows(day_easter(2024), "2024-03-31");
	shows(day_easter(2011), "2011-04-24");

	/* doc/calculations.md 0.3 */
	is_int(business_days(on("2024-01-01"), on("2025-01-01")), 253, "business days of 2024");
	is_int(business_days(on("2025-01-01"), on("2026-01-01")), 252, "business days of 2025");
	is_int(business_days(on("2026-01-01"), on("2027-01-01")), 249, "business days of 2026");
	is_int(business_day_before(on("2026-11-23"), 1).n, on("2026-11-19").n,
	       "back over a weekend and the 20th of November");
	is_int(business_day_before(on("2026-11-23"), 3).n, on("2026-11-17").n, "three of them");
	is_int(business_day_before(on("2026-11-22"), 0).n, on("2026-11-22").n, "and none");
	is_int(business_days(on("2026-11-19"), on("2026-11-23")), 1,
	       "20 November 2026 is a holiday");
	is_int(business_days(on("2023-11-17"), on("2023-11-22")), 3, "20 November 2023 was none");
	is_int(business_days(on("2026-02-13"), on("2026-02-19")), 2, "Carnival");
	is_int(business_days(on("2026-01-02"), on("2026-01-02")), 0, "an empty interval");
	is_int(calendar_holidays(2023, list), 12, "twelve holidays in 2023");
	is_int(calendar_holidays(2026, list), 13, "thirteen in 2026");
	ok(day_is_business(on("2026-12-24")) && !day_is_business(on("2026-12-25")),
	   "24 December is a bank day");
	shows(session_after(on("2026-12-23"), NULL), "2026-12-28");
	shows(session_before(on("2026-11-23")), "2026-11-19");
	shows(session_before(on("2026-12-28")), "2026-12-23");
	d = on("2026-12-28");
	shows(session_after(on("2026-12-23"), &(struct holidays){ &d, 1 }), "2026-12-29");

	ok(clock_init("2026-11-21T01:30:00Z") && day_same(clock_today(), on("2026-11-20")),
	   "01:30 UTC is still the day before in São Paulo");
	ok(timestamp_parse(SLICE("2026-11-21T15:03:00-03:00"), &ms), "a timestamp with an offset");
	timestamp_format(ms, (char[TIMESTAMP_TEXT_SIZE]){ 0 });
	{
		char when[TIMESTAMP_TEXT_SIZE];

		timestamp_format(ms, when);
		is_text(when, "2026-11-21T18:03:00.000Z", "shown in UTC with milliseconds");
	}
	ok(timestamp_parse(SLICE("2026-11-21T03:00:00Z"), &ms) &&
		   clock_day_end(on("2026-11-20")) == ms,
	   "a day ends at midnight in São Paulo");
	ok(day_same(clock_day_of(clock_day_end(on("2018-11-03")) - 1), on("2018-11-03")) &&
		   day_same(clock_day_of(clock_day_end(on("2018-11-03"))), on("2018-11-04")),
	   "also where the clock skipped midnight");
	ok(!timestamp_parse(SLICE("2026-11-21T25:03:00Z"), &ms), "25 o'clock");
	ok(!timestamp_parse(SLICE("2026-11-21T15:03:00"), &ms), "a timestamp needs its offset");
	ok(!clock_init("yesterday"), "LASTRO_NOW must be a timestamp");

	ok(clock_init("2026-11-21T01:30:00Z"), "the clock stands");
	a = uuid_new();
	for (int i = 0; i < 10000; i++) {
		b = uuid_new();
		ascending = ascending && memcmp(a.b, b.b, 16) < 0;
		a = b;
	}
	ok(ascending, "ten thousand ids of one moment ascend");
	uuid_format(a, text);
	ok(text[14] == '7' && uuid_parse(slice_of(text), &b) && uuid_same(a, b),
	   "version 7, and reads back");
	ok(!uuid_parse(SLICE("0192f0c0-0000-7000-8000-00000000000g"), &b), "a wrong digit");
	ok(!uuid_parse(SLICE("0192f0c0000070008000000000000000"), &b), "no dashes");
	return tap_done();
}
