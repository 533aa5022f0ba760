/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema_check.c: a value against a compiled schema, every fault noted.
 *
 * Branches of anyOf, oneOf, not and if are tried quietly: what counts is only whether they hold.
 * A hostile value ends in bounded time: steps are counted and depth is limited, and what is cut
 * short is refused whatever the branches would have said.
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/clock.h"
#include "http/problem.h"
#include "protocol/schema_node.h"
#include "protocol/tree.h"

#define DEPTH_MAX 256
#define STEPS_MAX 4000000
/* Patterns are bounded each; many of them on hostile text are stopped by the clock. */
#define TIME_MAX_US 2000000

struct place {
	const struct place *up;
	const char *name; /* NULL: element @index */
	size_t index;
};

struct run {
	void *pool; /* freed when the check ends */
	const char *at;
	struct schema_errors *errors; /* NULL while quiet */
	int depth;
	int64_t steps, begun_us;
	bool exhausted;
};

/* ---- errors ---- */

void schema_errors_init(struct schema_errors *e, void *pool)
{
	*e = (struct schema_errors){ .pool = pool };
	buf_init(&e->out, pool, 256);
	json_init(&e->json, &e->out);
}

void schema_error(struct schema_errors *e, const char *pointer, const char *rule,
		  const char *expected, const char *received)
{
	if (e->n++ >= SCHEMA_ERRORS_MAX)
		return;
	json_open(&e->json, NULL);
	json_text(&e->json, "pointer", pointer);
	json_text(&e->json, "rule", rule);
	json_text(&e->json, "expected", expected);
	json_text(&e->json, "received", received ? problem_shown(e->pool, received) : NULL);
	json_close(&e->json);
}

static void put_place(struct buf *out, const struct place *p)
{
	if (!p)
		return;
	put_place(out, p->up);
	buf_char(out, '/');
	if (!p->name) {
		buf_printf(out, "%zu", p->index);
		return;
	}
	for (const char *s = p->name; *s; s++) {
		if (*s == '~' || *s == '/')
			buf_str(out, *s == '~' ? "~0" : "~1");
		else
			buf_char(out, *s);
	}
}

static const char *shown(struct json_object *value)
{
	if (json_object_is_type(value, json_type_string))
		return json_object_get_string(value);
	return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
}

/* Always false, so that a rule that does not hold says why and says no in one line. */
static bool note(struct run *run, const struct place *p, const char *rule, const char *expected,
		 const char *received)
{
	struct buf out;

	if (!run->errors)
		return false;
	buf_init(&out, run->errors->pool, 32);
	buf_str(&out, run->at);
	put_place(&out, p);
	schema_error(run->errors, buf_text(&out), rule, expected, received);
	return false;
}

static bool spend(struct run *run, size_t steps)
{
	run->steps += (int64_t)steps;
	if (run->steps > STEPS_MAX)
		run->exhausted = true;
	return !run->exhausted;
}

/* ---- what a rule is judged by: the whole node, since neighbours limit one another ---- */

struct scene {
	struct run *run;
	const struct node *node;
	const struct rule *rule;
	struct json_object *value;
	const struct place *place;
	/* check_node(): a rule holds schemas, so it and the rules call one another. */
	bool (*check)(struct run *run, const struct node *node, struct json_object *value,
		      const struct place *place);
};

static bool holds_quietly(const struct scene *s, const struct node *node, struct json_object *value)
{
	struct schema_errors *errors = s->run->errors;
	bool good;

	s->run->errors = NULL;
	good = s->check(s->run, node, value, s->place);
	s->run->errors = errors;
	return good;
}

static bool check_ref(const struct scene *s)
{
	return s->check(s->run, s->rule->node, s->value, s->place);
}

/* ---- any value ---- */

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

static bool check_type(const struct scene *s)
{
	if (kinds_of(s->run, s->value) & s->rule->types)
		return true;
	return note(s->run, s->place, "type", kinds_expected(s->run->pool, s->rule->types),
		    shown(s->value));
}

