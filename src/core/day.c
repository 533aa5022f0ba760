/* SPDX-License-Identifier: Apache-2.0 */
/* day.c: civil days and months; conversions by counting days from 0000-03-01 in 400-year eras. */
#include "config.h"

#include "core/day.h"
#include "core/pool.h"

static struct day from_civil(int y, int m, int d)
{
	int era;
	int yoe;
	int doy;

	y -= m <= 2;
	era = (y >= 0 ? y : y - 399) / 400;
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return (struct day){ era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468 };
}

void day_to_ymd(struct day day, int *year, int *month, int *dom)
{
	int z = day.n + 719468;
	int era = (z >= 0 ? z : z - 146096) / 146097;
	int doe = z - era * 146097;
	int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int mp = (5 * doy + 2) / 153;

	*dom = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = yoe + era * 400 + (*month <= 2);
}

bool day_from_ymd(int year, int month, int dom, struct day *out)
{
	struct day d;
	int y;
	int m;
	int back;

	if (year < DAY_MIN_YEAR || year > DAY_MAX_YEAR || month < 1 || month > 12 || dom < 1 ||
	    dom > 31)
		return false;
	d = from_civil(year, month, dom);
	day_to_ymd(d, &y, &m, &back);
	if (m != month || back != dom)
		return false;
	*out = d;
	return true;
}

bool day_parse(struct slice s, struct day *out)
{
	int y, m, d;

	return s.n == 10 && s.p[4] == '-' && s.p[7] == '-' && digits_read(s.p, 4, &y) &&
	       digits_read(s.p + 5, 2, &m) && digits_read(s.p + 8, 2, &d) &&
	       day_from_ymd(y, m, d, out);
}

bool month_parse(struct slice s, struct month *out)
{
	struct day first;
	int y, m;

	if (s.n != 7 || s.p[4] != '-' || !digits_read(s.p, 4, &y) || !digits_read(s.p + 5, 2, &m) ||
	    !day_from_ymd(y, m, 1, &first))
		return false;
	*out = day_month(first);
	return true;
}

bool day_parse_br(struct slice s, struct day *out)
{
	int y, m, d;

	return s.n == 10 && s.p[2] == '/' && s.p[5] == '/' && digits_read(s.p, 2, &d) &&
	       digits_read(s.p + 3, 2, &m) && digits_read(s.p + 6, 4, &y) &&
	       day_from_ymd(y, m, d, out);
}

bool day_parse_compact(struct slice s, struct day *out)
{
	int y, m, d;

	return s.n == 8 && digits_read(s.p, 4, &y) && digits_read(s.p + 4, 2, &m) &&
	       digits_read(s.p + 6, 2, &d) && day_from_ymd(y, m, d, out);
}

char *day_digits(char *p, int v, int n)
{
	for (int i = n - 1; i >= 0; i--) {
		p[i] = (char)('0' + v % 10);
		v /= 10;
	}
	return p + n;
}

void day_format(struct day d, char out[DAY_TEXT_SIZE])
{
	int y, m, dom;

	day_to_ymd(d, &y, &m, &dom);
	out = day_digits(out, y, 4);
	*out++ = '-';
	out = day_digits(out, m, 2);
	*out++ = '-';
	out = day_digits(out, dom, 2);
	*out = '\0';
}

const char *day_iso(void *pool, struct day d)
{
	char *text = pool_array(pool, char, DAY_TEXT_SIZE);

	day_format(d, text);
	return text;
}

int day_weekday(struct day d)
{
	return ((d.n + 4) % 7 + 7) % 7; /* 1970-01-01 was a Thursday */
}

struct month day_month(struct day d)
{
	int y, m, dom;

	day_to_ymd(d, &y, &m, &dom);
	return (struct month){ y * 12 + m - 1 };
}

struct day month_first(struct month m)
{
	return from_civil(m.n / 12, m.n % 12 + 1, 1);
}

struct day month_last(struct month m)
{
	return day_plus(month_first((struct month){ m.n + 1 }), -1);
}

void month_format(struct month m, char out[MONTH_TEXT_SIZE])
{
	out = day_digits(out, m.n / 12, 4);
	*out++ = '-';
	out = day_digits(out, m.n % 12 + 1, 2);
	*out = '\0';
}

const char *month_iso(void *pool, struct month m)
{
	char *text = pool_array(pool, char, MONTH_TEXT_SIZE);

	month_format(m, text);
	return text;
}

struct day day_easter(int year)
{
	/* The anonymous Gregorian computus. */
	int a = year % 19;
	int b = year / 100;
	int c = year % 100;
	int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
	int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
	int m = (a + 11 * h + 22 * l) / 451;
	int k = h + l - 7 * m + 114;

	return from_civil(year, k / 31, k % 31 + 1);
}
