/* SPDX-License-Identifier: Apache-2.0 */
/* number.c: numbers and dates as spreadsheets of Brazilian statements write them. */
#include "config.h"

#include "calc/import/import.h"

#define LONGEST 80 /* characters; a longer cell is no number of a statement */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void skip(struct slice *s, size_t n)
{
	s->p += n;
	s->n -= n;
	*s = slice_trim(*s);
}

/* Sign and currency may come in either order: "-R$ 5,00", "R$ -5,00", "RR$\t5,00". */
static void strip_prefix(struct slice *s, bool *negative, bool *currency)
{
	for (;;) {
		if (s->n > 1 && s->p[0] == '-' && !*negative) {
			*negative = true;
			skip(s, 1);
		} else if (s->n >= 3 && memcmp(s->p, "RR$", 3) == 0) {
			*currency = true;
			skip(s, 3);
		} else if (s->n >= 2 && (s->p[0] == 'R' || s->p[0] == 'r') && s->p[1] == '$') {
			*currency = true;
			skip(s, 2);
		} else {
			return;
		}
	}
}

static size_t occurrences(struct slice s, char c, size_t *last)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == c) {
			*last = i;
			n++;
		}
	}
	return n;
}

/* Thousands marks stand every three digits before @end, and the first group is not empty. */
static bool well_grouped(struct slice s, char mark, size_t end)
{
	bool first = true;
	size_t run = 0;

	for (size_t i = 0; i < end; i++) {
		if (s.p[i] == mark) {
			if (run == 0 || run > 3 || (!first && run != 3))
				return false;
			first = false;
			run = 0;
		} else {
			run++;
		}
	}
	return first || run == 3;
}

/*
 * Copy as "1234.56", optional exponent behind.  @point: index of the decimal mark or s.n;
 * @mark: the thousands mark or NUL.  Counts the digits from the first that is not zero.
 */
static bool plain(struct slice s, size_t point, char mark, bool negative, char out[LONGEST + 3],
		  size_t *n, size_t *digits, size_t *whole)
{
	bool exponent = false;
	size_t at = 0, seen = 0;

	*digits = *whole = 0;
	if (negative)
		out[at++] = '-';
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (is_digit(c)) {
			seen++;
			if (!exponent && (*digits || c != '0'))
				(*digits)++;
			if (!exponent && i < point && (*digits))
				(*whole)++;
		} else if (i == point && !exponent && seen) {
			c = '.';
		} else if (mark && c == mark && i < point && !exponent) {
			continue;
		} else if ((c == 'e' || c == 'E') && !exponent && seen && !mark && i + 1 < s.n) {
			exponent = true;
			c = 'e';
			out[at++] = c;
			if (s.p[i + 1] == '-' && i + 2 < s.n)
				out[at++] = s.p[++i];
			else if (s.p[i + 1] == '+' && i + 2 < s.n)
				i++;
			continue;
		} else {
			return false;
		}
		out[at++] = c;
	}
	*n = at;
	if (exponent)
		*digits = 0; /* short by nature */
	return seen > 0;
}

static enum number_cell parse(struct slice s, size_t digits, size_t whole, int places, wide max,
			      wide *out, bool *rounded)
{
	int first = places;
	bool range = false;
	enum dec_err err;
	wide v;

	if (digits >= 16 && whole < 15) {
		first = 15 - (int)whole;
		first = first > 10 ? 10 : first;
		first = first > places ? places : first;
	}
	err = dec_parse_rounded(s, first, max, &v, rounded);
	if (err == DEC_RANGE)
		return NUMBER_RANGE;
	if (err != DEC_OK)
		return NUMBER_WRONG;
	v = dec_rescale(v, first, places, &range);
	if (range || wide_abs(v) > max)
		return NUMBER_RANGE;
	*out = v;
	return NUMBER_OK;
}

enum number_cell import_number(const char *cell, int places, wide max, wide *out, bool *rounded)
{
	struct slice s = slice_trim(slice_of(cell ? cell : ""));
	bool negative = false, currency = false;
	size_t last_dot = 0, last_comma = 0, dots, commas, point, n, digits, whole;
	char text[LONGEST + 3], mark = '\0';

	*rounded = false;
	if (s.n > LONGEST)
		return NUMBER_WRONG;
	strip_prefix(&s, &negative, &currency);
	if (s.n == 0 || (s.n == 1 && s.p[0] == '-') || (s.n == 2 && memcmp(s.p, "--", 2) == 0))
		return NUMBER_ABSENT;
	dots = occurrences(s, '.', &last_dot);
	commas = occurrences(s, ',', &last_comma);
	point = s.n;
	if (commas == 1 && (dots == 0 || last_dot < last_comma)) { /* 1.234,56 */
		point = last_comma;
		mark = dots ? '.' : '\0';
	} else if (dots == 1 && commas >= 1 && last_comma < last_dot) { /* 1,234.56 */
		point = last_dot;
		mark = ',';
	} else if (commas == 0 && (dots > 1 || (dots == 1 && currency && s.n - last_dot == 4))) {
		mark = '.'; /* 1.234.567, R$ 1.234 */
	} else if (commas == 0 && dots == 1) {
		point = last_dot;
	} else if (commas || dots) {
		return NUMBER_WRONG;
	}
	if ((mark && !well_grouped(s, mark, point)) ||
	    !plain(s, point, mark, negative, text, &n, &digits, &whole))
		return NUMBER_WRONG;
	return parse((struct slice){ text, n }, digits, whole, places, max, out, rounded);
}

/* The date part of "2026-03-05 00:00:00" and "05/03/2026 10:11". */
static struct slice without_time(struct slice s)
{
	if (s.n > 10 && (s.p[10] == ' ' || s.p[10] == 'T'))
		return (struct slice){ s.p, 10 };
	return s;
}

bool import_day(const char *cell, struct day *out)
{
	struct slice s = slice_trim(slice_of(cell ? cell : ""));
	int32_t serial = 0;
	size_t i;

	if (day_parse_br(without_time(s), out) || day_parse(without_time(s), out))
		return true;
	for (i = 0; i < s.n && i < 5 && is_digit(s.p[i]); i++)
		serial = serial * 10 + (s.p[i] - '0');
	if (i != 5 || (s.n > 5 && s.p[5] != '.') || serial < 20000 || serial > 80000)
		return false;
	*out = (struct day){ serial - 25569 }; /* serial 25569 is 1970-01-01 */
	return true;
}
