/* SPDX-License-Identifier: Apache-2.0 */
/* cell_number.c: numbers as written in sheets (doc/calculations.md 16.1). */
#include "config.h"

#include "calc/import/cells.h"

#include <ctype.h>

#include "core/text.h"

#define LONGEST 80 /* bytes; a longer cell is not a number */

/* ---- the text of a cell ---- */

struct scan {
	char s[LONGEST + 1]; /* every blank as ' ', every minus as '-', in lower case */
	size_t from, to;
	bool negative, signs_differ;
	int currency;
};

/* Bytes of a blank at @p other than ASCII's, or 0: U+00A0, U+2000-200A, U+202F, U+3000, U+FEFF. */
static size_t wide_blank(const unsigned char *p)
{
	if (p[0] == 0xC2 && p[1] == 0xA0)
		return 2;
	if (p[0] == 0xE2 && p[1] == 0x80 && ((p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xAF))
		return 3;
	if ((p[0] == 0xE3 && p[1] == 0x80 && p[2] == 0x80) ||
	    (p[0] == 0xEF && p[1] == 0xBB && p[2] == 0xBF))
		return 3;
	return 0;
}

/* Hyphens and dashes, and the minus sign U+2212. */
static size_t wide_minus(const unsigned char *p)
{
	if (p[0] == 0xE2 &&
	    ((p[1] == 0x80 && p[2] >= 0x90 && p[2] <= 0x95) || (p[1] == 0x88 && p[2] == 0x92)))
		return 3;
	return 0;
}

static bool scan_start(struct scan *c, const char *cell)
{
	const unsigned char *p = (const unsigned char *)(cell ? cell : "");
	size_t n = 0;

	*c = (struct scan){ .currency = -1 };
	while (*p) {
		size_t blank = wide_blank(p), minus = wide_minus(p);

		if (n == LONGEST)
			return false;
		if (blank || *p == '\t' || *p == '\r' || *p == '\n')
			c->s[n++] = ' ';
		else if (minus)
			c->s[n++] = '-';
		else if (n && (unsigned char)c->s[n - 1] == 0xC3 && *p >= 0x80 && *p <= 0x9E)
			c->s[n++] = (char)(*p + 0x20);
		else
			c->s[n++] = (char)tolower(*p);
		p += blank ? blank : minus ? minus : 1;
	}
	c->to = n;
	return true;
}

static void scan_trim(struct scan *c)
{
	while (c->from < c->to && c->s[c->from] == ' ')
		c->from++;
	while (c->to > c->from && c->s[c->to - 1] == ' ')
		c->to--;
}

static bool at_start(const struct scan *c, const char *word)
{
	size_t n = strlen(word);

	return c->to - c->from >= n && memcmp(c->s + c->from, word, n) == 0;
}

static bool at_end(const struct scan *c, const char *word)
{
	size_t n = strlen(word);

	return c->to - c->from >= n && memcmp(c->s + c->to - n, word, n) == 0;
}

static void take_currency(struct scan *c, int currency)
{
	if (currency < 0)
		return;
	if (c->currency >= 0 && c->currency != currency)
		c->signs_differ = true;
	c->currency = currency;
}

static bool strip_currency(struct scan *c)
{
	static const struct {
		const char *sign;
		int currency;
	} signs[] = {
		{ "us$", CURRENCY_USD }, { "usd", CURRENCY_USD }, { "rr$", CURRENCY_BRL },
		{ "r$", CURRENCY_BRL },	 { "brl", CURRENCY_BRL }, { "$", -1 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		bool start = at_start(c, signs[i].sign);

		if (!start && !at_end(c, signs[i].sign))
			continue;
		if (start)
			c->from += strlen(signs[i].sign);
		else
			c->to -= strlen(signs[i].sign);
		take_currency(c, signs[i].currency);
		return true;
	}
	return false;
}

static bool strip_unit(struct scan *c)
{
	static const char *const units[] = { "un.",   "un",    "cotas", "cota",
					     "ações", "acoes", "ação",	"acao" };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (at_end(c, units[i])) {
			c->to -= strlen(units[i]);
			return true;
		}
	}
	return false;
}

static bool strip_sign(struct scan *c, bool *plus)
{
	char first = c->from < c->to ? c->s[c->from] : '\0';

	if (first == '-' && !c->negative && !*plus) {
		c->negative = true;
		c->from++;
	} else if (first == '+' && !c->negative && !*plus) {
		*plus = true;
		c->from++;
	} else if (first == '(' && c->s[c->to - 1] == ')' && c->to - c->from > 2 && !c->negative) {
		c->negative = true;
		c->from++;
		c->to--;
	} else {
		return false;
	}
	return true;
}

/* Signs, currencies and units may stand in any order around the number. */
static void scan_strip(struct scan *c)
{
	bool plus = false;

	do
		scan_trim(c);
	while (strip_sign(c, &plus) || strip_currency(c) || strip_unit(c));
}

static bool scan_absent(const struct scan *c)
{
	size_t n = c->to - c->from;

	return n == 0 || (n == 1 && c->s[c->from] == '-') ||
	       (n == 3 && memcmp(c->s + c->from, "n/d", 3) == 0);
}

/* ---- the rest: digits, marks, blanks between groups ---- */

struct marks {
	size_t points, commas, blanks, last; /* index of the last point or comma */
};

static bool count_marks(struct slice s, struct marks *m)
{
	*m = (struct marks){ 0 };
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		m->points += c == '.';
		m->commas += c == ',';
		m->blanks += c == ' ';
		if (c == '.' || c == ',')
			m->last = i;
		else if (c != ' ' && !is_digit(c))
			return false;
	}
	return true;
}

