/* SPDX-License-Identifier: Apache-2.0 */
/* field.h: parses cells of public files: absent, valid or wrong (doc/load.md). */
#ifndef LASTRO_LOAD_FIELD_H
#define LASTRO_LOAD_FIELD_H

#include <json-c/json.h>

#include "core/day.h"
#include "core/decimal.h"
#include "core/text.h"

enum field { FIELD_OK, FIELD_ABSENT, FIELD_BAD };

/* field_absent() - empty, "-", "--", "N/D", "ND", "null". */
bool field_absent(struct slice s);

/*
 * field_decimal() - a number on a grid of @places, rounded half away when it has more. With a comma it
 * is in Brazilian form (a dot is a thousands mark), else the dot is the point.
 */
enum field field_decimal(struct slice s, int places, wide max, wide *out) MUST_CHECK;

/* field_br() - always the Brazilian form: "1.000" is a thousand. */
enum field field_br(struct slice s, int places, wide max, wide *out) MUST_CHECK;

/* field_day() - DD/MM/YYYY or YYYY-MM-DD, ignoring a time after it; the year 9999 is absent. */
enum field field_day(struct slice s, struct day *out) MUST_CHECK;

/* field_int() - digits only, at most 18. */
enum field field_int(struct slice s, int64_t *out) MUST_CHECK;

/* field_json() - member of an object as text: a string, or a number as received; else empty. */
struct slice field_json(struct json_object *object, const char *name);

#endif
