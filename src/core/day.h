/* SPDX-License-Identifier: Apache-2.0 */
/*
 * day.h: civil days and months (doc/calculations.md 0.3).
 *
 * A day has no time and no zone.  "Today" is a parameter, passed by callers that have a clock.
 */
#ifndef LASTRO_CORE_DAY_H
#define LASTRO_CORE_DAY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

struct day {
	int32_t n;
}; /* days since 1970-01-01 */
struct month {
	int32_t n;
}; /* year x 12 + month - 1 */

/* Months without a gap. */
struct month_range {
	struct month first, last;
};

#define DAY_TEXT_SIZE 11  /* YYYY-MM-DD and NUL */
#define MONTH_TEXT_SIZE 8 /* YYYY-MM and NUL */

/* Years accepted from outside. */
#define DAY_MIN_YEAR 1900
#define DAY_MAX_YEAR 2199

#define DAY_FAR_PAST ((struct day){ -25567 })  /* 1900-01-01 */
#define DAY_FAR_FUTURE ((struct day){ 84005 }) /* 2199-12-31 */

static inline bool day_before(struct day a, struct day b)
{
	return a.n < b.n;
}
static inline bool day_same(struct day a, struct day b)
{
	return a.n == b.n;
}
static inline struct day day_plus(struct day a, int days)
{
	return (struct day){ a.n + days };
}

/* day_from_ymd() - false when there is no such day (31/02) or the year is out of bounds. */
bool day_from_ymd(int year, int month, int dom, struct day *out) MUST_CHECK;
void day_to_ymd(struct day day, int *year, int *month, int *dom);

/* day_parse() - exactly YYYY-MM-DD; day_parse_br() - exactly DD/MM/YYYY; day_parse_compact() - YYYYMMDD. */
bool day_parse(struct slice s, struct day *out) MUST_CHECK;
bool day_parse_br(struct slice s, struct day *out) MUST_CHECK;
bool day_parse_compact(struct slice s, struct day *out) MUST_CHECK;

void day_format(struct day d, char out[DAY_TEXT_SIZE]);
const char *day_iso(void *pool, struct day d);

/* day_digits() - v >= 0 as exactly n digits at p; returns the end. */
char *day_digits(char *p, int v, int n);

/* day_weekday() - 0 Sunday ... 6 Saturday. */
int day_weekday(struct day d);

struct month day_month(struct day d);
struct day month_first(struct month m);
struct day month_last(struct month m);
/* month_parse() - "2026-11". */
bool month_parse(struct slice s, struct month *out) MUST_CHECK;
void month_format(struct month m, char out[MONTH_TEXT_SIZE]);
const char *month_iso(void *pool, struct month m);

/* day_easter() - Easter Sunday of a year (Gregorian). */
struct day day_easter(int year);

#endif