/* Whether @mark precedes every three digits of [0, end), and the first group has one to three. */
static bool well_grouped(struct slice s, char mark, size_t end)
{
	bool first = true;
	size_t run = 0;

	for (size_t i = 0; i < end; i++) {
		if (s.p[i] != mark) {
			run++;
			continue;
		}
		if (run == 0 || run > 3 || (!first && run != 3))
			return false;
		first = false;
		run = 0;
	}
	return first || run == 3;
}

/* The digits of @s with a point at @point (SIZE_MAX: none); drops other marks. */
static void write_plain(struct slice s, bool negative, size_t point, char out[NUMBER_SIZE])
{
	size_t n = 0;

	if (negative)
		out[n++] = '-';
	if (point == 0)
		out[n++] = '0';
	for (size_t i = 0; i < s.n; i++) {
		if (i == point)
			out[n++] = '.';
		else if (is_digit(s.p[i]))
			out[n++] = s.p[i];
	}
	out[n] = '\0';
}

static void read_marked(struct slice s, bool negative, struct number_text *out)
{
	size_t end, digits;
	struct marks m;
	char decimal;

	if (!count_marks(s, &m) || s.n == 0 || !is_digit(s.p[s.n - 1]))
		return;
	end = m.points + m.commas ? m.last : s.n;
	decimal = m.points + m.commas ? s.p[m.last] : '\0';
	digits = s.n - end - 1;
	if (m.blanks) { /* blanks group the whole part; a mark is then a decimal mark */
		if (m.points + m.commas > 1 || !well_grouped(s, ' ', end) ||
		    (end < s.n && memchr(s.p + end, ' ', s.n - end)))
			return;
	} else if (m.points && m.commas) {
		if ((decimal == '.' ? m.points : m.commas) != 1 ||
		    !well_grouped(s, decimal == '.' ? ',' : '.', end))
			return;
	} else if (m.points + m.commas > 1) {
		if (!well_grouped(s, decimal, s.n))
			return;
		write_plain(s, negative, SIZE_MAX, out->plain[0]);
		out->state = NUMBER_OK;
		return;
	} else if (decimal && digits == 3 && end >= 1 && end <= 3 && s.p[0] != '0') {
		out->two = true;
		out->mark = decimal == '.' ? MARK_POINT : MARK_COMMA;
		write_plain(s, negative, SIZE_MAX, out->plain[1]);
	}
	write_plain(s, negative, decimal ? end : SIZE_MAX, out->plain[0]);
	out->state = NUMBER_OK;
	if (decimal && !out->two)
		out->proves = decimal == '.' ? MARK_POINT : MARK_COMMA;
}

