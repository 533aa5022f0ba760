/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c: the one clock, and timestamps. */
#include "config.h"

#include "core/clock.h"
#include "core/pool.h"

#include <stdlib.h>
#include <time.h>

static bool stopped;
static int64_t stopped_at;

bool clock_init(const char *lastro_now)
{
	setenv("TZ", "America/Sao_Paulo", 1);
	tzset();
	stopped = false;
	if (!lastro_now || !*lastro_now)
		return true;
	stopped = timestamp_parse(slice_of(lastro_now), &stopped_at);
	return stopped;
}

int64_t clock_real_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int64_t clock_now_ms(void)
{
	return stopped ? stopped_at : clock_real_ms();
}

int64_t clock_monotonic_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

int64_t clock_process_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}

struct day clock_day_of(int64_t ms)
{
	time_t t = (time_t)(ms / 1000 - (ms % 1000 < 0));
	struct tm tm;
	struct day d = { 0 };

	if (localtime_r(&t, &tm) && day_from_ymd(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, &d))
		return d;
	return (struct day){ (int32_t)(t / 86400) };
}

int64_t clock_day_end(struct day d)
{
	struct tm tm = { .tm_isdst = -1 };
	int year, month, dom;

	day_to_ymd(day_plus(d, 1), &year, &month, &dom);
	tm.tm_year = year - 1900;
	tm.tm_mon = month - 1;
	tm.tm_mday = dom;
	return (int64_t)mktime(&tm) * 1000;
}

struct day clock_today(void)
{
	return clock_day_of(clock_now_ms());
}

bool offset_parse(struct slice s, int *minutes)
{
	int h, m;

	if (s.n == 1 && (s.p[0] == 'Z' || s.p[0] == 'z')) {
		*minutes = 0;
		return true;
	}
	if (s.n != 6 || (s.p[0] != '+' && s.p[0] != '-') || s.p[3] != ':' ||
	    !digits_read(s.p + 1, 2, &h) || !digits_read(s.p + 4, 2, &m) || h > 23 || m > 59)
		return false;
	*minutes = (s.p[0] == '-' ? -1 : 1) * (h * 60 + m);
	return true;
}

bool timestamp_parse(struct slice s, int64_t *ms)
{
	struct day d;
	int h, m, sec, offset;
	int frac = 0;
	size_t i = 19;

	if (s.n < 20 || !day_parse((struct slice){ s.p, 10 }, &d) ||
	    (s.p[10] != 'T' && s.p[10] != 't') || s.p[13] != ':' || s.p[16] != ':' ||
	    !digits_read(s.p + 11, 2, &h) || h > 23 || !digits_read(s.p + 14, 2, &m) || m > 59 ||
	    !digits_read(s.p + 17, 2, &sec) || sec > 60)
		return false;
	if (s.p[i] == '.') {
		int scale = 100;
		size_t first = ++i;

		for (; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++, scale /= 10)
			frac += (s.p[i] - '0') * scale;
		if (i == first)
			return false;
	}
	if (!offset_parse((struct slice){ s.p + i, s.n - i }, &offset))
		return false;
	*ms = (((int64_t)d.n * 24 + h) * 60 + m - offset) * 60000 + (int64_t)sec * 1000 + frac;
	return true;
}

void timestamp_format(int64_t ms, char out[TIMESTAMP_TEXT_SIZE])
{
	int64_t days = ms / 86400000 - (ms % 86400000 < 0);
	int64_t left = ms - days * 86400000;

	day_format((struct day){ (int32_t)days }, out);
	out += DAY_TEXT_SIZE - 1;
	*out++ = 'T';
	out = day_digits(out, (int)(left / 3600000), 2);
	*out++ = ':';
	out = day_digits(out, (int)(left / 60000 % 60), 2);
	*out++ = ':';
	out = day_digits(out, (int)(left / 1000 % 60), 2);
	*out++ = '.';
	out = day_digits(out, (int)(left % 1000), 3);
	*out++ = 'Z';
	*out = '\0';
}

const char *timestamp_iso(void *pool, int64_t ms)
{
	char *text = pool_array(pool, char, TIMESTAMP_TEXT_SIZE);

	timestamp_format(ms, text);
	return text;
}
