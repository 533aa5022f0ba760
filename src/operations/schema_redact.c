/* SPDX-License-Identifier: Apache-2.0 */
/* schema_redact.c: a request in storable form: without personal data, and without undeclared members. */
#include "config.h"

#include "operations/schema_node.h"
#include "http/tree.h"

/* In our specs, fewer schemas than this apply to one value; further ones are ignored. */
#define VIEWS_MAX 32

/* The schemas that apply to one value: reached by $ref and the combining keywords. */
struct views {
	const struct node *nodes[VIEWS_MAX];
	size_t n;
	bool full;
};

static void add(struct views *v, const struct node *node)
{
	static const enum word single[] = { WORD_REF, WORD_THEN, WORD_ELSE };
	static const enum word lists[] = { WORD_ALL_OF, WORD_ANY_OF, WORD_ONE_OF };

	if (v->n == VIEWS_MAX) {
		v->full = true;
		return;
	}
	v->nodes[v->n++] = node;
	for (size_t i = 0; i < ARRAY_SIZE(single); i++)
		if (node->rules[single[i]])
			add(v, node->rules[single[i]]->node);
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct rule *r = node->rules[lists[i]];

		for (size_t k = 0; r && k < r->n; k++)
			add(v, r->nodes[k]);
	}
}

/* The schemas' rules for the member @name, or, @name NULL, for an element. */
static void descend(const struct views *from, const char *name, struct views *to)
{
	*to = (struct views){ .n = 0 };
	for (size_t i = 0; i < from->n; i++) {
		const struct rule *named = from->nodes[i]->rules[WORD_PROPERTIES];
		const struct rule *items = from->nodes[i]->rules[WORD_ITEMS];

		for (size_t k = 0; name && named && k < named->n; k++)
			if (str_eq(named->names[k], name))
				add(to, named->nodes[k]);
		if (!name && items)
			add(to, items->node);
	}
}

static bool is_kept(const struct views *v)
{
	if (!v->n || v->full)
		return false;
	for (size_t i = 0; i < v->n; i++)
		if (v->nodes[i]->personal)
			return false;
	return true;
}

static void redact(const struct views *v, void *pool, struct json_object *value, struct json *j,
		   const char *name, int depth)
{
	struct tree_member *list;
	struct views below;
	size_t n;

	if (!is_kept(v) || depth > TREE_DEPTH_MAX) {
		json_text(j, name, SCHEMA_REDACTED);
	} else if (json_object_is_type(value, json_type_object)) {
		json_open(j, name);
		list = tree_members(pool, value, &n);
		for (size_t i = 0; i < n; i++) {
			descend(v, list[i].name, &below);
			/* The name of an undeclared member may itself be personal data. */
			if (below.n)
				redact(&below, pool, list[i].value, j, list[i].name, depth + 1);
		}
		json_close(j);
	} else if (json_object_is_type(value, json_type_array)) {
		json_array(j, name);
		descend(v, NULL, &below);
		for (size_t i = 0; i < json_object_array_length(value); i++)
			redact(&below, pool, json_object_array_get_idx(value, i), j, NULL,
			       depth + 1);
		json_array_end(j);
	} else {
		tree_write(value, j, name);
	}
}

void schema_redact(const struct schema *s, void *pool, struct json_object *value, struct json *j,
		   const char *name)
{
	struct views top = { .n = 0 };

	add(&top, s->root);
	redact(&top, pool, value, j, name, 0);
}
