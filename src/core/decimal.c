/* SPDX-License-Identifier: Apache-2.0 */
/*
 * decimal.c: exact decimals on fixed grids.
 *
 * A product is computed in full and divided once.  When it exceeds 127 bits it is carried in 256 and
 * divided bit by bit: rare (a very large cost times a very large quantity), so simplicity beats speed.
 */
#include "config.h"

#include "core/decimal.h"

#include <string.h>

__extension__ typedef unsigned __int128 uwide;

#define WIDE_MAX ((wide)(~(uwide)0 >> 1))

const uint64_t pow10_u64[POW10_U64] = {
	1ULL,
	10ULL,
	100ULL,
	1000ULL,
	10000ULL,
	100000ULL,
	1000000ULL,
	10000000ULL,
	100000000ULL,
	1000000000ULL,
	10000000000ULL,
	100000000000ULL,
	1000000000000ULL,
	10000000000000ULL,
	100000000000000ULL,
	1000000000000000ULL,
	10000000000000000ULL,
	100000000000000000ULL,
	1000000000000000000ULL,
	10000000000000000000ULL,
};

static uwide magnitude(wide v)
{
	return v < 0 ? -(uwide)v : (uwide)v;
}

/* ---- parsing ---- */

struct digits {
	uwide value;
	bool negative;
	bool overflow;
	int scale; /* places to drop (> 0) or to append (< 0) */
};

static bool scan_exponent(struct slice s, size_t *i, int *exponent)
{
	bool negative = false;
	int e = 0;

	if (*i == s.n || (s.p[*i] != 'e' && s.p[*i] != 'E')) {
		*exponent = 0;
		return true;
	}
	(*i)++;
	if (*i < s.n && (s.p[*i] == '-' || s.p[*i] == '+'))
		negative = s.p[(*i)++] == '-';
	if (*i == s.n || !is_digit(s.p[*i]))
		return false;
	for (; *i < s.n && is_digit(s.p[*i]); (*i)++)
		if (e < 10000)
			e = e * 10 + (s.p[*i] - '0');
	*exponent = negative ? -e : e;
	return true;
}

/*
 * Reads the digits that fit the grid; further digits only determine what was dropped.
 * @tail: first dropped digit; @more: whether any later dropped digit is not zero.
 */
static bool scan_number(struct slice s, int places, struct digits *out, int *tail, bool *more)
{
	size_t i = 0;
	size_t int_start;
	size_t int_n;
	size_t frac_start = 0;
	size_t frac_n = 0;
	int exponent;
	long keep; /* digits before the grid's last place, whole part and fraction together */

	*out = (struct digits){ 0 };
	*tail = 0;
	*more = false;
	if (s.n && s.p[0] == '-') {
		out->negative = true;
		i++;
	}
	int_start = i;
	while (i < s.n && is_digit(s.p[i]))
		i++;
	int_n = i - int_start;
	if (!int_n)
		return false;
	if (i < s.n && s.p[i] == '.') {
		frac_start = ++i;
		while (i < s.n && is_digit(s.p[i]))
			i++;
		frac_n = i - frac_start;
		if (!frac_n)
			return false;
	}
	if (!scan_exponent(s, &i, &exponent) || i != s.n)
		return false;

	keep = (long)int_n + exponent + places;
	for (size_t k = 0; k < int_n + frac_n; k++) {
		int d = (k < int_n ? s.p[int_start + k] : s.p[frac_start + k - int_n]) - '0';

		if ((long)k < keep) {
			if (__builtin_mul_overflow(out->value, (uwide)10, &out->value) ||
			    __builtin_add_overflow(out->value, (uwide)d, &out->value))
				out->overflow = true;
		} else {
			if ((long)k == keep)
				*tail = d;
			*more |= d != 0;
		}
	}
	for (long k = (long)(int_n + frac_n); k < keep && out->value && !out->overflow; k++)
		if (__builtin_mul_overflow(out->value, (uwide)10, &out->value))
			out->overflow = true;
	return true;
}

