/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema_compile.c: compiles a schema's document into nodes.
 *
 * One table has a line per keyword.  A node is created once for each place of the document, so that a
 * recursive schema is a graph; a cycle that would not go deeper into the value (a $ref to itself) is
 * refused here.
 */
#include "config.h"

#include <stdlib.h>

#include "operations/schema_node.h"
#include "http/tree.h"
#include "core/text.h"

#define DIALECT "https://json-schema.org/draft/2020-12/schema"
#define DEPTH_MAX 200
#define NODES_MAX 20000

static const char *const kind_names[KIND_COUNT] = { "null",   "boolean", "integer", "number",
						    "string", "array",	 "object" };

struct compiler {
	void *pool;
	struct json_object *document;
	struct schema *schema;
	const char *error; /* the first; nothing is compiled after it */
	int depth;
	/*
	 * schema_at(): a schema's keywords contain schemas, so it and the functions that read them call
	 * one another.
	 */
	struct node *(*at)(struct compiler *c, struct json_object *source, const char *pointer);
};

static void wrong(struct compiler *c, const char *pointer, const char *why)
{
	if (!c->error)
		c->error = pool_printf(c->pool, "#%s: %s", pointer, why);
}

static const char *below(struct compiler *c, const char *pointer, const char *name)
{
	struct buf out;

	buf_init(&out, c->pool, strlen(pointer) + strlen(name) + 4);
	buf_str(&out, pointer);
	buf_char(&out, '/');
	for (; *name; name++) {
		if (*name == '~' || *name == '/')
			buf_str(&out, *name == '~' ? "~0" : "~1");
		else
			buf_char(&out, *name);
	}
	return buf_text(&out);
}

static const char *below_at(struct compiler *c, const char *pointer, size_t i)
{
	return pool_printf(c->pool, "%s/%zu", pointer, i);
}

/* ---- one keyword's value ---- */

struct keyword {
	const char *name;
	enum word word;
	void (*read)(struct compiler *c, struct rule *r, const char *pointer);
};

static void read_schema(struct compiler *c, struct rule *r, const char *pointer)
{
	r->node = c->at(c, r->value, pointer);
}

static void read_schemas(struct compiler *c, struct rule *r, const char *pointer)
{
	if (!json_object_is_type(r->value, json_type_array) ||
	    !json_object_array_length(r->value)) {
		wrong(c, pointer, "not a list of schemas");
		return;
	}
	r->n = json_object_array_length(r->value);
	r->nodes = pool_array(c->pool, struct node *, r->n);
	for (size_t i = 0; i < r->n; i++)
		r->nodes[i] =
			c->at(c, json_object_array_get_idx(r->value, i), below_at(c, pointer, i));
}

static void read_named(struct compiler *c, struct rule *r, const char *pointer)
{
	struct tree_member *list;

	if (!json_object_is_type(r->value, json_type_object)) {
		wrong(c, pointer, "not an object of schemas");
		return;
	}
	list = tree_members(c->pool, r->value, &r->n);
	r->nodes = pool_array(c->pool, struct node *, r->n);
	r->names = pool_array(c->pool, const char *, r->n);
	for (size_t i = 0; i < r->n; i++) {
		r->names[i] = list[i].name;
		r->nodes[i] = c->at(c, list[i].value, below(c, pointer, list[i].name));
	}
}

static void read_pattern(struct compiler *c, struct rule *r, const char *pointer)
{
	const char *source = tree_text(r->value), *error = NULL;

	r->pattern = source ? pattern_new(c->pool, source, &error) : NULL;
	if (!r->pattern)
		wrong(c, pointer, error ? error : "not a text");
}