/* "1.5e3", "1,5e+03": written by a program, so its only mark is a decimal mark. */
static bool read_exponent(struct slice s, bool negative, struct number_text *out)
{
	size_t e = 0, n = 0, marks = 0;

	while (e < s.n && s.p[e] != 'e')
		e++;
	if (e == 0 || e + 1 >= s.n || !is_digit(s.p[0]) || !is_digit(s.p[e - 1]))
		return false;
	if (negative)
		out->plain[0][n++] = '-';
	for (size_t i = 0; i < e; i++) {
		bool mark = s.p[i] == '.' || s.p[i] == ',';

		marks += mark;
		if (!mark && !is_digit(s.p[i]))
			return false;
		out->plain[0][n++] = mark ? '.' : s.p[i];
	}
	out->plain[0][n++] = 'e';
	e++;
	if (s.p[e] == '-')
		out->plain[0][n++] = '-';
	if (s.p[e] == '-' || s.p[e] == '+')
		e++;
	if (e == s.n || marks > 1)
		return false;
	for (; e < s.n; e++) {
		if (!is_digit(s.p[e]))
			return false;
		out->plain[0][n++] = s.p[e];
	}
	out->plain[0][n] = '\0';
	out->state = NUMBER_OK;
	return true;
}

struct number_text cell_number(const char *cell, bool native)
{
	struct number_text out = { .state = NUMBER_WRONG, .currency = -1 };
	struct slice s;
	struct scan c;

	if (!scan_start(&c, cell))
		return out;
	scan_strip(&c);
	out.currency = c.currency;
	if (scan_absent(&c)) {
		out.state = NUMBER_ABSENT;
		return out;
	}
	s = (struct slice){ c.s + c.from, c.to - c.from };
	if (c.signs_differ || read_exponent(s, c.negative, &out))
		return out;
	read_marked(s, c.negative, &out);
	if (native) { /* a point, whatever its position */
		out.two = false;
		out.proves = MARK_UNKNOWN;
	}
	return out;
}

struct number_text cell_number_exact(const char *cell)
{
	struct slice s = slice_trim(slice_of(cell ? cell : ""));
	struct number_text out = { .state = NUMBER_OK, .currency = -1, .exact = true };
	size_t marks = 0;

	for (size_t i = 0; i < s.n; i++) {
		bool mark = s.p[i] == '.' || s.p[i] == ',';

		marks += mark;
		if (s.n >= NUMBER_SIZE || marks > 1 ||
		    (!mark && !is_digit(s.p[i]) && !(i == 0 && s.p[i] == '-')))
			return cell_number(cell, false);
		out.plain[0][i] = mark ? '.' : s.p[i];
	}
	return s.n == 0 || !is_digit(s.p[s.n - 1]) ? cell_number(cell, false) : out;
}

enum number_cell cell_number_value(const struct number_text *n, int reading, int places, wide max,
				   wide *out, bool *rounded)
{
	const char *text = n->plain[reading];
	size_t digits = 0, whole = 0;
	bool range = false, fraction = false;
	int first = places;
	enum dec_err err;
	wide v;

	*rounded = false;
	if (n->state != NUMBER_OK)
		return n->state;
	for (const char *p = text; *p && *p != 'e'; p++) {
		fraction |= *p == '.';
		if (is_digit(*p) && (digits || *p != '0')) {
			digits++;
			whole += !fraction;
		}
	}
	if (!n->exact && digits >= 16 && whole < 15 && !strchr(text, 'e')) {
		first = 15 - (int)whole;
		first = first > 10 ? 10 : first;
		first = first > places ? places : first;
	}
	err = dec_parse_rounded(slice_of(text), first, max, &v, rounded);
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

enum sheet_mark sheet_mark(const char *const *cells, size_t n)
{
	enum sheet_mark found = MARK_UNKNOWN;

	for (size_t i = 0; i < n; i++) {
		struct number_text t = cell_number(cells[i], false);

		if (t.state != NUMBER_OK || t.proves == MARK_UNKNOWN)
			continue;
		if (found != MARK_UNKNOWN && found != t.proves)
			return MARK_UNKNOWN;
		found = t.proves;
	}
	return found;
}
