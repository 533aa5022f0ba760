/* SPDX-License-Identifier: Apache-2.0 */
/* schema_fields.c: the fields of a form, made from the input_schema of its operation. */
#include "config.h"

#include "console/form/schema_fields.h"

#include <assert.h>

#include "console/form/member_words.h"
#include "core/decimal.h"
#include "http/tree.h"

#define LONG_TEXT 500 /* from this many characters on, several lines */

/* ---- from the schema ---- */

static struct json_object *resolved(struct json_object *whole, struct json_object *schema)
{
	const char *ref = tree_text(tree_member(schema, "$ref"));

	return ref ? tree_member(tree_member(whole, "$defs"), strrchr(ref, '/') + 1) : schema;
}

static bool has_text(struct json_object *list, const char *text)
{
	for (size_t i = 0; i < ask_items(list); i++) {
		const char *item = tree_text(json_object_array_get_idx(list, i));

		if (item && str_eq(item, text))
			return true;
	}
	return false;
}

static bool has_type(struct json_object *schema, const char *name)
{
	struct json_object *type = tree_member(schema, "type");

	return tree_text(type) ? str_eq(tree_text(type), name) : has_text(type, name);
}

/* The words of an enum; a null among them is the empty choice. */
static const char *const *choices_of(void *pool, struct json_object *list)
{
	size_t n = 0;
	const char **out = pool_array(pool, const char *, ask_items(list) + 1);

	for (size_t i = 0; i < ask_items(list); i++) {
		const char *word = tree_text(json_object_array_get_idx(list, i));

		if (word)
			out[n++] = word;
	}
	out[n] = NULL;
	return out;
}

/* Whether the items of a list are short texts, which may stand with commas between. */
static bool is_id(struct json_object *items)
{
	struct json_object *max = tree_member(items, "maxLength");

	return has_type(items, "string") && (!max || json_object_get_int(max) < LONG_TEXT);
}

static enum field_kind kind_of(struct json_object *whole, struct json_object *s, int max)
{
	const char *format = tree_text(tree_member(s, "format"));

	if (tree_member(s, "writeOnly"))
		return FIELD_SECRET;
	if (tree_member(s, "enum"))
		return FIELD_CHOICE;
	if (has_type(s, "boolean"))
		return FIELD_FLAG;
	if (has_type(s, "number") || has_type(s, "integer"))
		return FIELD_NUMBER;
	if (has_type(s, "array"))
		return is_id(resolved(whole, tree_member(s, "items"))) ? FIELD_IDS : FIELD_TREE;
	if (has_type(s, "object"))
		return FIELD_TREE;
	if (format && str_eq(format, "date"))
		return FIELD_DATE;
	if (format && str_eq(format, "email"))
		return FIELD_EMAIL;
	return max >= LONG_TEXT ? FIELD_LONG : FIELD_TEXT;
}

static struct schema_field field_of(void *pool, struct json_object *whole, const char *name,
				    struct json_object *member)
{
	struct json_object *s = resolved(whole, member), *max = tree_member(s, "maxLength");
	struct schema_field f = { .name = name, .max = max ? json_object_get_int(max) : 0 };

	f.kind = kind_of(whole, s, f.max);
	f.required = has_text(tree_member(whole, "required"), name);
	if (f.kind == FIELD_CHOICE)
		f.choices = choices_of(pool, tree_member(s, "enum"));
	return f;
}

struct schema_field *schema_fields(void *pool, struct json_object *input_schema, size_t *n)
{
	struct tree_member *members =
		tree_members(pool, tree_member(input_schema, "properties"), n);
	struct schema_field *out = pool_array(pool, struct schema_field, *n);

	for (size_t i = 0; i < *n; i++)
		out[i] = field_of(pool, input_schema, members[i].name, members[i].value);
	return out;
}

struct schema_field schema_field(void *pool, struct json_object *input_schema, const char *name)
{
	struct json_object *member = tree_member(tree_member(input_schema, "properties"), name);

	assert(member);
	return field_of(pool, input_schema, name, member);
}

/* ---- drawn ---- */

static size_t options_of(void *pool, const struct schema_field *f, struct html_option **out)
{
	static const char *const flags[] = { "true", "false", NULL };
	const char *const *words = f->kind == FIELD_FLAG ? flags : f->choices;
	size_t n = 0;

	while (words[n])
		n++;
	*out = pool_array(pool, struct html_option, n);
	for (size_t i = 0; i < n; i++)
		(*out)[i] = (struct html_option){ words[i], choice_label(pool, words[i]) };
	return n;
}

