/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_write.c: the one writer of JSON.
 *
 * Every answer goes through it, so each member reserves its room once and is then written by pointer:
 * text is checked eight bytes at a time and copied, numbers are written two digits at a time from their
 * integers.  The longest form of a value is bounded before it is written, never after.
 */
#include "config.h"

#include "core/json_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/encode.h"
#include "core/log.h"

/* Room for any value but text: the longest is a decimal. */
#define VALUE_ROOM DEC_TEXT_SIZE

static const char two_digits[] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

/* ---- text ---- */

#define EACH_BYTE(c) (0x0101010101010101ULL * (uint64_t)(c))

/*
 * Whether none of eight bytes is below 0x20, '"' or '\\'.  May be false when none is, never true when
 * one is.
 */
static inline bool eight_plain(const char *s)
{
	uint64_t w;
	uint64_t quote;
	uint64_t slash;

	memcpy(&w, s, sizeof(w));
	quote = w ^ EACH_BYTE('"');
	slash = w ^ EACH_BYTE('\\');
	return !((((w - EACH_BYTE(0x20)) & ~w) | ((quote - EACH_BYTE(1)) & ~quote) |
		  ((slash - EACH_BYTE(1)) & ~slash)) &
		 EACH_BYTE(0x80));
}

static char *put_escape(char *p, unsigned char c)
{
	static const char from[] = "\"\\\b\f\n\r\t";
	static const char to[] = "\"\\bfnrt";
	const char *at = memchr(from, c, sizeof(from) - 1);

	*p++ = '\\';
	if (at) {
		*p++ = to[at - from];
		return p;
	}
	memcpy(p, "u00", 3);
	p[3] = hex_digits[c >> 4];
	p[4] = hex_digits[c & 15];
	return p + 5;
}

/* One byte becomes at most six. */
static inline char *put_escaped(char *p, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end) {
		if (end - s >= 8 && eight_plain(s)) {
			memcpy(p, s, 8);
			p += 8;
			s += 8;
			continue;
		}
		for (const char *stop = end - s >= 8 ? s + 8 : end; s < stop; s++) {
			unsigned char c = (unsigned char)*s;

			if (c >= 0x20 && c != '"' && c != '\\')
				*p++ = (char)c;
			else
				p = put_escape(p, c);
		}
	}
	return p;
}

/* Writes the comma and the name, and reserves @more bytes for the value; returns the value's place. */
static inline char *begin(struct json *j, const char *name, size_t more)
{
	size_t n = name ? strlen(name) : 0;
	char *p = buf_room(j->out, 6 * n + 4 + more);

	if (j->comma)
		*p++ = ',';
	j->comma = true;
	if (name) {
		*p++ = '"';
		p = put_escaped(p, name, n);
		*p++ = '"';
		*p++ = ':';
	}
	return p;
}

static inline void end(struct json *j, const char *p)
{
	j->out->n = (size_t)(p - j->out->p);
}

void json_init(struct json *j, struct buf *out)
{
	*j = (struct json){ .out = out };
}

struct json *json_new(void *pool, size_t first_size)
{
	struct json *j = pool_zero(pool, struct json);
	struct buf *out = pool_zero(pool, struct buf);

	buf_init(out, pool, first_size);
	json_init(j, out);
	return j;
}

const char *json_written(struct json *j)
{
	return buf_text(j->out);
}

static void open_with(struct json *j, const char *name, char mark)
{
	char *p = begin(j, name, 1);

	*p++ = mark;
	end(j, p);
	j->comma = false;
	j->depth++;
}

static void close_with(struct json *j, char mark)
{
	assert(j->depth > 0);
	buf_char(j->out, mark);
	j->comma = true;
	j->depth--;
}

void json_open(struct json *j, const char *name)
{
	open_with(j, name, '{');
}

void json_close(struct json *j)
{
	close_with(j, '}');
}

void json_array(struct json *j, const char *name)
{
	open_with(j, name, '[');
}

void json_array_end(struct json *j)
{
	close_with(j, ']');
}

static inline void put_plain(struct json *j, const char *name, const char *value, size_t n)
{
	char *p = begin(j, name, n);

	memcpy(p, value, n);
	end(j, p + n);
}

static inline void put_quoted(struct json *j, const char *name, const char *value, size_t n)
{
	char *p = begin(j, name, n + 2);

	*p++ = '"';
	memcpy(p, value, n);
	p += n;
	*p++ = '"';
	end(j, p);
}

void json_text(struct json *j, const char *name, const char *value)
{
	size_t n;
	char *p;

	if (!value) {
		json_null(j, name);
		return;
	}
	n = strlen(value);
	p = begin(j, name, 6 * n + 2);
	*p++ = '"';
	p = put_escaped(p, value, n);
	*p++ = '"';
	end(j, p);
}

void json_boolean(struct json *j, const char *name, bool value)
{
	if (value)
		put_plain(j, name, "true", 4);
	else
		put_plain(j, name, "false", 5);
}

void json_null(struct json *j, const char *name)
{
	put_plain(j, name, "null", 4);
}

void json_texts(struct json *j, const char *name, const char *const *list, size_t n)
{
	json_array(j, name);
	for (size_t i = 0; i < n; i++)
		json_text(j, NULL, list[i]);
	json_array_end(j);
}

bool json_open_if(struct json *j, const char *name, bool known)
{
	if (known)
		json_open(j, name);
	else
		json_null(j, name);
	return known;
}

