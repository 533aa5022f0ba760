/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numeric.c: PostgreSQL's binary numeric, to and from an integer on a grid, exactly.
 *
 * On the wire: int16 digits, weight, sign, scale; then digits in base 10000, the first one worth
 * 10000^weight.  This is the hot path of every ledger read: up to four digits are gathered in 64
 * bits, the rest in 128 with checks.
 */
#include "config.h"

#include "db/connection.h"

#define NUMERIC_POS 0x0000
#define NUMERIC_NEG 0x4000
#define FAST_DIGITS 4
#define MAX_DIGITS 16 /* 128 bits hold fewer than 39 places, in at most 11 digits */

__extension__ typedef unsigned __int128 uwide;

static unsigned be16(const unsigned char *p)
{
	return (unsigned)p[0] << 8 | p[1];
}

static int be16_signed(const unsigned char *p)
{
	int v = (int)be16(p);

	return v >= 0x8000 ? v - 0x10000 : v;
}

static bool gather(const unsigned char *p, unsigned digits, uwide *out)
{
	uint64_t low = 0;
	unsigned i = 0;
	uwide v;

	for (; i < digits && i < FAST_DIGITS; i++, p += 2)
		low = low * 10000 + be16(p);
	v = low;
	for (; i < digits; i++, p += 2)
		if (__builtin_mul_overflow(v, (uwide)10000, &v) ||
		    __builtin_add_overflow(v, (uwide)be16(p), &v))
			return false;
	*out = v;
	return true;
}

/* From a value whose last digit is worth 10^exponent on the grid. */
static enum dec_err to_grid(uwide v, int exponent, uwide *out)
{
	while (exponent > 0) {
		int step = exponent > 19 ? 19 : exponent;

		if (__builtin_mul_overflow(v, (uwide)pow10_u64[step], &v))
			return DEC_RANGE;
		exponent -= step;
	}
	while (exponent < 0) {
		int step = exponent < -19 ? 19 : -exponent;

		if (v % pow10_u64[step])
			return DEC_PLACES;
		v /= pow10_u64[step];
		exponent += step;
	}
	if (v >> 127)
		return DEC_RANGE;
	*out = v;
	return DEC_OK;
}

enum dec_err numeric_decode(const unsigned char *p, size_t n, int places, wide *out)
{
	unsigned digits;
	unsigned sign;
	int weight;
	uwide v;
	enum dec_err err;

	if (n < 8)
		return DEC_SYNTAX;
	digits = be16(p);
	weight = be16_signed(p + 2);
	sign = be16(p + 4);
	if (n != 8 + 2 * (size_t)digits)
		return DEC_SYNTAX;
	if (sign != NUMERIC_POS && sign != NUMERIC_NEG)
		return DEC_RANGE; /* NaN and the infinities */
	if (!digits) {
		*out = 0;
		return DEC_OK;
	}
	if (digits > MAX_DIGITS || !gather(p + 8, digits, &v))
		return DEC_RANGE;
	err = to_grid(v, 4 * (weight - (int)digits + 1) + places, &v);
	if (err == DEC_OK)
		*out = sign == NUMERIC_NEG ? -(wide)v : (wide)v;
	return err;
}

static void put16(struct buf *b, unsigned v)
{
	buf_char(b, (char)(v >> 8 & 0xff));
	buf_char(b, (char)(v & 0xff));
}

void numeric_encode(struct buf *out, wide value, int places)
{
	uwide v = value < 0 ? -(uwide)value : (uwide)value;
	unsigned digit[MAX_DIGITS]; /* least significant first */
	int n = 0;
	int lowest = 0; /* weight of digit[0] */

	/* The point lies between digits of base 10000: pad the places to a multiple of four. */
	if (places % 4) {
		int lift = 4 - places % 4;

		digit[n++] = (unsigned)(v % pow10_u64[4 - lift]) * (unsigned)pow10_u64[lift];
		v /= pow10_u64[4 - lift];
	}
	lowest = -((places + 3) / 4);
	for (; v; v /= 10000)
		digit[n++] = (unsigned)(v % 10000);
	while (n && !digit[n - 1])
		n--;
	put16(out, (unsigned)n);
	put16(out, (unsigned)(n ? lowest + n - 1 : 0) & 0xffff);
	put16(out, value < 0 ? NUMERIC_NEG : NUMERIC_POS);
	put16(out, (unsigned)places);
	while (n)
		put16(out, digit[--n]);
}
