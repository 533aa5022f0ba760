/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cases.h: running worked cases (files of the form of t/cases/README.md) against calc.
 *
 * A function of the cases is a C function from one JSON object to another: it reads exact decimals,
 * calls the room, and writes what the contract would show.
 */
#ifndef LASTRO_T_CASES_H
#define LASTRO_T_CASES_H

#include <json-c/json.h>

#include "calc/value/value.h"
#include "core/pool.h"

struct case_function {
	const char *name;
	struct json_object *(*run)(void *pool,
				   struct json_object *in); /* NULL: refused, see case_trouble() */
};

/* By section; each list ends with a NULL name. */
extern const struct case_function ledger_functions[];
extern const struct case_function value_functions[];
extern const struct case_function import_functions[];
extern const struct case_function return_functions[];
extern const struct case_function accrual_functions[];
extern const struct case_function figures_functions[];
extern const struct case_function suitability_functions[];
extern const struct case_function object_functions[];
extern const struct case_function event_functions[];
extern const struct case_function statement_functions[];
extern const struct case_function plan_functions[];
extern const struct case_function tax_functions[];
extern const struct case_function tax_declaration_functions[];

/* case_trouble() - sets the reason why an input cannot be run; the case then fails with this text. */
void case_trouble(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* cases_equal() - compares by the rules of the README; prints the first difference. */
bool cases_equal(struct json_object *want, struct json_object *got, struct json_object *tolerance);

/* ---- reading; an absent or null field gives NULL, false or the fallback ---- */

struct json_object *in_field(struct json_object *o, const char *key);
size_t in_length(struct json_object *array); /* 0 for NULL */
const char *in_text(struct json_object *o, const char *key);
bool in_true(struct json_object *o, const char *key, bool fallback);
bool in_number(struct json_object *o, const char *key, int places,
	       wide *out); /* string or number, exact */
bool in_day(struct json_object *o, const char *key, struct day *out);
int in_enum(struct json_object *o, const char *key, const char *const *names, int fallback);

struct qty in_qty(struct json_object *o, const char *key);
struct money in_money(struct json_object *o, const char *key);
struct price in_price(struct json_object *o, const char *key);

struct day day_of(const char *text);
enum currency in_currency(struct json_object *in); /* as given, else that of the asset type */
bool is_foreign(struct json_object *in);	   /* currency other than BRL */

/* {"date": "rate"} or [{"date": …, "rate"|"price": …}], ascending afterwards. */
struct close *in_closes(void *pool, struct json_object *o, size_t *n);
struct ledger_row in_row(struct json_object *o);
struct reference_event *in_events(void *pool, struct json_object *o, size_t *n);
struct months in_months(void *pool, struct json_object *o);

struct accrual_terms in_terms(struct json_object *in); /* its member terms; cases_accrual.c */

/* ---- writing, with the places of doc/calculations.md 0.2 ---- */

void out_value(struct json_object *o, const char *key, wide value, int places, int shown);
void out_money(struct json_object *o, const char *key, struct money m); /* 2 places */
void out_price(struct json_object *o, const char *key, struct price p); /* 8 */
void out_qty(struct json_object *o, const char *key, struct qty q);
void out_percent(struct json_object *o, const char *key, struct percent p); /* 4 */
void out_double(struct json_object *o, const char *key, double v, int shown);
void out_null(struct json_object *o, const char *key);
void out_text(struct json_object *o, const char *key, const char *text); /* NULL gives null */
void out_true(struct json_object *o, const char *key, bool v);
void out_count(struct json_object *o, const char *key, size_t n);
void out_day(struct json_object *o, const char *key, struct day d);
void out_months(struct json_object *o, const char *key, const struct months *m);
struct json_object *out_array(struct json_object *o, const char *key);
struct json_object *out_object(struct json_object *o, const char *key);

#endif
