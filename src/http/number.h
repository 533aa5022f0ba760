/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number.h: JSON numbers as written, of any size: exact comparison and division.
 *
 * A schema's bounds are compared with the number that the client wrote, not with the nearest double:
 * 0.3 is a multiple of 0.1, and 1e308 is an integer.
 */
#ifndef LASTRO_HTTP_NUMBER_H
#define LASTRO_HTTP_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <json-c/json.h>

#include "core/buf.h"

/* digits x 10^exponent, without zeros at either end of the digits; zero has none. */
struct number {
	const char *digits; /* on the pool it was read into */
	size_t n;
	int64_t exponent; /* within +-10^9; larger ones are capped */
	bool negative;
};

/* number_read() - parses a JSON number.  False when @value is not one. */
bool number_read(void *pool, struct json_object *value, struct number *out) MUST_CHECK;

/* number_compare() - negative, zero or positive when @a is below, equal to or above @b. */
int number_compare(const struct number *a, const struct number *b);

bool number_is_integer(const struct number *a); /* 1.0 and 1e3 are integers */

/* number_count() - a whole number from 0 to @max; false when it is not one. */
bool number_count(const struct number *a, size_t max, size_t *out) MUST_CHECK;

/* The divisors that number_multiple() accepts. */
#define NUMBER_DIVISOR_DIGITS 18

/* number_multiple() - whether @a is a whole multiple of @b, which is above 0 and has at most 18 digits. */
bool number_multiple(const struct number *a, const struct number *b);

/* number_write() - the same text for equal numbers. */
void number_write(const struct number *a, struct buf *out);

#endif
