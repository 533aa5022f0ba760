/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema_check.h: what the files of the check share: a rule with its context.
 *
 * schema_check.c walks a schema; schema_note.c has common functions, the keywords are in
 * schema_check_any.c (references, types, values, combinations), schema_check_plain.c (numbers, texts),
 * schema_check_list.c and schema_check_object.c.
 */
#ifndef LASTRO_OPERATIONS_SCHEMA_CHECK_H
#define LASTRO_OPERATIONS_SCHEMA_CHECK_H

#include "operations/schema_node.h"

/* Each pattern is bounded; the clock stops many of them on hostile text. */
#define CHECK_TIME_MAX_US 2000000

/* The place of a value in the document. */
struct place {
	const struct place *up;
	const char *name; /* NULL: element @index */
	size_t index;
};

struct run {
	void *pool; /* freed when the check ends */
	const char *at;
	struct schema_errors *errors; /* NULL while errors are not noted */
	int depth;
	int64_t steps, begun_us;
	bool exhausted;
};

/* The context of a rule: the whole node, since keywords affect one another. */
struct scene {
	struct run *run;
	const struct node *node;
	const struct rule *rule;
	struct json_object *value;
	const struct place *place;
	/* A rule contains schemas, so the walk and the rules call one another. */
	bool (*check)(struct run *run, const struct node *node, struct json_object *value,
		      const struct place *place);
};

/* check_note() - always false, so that a rule can note its error and fail in one line. */
bool check_note(struct run *run, const struct place *p, const char *rule, const char *expected,
		const char *received);
/* check_spend() - counts steps; false when the allowance is used up. */
bool check_spend(struct run *run, size_t steps);
/* check_canonical() - equal values have equal texts. */
const char *check_canonical(struct run *run, struct json_object *value);
/* check_quietly() - whether a schema holds for @value, without noting errors. */
bool check_quietly(const struct scene *s, const struct node *node, struct json_object *value);
/* check_size() - compares a count of @what with the rule's. */
bool check_size(const struct scene *s, size_t n, const char *rule, const char *sign,
		const char *what, bool least);

/*
 * The keywords: whether the value satisfies the rule.  A rule accepts values of types that it does not
 * concern.
 */
bool check_ref(const struct scene *s);
bool check_type(const struct scene *s);
bool check_enum(const struct scene *s);
bool check_const(const struct scene *s);
bool check_properties(const struct scene *s);
bool check_additional(const struct scene *s);
bool check_required(const struct scene *s);
bool check_min_properties(const struct scene *s);
bool check_max_properties(const struct scene *s);
bool check_items(const struct scene *s);
bool check_min_items(const struct scene *s);
bool check_max_items(const struct scene *s);
bool check_unique(const struct scene *s);
bool check_min_length(const struct scene *s);
bool check_max_length(const struct scene *s);
bool check_pattern(const struct scene *s);
bool check_format(const struct scene *s);
bool check_minimum(const struct scene *s);
bool check_maximum(const struct scene *s);
bool check_exclusive_minimum(const struct scene *s);
bool check_multiple(const struct scene *s);
bool check_all_of(const struct scene *s);
bool check_any_of(const struct scene *s);
bool check_one_of(const struct scene *s);
bool check_not(const struct scene *s);
bool check_if(const struct scene *s);

#endif
