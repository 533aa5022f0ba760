/* SPDX-License-Identifier: Apache-2.0 */
/* Exact decimals: parsing on a grid, rounding half away from zero, products wider than 128 bits. */
#include "config.h"

#include "core/decimal.h"

#include "tap.h"

static void parses(const char *text, int places, const char *want8)
{
	wide v = -1;

	if (dec_parse(slice_of(text), places, (wide)1 << 100, &v) != DEC_OK) {
		ok(false, "%s is read", text);
		return;
	}
	is_money((struct money){ places <= 8 ? v * (wide)(places == 2 ? 1000000 : 1) : v / 10000 },
		 want8, text);
}

static void refuses(const char *text, enum dec_err want, const char *why)
{
	wide v = 77;

	ok(dec_parse(slice_of(text), 8, E16, &v) == want && v == 77, "%s: %s", why, text);
}

static void shows(wide v, int places, int shown, bool trim, const char *want)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, v, places, shown, trim);
	is_text(text, want, want);
}

int main(void)
{
	wide v;
	bool rounded;
	bool range = false;

	parses("0", 8, "0");
	parses("-12.5", 8, "-12.5");
	parses("1e3", 8, "1000");
	parses("12.5e-1", 8, "1.25");
	parses("0.10000000000", 8, "0.1");
	parses("0.000000000001e4", 8, "0.00000001");
	refuses("", DEC_SYNTAX, "empty");
	refuses("+1", DEC_SYNTAX, "plus sign");
	refuses("1.", DEC_SYNTAX, "no digit after the point");
	refuses(".5", DEC_SYNTAX, "no digit before the point");
	refuses("NaN", DEC_SYNTAX, "not a number");
	refuses("1e", DEC_SYNTAX, "no exponent digits");
	refuses("0x10", DEC_SYNTAX, "hexadecimal");
	refuses("1 ", DEC_SYNTAX, "blank");
	refuses("0.123456789", DEC_PLACES, "ninth place");
	refuses("100000001", DEC_RANGE, "beyond the bound");
	refuses("1e400000000", DEC_RANGE, "absurd exponent");
	refuses("123456789012345678901234567890123456789012", DEC_RANGE, "42 digits");
	ok(dec_parse_rounded(SLICE("340282366920938463463374607431768211455.5"), 0, E16, &v,
			     &rounded) == DEC_RANGE,
	   "a half above 2^128 - 1 does not become 0");
	ok(dec_parse_rounded(SLICE("100000000.5"), 0, 100000000, &v, &rounded) == DEC_RANGE,
	   "nor is a half above the bound let in");
	ok(dec_parse(SLICE("0e999999"), 8, E16, &v) == DEC_OK && v == 0,
	   "zero times anything is zero");

	ok(dec_parse_rounded(SLICE("2.5499999999999998"), 8, E16, &v, &rounded) == DEC_OK &&
		   rounded,
	   "a 17-digit float is rounded, and said so");
	is_money((struct money){ v }, "2.55", "to 2.55");
	ok(dec_parse_rounded(SLICE("-0.000000005"), 8, E16, &v, &rounded) == DEC_OK && v == -1,
	   "a negative tie goes away from zero");
	ok(dec_parse_rounded(SLICE("0.0000000049"), 8, E16, &v, &rounded) == DEC_OK && v == 0 &&
		   rounded,
	   "below a tie goes down");

	shows(0, 8, 2, false, "0.00");
	shows(-1, 8, 2, false, "0.00"); /* never -0.00 */
	shows(-499999, 8, 2, false, "0.00");
	shows(-500000, 8, 2, false, "-0.01");
	shows(500000, 8, 2, false, "0.01");
	shows(1201000000, 8, 8, true, "12.01");
	shows(100000000, 8, 8, true, "1");
	shows(1, 8, 8, true, "0.00000001");
	shows((wide)123456789 * E16 * E12, 8, 2, false, "12345678900000000000000000000.00");

	ok(dec_div_half_away(5, 2) == 3 && dec_div_half_away(-5, 2) == -3,
	   "ties go away from zero");
	ok(dec_div_half_away(7, 3) == 2 && dec_div_half_away(-7, -3) == 2, "thirds");
	/* 10^30 x 10^30 / 10^31 = 10^29: the product needs 200 bits */
	ok(dec_mul_div_half_away(E16 * E12 * 100, E16 * E12 * 100, E16 * E12 * 1000, &range) ==
			   E16 * E12 * 10 &&
		   !range,
	   "a product beyond 128 bits is exact");
	/* (10^30 + 1)(10^30) / (2 x 10^30) = (10^30 + 1) / 2 = ...0.5, away from zero */
	ok(dec_mul_div_half_away(E16 * E12 * 100 + 1, E16 * E12 * 100, 2 * E16 * E12 * 100,
				 &range) == E16 * E12 * 50 + 1,
	   "and rounds its tie away from zero");
	ok(dec_mul_div_half_away(-(E16 * E12 * 100 + 1), E16 * E12 * 100, 2 * E16 * E12 * 100,
				 &range) == -(E16 * E12 * 50 + 1),
	   "in both directions");
	(void)dec_mul_div_half_away((wide)1 << 120, (wide)1 << 120, 1,
				    &range); /* only the flag matters */
	ok(range, "a quotient that does not fit sets the range flag");

	range = false;
	is_money(money_gross((struct qty){ 2145000000 }, (struct price){ 61200000000000 }, &range),
		 "1312.74", "21.45 x 61.20");
	is_qty(qty_times_ratio((struct qty){ 10700000000 }, (struct ratio){ 1, 3 }, &range),
	       "35.66666667", "107 / 3 on the quantity grid");
	(void)qty_times_ratio((struct qty){ INT64_MAX }, (struct ratio){ 2, 1 }, &range);
	ok(range, "a quantity past the grid sets the range flag");
	is_money(money_round_cents((struct money){ 5545500000 }), "55.46",
		 "55.455 is paid as 55.46");
	ok(ratio_reduce((struct ratio){ 150, 100 }).n == 3, "150/100 is 3/2");
	return tap_done();
}
