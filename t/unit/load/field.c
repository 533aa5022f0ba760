/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of public files, ratios of events, tickers of ISINs, and numeric for COPY. */
#include "config.h"

#include <string.h>

#include "load/sources/supplement.h"
#include "load/spill.h"
#include "load/field.h"
#include "load/corporate_events.h"

#include "tap.h"

static void is_br(const char *cell, const char *want, const char *name)
{
	struct money m;

	if (ok(field_br(slice_of(cell), MONEY_PLACES, MONEY_MAX_E8, &m.e8) == FIELD_OK,
	       "%s: a number", name))
		is_money(m, want, name);
}

static void test_numbers(void)
{
	struct money m;

	is_br("58.130.517.165,22", "58130517165.22", "dots for thousands, a comma for the point");
	is_br("1.000", "1000", "a dot before three digits is a thousands mark");
	is_br("-0,00", "0", "minus zero is zero");
	is_br(" 0,13340000000 ", "0.1334", "trailing zeros beyond the grid");
	ok(field_br(SLICE("1.00"), 8, MONEY_MAX_E8, &m.e8) == FIELD_BAD, "a dot before two digits");
	ok(field_br(SLICE("1,2,3"), 8, MONEY_MAX_E8, &m.e8) == FIELD_BAD, "two commas");
	ok(field_br(SLICE("12a"), 8, MONEY_MAX_E8, &m.e8) == FIELD_BAD, "a letter");
	ok(field_decimal(SLICE("5.4274"), 8, MONEY_MAX_E8, &m.e8) == FIELD_OK && m.e8 == 542740000,
	   "a point");
	ok(field_decimal(SLICE("17,80"), 8, MONEY_MAX_E8, &m.e8) == FIELD_OK && m.e8 == 1780000000,
	   "or a comma");
	ok(field_decimal(SLICE("66.0199966430664"), 8, MONEY_MAX_E8, &m.e8) == FIELD_OK &&
		   m.e8 == 6601999664,
	   "the noise of a binary float is rounded away");
	ok(field_decimal(SLICE("NaN"), 8, MONEY_MAX_E8, &m.e8) == FIELD_BAD, "NaN is no number");
}

static void test_absent(void)
{
	static const char *const absent[] = { "", "  ", "-", "--", "N/D", "ND", "null" };
	wide v;

	for (size_t i = 0; i < ARRAY_SIZE(absent); i++)
		ok(field_decimal(slice_of(absent[i]), 8, MONEY_MAX_E8, &v) == FIELD_ABSENT,
		   "absent: '%s'", absent[i]);
	ok(field_decimal(SLICE("0"), 8, MONEY_MAX_E8, &v) == FIELD_OK, "zero is not absent");
}

static void test_days(void)
{
	struct day d;
	char text[DAY_TEXT_SIZE] = "";

	ok(field_day(SLICE("2021-08-20 13:10:39.797"), &d) == FIELD_OK,
	   "the time behind a day is dropped");
	day_format(d, text);
	is_text(text, "2021-08-20", "and the day stays");
	ok(field_day(SLICE("31/12/9999"), &d) == FIELD_ABSENT, "31/12/9999 is absent");
	ok(field_day(SLICE("9999-12-31"), &d) == FIELD_ABSENT, "9999-12-31 too");
	ok(field_day(SLICE("31/02/2024"), &d) == FIELD_BAD, "31/02 is wrong");
	ok(field_day(SLICE("02-01-2024"), &d) == FIELD_BAD,
	   "another order of the parts is not guessed");
}

static void is_ratio(bool good, struct ratio r, int64_t n, int64_t d, const char *name)
{
	ok(good && r.n == n && r.d == d, "%s: %lld/%lld", name, (long long)n, (long long)d);
}

static void test_ratios(void)
{
	struct ratio r = { 0, 1 };

	is_ratio(ratio_of_percent(300 * E12, &r), r, 4, 1, "DESDOBRAMENTO 300: one becomes four");
	is_ratio(ratio_of_percent(5 * E12, &r), r, 21, 20, "BONIFICACAO 5");
	is_ratio(ratio_of_factor(E12 / 10, &r), r, 1, 10, "GRUPAMENTO 0,1: ten become one");
	is_ratio(ratio_of_factor((wide)33333333330, &r), r, 1, 30, "GRUPAMENTO 0,03333333333");
	ok(!ratio_of_factor(0, &r) && !ratio_of_factor(-E12, &r) && !ratio_of_percent(0, &r),
	   "nothing is no ratio");
}

static void test_papers(void)
{
	ok(isin_is_share("BRBBASACNOR3"), "the ISIN of a share");
	ok(isin_is_share("BRTAEECDAM10") && isin_is_share("BRKNRICTF007") &&
		   isin_is_share("BRAAPLBDR004"),
	   "of a unit, a fund, a BDR");
	ok(!isin_is_share("BRBBASA04OR8"), "a warrant of the same event is not");
	ok(!isin_is_share("BRBBAS"), "nor what is too short");
	is_text(class_number("PNA"), "5", "PNA trades under 5");
	is_text(class_number("UNT"), "11", "a unit under 11");
	is_text(class_number("XX"), NULL, "an unknown class under nothing");
	is_text(income_kind_of("JRS CAP PROPRIO"), "jcp", "interest on equity");
	is_text(income_kind_of("RENDIMENTO"), "yield", "a yield");
	is_text(income_kind_of("PREMIO"), NULL, "an unknown label is kept without a kind");
}

static void is_numeric(wide v, int places, const char *bytes, size_t n, const char *name)
{
	unsigned char out[40];

	ok(numeric_binary(out, v, places) == n && memcmp(out, bytes, n) == 0, "numeric %s", name);
}

/* ndigits, weight, sign, scale, digits of base 10,000: as PostgreSQL's numeric_send writes them. */
static void test_numeric(void)
{
	is_numeric(0, 2, "\0\0\0\0\0\0\0\2", 8, "0.00");
	is_numeric(3555, 2, "\0\2\0\0\0\0\0\2\0\x23\x15\x7c", 12, "35.55");
	is_numeric(-5, 1, "\0\1\xff\xff\x40\0\0\1\x13\x88", 10, "-0.5");
	is_numeric(10000, 0, "\0\1\0\1\0\0\0\0\0\1", 10, "10000");
	is_numeric(17, 5, "\0\2\xff\xff\0\0\0\5\0\1\x1b\x58", 12, "0.00017");
	is_numeric(E12 * E12, 12, "\0\1\0\3\0\0\0\14\0\1", 10, "10^12 on the price grid");
}

int main(void)
{
	test_numbers();
	test_absent();
	test_days();
	test_ratios();
	test_papers();
	test_numeric();
	return tap_done();
}