static const char *canonical(struct run *run, struct json_object *value)
{
	struct buf out;

	buf_init(&out, run->pool, 64);
	if (!tree_canonical(value, &out))
		run->exhausted = true;
	(void)spend(run, out.n / 8); /* the caller's caller sees run->exhausted */
	return buf_text(&out);
}

static bool is_among(const struct scene *s)
{
	const char *value = canonical(s->run, s->value);

	for (size_t i = 0; i < s->rule->n; i++)
		if (str_eq(value, s->rule->canonical[i]))
			return true;
	return false;
}

static bool check_enum(const struct scene *s)
{
	struct buf out;

	if (is_among(s))
		return true;
	buf_init(&out, s->run->pool, 64);
	buf_str(&out, "um de: ");
	for (size_t i = 0; i < json_object_array_length(s->rule->value); i++)
		buf_printf(&out, "%s%s", i ? ", " : "",
			   shown(json_object_array_get_idx(s->rule->value, i)));
	return note(s->run, s->place, "enum", buf_text(&out), shown(s->value));
}

static bool check_const(const struct scene *s)
{
	return is_among(s) ||
	       note(s->run, s->place, "const", shown(s->rule->value), shown(s->value));
}

static bool check_all_of(const struct scene *s)
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
		n += holds_quietly(s, s->rule->nodes[i], s->value) ? 1 : 0;
	return n;
}

static bool check_any_of(const struct scene *s)
{
	return how_many(s, 1) ||
	       note(s->run, s->place, "any_of",
		    pool_printf(s->run->pool, "uma das %zu formas da especificação", s->rule->n),
		    shown(s->value));
}

static bool check_one_of(const struct scene *s)
{
	return how_many(s, 2) == 1 ||
	       note(s->run, s->place, "one_of",
		    pool_printf(s->run->pool, "exatamente uma das %zu formas da especificação",
				s->rule->n),
		    shown(s->value));
}

static bool check_not(const struct scene *s)
{
	return !holds_quietly(s, s->rule->node, s->value) ||
	       note(s->run, s->place, "not", "outro valor; a especificação exclui este",
		    shown(s->value));
}

static bool check_if(const struct scene *s)
{
	bool holds = holds_quietly(s, s->rule->node, s->value);
	const struct rule *next = s->node->rules[holds ? WORD_THEN : WORD_ELSE];

	return !next || s->check(s->run, next->node, s->value, s->place);
}

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
	       note(s->run, s->place, rule,
		    pool_printf(s->run->pool, "%s %s", sign, shown(s->rule->value)),
		    shown(s->value));
}

static bool check_minimum(const struct scene *s)
{
	return check_bound(s, "minimum", "no mínimo", 0, 1);
}

static bool check_maximum(const struct scene *s)
{
	return check_bound(s, "maximum", "no máximo", -1, 0);
}

static bool check_exclusive_minimum(const struct scene *s)
{
	return check_bound(s, "exclusive_minimum", "maior que", 1, 1);
}

static bool check_exclusive_maximum(const struct scene *s)
{
	return check_bound(s, "exclusive_maximum", "menor que", -1, -1);
}

static bool check_multiple(const struct scene *s)
{
	struct number number;

	return !number_read(s->run->pool, s->value, &number) ||
	       number_multiple(&number, &s->rule->number) ||
	       note(s->run, s->place, "multiple_of",
		    pool_printf(s->run->pool, "múltiplo de %s", shown(s->rule->value)),
		    shown(s->value));
}

/* ---- texts ---- */

static struct slice text_of(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_string))
		return (struct slice){ NULL, 0 };
	return (struct slice){ json_object_get_string(value),
			       (size_t)json_object_get_string_len(value) };
}

