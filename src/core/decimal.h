/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decimal.h: exact decimals on fixed grids (doc/calculations.md 0.1).
 *
 * Each kind of amount is an integer on its own grid and its own struct, so that adding a price to a
 * quantity does not compile.  Roundings are named calls; none is implicit.  Overflow sets a sticky
 * bool that the caller tests once; the value is then meaningless.
 */
#ifndef LASTRO_CORE_DECIMAL_H
#define LASTRO_CORE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/attributes.h"
#include "core/text.h"

/*
 * Aligned to 8 bytes: the compiler's default of 16 pads each amount that follows a flag, which takes a tenth of a large
 * portfolio's memory.
 */
__extension__ typedef __int128 wide __attribute__((aligned(8)));

struct qty {
	int64_t e8;
}; /* units, 8 places, to 92 billion */
struct price {
	wide e12;
}; /* currency per unit, quotas, exchange rates: 12 places */
struct money {
	wide e8;
}; /* BRL or the row's currency: 8 places inside, 2 only when shown */
struct factor {
	wide e16;
}; /* accrual factor, 16 places */
struct ratio {
	int64_t n, d;
}; /* exact fraction, d > 0: new shares per old share */
struct percent {
	wide e8;
}; /* percent, 8 places inside, 4 shown */

/* An amount that may be unknown, on the grid that its name says; @v is meaningless then. */
struct maybe {
	bool known;
	wide v;
};

#define QTY_PLACES 8
#define PRICE_PLACES 12
#define MONEY_PLACES 8

#define E8 ((wide)100000000)
#define E12 ((wide)1000000000000)
#define E16 ((wide)10000000000000000)

/* The powers of ten that 64 bits hold: 10^0 to 10^19. */
#define POW10_U64 20
extern const uint64_t pow10_u64[POW10_U64];

/* Bounds for values from outside; sums inside may exceed them. */
#define QTY_MAX_E8 INT64_MAX
#define PRICE_MAX_E12 ((wide)1000000000 * E12)	   /* one thousand million a unit */
#define MONEY_MAX_E8 ((wide)1000000000000000 * E8) /* 10^15 */

enum dec_err {
	DEC_OK,
	DEC_SYNTAX, /* not a decimal number */
	DEC_PLACES, /* more places than the grid has, and they are not zeros */
	DEC_RANGE,  /* beyond the bound */
};

/*
 * dec_parse() - text to an integer on a grid of @places, exactly.
 * @s:   "-12.5", "1e3", "0.10"; no blanks, no sign '+', no thousands mark
 * @max: greatest magnitude allowed, on the grid
 * @out: untouched unless DEC_OK
 */
enum dec_err dec_parse(struct slice s, int places, wide max, wide *out) MUST_CHECK;

/*
 * dec_parse_rounded() - the same, rounding further places half away from zero.
 * @rounded: set to whether a non-zero digit was dropped
 */
enum dec_err dec_parse_rounded(struct slice s, int places, wide max, wide *out,
			       bool *rounded) MUST_CHECK;

/* Longest text that dec_format() writes, NUL included. */
#define DEC_TEXT_SIZE 64

/*
 * dec_format() - a value on a grid of @places as text with @shown places, half away from zero.
 * @trim: drop trailing zeros after the point (and the point)
 *
 * Never "-0".  Returns the length.
 */
size_t dec_format(char out[DEC_TEXT_SIZE], wide value, int places, int shown, bool trim);

/* dec_rescale() - from one grid to another, half away from zero when places are lost. */
wide dec_rescale(wide value, int from, int to, bool *range);

/* @num / @den, den != 0. */
wide dec_div_half_away(wide num, wide den);

/* @a * @b / @c with a 256-bit product, c != 0; rounded once. */
wide dec_mul_div_half_away(wide a, wide b, wide c, bool *range);
wide dec_mul_div_trunc(wide a, wide b, wide c, bool *range);

wide wide_add(wide a, wide b, bool *range);
wide wide_sub(wide a, wide b, bool *range);

static inline int wide_order(wide a, wide b)
{
	return (a > b) - (a < b);
}

static inline wide wide_abs(wide v)
{
	return v < 0 ? -v : v;
}

/* Quantities. */
struct qty qty_add(struct qty a, struct qty b, bool *range);
struct qty qty_sub(struct qty a, struct qty b, bool *range);
struct qty qty_times_ratio(struct qty q, struct ratio r, bool *range); /* rounded to the grid */
static inline bool qty_is_zero(struct qty q)
{
	return q.e8 == 0;
}

/* Money. */
struct money money_add(struct money a, struct money b, bool *range);
struct money money_sub(struct money a, struct money b, bool *range);
static inline struct money money_neg(struct money a)
{
	return (struct money){ -a.e8 };
}
struct money money_gross(struct qty q, struct price p, bool *range); /* q x p, rounded once */
struct money money_part(struct money whole, struct qty part, struct qty of, bool *range);
struct money money_times_rate(struct money m, struct price rate, bool *range);
struct money money_round_cents(struct money m); /* to 2 places, half away; for money really paid */

/*
 * money_add_shown() - adds @b rounded to cents, as it is shown, so that shown parts sum to the shown
 * total (doc/calculations.md 17).
 */
static inline struct money money_add_shown(struct money a, struct money b, bool *range)
{
	return money_add(a, money_round_cents(b), range);
}
struct price money_per_unit(struct money m, struct qty q,
			    bool *range); /* m / q on the price grid */

/* part / whole x 100; whole != 0. */
struct percent percent_of(struct money part, struct money whole, bool *range);

/* ratio_reduce() - n/d in lowest terms, d > 0. */
struct ratio ratio_reduce(struct ratio r);

/* To binary floating point: for rates, roots and statistics only. */
static inline double money_double(struct money m)
{
	return (double)m.e8 / 1e8;
}
static inline double price_double(struct price p)
{
	return (double)p.e12 / 1e12;
}

#endif
