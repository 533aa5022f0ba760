/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema_check.c: checks a value against a compiled schema, noting every error.
 *
 * Branches of anyOf, oneOf, not and if are tried without noting: only their result counts. A hostile
 * value ends in bounded time: steps are counted and depth is limited, and an aborted check refuses,
 * whatever the branches would have said.
 */
#include "config.h"

#include "core/clock.h"
#include "http/json_read.h"
#include "operations/schema_check.h"

#define DEPTH_MAX 256

/* then and else are handled by if. */
static bool (*const checks[WORD_COUNT])(const struct scene *) = {
	[WORD_REF] = check_ref,
	[WORD_TYPE] = check_type,
	[WORD_ENUM] = check_enum,
	[WORD_CONST] = check_const,
	[WORD_PROPERTIES] = check_properties,
	[WORD_ADDITIONAL_PROPERTIES] = check_additional,
	[WORD_REQUIRED] = check_required,
	[WORD_MIN_PROPERTIES] = check_min_properties,
	[WORD_MAX_PROPERTIES] = check_max_properties,
	[WORD_ITEMS] = check_items,
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
		return check_note(run, place, "unexpected", "valor ausente", body_shown(value));
	if (run->depth >= DEPTH_MAX)
		run->exhausted = true;
	if (node->kind == NODE_ALWAYS || !check_spend(run, 1))
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
		(void)check_note(&run, NULL, "complexity", "um documento mais simples", NULL);
	}
	pool_free(run.pool);
	return good;
}
