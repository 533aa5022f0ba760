/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h: the one clock.  LASTRO_NOW (RFC 3339) stops it, for tests. */
#ifndef LASTRO_CORE_CLOCK_H
#define LASTRO_CORE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/day.h"

#define TIMESTAMP_TEXT_SIZE 25 /* 2026-11-21T18:03:00.000Z and NUL */

/*
 * clock_init() - read LASTRO_NOW, set the zone to America/Sao_Paulo.  False when LASTRO_NOW is not
 * a timestamp.  Called once by each program before anything else.
 */
bool clock_init(const char *lastro_now) MUST_CHECK;

int64_t clock_now_ms(void);	  /* milliseconds since 1970, UTC; LASTRO_NOW when set */
int64_t clock_real_ms(void);	  /* the same, LASTRO_NOW or not: for the order of ids only */
int64_t clock_monotonic_us(void); /* for durations and deadlines; never stopped */
int64_t clock_process_us(
	void); /* processor time of this process: for limits that do not depend on the machine's load */
struct day clock_today(void);	     /* the date in America/Sao_Paulo */
struct day clock_day_of(int64_t ms); /* the date in America/Sao_Paulo at a moment */
int64_t clock_day_end(struct day d); /* the first moment of the next day in America/Sao_Paulo */

/* Timestamps: RFC 3339; written in UTC with milliseconds. */
bool timestamp_parse(struct slice s, int64_t *ms) MUST_CHECK;
/* offset_parse() - "Z", "+hh:mm" or "-hh:mm", in minutes east. */
bool offset_parse(struct slice s, int *minutes) MUST_CHECK;
void timestamp_format(int64_t ms, char out[TIMESTAMP_TEXT_SIZE]);
const char *timestamp_iso(void *pool, int64_t ms);

#endif
