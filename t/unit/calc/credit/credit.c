/* SPDX-License-Identifier: Apache-2.0 */
/* credit.c: ratios, thresholds with their early band, trailing twelve months, due days; figures by hand. */
#include "config.h"

#include "calc/credit/credit.h"

#include "tap.h"

static struct day day(int year, int month, int dom)
{
	struct day d = { 0 };

	ok(day_from_ymd(year, month, dom, &d), "%d-%d-%d is a day", year, month, dom);
	return d;
}

static void is_ratio(wide num, wide den, int64_t want_e8, const char *name)
{
	wide got = -1;

	ok(credit_ratio(num, den, &got) && got == want_e8, "%s: %lld", name, (long long)got);
}

static void test_ratio(void)
{
	wide out = 7;

	is_ratio(420 * E8, 120 * E8, 350000000, "420 of 120 is 3.5");
	is_ratio(-20 * E8, 120 * E8, -16666667,
		 "net cash: -20 of 120 is -0.16666667, away from zero");
	is_ratio(1, 2 * E8, 1, "half a unit of the last place goes away from zero");
	is_ratio(-1, 2 * E8, -1, "and below zero alike");
	is_ratio(1, 2 * E8 + 1, 0, "less than half goes to it");
	ok(!credit_ratio(E8, 0, &out) && out == 7, "of nothing no ratio, and nothing is written");
	ok(!credit_ratio(E8, -E8, &out), "of a loss neither: EBITDA below zero has no leverage");
	ok(!credit_ratio(MONEY_MAX_E8, 1, &out), "nor one that leaves the grid");
}

static void is_watch(wide value, wide threshold, wide band, bool above, enum credit_level level,
		     int64_t headroom_e8, const char *name)
{
	struct credit_watch w = { LEVEL_CALM, { 0 } };
	enum calc_err err = credit_watch(value, threshold, (struct percent){ band }, above, &w);

	ok(err == CALC_OK && w.level == level && w.headroom.e8 == headroom_e8, "%s: level %d, %lld",
	   name, (int)w.level, (long long)w.headroom.e8);
}

static void test_watch(void)
{
	struct credit_watch w;

	is_watch(269999999, 3 * E8, 10 * E8, true, LEVEL_CALM, 1000000033,
		 "leverage of 2.69999999 of 3");
	is_watch(270000000, 3 * E8, 10 * E8, true, LEVEL_EARLY, 1000000000, "2.7: the band begins");
	is_watch(3 * E8, 3 * E8, 10 * E8, true, LEVEL_EARLY, 0, "the limit itself breaks nothing");
	is_watch(300000001, 3 * E8, 10 * E8, true, LEVEL_BREACH, -33, "a unit beyond does");
	is_watch(350000000, 3 * E8, 10 * E8, true, LEVEL_BREACH, -1666666667, "3.5 of 3");
	is_watch(220000000, 2 * E8, 10 * E8, false, LEVEL_EARLY, 1000000000,
		 "coverage of 2.2 of 2");
	is_watch(220000001, 2 * E8, 10 * E8, false, LEVEL_CALM, 1000000050, "and a unit above");
	is_watch(166666667, 2 * E8, 10 * E8, false, LEVEL_BREACH, -1666666650, "1.66666667 of 2");
	is_watch(3 * E8, 3 * E8, 0, true, LEVEL_CALM, 0, "without a band nothing is early");
	is_watch(-5 * E8, -4 * E8, 10 * E8, false, LEVEL_BREACH, -2500000000, "a limit below zero");
	ok(credit_watch(E8, 0, (struct percent){ E8 }, true, &w) == CALC_INPUT,
	   "a limit of zero is none");
	ok(credit_watch(E8, E8, (struct percent){ 101 * E8 }, true, &w) == CALC_INPUT,
	   "a band wider than the limit is none");
}

static void is_day(struct day got, int year, int month, int dom, const char *name)
{
	int y, m, d;

	day_to_ymd(got, &y, &m, &d);
	ok(y == year && m == month && d == dom, "%s: %d-%d-%d", name, y, m, d);
}

static void test_due(void)
{
	struct filing_due due = filing_due(day(2025, 12, 31), 12);

	is_day(due.reference, 2026, 3, 31, "after the year comes its first quarter");
	ok(!due.annual, "in quarterly statements");
	is_day(due.due, 2026, 5, 15, "45 days later");
	due = filing_due(day(2025, 9, 30), 12);
	ok(due.annual, "after the third quarter comes the year");
	is_day(due.due, 2026, 3, 31, "three months later");
	due = filing_due(day(2023, 12, 31), 3);
	ok(due.annual, "of a year that ends in March");
	is_day(due.reference, 2024, 3, 31, "on its last day");
	is_day(due.due, 2024, 6, 30, "three months later, on the month's last");
	is_day(credit_months(day(2024, 2, 29), -12), 2023, 2, 28,
	       "a leap day has its month's last");
	is_day(credit_months(day(2023, 2, 28), 12), 2024, 2, 29, "and a month's last stays one");
	is_day(report_due(day(2026, 1, 31)).reference, 2026, 2, 28, "a fund's next report");
	is_day(report_due(day(2026, 1, 31)).due, 2026, 3, 15, "fifteen days after its month");
}

int main(void)
{
	test_ratio();
	test_watch();
	test_due();
	return tap_done();
}
