/* SPDX-License-Identifier: Apache-2.0 */
/* tap.h: the part of the Test Anything Protocol that C tests need. */
#ifndef LASTRO_T_TAP_H
#define LASTRO_T_TAP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/attributes.h"
#include "core/decimal.h"

void tap_plan(int n);			     /* optional: otherwise tap_done() writes the plan */
void tap_skip_all(const char *why) NORETURN; /* "1..0 # SKIP why" and exit */
bool ok(bool good, const char *name, ...) PRINTF_LIKE(2, 3);
bool is_int(int64_t got, int64_t want, const char *name);
bool is_text(const char *got, const char *want, const char *name); /* NULL allowed */
bool is_double(double got, double want, double within, const char *name);
bool is_money(struct money got, const char *want,
	      const char *name); /* want: 8 places, trailing zeros optional */
bool is_qty(struct qty got, const char *want, const char *name);
void skip(const char *name, const char *why);
void diag(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* has_long_double() - false under valgrind, which computes with 64 bits: last places then differ. */
bool has_long_double(void);
/* random_cases() - @usual, times LASTRO_TEST_TIMES: how many random cases a test makes. */
int random_cases(int usual);
int tap_done(void); /* exit status for main() */

#endif
