/* SPDX-License-Identifier: Apache-2.0 */
/* dates.c: dates as written in sheets (doc/calculations.md 16.3). */
#include "config.h"

#include "calc/import/cells.h"

#include <ctype.h>

#include "core/text.h"

#define LONGEST 60

#define FIRST_YEAR 1900

/* A date cell split into its numbers and its word. */
struct parts {
	int number[3];
	size_t digits[3];
	size_t n;
	int month;     /* 1-12 when a word names it, else 0 */
	size_t before; /* count of numbers before the word */
};

static int month_of(const char *word, size_t n)
{
	static const char *const names[12][3] = {
		{ "janeiro", "january", NULL },
		{ "fevereiro", "february", "feb" },
		{ "marco", "march", NULL },
		{ "abril", "april", "apr" },
		{ "maio", "may", NULL },
		{ "junho", "june", NULL },
		{ "julho", "july", NULL },
		{ "agosto", "august", "aug" },
		{ "setembro", "september", "sep" },
		{ "outubro", "october", "oct" },
		{ "novembro", "november", NULL },
		{ "dezembro", "december", "dec" },
	};

	for (int m = 0; m < 12; m++) {
		for (int k = 0; k < 3; k++) {
			size_t whole = names[m][k] ? strlen(names[m][k]) : 0;

			if (whole && (n == whole || n == 3) && memcmp(word, names[m][k], n) == 0)
				return m + 1;
		}
	}
	return 0;
}

/* In lower case, without the accent of março and the º of a first day; false when too long. */
static bool lower(const char *cell, char out[LONGEST + 1])
{
	const unsigned char *p = (const unsigned char *)(cell ? cell : "");
	size_t n = 0;

	for (; *p; p++) {
		if (n == LONGEST)
			return false;
		if (p[0] == 0xC3 && (p[1] == 0xA7 || p[1] == 0x87)) {
			out[n++] = 'c';
			p++;
		} else if (p[0] == 0xC2 && (p[1] == 0xA0 || p[1] == 0xBA)) {
			if (p[1] == 0xA0)
				out[n++] = ' ';
			p++;
		} else {
			out[n++] = *p == '\t' ? ' ' : (char)tolower(*p);
		}
	}
	while (n && (out[n - 1] == ' ' || out[n - 1] == '\r' || out[n - 1] == '\n'))
		n--;
	out[n] = '\0';
	return true;
}

static size_t digits_at(const char *p)
{
	size_t n = 0;

	while (is_digit(p[n]))
		n++;
	return n;
}

/* "10:11", "10:11:12.5", "10:11 pm", with or without a time zone. */
static bool is_time(const char *p)
{
	size_t n = digits_at(p);

	if (n < 1 || n > 2 || p[n] != ':' || digits_at(p + n + 1) != 2)
		return false;
	p += n + 3;
	if (*p == ':') {
		if (digits_at(p + 1) != 2)
			return false;
		p += 3;
		if (*p == '.' || *p == ',')
			p += 1 + digits_at(p + 1);
	}
	if (*p == ' ')
		p++;
	if ((*p == 'a' || *p == 'p') && p[1] == 'm')
		return p[2] == '\0';
	if (*p == 'z')
		return p[1] == '\0';
	if (*p == '+' || *p == '-') {
		p++;
		while (is_digit(*p) || *p == ':')
			p++;
	}
	return *p == '\0';
}

static void cut_time(char *s)
{
	for (char *p = s; *p; p++) {
		if ((*p == ' ' || *p == 't') && p > s && is_digit(p[-1]) && is_time(p + 1)) {
			*p = '\0';
			return;
		}
	}
}