/* Distinct texts, as required needs them. */
static void read_texts(struct compiler *c, struct rule *r, const char *pointer)
{
	if (!json_object_is_type(r->value, json_type_array)) {
		wrong(c, pointer, "not a list of texts");
		return;
	}
	r->n = json_object_array_length(r->value);
	r->names = pool_array(c->pool, const char *, r->n);
	for (size_t i = 0; i < r->n; i++) {
		r->names[i] = tree_text(json_object_array_get_idx(r->value, i));
		if (!r->names[i]) {
			wrong(c, pointer, "not a list of texts");
			return;
		}
	}
}

static void read_type(struct compiler *c, struct rule *r, const char *pointer)
{
	struct rule list = *r;

	if (tree_text(r->value)) {
		list.n = 1;
		list.names = pool_array(c->pool, const char *, 1);
		list.names[0] = tree_text(r->value);
	} else {
		read_texts(c, &list, pointer);
	}
	for (size_t i = 0; i < list.n && !c->error; i++) {
		size_t k = 0;

		while (k < KIND_COUNT && !str_eq(kind_names[k], list.names[i]))
			k++;
		if (k == KIND_COUNT)
			wrong(c, pointer, "no type of JSON Schema");
		r->types |= 1u << k;
	}
	if (!r->types)
		wrong(c, pointer, "no type");
}

static const char *canonical_of(struct compiler *c, struct json_object *value, const char *pointer)
{
	struct buf out;

	buf_init(&out, c->pool, 64);
	if (!tree_canonical(value, &out))
		wrong(c, pointer, "too deep");
	return buf_text(&out);
}

static void read_enum(struct compiler *c, struct rule *r, const char *pointer)
{
	if (!json_object_is_type(r->value, json_type_array)) {
		wrong(c, pointer, "not a list");
		return;
	}
	r->n = json_object_array_length(r->value);
	r->canonical = pool_array(c->pool, const char *, r->n);
	for (size_t i = 0; i < r->n; i++)
		r->canonical[i] = canonical_of(c, json_object_array_get_idx(r->value, i), pointer);
}

static void read_const(struct compiler *c, struct rule *r, const char *pointer)
{
	r->n = 1;
	r->canonical = pool_array(c->pool, const char *, 1);
	r->canonical[0] = canonical_of(c, r->value, pointer);
}

static void read_number(struct compiler *c, struct rule *r, const char *pointer)
{
	if (!number_read(c->pool, r->value, &r->number))
		wrong(c, pointer, "not a number");
}

static void read_divisor(struct compiler *c, struct rule *r, const char *pointer)
{
	read_number(c, r, pointer);
	if (!c->error &&
	    (r->number.negative || !r->number.n || r->number.n > NUMBER_DIVISOR_DIGITS))
		wrong(c, pointer, "not a number above 0 of at most 18 digits");
}

static void read_count(struct compiler *c, struct rule *r, const char *pointer)
{
	struct number number;

	if (!number_read(c->pool, r->value, &number) ||
	    !number_count(&number, INT32_MAX, &r->count))
		wrong(c, pointer, "not a count");
}

static void read_boolean(struct compiler *c, struct rule *r, const char *pointer)
{
	if (!json_object_is_type(r->value, json_type_boolean))
		wrong(c, pointer, "not true or false");
	r->count = json_object_get_boolean(r->value) ? 1 : 0;
}

static void read_format(struct compiler *c, struct rule *r, const char *pointer)
{
	r->format = tree_text(r->value) ? format_named(tree_text(r->value)) : NULL;
	if (!r->format)
		wrong(c, pointer, "no format of ours (date, date-time, uuid, email)");
}

/* ---- references ---- */

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* A fragment without its %XX. */
static const char *fragment(struct compiler *c, const char *s)
{
	struct buf out;

	buf_init(&out, c->pool, strlen(s) + 1);
	for (; *s; s++) {
		if (*s == '%' && hex(s[1]) >= 0 && hex(s[2]) >= 0) {
			buf_char(&out, (char)(hex(s[1]) * 16 + hex(s[2])));
			s += 2;
		} else {
			buf_char(&out, *s);
		}
	}
	return buf_text(&out);
}

