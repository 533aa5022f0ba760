/* SPDX-License-Identifier: Apache-2.0 */
/* schema_check_any.c: keywords for any value: references, types, values, combinations. */
#include "config.h"

#include "http/json_read.h"
#include "operations/schema_check.h"
#include "core/text.h"

bool check_ref(const struct scene *s)
{
	return s->check(s->run, s->rule->node, s->value, s->place);
}

static unsigned kinds_of(struct run *run, struct json_object *value)
{
	struct number number;

	switch (json_object_get_type(value)) {
	case json_type_null:
		return 1u << KIND_NULL;
	case json_type_boolean:
		return 1u << KIND_BOOLEAN;
	case json_type_int:
	case json_type_double:
		if (number_read(run->pool, value, &number) && number_is_integer(&number))
			return 1u << KIND_INTEGER | 1u << KIND_NUMBER;
		return 1u << KIND_NUMBER;
	case json_type_string:
		return 1u << KIND_STRING;
	case json_type_array:
		return 1u << KIND_ARRAY;
	case json_type_object:
		return 1u << KIND_OBJECT;
	}
	return 0;
}

static const char *kinds_expected(void *pool, unsigned kinds)
{
	static const char *const names[KIND_COUNT] = { "null",	 "true ou false", "inteiro",
						       "número", "texto",	  "lista",
						       "objeto" };
	struct buf out;

	buf_init(&out, pool, 32);
	for (size_t k = 0; k < KIND_COUNT; k++)
		if (kinds & 1u << k)
			buf_printf(&out, "%s%s", out.n ? " ou " : "", names[k]);
	return buf_text(&out);
}

bool check_type(const struct scene *s)
{
	if (kinds_of(s->run, s->value) & s->rule->types)
		return true;
	return check_note(s->run, s->place, "type", kinds_expected(s->run->pool, s->rule->types),
			  body_shown(s->value));
}

static bool is_among(const struct scene *s)
{
	return text_among(s->rule->canonical, s->rule->n, check_canonical(s->run, s->value));
}

bool check_enum(const struct scene *s)
{
	struct buf out;

	if (is_among(s))
		return true;
	buf_init(&out, s->run->pool, 64);
	buf_str(&out, "um de: ");
	for (size_t i = 0; i < json_object_array_length(s->rule->value); i++)
		buf_printf(&out, "%s%s", i ? ", " : "",
			   body_shown(json_object_array_get_idx(s->rule->value, i)));
	return check_note(s->run, s->place, "enum", buf_text(&out), body_shown(s->value));
}

bool check_const(const struct scene *s)
{
	return is_among(s) || check_note(s->run, s->place, "const", body_shown(s->rule->value),
					 body_shown(s->value));
}

bool check_all_of(const struct scene *s)
{
	bool good = true;

	for (size_t i = 0; i < s->rule->n && (good || s->run->errors); i++)
		good = s->check(s->run, s->rule->nodes[i], s->value, s->place) && good;
	return good;
}

static size_t how_many(const struct scene *s, size_t enough)
{
	size_t n = 0;

	for (size_t i = 0; i < s->rule->n && n < enough; i++)
		n += check_quietly(s, s->rule->nodes[i], s->value) ? 1 : 0;
	return n;
}

bool check_any_of(const struct scene *s)
{
	return how_many(s, 1) ||
	       check_note(
		       s->run, s->place, "any_of",
		       pool_printf(s->run->pool, "uma das %zu formas da especificação", s->rule->n),
		       body_shown(s->value));
}

bool check_one_of(const struct scene *s)
{
	return how_many(s, 2) == 1 ||
	       check_note(s->run, s->place, "one_of",
			  pool_printf(s->run->pool,
				      "exatamente uma das %zu formas da especificação", s->rule->n),
			  body_shown(s->value));
}

bool check_not(const struct scene *s)
{
	return !check_quietly(s, s->rule->node, s->value) ||
	       check_note(s->run, s->place, "not", "outro valor; a especificação exclui este",
			  body_shown(s->value));
}

bool check_if(const struct scene *s)
{
	bool holds = check_quietly(s, s->rule->node, s->value);
	const struct rule *next = s->node->rules[holds ? WORD_THEN : WORD_ELSE];

	return !next || s->check(s->run, next->node, s->value, s->place);
}