static enum dec_err parse(struct slice s, int places, wide max, bool round, wide *out,
			  bool *dropped)
{
	struct digits d;
	int tail;
	bool more;

	if (!scan_number(s, places, &d, &tail, &more))
		return DEC_SYNTAX;
	if (d.overflow)
		return DEC_RANGE;
	if (more && !round)
		return DEC_PLACES;
	/* Test the bound before rounding adds one: the largest value would overflow to 0. */
	if (d.value > (uwide)max)
		return DEC_RANGE;
	if (tail >= 5 && ++d.value > (uwide)max)
		return DEC_RANGE;
	*out = d.negative ? -(wide)d.value : (wide)d.value;
	*dropped = more;
	return DEC_OK;
}

enum dec_err dec_parse(struct slice s, int places, wide max, wide *out)
{
	bool dropped;

	return parse(s, places, max, false, out, &dropped);
}

enum dec_err dec_parse_rounded(struct slice s, int places, wide max, wide *out, bool *rounded)
{
	return parse(s, places, max, true, out, rounded);
}

/* ---- formatting ---- */

/* Digits of v, right-aligned at @end; returns the first digit's place. */
static char *digits_before(char *end, uwide v)
{
	do {
		/* 64-bit steps: a 128-bit division per digit is ten times slower. */
		uint64_t low;
		int n;

		if (v > UINT64_MAX) {
			low = (uint64_t)(v % pow10_u64[19]);
			v /= pow10_u64[19];
			n = 19;
		} else {
			low = (uint64_t)v;
			v = 0;
			n = 0;
		}
		while (low || n > 0) {
			*--end = (char)('0' + low % 10);
			low /= 10;
			n--;
		}
	} while (v);
	return end;
}

size_t dec_format(char out[DEC_TEXT_SIZE], wide value, int places, int shown, bool trim)
{
	char text[DEC_TEXT_SIZE] = "";
	char *end = text + sizeof(text);
	char *p;
	char *to = out;
	size_t n;
	bool negative;

	if (shown < places)
		value = dec_div_half_away(value, (wide)pow10_u64[places - shown]);
	else
		shown = places;
	negative = value < 0;
	p = digits_before(end, magnitude(value));
	while (end - p < shown + 1)
		*--p = '0';
	n = (size_t)(end - p) - (size_t)shown;
	if (negative)
		*to++ = '-';
	memcpy(to, p, n);
	to += n;
	if (trim)
		while (shown > 0 && p[n + (size_t)shown - 1] == '0')
			shown--;
	if (shown > 0) {
		*to++ = '.';
		memcpy(to, p + n, (size_t)shown);
		to += shown;
	}
	*to = '\0';
	return (size_t)(to - out);
}

/* ---- arithmetic ---- */

wide dec_div_half_away(wide num, wide den)
{
	uwide n = magnitude(num);
	uwide d = magnitude(den);
	bool negative = (num < 0) != (den < 0);
	uwide q;
	uwide r;

	if (n <= UINT64_MAX && d <= UINT64_MAX) {
		q = (uint64_t)n / (uint64_t)d;
		r = (uint64_t)n % (uint64_t)d;
	} else {
		q = n / d;
		r = n % d;
	}
	if (r >= d - r)
		q++;
	return negative ? -(wide)q : (wide)q;
}

struct u256 {
	uwide hi, lo;
};

static struct u256 mul_256(uwide a, uwide b)
{
	const uwide mask = UINT64_MAX;
	uwide al = a & mask, ah = a >> 64, bl = b & mask, bh = b >> 64;
	uwide ll = al * bl, lh = al * bh, hl = ah * bl;
	uwide mid = (ll >> 64) + (lh & mask) + (hl & mask);
	struct u256 r;

	r.lo = (ll & mask) | (mid << 64);
	r.hi = ah * bh + (lh >> 64) + (hl >> 64) + (mid >> 64);
	return r;
}

/* Quotient and remainder of a 256-bit number whose high half is below d. */
static uwide div_256(struct u256 n, uwide d, uwide *rem)
{
	uwide r = n.hi;
	uwide q = 0;

	for (int bit = 127; bit >= 0; bit--) {
		bool carry = r >> 127;

		r = (r << 1) | ((n.lo >> bit) & 1);
		q <<= 1;
		if (carry || r >= d) {
			r -= d;
			q |= 1;
		}
	}
	*rem = r;
	return q;
}