static const char *type_of(enum field_kind kind)
{
	switch (kind) {
	case FIELD_LONG:
	case FIELD_TREE:
		return "textarea";
	case FIELD_DATE:
		return "date";
	case FIELD_EMAIL:
		return "email";
	case FIELD_SECRET:
		return "password";
	case FIELD_CHOICE:
	case FIELD_FLAG:
		return "select";
	case FIELD_TEXT:
	case FIELD_NUMBER:
	case FIELD_IDS:
		break;
	}
	return "text";
}

static const char *hint_of(const struct schema_field *f)
{
	if (member_hint(f->name))
		return member_hint(f->name);
	switch (f->kind) {
	case FIELD_IDS:
		return "Os ids, com vírgulas.";
	case FIELD_TREE:
		return "Em JSON.";
	case FIELD_NUMBER:
		return "Com vírgula ou ponto nas casas.";
	case FIELD_TEXT:
	case FIELD_LONG:
	case FIELD_DATE:
	case FIELD_EMAIL:
	case FIELD_SECRET:
	case FIELD_CHOICE:
	case FIELD_FLAG:
		break;
	}
	return NULL;
}

void schema_field_write(struct ctx *ctx, struct html *h, const struct entry *e,
			const struct schema_field *f, const char *as, const char *label)
{
	struct html_field field = {
		.name = as,
		.label = label,
		.type = type_of(f->kind),
		.hint = hint_of(f),
		.autocomplete = "off",
		.inputmode = f->kind == FIELD_NUMBER ? "decimal" : NULL,
		.max_length = f->kind == FIELD_TREE ? 0 : f->max,
		.optional = !f->required,
	};
	struct html_option *options = NULL;

	if (str_eq(field.type, "select"))
		field.n_options = options_of(ctx->pool, f, &options);
	field.options = options;
	if (f->kind == FIELD_SECRET) {
		field.error = entry_fault(e, as);
		html_field(h, &field);
	} else {
		entry_field(ctx, h, e, field);
	}
}

/* ---- read ---- */

/* Whether JSON has a number of this form, and our scanner takes one of its length. */
static bool is_json_number(const char *text)
{
	const char *digits = text + (*text == '-');
	wide v;

	return strlen(digits) < 18 && digits[0] >= '0' && digits[0] <= '9' &&
	       !(digits[0] == '0' && digits[1] && digits[1] != '.') &&
	       dec_parse(slice_of(digits), 12, (wide)1 << 100, &v) == DEC_OK;
}

void schema_field_number(struct json *j, const char *name, const char *text)
{
	/* JSON kept as text has no exponents; a decimal in a text may. */
	if (is_json_number(text) && !strpbrk(text, "eE"))
		json_raw(j, name, text);
	else
		json_text(j, name, text);
}

static void put_ids(void *pool, struct json *j, const char *name, const char *text)
{
	json_array(j, name);
	while (*text) {
		size_t n;

		text += strspn(text, ", \r\n\t");
		n = strcspn(text, ", \r\n\t");
		if (n)
			json_text(j, NULL, slice_text(pool, (struct slice){ text, n }));
		text += n;
	}
	json_array_end(j);
}

static void put_tree(struct ctx *ctx, struct json *j, const char *name, const char *text)
{
	struct json_object *o = json_read(ctx->pool, slice_of(text));

	if (o)
		tree_write(o, j, name);
	else
		json_text(j, name, text);
}

void schema_field_json(struct ctx *ctx, struct json *j, const struct schema_field *f,
		       const char *typed)
{
	switch (f->kind) {
	case FIELD_NUMBER:
		schema_field_number(j, f->name, entry_decimal(ctx->pool, typed));
		break;
	case FIELD_FLAG:
		if (!str_eq(typed, "true") && !str_eq(typed, "false"))
			json_text(j, f->name, typed); /* which the operation refuses */
		else
			json_boolean(j, f->name, str_eq(typed, "true"));
		break;
	case FIELD_IDS:
		put_ids(ctx->pool, j, f->name, typed);
		break;
	case FIELD_TREE:
		put_tree(ctx, j, f->name, typed);
		break;
	case FIELD_SECRET:
	case FIELD_TEXT:
	case FIELD_LONG:
	case FIELD_DATE:
	case FIELD_EMAIL:
	case FIELD_CHOICE:
		json_text(j, f->name, typed);
		break;
	}
}