/* Code points, whatever bytes there are. */
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
	(void)spend(s->run, text.n / 64); /* seen by check_node() */
	return (least ? n >= s->rule->count : n <= s->rule->count) ||
	       note(s->run, s->place, rule,
		    pool_printf(s->run->pool, "%s %zu caracteres", sign, s->rule->count), text.p);
}

static bool check_min_length(const struct scene *s)
{
	return check_length(s, "min_length", "no mínimo", true);
}

static bool check_max_length(const struct scene *s)
{
	return check_length(s, "max_length", "no máximo", false);
}

static bool matches(struct run *run, const struct pattern *p, struct slice text)
{
	enum pattern_found found = pattern_find(p, text);

	if (found == PATTERN_TOO_MUCH || clock_monotonic_us() - run->begun_us > TIME_MAX_US)
		run->exhausted = true;
	return found == PATTERN_YES;
}

static bool check_pattern(const struct scene *s)
{
	struct slice text = text_of(s->value);

	return !text.p || matches(s->run, s->rule->patterns[0], text) ||
	       note(s->run, s->place, "pattern",
		    pool_printf(s->run->pool, "texto da forma %s",
				pattern_source(s->rule->patterns[0])),
		    text.p);
}

static bool check_format(const struct scene *s)
{
	struct slice text = text_of(s->value);

	return !text.p || s->rule->format->holds(text) ||
	       note(s->run, s->place, "format", s->rule->format->expected, text.p);
}

/* ---- lists ---- */

static bool is_list(const struct scene *s, size_t *n)
{
	*n = 0;
	if (!json_object_is_type(s->value, json_type_array))
		return false;
	*n = json_object_array_length(s->value);
	return true;
}

static bool check_elements(const struct scene *s, size_t from, size_t to, bool prefix)
{
	bool good = true;

	for (size_t i = from; i < to && (good || s->run->errors) && !s->run->exhausted; i++) {
		struct place place = { .up = s->place, .index = i };

		good = s->check(s->run, prefix ? s->rule->nodes[i] : s->rule->node,
				json_object_array_get_idx(s->value, i), &place) &&
		       good;
	}
	return good;
}

static bool check_prefix_items(const struct scene *s)
{
	size_t n;

	return !is_list(s, &n) || check_elements(s, 0, n < s->rule->n ? n : s->rule->n, true);
}

static bool check_items(const struct scene *s)
{
	const struct rule *prefix = s->node->rules[WORD_PREFIX_ITEMS];
	size_t n;

	return !is_list(s, &n) || check_elements(s, prefix ? prefix->n : 0, n, false);
}

static bool check_contains(const struct scene *s)
{
	size_t n;

	if (!is_list(s, &n))
		return true;
	for (size_t i = 0; i < n && !s->run->exhausted; i++)
		if (holds_quietly(s, s->rule->node, json_object_array_get_idx(s->value, i)))
			return true;
	return note(s->run, s->place, "contains", "ao menos um elemento da forma da especificação",
		    shown(s->value));
}

static bool check_size(const struct scene *s, size_t n, const char *rule, const char *sign,
		       const char *what, bool least)
{
	return (least ? n >= s->rule->count : n <= s->rule->count) ||
	       note(s->run, s->place, rule,
		    pool_printf(s->run->pool, "%s %zu %s", sign, s->rule->count, what),
		    pool_printf(s->run->pool, "%zu", n));
}

static bool check_min_items(const struct scene *s)
{
	size_t n;

	return !is_list(s, &n) || check_size(s, n, "min_items", "no mínimo", "itens", true);
}

static bool check_max_items(const struct scene *s)
{
	size_t n;

	return !is_list(s, &n) || check_size(s, n, "max_items", "no máximo", "itens", false);
}

static int text_order(const void *x, const void *y)
{
	const char *const *a = x, *const *b = y;

	return strcmp(*a, *b);
}