static wide mul_div(wide a, wide b, wide c, bool round, bool *range)
{
	bool negative = ((a < 0) != (b < 0)) != (c < 0);
	uwide d = magnitude(c);
	uwide q;
	uwide r;
	wide product;

	if (!__builtin_mul_overflow(a, b, &product))
		return round ? dec_div_half_away(product, c) : product / c;

	struct u256 full = mul_256(magnitude(a), magnitude(b));

	if (full.hi >= d) {
		*range = true;
		return 0;
	}
	q = div_256(full, d, &r);
	if (round && r >= d - r)
		q++;
	if (q > (uwide)WIDE_MAX) {
		*range = true;
		return 0;
	}
	return negative ? -(wide)q : (wide)q;
}

wide dec_mul_div_half_away(wide a, wide b, wide c, bool *range)
{
	return mul_div(a, b, c, true, range);
}

wide dec_mul_div_trunc(wide a, wide b, wide c, bool *range)
{
	return mul_div(a, b, c, false, range);
}

wide dec_rescale(wide value, int from, int to, bool *range)
{
	wide r;

	if (to <= from)
		return dec_div_half_away(value, (wide)pow10_u64[from - to]);
	if (__builtin_mul_overflow(value, (wide)pow10_u64[to - from], &r)) {
		*range = true;
		return 0;
	}
	return r;
}

wide wide_add(wide a, wide b, bool *range)
{
	wide r;

	if (__builtin_add_overflow(a, b, &r)) {
		*range = true;
		return 0;
	}
	return r;
}

wide wide_sub(wide a, wide b, bool *range)
{
	wide r;

	if (__builtin_sub_overflow(a, b, &r)) {
		*range = true;
		return 0;
	}
	return r;
}

static struct qty qty_from(wide v, bool *range)
{
	if (v > INT64_MAX || v < -INT64_MAX) {
		*range = true;
		v = 0;
	}
	return (struct qty){ (int64_t)v };
}

struct qty qty_add(struct qty a, struct qty b, bool *range)
{
	return qty_from((wide)a.e8 + b.e8, range);
}

struct qty qty_sub(struct qty a, struct qty b, bool *range)
{
	return qty_from((wide)a.e8 - b.e8, range);
}

struct qty qty_times_ratio(struct qty q, struct ratio r, bool *range)
{
	return qty_from(dec_mul_div_half_away(q.e8, r.n, r.d, range), range);
}

struct money money_add(struct money a, struct money b, bool *range)
{
	return (struct money){ wide_add(a.e8, b.e8, range) };
}

struct money money_sub(struct money a, struct money b, bool *range)
{
	return (struct money){ wide_sub(a.e8, b.e8, range) };
}

struct money money_gross(struct qty q, struct price p, bool *range)
{
	return (struct money){ dec_mul_div_half_away(q.e8, p.e12, E12, range) };
}

struct money money_part(struct money whole, struct qty part, struct qty of, bool *range)
{
	return (struct money){ dec_mul_div_half_away(whole.e8, part.e8, of.e8, range) };
}

struct money money_times_rate(struct money m, struct price rate, bool *range)
{
	return (struct money){ dec_mul_div_half_away(m.e8, rate.e12, E12, range) };
}

struct money money_round_cents(struct money m)
{
	return (struct money){ dec_div_half_away(m.e8, 1000000) * 1000000 };
}

struct price money_per_unit(struct money m, struct qty q, bool *range)
{
	return (struct price){ dec_mul_div_half_away(m.e8, E12, q.e8, range) };
}

struct percent percent_of(struct money part, struct money whole, bool *range)
{
	return (struct percent){ dec_mul_div_half_away(part.e8, 100 * E8, whole.e8, range) };
}

struct ratio ratio_reduce(struct ratio r)
{
	uint64_t a = (uint64_t)magnitude(r.n);
	uint64_t b = (uint64_t)r.d;

	while (b) {
		uint64_t t = a % b;

		a = b;
		b = t;
	}
	if (a > 1) {
		r.n /= (int64_t)a;
		r.d /= (int64_t)a;
	}
	return r;
}
