/* SPDX-License-Identifier: Apache-2.0 */
/* work_input.c: the inputs of an Action, from its schema. */
#include "config.h"

#include "console/organization/work_form.h"

#include "http/tree.h"

static struct json_object *resolved(struct json_object *whole, struct json_object *schema)
{
	const char *ref = tree_text(tree_member(schema, "$ref"));

	return ref ? tree_member(tree_member(whole, "$defs"), strrchr(ref, '/') + 1) : schema;
}

static bool has_type(struct json_object *schema, const char *name)
{
	struct json_object *type = tree_member(schema, "type");

	if (tree_text(type))
		return str_eq(tree_text(type), name);
	for (size_t i = 0;
	     json_object_is_type(type, json_type_array) && i < json_object_array_length(type); i++)
		if (str_eq(tree_text(json_object_array_get_idx(type, i)), name))
			return true;
	return false;
}

static bool requires(struct json_object *whole, const char *name)
{
	struct json_object *list = tree_member(whole, "required");

	for (size_t i = 0; list && i < json_object_array_length(list); i++)
		if (str_eq(tree_text(json_object_array_get_idx(list, i)), name))
			return true;
	return false;
}

static enum work_input_kind kind_of(const struct work_input *in, struct json_object *whole,
				    struct json_object *s)
{
	if (str_eq(in->name, "org"))
		return INPUT_HIDDEN;
	if (str_eq(in->name, "content") || str_eq(in->name, "content_base64") ||
	    str_eq(in->name, "filename"))
		return INPUT_CONTENT;
	if (in->choices)
		return INPUT_CHOICE;
	if (has_type(s, "boolean"))
		return INPUT_FLAG;
	if (has_type(s, "number") || has_type(s, "integer"))
		return INPUT_NUMBER_OF;
	if (has_type(s, "array"))
		return has_type(resolved(whole, tree_member(s, "items")), "string") ? INPUT_IDS
										    : INPUT_TREE;
	if (has_type(s, "object"))
		return INPUT_TREE;
	return in->max > 500 ? INPUT_LONG : INPUT_TEXT;
}

static struct work_input input_of(const struct spec *s, const struct tree_member *m)
{
	struct json_object *whole = s->input_schema, *schema = resolved(whole, m->value);
	const char *format = tree_text(tree_member(schema, "format"));
	struct json_object *max = tree_member(schema, "maxLength");
	struct work_input in = { .name = m->name, .type = "text" };

	in.required = requires(whole, m->name);
	in.choices = tree_member(schema, "enum");
	in.max = max ? json_object_get_int(max) : 0;
	in.kind = kind_of(&in, whole, schema);
	if (format && str_eq(format, "date"))
		in.type = "date";
	if (format && str_eq(format, "email"))
		in.type = "email";
	return in;
}

struct work_input *work_inputs(void *pool, const struct spec *s, size_t *n)
{
	struct tree_member *members =
		tree_members(pool, tree_member(s->input_schema, "properties"), n);
	struct work_input *out = pool_array(pool, struct work_input, *n);

	for (size_t i = 0; i < *n; i++)
		out[i] = input_of(s, &members[i]);
	return out;
}