static bool check_unique(const struct scene *s)
{
	const char **texts;
	size_t n;

	if (!s->rule->count || !is_list(s, &n) || n < 2)
		return true;
	texts = pool_array(s->run->pool, const char *, n);
	for (size_t i = 0; i < n; i++)
		texts[i] = canonical(s->run, json_object_array_get_idx(s->value, i));
	qsort(texts, n, sizeof(*texts), text_order);
	for (size_t i = 1; i < n; i++)
		if (str_eq(texts[i - 1], texts[i]))
			return note(s->run, s->place, "unique_items", "itens sem repetição",
				    shown(s->value));
	return true;
}

/* ---- objects ---- */

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

static bool check_properties(const struct scene *s)
{
	bool good = true;

	for (size_t i = 0; is_object(s) && i < s->rule->n && (good || s->run->errors); i++) {
		struct json_object *value = NULL;

		if (json_object_object_get_ex(s->value, s->rule->names[i], &value))
			good = check_member(s, s->rule->nodes[i], s->rule->names[i], value) && good;
	}
	return good;
}

static bool check_pattern_properties(const struct scene *s)
{
	struct tree_member *list;
	bool good = true;
	size_t n;

	if (!is_object(s))
		return true;
	list = tree_members(s->run->pool, s->value, &n);
	for (size_t i = 0; i < n && (good || s->run->errors); i++)
		for (size_t k = 0; k < s->rule->n && !s->run->exhausted; k++)
			if (matches(s->run, s->rule->patterns[k], slice_of(list[i].name)))
				good = check_member(s, s->rule->nodes[k], list[i].name,
						    list[i].value) &&
				       good;
	return good;
}