void json_uuid(struct json *j, const char *name, struct uuid id)
{
	char text[UUID_TEXT_SIZE];

	uuid_format(id, text);
	put_quoted(j, name, text, UUID_TEXT_SIZE - 1);
}

void json_day(struct json *j, const char *name, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	put_quoted(j, name, text, DAY_TEXT_SIZE - 1);
}

void json_timestamp(struct json *j, const char *name, int64_t ms)
{
	char text[TIMESTAMP_TEXT_SIZE];

	timestamp_format(ms, text);
	put_quoted(j, name, text, TIMESTAMP_TEXT_SIZE - 1);
}

void json_raw(struct json *j, const char *name, const char *raw)
{
	if (raw)
		put_plain(j, name, raw, strlen(raw));
	else
		json_null(j, name);
}

void json_slice(struct json *j, const char *name, struct slice raw)
{
	put_plain(j, name, raw.p, raw.n);
}

/* ---- numbers ---- */

static inline int digits_of(uint64_t v)
{
	/*
	 * 1233 / 4096 approximates log10(2) closely enough for 64 bits; the table corrects the last
	 * digit.
	 */
	int bits = 64 - __builtin_clzll(v | 1);
	int n = bits * 1233 >> 12;

	return n + (v >= pow10_u64[n]);
}

/* @v as exactly @n digits. */
static inline char *put_digits(char *p, uint64_t v, int n)
{
	char *at = p + n;

	for (; at - p >= 2; v /= 100)
		memcpy(at -= 2, two_digits + 2 * (v % 100), 2);
	if (at > p)
		*p = (char)('0' + v % 10);
	return p + n;
}

static inline char *put_u64(char *p, uint64_t v)
{
	return put_digits(p, v, v ? digits_of(v) : 1);
}

/* @v / 10^@shown as a decimal.  Zero has no sign, so "-0" cannot come out. */
static inline char *put_scaled(char *p, bool negative, uint64_t v, int shown, bool trim)
{
	uint64_t whole = v / pow10_u64[shown];
	uint64_t part = v % pow10_u64[shown];

	if (negative && v)
		*p++ = '-';
	p = put_u64(p, whole);
	if (trim) {
		if (!part)
			return p;
		for (; part % 10 == 0; part /= 10)
			shown--;
	}
	if (shown) {
		*p++ = '.';
		p = put_digits(p, part, shown);
	}
	return p;
}

/* Inline, so that constant @places and @shown turn the divisions into multiplications. */
static inline char *put_grid(char *p, wide value, int places, int shown, bool trim)
{
	if (shown > places)
		shown = places;
	if (value > INT64_MIN && value <= INT64_MAX && places <= 18) {
		uint64_t v = (uint64_t)(value < 0 ? -(int64_t)value : (int64_t)value);
		uint64_t by = pow10_u64[places - shown];
		uint64_t q = v / by;
		uint64_t r = v % by;

		return put_scaled(p, value < 0, q + (r >= by - r), shown, trim);
	}
	return p + dec_format(p, value, places, shown, trim);
}

void json_int(struct json *j, const char *name, int64_t value)
{
	char *p = begin(j, name, VALUE_ROOM);

	if (value < 0)
		*p++ = '-';
	end(j, put_u64(p, value < 0 ? -(uint64_t)value : (uint64_t)value));
}

void json_money(struct json *j, const char *name, struct money m)
{
	end(j, put_grid(begin(j, name, VALUE_ROOM), m.e8, MONEY_PLACES, 2, false));
}

void json_price(struct json *j, const char *name, struct price p)
{
	end(j, put_grid(begin(j, name, VALUE_ROOM), p.e12, PRICE_PLACES, 8, true));
}

void json_qty(struct json *j, const char *name, struct qty q)
{
	end(j, put_grid(begin(j, name, VALUE_ROOM), q.e8, QTY_PLACES, 8, true));
}

void json_percent(struct json *j, const char *name, struct percent p)
{
	end(j, put_grid(begin(j, name, VALUE_ROOM), p.e8, 8, 4, false));
}

void json_decimal(struct json *j, const char *name, wide value, int places, int shown, bool trim)
{
	end(j, put_grid(begin(j, name, VALUE_ROOM), value, places, shown, trim));
}

/* |v| x 10^places, below 2^53, rounded half away from zero as if the product were exact. */
static uint64_t scaled_rate(double v, int places)
{
	double by = (double)pow10_u64[places];
	double product = v * by;
	double lost = fma(v, by, -product); /* the rounding error of the product */
	double whole = floor(product);
	bool up = product - whole - 0.5 + lost >= 0;

	return (uint64_t)whole + up;
}

void json_rate(struct json *j, const char *name, double value, int places)
{
	double v = fabs(value);

	if (!isfinite(value) || places < 0 || places > 9) {
		log_event(LOG_ERROR, NULL, "json_rate: '%s' is not a finite number",
			  name ? name : "");
		abort();
	}
	if (v * (double)pow10_u64[places] < 9e15) {
		uint64_t scaled = scaled_rate(v, places);

		end(j, put_scaled(begin(j, name, VALUE_ROOM), value < 0, scaled, places, false));
	} else {
		/* DBL_MAX has 309 digits before the point. */
		char text[330];
		int n = snprintf(text, sizeof(text), "%.*f", places, value);
		char *point = text + n - places - 1;

		if (places)
			*point = '.'; /* whatever the locale's decimal point is */
		put_plain(j, name, text, (size_t)n);
	}
}
