/* SPDX-License-Identifier: Apache-2.0 */
/* schema_check_plain.c: keywords for numbers and texts. */
#include "config.h"

#include "core/clock.h"
#include "http/json_read.h"
#include "operations/schema_check.h"

/* ---- numbers ---- */

static bool check_bound(const struct scene *s, const char *rule, const char *sign, int low,
			int high)
{
	struct number number;
	int order;

	if (!number_read(s->run->pool, s->value, &number))
		return true;
	order = number_compare(&number, &s->rule->number);
	order = (order > 0) - (order < 0);
	return (order >= low && order <= high) ||
	       check_note(s->run, s->place, rule,
			  pool_printf(s->run->pool, "%s %s", sign, body_shown(s->rule->value)),
			  body_shown(s->value));
}

bool check_minimum(const struct scene *s)
{
	return check_bound(s, "minimum", "no mínimo", 0, 1);
}

bool check_maximum(const struct scene *s)
{
	return check_bound(s, "maximum", "no máximo", -1, 0);
}

bool check_exclusive_minimum(const struct scene *s)
{
	return check_bound(s, "exclusive_minimum", "maior que", 1, 1);
}

bool check_multiple(const struct scene *s)
{
	struct number number;

	return !number_read(s->run->pool, s->value, &number) ||
	       number_multiple(&number, &s->rule->number) ||
	       check_note(s->run, s->place, "multiple_of",
			  pool_printf(s->run->pool, "múltiplo de %s", body_shown(s->rule->value)),
			  body_shown(s->value));
}

/* ---- texts ---- */

static struct slice text_of(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return (struct slice){ NULL, 0 };
	return (struct slice){ json_object_get_string(value),
			       (size_t)json_object_get_string_len(value) };
}

/* Code points. */
static size_t characters(struct slice s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return n;
}

static bool check_length(const struct scene *s, const char *rule, const char *sign, bool least)
{
	struct slice text = text_of(s->value);
	size_t n;

	if (!text.p)
		return true;
	n = characters(text);
	(void)check_spend(s->run, text.n / 64); /* checked by check_node() */
	return (least ? n >= s->rule->count : n <= s->rule->count) ||
	       check_note(s->run, s->place, rule,
			  pool_printf(s->run->pool, "%s %zu caracteres", sign, s->rule->count),
			  text.p);
}

bool check_min_length(const struct scene *s)
{
	return check_length(s, "min_length", "no mínimo", true);
}

bool check_max_length(const struct scene *s)
{
	return check_length(s, "max_length", "no máximo", false);
}

/* Whether the pattern is found in @text, within the remaining time. */
static bool matches(struct run *run, const struct pattern *p, struct slice text)
{
	enum pattern_found found = pattern_find(p, text);

	if (found == PATTERN_TOO_MUCH || clock_monotonic_us() - run->begun_us > CHECK_TIME_MAX_US)
		run->exhausted = true;
	return found == PATTERN_YES;
}

bool check_pattern(const struct scene *s)
{
	struct slice text = text_of(s->value);

	return !text.p || matches(s->run, s->rule->pattern, text) ||
	       check_note(s->run, s->place, "pattern",
			  pool_printf(s->run->pool, "texto da forma %s",
				      pattern_source(s->rule->pattern)),
			  text.p);
}

bool check_format(const struct scene *s)
{
	struct slice text = text_of(s->value);

	return !text.p || s->rule->format->holds(text) ||
	       check_note(s->run, s->place, "format", s->rule->format->expected, text.p);
}