/* Numbers and at most one month's name, separated by / - . , blanks and "de". */
static bool cut(const char *p, struct parts *out)
{
	*out = (struct parts){ 0 };
	while (*p == ' ')
		p++;
	while (*p) {
		size_t n = digits_at(p);

		if (n) {
			if (n > 8 || out->n == 3)
				return false;
			out->digits[out->n] = n;
			for (size_t i = 0; i < n; i++)
				out->number[out->n] = out->number[out->n] * 10 + (p[i] - '0');
			out->n++;
		} else {
			while (isalpha((unsigned char)p[n]))
				n++;
			if (n && !(n == 2 && memcmp(p, "de", 2) == 0)) {
				if (out->month)
					return false;
				out->month = month_of(p, n);
				out->before = out->n;
				if (!out->month)
					return false;
			}
		}
		n += strspn(p + n, "/-., ");
		if (n == 0) /* neither a number, a word nor a separator */
			return false;
		p += n;
	}
	return true;
}

/* Two digits are of this century, or of the last one if that year would be in the future. */
static int year_of(int number, size_t digits, struct day today)
{
	int y, m, d;

	if (digits == 4)
		return number;
	if (digits != 2)
		return 0;
	day_to_ymd(today, &y, &m, &d);
	return 2000 + number > y ? 1900 + number : 2000 + number;
}

static struct date_text fixed(int year, int month, int day)
{
	struct date_text out = { .fixed = true };

	out.real[0] = out.real[1] =
		year >= FIRST_YEAR && day_from_ymd(year, month, day, &out.day[0]);
	out.day[1] = out.day[0];
	return out;
}

/* A spreadsheet's serial day, written by a program without a format. */
static struct date_text serial(const char *s)
{
	struct date_text out = { .fixed = true };
	int32_t v = 0;

	for (size_t i = 0; i < 5; i++)
		v = v * 10 + (s[i] - '0');
	out.real[0] = out.real[1] = v >= 20000 && v <= 80000;
	out.day[0] = out.day[1] = (struct day){ v - 25569 }; /* 25569 is 1970-01-01 */
	return out;
}

struct date_text cell_date(const char *cell, bool native, struct day today)
{
	struct date_text none = { .fixed = true }, out = { 0 };
	char s[LONGEST + 1] = "";
	struct parts p;
	size_t n;
	int year;

	if (!lower(cell, s))
		return none;
	n = digits_at(s);
	if (n == 5 && (s[5] == '\0' || s[5] == '.') &&
	    strspn(s + 5, ".0123456789") == strlen(s + 5))
		return serial(s);
	cut_time(s);
	if (!cut(s, &p))
		return none;
	if (p.n == 1 && !p.month && p.digits[0] == 8)
		return fixed(p.number[0] / 10000, p.number[0] / 100 % 100, p.number[0] % 100);
	if (p.month) { /* 2 de março de 2024, Mar 2, 2024, 2024-mar-02 */
		if (p.n != 2)
			return none;
		if (p.digits[0] == 4)
			return fixed(p.number[0], p.month, p.number[1]);
		return p.digits[0] <= 2 ? fixed(year_of(p.number[1], p.digits[1], today), p.month,
						p.number[0])
					: none;
	}
	if (p.n != 3)
		return none;
	if (p.digits[0] == 4)
		return p.digits[1] <= 2 && p.digits[2] <= 2
			       ? fixed(p.number[0], p.number[1], p.number[2])
			       : none;
	year = year_of(p.number[2], p.digits[2], today);
	if (p.digits[0] > 2 || p.digits[1] > 2 || year < FIRST_YEAR)
		return none;
	if (native)
		return fixed(year, p.number[1], p.number[0]);
	out.real[0] = day_from_ymd(year, p.number[1], p.number[0], &out.day[0]);
	out.real[1] = day_from_ymd(year, p.number[0], p.number[1], &out.day[1]);
	return out;
}

enum date_order dates_order(const struct date_text *dates, size_t n)
{
	bool day_first = false, month_first = false;

	for (size_t i = 0; i < n; i++) {
		if (dates[i].fixed)
			continue;
		day_first |= dates[i].real[0] && !dates[i].real[1];
		month_first |= dates[i].real[1] && !dates[i].real[0];
	}
	if (day_first && month_first)
		return DATES_AMBIGUOUS;
	return month_first ? DATES_MONTH_FIRST : DATES_DAY_FIRST;
}
