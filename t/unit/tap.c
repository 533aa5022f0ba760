/* SPDX-License-Identifier: Apache-2.0 */
/* tap.c: the part of the Test Anything Protocol that C tests need. */
#include "config.h"

#include "tap.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int planned, run, failed;

void tap_plan(int n)
{
	planned = n;
	printf("1..%d\n", n);
}

void tap_skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(0);
}

static bool result(bool good, const char *name)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++run, name);
	failed += !good;
	(void)fflush(stdout); /* so that a crash loses no output */
	return good;
}

bool ok(bool good, const char *name, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, name);
	(void)vsnprintf(text, sizeof(text), name, ap); /* a long name may be truncated */
	va_end(ap);
	return result(good, text);
}

void diag(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stdout);
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

bool is_int(int64_t got, int64_t want, const char *name)
{
	if (result(got == want, name))
		return true;
	diag("got %lld, expected %lld", (long long)got, (long long)want);
	return false;
}

bool is_text(const char *got, const char *want, const char *name)
{
	if (result(got && want ? strcmp(got, want) == 0 : got == want, name))
		return true;
	diag("got '%s', expected '%s'", got ? got : "(null)", want ? want : "(null)");
	return false;
}

bool is_double(double got, double want, double within, const char *name)
{
	if (result(fabs(got - want) <= within, name))
		return true;
	diag("got %.12g, expected %.12g within %g", got, want, within);
	return false;
}

static bool is_decimal(wide got, const char *want, const char *name)
{
	char text[DEC_TEXT_SIZE];
	wide w = 0;

	if (dec_parse(slice_of(want), 8, (wide)1 << 120, &w) != DEC_OK) {
		diag("the expected value '%s' is no decimal", want);
		return result(false, name);
	}
	if (result(got == w, name))
		return true;
	dec_format(text, got, 8, 8, true);
	diag("got %s, expected %s", text, want);
	return false;
}

bool is_money(struct money got, const char *want, const char *name)
{
	return is_decimal(got.e8, want, name);
}

bool is_qty(struct qty got, const char *want, const char *name)
{
	return is_decimal(got.e8, want, name);
}

void skip(const char *name, const char *why)
{
	printf("ok %d - %s # SKIP %s\n", ++run, name, why);
}

int random_cases(int usual)
{
	const char *times = getenv("LASTRO_TEST_TIMES");

	return times ? usual * atoi(times) : usual;
}

int tap_done(void)
{
	if (!planned)
		printf("1..%d\n", run);
	else if (planned != run)
		diag("planned %d, ran %d", planned, run);
	return failed || (planned && planned != run);
}

bool has_long_double(void)
{
	volatile long double one = 1, least = LDBL_EPSILON;

	return one + least != one;
}
