/* SPDX-License-Identifier: Apache-2.0 */
/* field.c: parses cells, exactly and independent of the locale. */
#include "config.h"

#include "load/field.h"

#include <strings.h>

#define DIGITS_MAX ((size_t)60)

bool field_absent(struct slice s)
{
	static const char *const marks[] = { "-", "--", "N/D", "ND", "null" };

	s = slice_trim(s);
	if (!s.n)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(marks); i++)
		if (s.n == strlen(marks[i]) && strncasecmp(s.p, marks[i], s.n) == 0)
			return true;
	return false;
}

static enum field parse(const char *text, size_t n, int places, wide max, wide *out)
{
	bool rounded;

	return dec_parse_rounded((struct slice){ text, n }, places, max, out, &rounded) == DEC_OK
		       ? FIELD_OK
		       : FIELD_BAD;
}

enum field field_br(struct slice s, int places, wide max, wide *out)
{
	char plain[DIGITS_MAX];
	size_t n = 0, since = 0;
	bool comma = false, dots = false;

	s = slice_trim(s);
	if (field_absent(s))
		return FIELD_ABSENT;
	if (s.n > sizeof(plain))
		return FIELD_BAD;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '.' && !comma) { /* a thousands mark precedes three digits */
			if (dots && since != 3)
				return FIELD_BAD;
			dots = true;
			since = 0;
			continue;
		}
		if (c == ',' && !comma) {
			if (dots && since != 3)
				return FIELD_BAD;
			comma = true;
			c = '.';
		} else if ((c < '0' || c > '9') && !(c == '-' && i == 0)) {
			return FIELD_BAD;
		} else {
			since += !comma;
		}
		plain[n++] = c;
	}
	if (dots && !comma && since != 3)
		return FIELD_BAD;
	return parse(plain, n, places, max, out);
}

enum field field_decimal(struct slice s, int places, wide max, wide *out)
{
	s = slice_trim(s);
	if (field_absent(s))
		return FIELD_ABSENT;
	if (memchr(s.p, ',', s.n))
		return field_br(s, places, max, out);
	return parse(s.p, s.n, places, max, out);
}

enum field field_day(struct slice s, struct day *out)
{
	s = slice_trim(s);
	if (field_absent(s))
		return FIELD_ABSENT;
	if (s.n > 10 && (s.p[10] == ' ' || s.p[10] == 'T'))
		s.n = 10;
	if (s.n == 10 && (memcmp(s.p, "9999", 4) == 0 || memcmp(s.p + 6, "9999", 4) == 0))
		return FIELD_ABSENT;
	return day_parse(s, out) || day_parse_br(s, out) ? FIELD_OK : FIELD_BAD;
}

enum field field_int(struct slice s, int64_t *out)
{
	int64_t v = 0;

	s = slice_trim(s);
	if (field_absent(s))
		return FIELD_ABSENT;
	if (s.n > 18)
		return FIELD_BAD;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return FIELD_BAD;
		v = 10 * v + (s.p[i] - '0');
	}
	*out = v;
	return FIELD_OK;
}

struct slice field_json(struct json_object *object, const char *name)
{
	struct json_object *member = NULL;

	if (!json_object_object_get_ex(object, name, &member) || !member)
		return (struct slice){ "", 0 };
	switch (json_object_get_type(member)) {
	case json_type_string:
		return (struct slice){ json_object_get_string(member),
				       (size_t)json_object_get_string_len(member) };
	case json_type_int:
	case json_type_double: /* json-c keeps the digits as received */
		return slice_of(json_object_to_json_string(member));
	case json_type_null:
	case json_type_boolean:
	case json_type_object:
	case json_type_array:
		break;
	}
	return (struct slice){ "", 0 };
}
