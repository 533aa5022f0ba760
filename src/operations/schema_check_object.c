/* SPDX-License-Identifier: Apache-2.0 */
/* schema_check_object.c: keywords for objects. */
#include "config.h"

#include "http/json_read.h"
#include "operations/schema_check.h"
#include "http/tree.h"

static bool is_object(const struct scene *s)
{
	return json_object_is_type(s->value, json_type_object);
}

static bool check_member(const struct scene *s, const struct node *node, const char *name,
			 struct json_object *value)
{
	struct place place = { .up = s->place, .name = name };

	return s->check(s->run, node, value, &place);
}

bool check_properties(const struct scene *s)
{
	bool good = true;

	for (size_t i = 0; is_object(s) && i < s->rule->n && (good || s->run->errors); i++) {
		struct json_object *value = NULL;

		if (json_object_object_get_ex(s->value, s->rule->names[i], &value))
			good = check_member(s, s->rule->nodes[i], s->rule->names[i], value) && good;
	}
	return good;
}

static const char *names_expected(const struct scene *s)
{
	const struct rule *named = s->node->rules[WORD_PROPERTIES];
	struct buf out;

	if (!named || !named->n)
		return "nenhum membro";
	buf_init(&out, s->run->pool, 128);
	buf_str(&out, "um de: ");
	for (size_t i = 0; i < named->n; i++)
		buf_printf(&out, "%s%s", i ? ", " : "", named->names[i]);
	return buf_text(&out);
}

/* A member that properties of the same schema do not name. */
static bool holds_additional(const struct scene *s, const struct tree_member *m)
{
	const struct rule *named = s->node->rules[WORD_PROPERTIES];
	struct place place = { .up = s->place, .name = m->name };

	if (named && tree_has(named->value, m->name))
		return true;
	if (s->rule->node->kind == NODE_NEVER)
		return check_note(s->run, &place, "unknown_member", names_expected(s),
				  body_shown(m->value));
	return check_member(s, s->rule->node, m->name, m->value);
}

bool check_additional(const struct scene *s)
{
	struct tree_member *list;
	bool good = true;
	size_t n;

	if (!is_object(s))
		return true;
	list = tree_members(s->run->pool, s->value, &n);
	for (size_t i = 0; i < n && (good || s->run->errors) && check_spend(s->run, 1); i++)
		good = holds_additional(s, &list[i]) && good;
	return good;
}

bool check_required(const struct scene *s)
{
	bool good = true;

	for (size_t i = 0; is_object(s) && i < s->rule->n; i++) {
		struct place place = { .up = s->place, .name = s->rule->names[i] };

		if (!tree_has(s->value, s->rule->names[i]))
			good = check_note(s->run, &place, "required", "valor presente", NULL);
	}
	return good;
}

bool check_min_properties(const struct scene *s)
{
	return !is_object(s) || check_size(s, (size_t)json_object_object_length(s->value),
					   "min_properties", "no mínimo", "membros", true);
}

bool check_max_properties(const struct scene *s)
{
	return !is_object(s) || check_size(s, (size_t)json_object_object_length(s->value),
					   "max_properties", "no máximo", "membros", false);
}
