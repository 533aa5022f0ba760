/* SPDX-License-Identifier: Apache-2.0 */
/* number.c: JSON numbers as written, of any size: exact comparison and division. */
#include "config.h"

#include "http/number.h"

#include <inttypes.h>

#include "core/decimal.h"

#define EXPONENT_MAX 1000000000

/* The exponent's digits after the 'e'; capped at a value larger than any use. */
static int64_t read_exponent(const char *s)
{
	bool negative = *s == '-';
	int64_t v = 0;

	if (*s == '-' || *s == '+')
		s++;
	for (; *s >= '0' && *s <= '9'; s++)
		if (v < EXPONENT_MAX)
			v = v * 10 + (*s - '0');
	return negative ? -v : v;
}

static int64_t bounded(int64_t exponent)
{
	if (exponent > EXPONENT_MAX)
		return EXPONENT_MAX;
	return exponent < -EXPONENT_MAX ? -EXPONENT_MAX : exponent;
}

static bool read_text(void *pool, const char *s, struct number *out)
{
	char *digits = pool_array(pool, char, strlen(s) + 1);
	int64_t exponent = 0;
	size_t n = 0;
	bool point = false;

	*out = (struct number){ .digits = digits, .negative = *s == '-' };
	if (*s == '-')
		s++;
	if (*s < '0' || *s > '9')
		return false; /* NaN or Infinity: the scanner refuses them, but json-c may build them */
	for (; (*s >= '0' && *s <= '9') || *s == '.'; s++) {
		if (*s == '.') {
			point = true;
			continue;
		}
		if (point)
			exponent--;
		if (n || *s != '0')
			digits[n++] = *s;
	}
	if (*s == 'e' || *s == 'E')
		exponent += read_exponent(s + 1);
	while (n && digits[n - 1] == '0') {
		n--;
		exponent++;
	}
	out->n = n;
	out->exponent = n ? bounded(exponent) : 0;
	if (!n)
		out->negative = false;
	return true;
}

bool number_read(void *pool, struct json_object *value, struct number *out)
{
	if (!json_object_is_type(value, json_type_int) &&
	    !json_object_is_type(value, json_type_double))
		return false;
	return read_text(pool, json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN), out);
}

/* The exponent of the first digit. */
static int64_t height(const struct number *a)
{
	return (int64_t)a->n + a->exponent;
}

static int compare_magnitude(const struct number *a, const struct number *b)
{
	size_t n = a->n < b->n ? a->n : b->n;
	int order;

	if (!a->n || !b->n)
		return (a->n > 0) - (b->n > 0);
	if (height(a) != height(b))
		return height(a) < height(b) ? -1 : 1;
	order = memcmp(a->digits, b->digits, n);
	return order ? order : (a->n > b->n) - (a->n < b->n);
}

int number_compare(const struct number *a, const struct number *b)
{
	if (a->negative != b->negative)
		return a->negative ? -1 : 1;
	return a->negative ? compare_magnitude(b, a) : compare_magnitude(a, b);
}

bool number_is_integer(const struct number *a)
{
	return a->exponent >= 0;
}

bool number_count(const struct number *a, size_t max, size_t *out)
{
	size_t v = 0;

	if (a->negative || !number_is_integer(a) || height(a) > 18)
		return false;
	for (size_t i = 0; i < a->n; i++)
		v = v * 10 + (size_t)(a->digits[i] - '0');
	for (int64_t i = 0; i < a->exponent; i++)
		v *= 10;
	if (v > max)
		return false;
	*out = v;
	return true;
}

/* 10^e modulo m, by squaring: e may be 10^9. */
static uint64_t power_of_ten(int64_t e, uint64_t m)
{
	wide result = 1 % m, base = 10 % m;

	for (; e; e >>= 1) {
		if (e & 1)
			result = result * base % m;
		base = base * base % m;
	}
	return (uint64_t)result;
}

bool number_multiple(const struct number *a, const struct number *b)
{
	uint64_t m = 0;
	wide rest = 0;

	if (!a->n)
		return true;
	if (!b->n)
		return false; /* only zero is a multiple of zero */
	/* The digits do not end in zero, so no smaller power of ten divides them. */
	if (a->exponent < b->exponent)
		return false;
	for (size_t i = 0; i < b->n; i++)
		m = m * 10 + (uint64_t)(b->digits[i] - '0');
	for (size_t i = 0; i < a->n; i++)
		rest = (rest * 10 + (a->digits[i] - '0')) % m;
	return rest * power_of_ten(a->exponent - b->exponent, m) % m == 0;
}

void number_write(const struct number *a, struct buf *out)
{
	if (!a->n) {
		buf_char(out, '0');
		return;
	}
	if (a->negative)
		buf_char(out, '-');
	buf_put(out, a->digits, a->n);
	/* As a plain integer when that is short, else with an exponent. */
	if (a->exponent > 0 && height(a) <= 18)
		for (int64_t i = 0; i < a->exponent; i++)
			buf_char(out, '0');
	else if (a->exponent)
		buf_printf(out, "e%" PRId64, a->exponent);
}