/* One step of a pointer: the text up to the next '/', unescaped. */
static const char *step(struct compiler *c, const char **p)
{
	struct buf out;

	buf_init(&out, c->pool, 32);
	for ((*p)++; **p && **p != '/'; (*p)++) {
		if (**p == '~' && ((*p)[1] == '0' || (*p)[1] == '1')) {
			buf_char(&out, *++*p == '0' ? '~' : '/');
		} else {
			buf_char(&out, **p);
		}
	}
	return buf_text(&out);
}

static void read_ref(struct compiler *c, struct rule *r, const char *pointer)
{
	const char *text = tree_text(r->value);
	struct json_object *target = c->document;
	const char *p;

	if (!text || text[0] != '#' || (text[1] && text[1] != '/')) {
		wrong(c, pointer, "a reference leads within the document: #/…");
		return;
	}
	text = fragment(c, text + 1);
	p = text;
	while (*p) {
		const char *name = step(c, &p);
		struct json_object *next = NULL;

		if (json_object_is_type(target, json_type_array))
			next = json_object_array_get_idx(target, strtoul(name, NULL, 10));
		else
			next = tree_member(target, name);
		if (!next) {
			wrong(c, pointer, "the reference leads nowhere");
			return;
		}
		target = next;
	}
	r->node = c->at(c, target, text);
}

static const struct keyword keywords[] = {
	{ "$ref", WORD_REF, read_ref },
	{ "type", WORD_TYPE, read_type },
	{ "enum", WORD_ENUM, read_enum },
	{ "const", WORD_CONST, read_const },
	{ "properties", WORD_PROPERTIES, read_named },
	{ "additionalProperties", WORD_ADDITIONAL_PROPERTIES, read_schema },
	{ "required", WORD_REQUIRED, read_texts },
	{ "minProperties", WORD_MIN_PROPERTIES, read_count },
	{ "maxProperties", WORD_MAX_PROPERTIES, read_count },
	{ "items", WORD_ITEMS, read_schema },
	{ "minItems", WORD_MIN_ITEMS, read_count },
	{ "maxItems", WORD_MAX_ITEMS, read_count },
	{ "uniqueItems", WORD_UNIQUE_ITEMS, read_boolean },
	{ "minLength", WORD_MIN_LENGTH, read_count },
	{ "maxLength", WORD_MAX_LENGTH, read_count },
	{ "pattern", WORD_PATTERN, read_pattern },
	{ "format", WORD_FORMAT, read_format },
	{ "minimum", WORD_MINIMUM, read_number },
	{ "maximum", WORD_MAXIMUM, read_number },
	{ "exclusiveMinimum", WORD_EXCLUSIVE_MINIMUM, read_number },
	{ "multipleOf", WORD_MULTIPLE_OF, read_divisor },
	{ "allOf", WORD_ALL_OF, read_schemas },
	{ "anyOf", WORD_ANY_OF, read_schemas },
	{ "oneOf", WORD_ONE_OF, read_schemas },
	{ "not", WORD_NOT, read_schema },
	{ "if", WORD_IF, read_schema },
	{ "then", WORD_THEN, read_schema },
	{ "else", WORD_ELSE, read_schema },
};

static const char *const annotations[] = { "$comment",	"title",      "description",
					   "default",	"examples",   "readOnly",
					   "writeOnly", "deprecated", "x-from-others" };

/* ---- schemas ---- */

