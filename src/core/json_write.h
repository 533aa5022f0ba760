/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_write.h: the one writer of JSON.
 *
 * Appends to a buffer; numbers are written straight from their integers, so none passes through double
 * or printf.  The writer sets the commas.  The number of places is that of doc/calculations.md 0.2.
 * Every function has a member form: the name comes first, NULL inside an array or at the top.
 */
#ifndef LASTRO_CORE_JSON_WRITE_H
#define LASTRO_CORE_JSON_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/buf.h"
#include "core/day.h"
#include "core/decimal.h"
#include "core/uuid.h"

struct json {
	struct buf *out;
	bool comma; /* the next value needs one before it */
	int depth;
};

void json_init(struct json *j, struct buf *out);

/* json_new() - a writer with a buffer of its own on @pool; json_written() - its text, valid until the next append. */
struct json *json_new(void *pool, size_t first_size);
const char *json_written(struct json *j);

void json_open(struct json *j, const char *name); /* opens { */
/* json_open_if() - the same when @known; else writes null, and is false. */
bool json_open_if(struct json *j, const char *name, bool known) MUST_CHECK;
void json_close(struct json *j);
void json_array(struct json *j, const char *name); /* opens [ */
void json_array_end(struct json *j);

void json_text(struct json *j, const char *name, const char *value); /* NULL writes null */
void json_texts(struct json *j, const char *name, const char *const *list, size_t n);
void json_boolean(struct json *j, const char *name, bool value);
void json_int(struct json *j, const char *name, int64_t value);
void json_null(struct json *j, const char *name);
void json_uuid(struct json *j, const char *name, struct uuid id);
void json_day(struct json *j, const char *name, struct day d);
void json_timestamp(struct json *j, const char *name, int64_t ms);

void json_money(struct json *j, const char *name, struct money m);     /* 2 places */
void json_price(struct json *j, const char *name, struct price p);     /* up to 8, zeros dropped */
void json_qty(struct json *j, const char *name, struct qty q);	       /* up to 8, zeros dropped */
void json_percent(struct json *j, const char *name, struct percent p); /* 4 places */
void json_decimal(struct json *j, const char *name, wide value, int places, int shown, bool trim);
/* json_rate() - a return: finite, @places places; NaN and infinity are a defect and abort. */
void json_rate(struct json *j, const char *name, double value, int places);

/*
 * json_money_or_null() and its kin - the same for a value that may be unknown: null unless @known.
 */
#define JSON_OR_NULL(what, type)                                                                   \
	static inline void json_##what##_or_null(struct json *j, const char *name, bool known,     \
						 type value)                                       \
	{                                                                                          \
		if (known)                                                                         \
			json_##what(j, name, value);                                               \
		else                                                                               \
			json_null(j, name);                                                        \
	}
JSON_OR_NULL(uuid, struct uuid)
JSON_OR_NULL(day, struct day)
JSON_OR_NULL(timestamp, int64_t)
JSON_OR_NULL(money, struct money)
JSON_OR_NULL(price, struct price)
JSON_OR_NULL(percent, struct percent)

static inline void json_rate_or_null(struct json *j, const char *name, bool known, double value,
				     int places)
{
	if (known)
		json_rate(j, name, value, places);
	else
		json_null(j, name);
}

static inline void json_decimal_or_null(struct json *j, const char *name, bool known, wide value,
					int places, int shown, bool trim)
{
	if (known)
		json_decimal(j, name, value, places, shown, trim);
	else
		json_null(j, name);
}

/* json_raw() - JSON that was written or validated before, e.g. a stored jsonb; NULL writes null. */
void json_raw(struct json *j, const char *name, const char *raw);
void json_slice(struct json *j, const char *name, struct slice raw); /* the same, of that length */

#endif