/* Whether properties or patternProperties beside this keyword speak of the member. */
static bool is_described(const struct scene *s, const char *name)
{
	const struct rule *named = s->node->rules[WORD_PROPERTIES];
	const struct rule *by_pattern = s->node->rules[WORD_PATTERN_PROPERTIES];

	if (named && tree_has(named->value, name))
		return true;
	for (size_t i = 0; by_pattern && i < by_pattern->n; i++)
		if (matches(s->run, by_pattern->patterns[i], slice_of(name)))
			return true;
	return false;
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

static bool check_additional(const struct scene *s)
{
	struct tree_member *list;
	bool good = true;
	size_t n;

	if (!is_object(s))
		return true;
	list = tree_members(s->run->pool, s->value, &n);
	for (size_t i = 0; i < n && (good || s->run->errors) && spend(s->run, 1); i++) {
		struct place place = { .up = s->place, .name = list[i].name };

		if (is_described(s, list[i].name))
			continue;
		if (s->rule->node->kind == NODE_NEVER)
			good = note(s->run, &place, "unknown_member", names_expected(s),
				    shown(list[i].value));
		else
			good = check_member(s, s->rule->node, list[i].name, list[i].value) && good;
	}
	return good;
}

static bool check_names(const struct scene *s)
{
	struct tree_member *list;
	bool good = true;
	size_t n;

	if (!is_object(s))
		return true;
	list = tree_members(s->run->pool, s->value, &n);
	for (size_t i = 0; i < n && (good || s->run->errors); i++) {
		struct json_object *name = json_object_new_string(list[i].name);

		good = check_member(s, s->rule->node, list[i].name, name) && good;
		(void)json_object_put(name);
	}
	return good;
}

static bool check_required(const struct scene *s)
{
	bool good = true;

	for (size_t i = 0; is_object(s) && i < s->rule->n; i++) {
		struct place place = { .up = s->place, .name = s->rule->names[i] };

		if (!tree_has(s->value, s->rule->names[i]))
			good = note(s->run, &place, "required", "valor presente", NULL);
	}
	return good;
}

static bool check_dependents(const struct scene *s)
{
	struct tree_member *list;
	bool good = true;
	size_t n;

	if (!is_object(s))
		return true;
	list = tree_members(s->run->pool, s->rule->value, &n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; tree_has(s->value, list[i].name) &&
				   k < json_object_array_length(list[i].value);
		     k++) {
			const char *name = tree_text(json_object_array_get_idx(list[i].value, k));
			struct place place = { .up = s->place, .name = name };

			if (!tree_has(s->value, name))
				good = note(s->run, &place, "dependent_required",
					    pool_printf(s->run->pool, "presente quando há %s",
							list[i].name),
					    NULL);
		}
	return good;
}

static bool check_min_properties(const struct scene *s)
{
	return !is_object(s) || check_size(s, (size_t)json_object_object_length(s->value),
					   "min_properties", "no mínimo", "membros", true);
}

static bool check_max_properties(const struct scene *s)
{
	return !is_object(s) || check_size(s, (size_t)json_object_object_length(s->value),
					   "max_properties", "no máximo", "membros", false);
}

/* then and else are asked by if. */
static bool (*const checks[WORD_COUNT])(const struct scene *) = {
	[WORD_REF] = check_ref,
	[WORD_TYPE] = check_type,
	[WORD_ENUM] = check_enum,
	[WORD_CONST] = check_const,
	[WORD_PROPERTIES] = check_properties,
	[WORD_PATTERN_PROPERTIES] = check_pattern_properties,
	[WORD_ADDITIONAL_PROPERTIES] = check_additional,
	[WORD_PROPERTY_NAMES] = check_names,
	[WORD_REQUIRED] = check_required,
	[WORD_DEPENDENT_REQUIRED] = check_dependents,
	[WORD_MIN_PROPERTIES] = check_min_properties,
	[WORD_MAX_PROPERTIES] = check_max_properties,
	[WORD_PREFIX_ITEMS] = check_prefix_items,
	[WORD_ITEMS] = check_items,
	[WORD_CONTAINS] = check_contains,
	[WORD_MIN_ITEMS] = check_min_items,
	[WORD_MAX_ITEMS] = check_max_items,
	[WORD_UNIQUE_ITEMS] = check_unique,
	[WORD_MIN_LENGTH] = check_min_length,
	[WORD_MAX_LENGTH] = check_max_length,
	[WORD_PATTERN] = check_pattern,
	[WORD_FORMAT] = check_format,
	[WORD_MINIMUM] = check_minimum,
	[WORD_MAXIMUM] = check_maximum,
	[WORD_EXCLUSIVE_MINIMUM] = check_exclusive_minimum,
	[WORD_EXCLUSIVE_MAXIMUM] = check_exclusive_maximum,
	[WORD_MULTIPLE_OF] = check_multiple,
	[WORD_ALL_OF] = check_all_of,
	[WORD_ANY_OF] = check_any_of,
	[WORD_ONE_OF] = check_one_of,
	[WORD_NOT] = check_not,
	[WORD_IF] = check_if,
};

static bool check_node(struct run *run, const struct node *node, struct json_object *value,
		       const struct place *place)
{
	bool good = true;

	if (node->kind == NODE_NEVER)
		return note(run, place, "unexpected", "valor ausente", shown(value));
	if (run->depth >= DEPTH_MAX)
		run->exhausted = true;
	if (node->kind == NODE_ALWAYS || !spend(run, 1))
		return node->kind == NODE_ALWAYS;
	run->depth++;
	for (size_t w = 0; w < WORD_COUNT && (good || run->errors) && !run->exhausted; w++) {
		struct scene scene = { run, node, node->rules[w], value, place, check_node };

		if (scene.rule && checks[w])
			good = checks[w](&scene) && good;
	}
	run->depth--;
	return good;
}

bool schema_judge(const struct schema *s, struct json_object *value, const char *at,
		  struct schema_errors *errors)
{
	struct run run = { .pool = pool_new(NULL, "schema check"), .at = at, .errors = errors };
	bool good;

	run.begun_us = clock_monotonic_us();
	good = check_node(&run, s->root, value, NULL);
	if (run.exhausted) {
		good = false;
		run.errors = errors;
		(void)note(&run, NULL, "complexity", "um documento mais simples", NULL);
	}
	pool_free(run.pool);
	return good;
}