static void read_member(struct compiler *c, struct node *node, const struct tree_member *m)
{
	const char *pointer = below(c, node->pointer, m->name);
	bool top = node->source == c->document;

	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++) {
		struct rule *r;

		if (!str_eq(keywords[i].name, m->name))
			continue;
		r = node->rules[keywords[i].word] = pool_zero(c->pool, struct rule);
		r->value = m->value;
		keywords[i].read(c, r, pointer);
		return;
	}
	if (text_among(annotations, ARRAY_SIZE(annotations), m->name))
		return;
	if (str_eq(m->name, "$defs")) {
		struct rule defs = { .value = m->value };

		read_named(c, &defs, pointer);
	} else if (str_eq(m->name, "x-personal")) {
		if (!json_object_is_type(m->value, json_type_boolean))
			wrong(c, pointer, "not true or false");
		node->personal = json_object_get_boolean(m->value);
	} else if (top && str_eq(m->name, "$schema")) {
		if (!tree_text(m->value) || !str_eq(tree_text(m->value), DIALECT))
			wrong(c, pointer, "another dialect than " DIALECT);
	} else if (!top || !str_eq(m->name, "$id")) {
		wrong(c, pointer, "unknown keyword");
	}
}

static struct node *node_new(struct compiler *c, struct json_object *source, const char *pointer)
{
	struct node *node = pool_zero(c->pool, struct node);
	struct schema *s = c->schema;

	node->source = source;
	node->pointer = pointer;
	if (s->n_nodes == s->size_nodes) {
		s->size_nodes = s->size_nodes ? 2 * s->size_nodes : 64;
		s->nodes = pool_resize(c->pool, s->nodes, struct node *, s->size_nodes);
	}
	s->nodes[s->n_nodes++] = node;
	return node;
}

static struct node *schema_at(struct compiler *c, struct json_object *source, const char *pointer)
{
	struct tree_member *list;
	struct node *node;
	size_t n = 0;

	for (size_t i = 0; i < c->schema->n_nodes; i++)
		if (c->schema->nodes[i]->source == source)
			return c->schema->nodes[i];
	if (c->depth >= DEPTH_MAX || c->schema->n_nodes >= NODES_MAX)
		wrong(c, pointer, "too deep or too large");
	if (!json_object_is_type(source, json_type_object) &&
	    !json_object_is_type(source, json_type_boolean))
		wrong(c, pointer, "not a schema");
	if (c->error)
		return NULL;
	node = node_new(c, source, pointer);
	if (json_object_is_type(source, json_type_boolean)) {
		node->kind = json_object_get_boolean(source) ? NODE_ALWAYS : NODE_NEVER;
		return node;
	}
	c->depth++;
	list = tree_members(c->pool, source, &n);
	for (size_t i = 0; i < n && !c->error; i++)
		read_member(c, node, &list[i]);
	c->depth--;
	return node;
}

/* ---- cycles ---- */

/* Whether following the schemas that apply to the same value returns to the start. */
static bool goes_round(struct node *node)
{
	static const enum word single[] = { WORD_REF, WORD_NOT, WORD_IF, WORD_THEN, WORD_ELSE };
	static const enum word lists[] = { WORD_ALL_OF, WORD_ANY_OF, WORD_ONE_OF };

	if (!node || node->colour == 2)
		return false;
	if (node->colour == 1)
		return true;
	node->colour = 1;
	for (size_t i = 0; i < ARRAY_SIZE(single); i++)
		if (node->rules[single[i]] && goes_round(node->rules[single[i]]->node))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct rule *r = node->rules[lists[i]];

		for (size_t k = 0; r && k < r->n; k++)
			if (goes_round(r->nodes[k]))
				return true;
	}
	node->colour = 2;
	return false;
}

struct schema *schema_compile(void *pool, struct json_object *document, const char **error)
{
	struct compiler c = { .pool = pool, .document = document, .at = schema_at };

	c.schema = pool_zero(pool, struct schema);
	c.schema->root = schema_at(&c, document, "");
	for (size_t i = 0; i < c.schema->n_nodes && !c.error; i++)
		if (goes_round(c.schema->nodes[i]))
			wrong(&c, c.schema->nodes[i]->pointer, "refers to itself");
	*error = c.error;
	return c.error ? NULL : c.schema;
}
