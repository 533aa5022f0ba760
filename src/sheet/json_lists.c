/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_lists.c: the lists of objects of a JSON export, as worksheets.
 *
 * A number keeps the characters of the file.  A member that is itself a list or an object is an empty
 * cell: no program's rows need one.
 */
#include "config.h"

#include <json-c/json.h>

#include "core/pool.h"
#include "sheet/table.h"

/* json-c's tree is many times its text: a list of empty objects a thousand times. */
#define JSON_NODES_MAX ((size_t)150000) /* objects and lists */
#define JSON_VALUES_MAX ((size_t)1200000)
#define DEPTH_MAX 32
#define NAMED_BY 100 /* the first objects of a list, which name its columns */
#define NAMES_MAX 60

/* Whether the tree is of a bounded size, by its marks; those within strings count too. */
static bool is_bounded(struct slice s)
{
	size_t nodes = 0, values = 0;

	for (size_t i = 0; i < s.n; i++) {
		nodes += s.p[i] == '{' || s.p[i] == '[';
		values += s.p[i] == ',';
	}
	return nodes <= JSON_NODES_MAX && values <= JSON_VALUES_MAX;
}

static void put_tree(void *arg)
{
	(void)json_object_put(arg);
}

static struct json_object *parse(void *pool, struct slice s)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *tree;

	if (!tokener)
		return NULL;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	tree = json_tokener_parse_ex(tokener, s.p, (int)s.n);
	if (json_tokener_get_error(tokener) != json_tokener_success) {
		put_tree(tree);
		tree = NULL;
	}
	json_tokener_free(tokener);
	if (tree)
		pool_on_free(pool, put_tree, tree);
	return tree;
}

struct names {
	const char *items[NAMES_MAX];
	size_t n;
};

static void add_name(struct names *names, const char *name)
{
	for (size_t i = 0; i < names->n; i++)
		if (str_eq(names->items[i], name))
			return;
	if (names->n < NAMES_MAX)
		names->items[names->n++] = name;
}

/* False: it is not a list of objects. */
static bool names_of(struct json_object *list, struct names *names)
{
	size_t n = json_object_array_length(list);

	names->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct json_object *o = json_object_array_get_idx(list, i);

		if (!json_object_is_type(o, json_type_object))
			return false;
		if (i < NAMED_BY) {
			json_object_object_foreach(o, name, value)
			{
				(void)value; /* only the names */
				add_name(names, name);
			}
		}
	}
	return names->n > 0;
}

static void put_cell(struct table *t, size_t column, struct json_object *v)
{
	bool number =
		json_object_is_type(v, json_type_int) || json_object_is_type(v, json_type_double);
	const char *text;

	if (!number && !json_object_is_type(v, json_type_string))
		return;
	text = json_object_get_string(v);
	table_cell(t, column, number ? SHEET_NUMBER : SHEET_TEXT,
		   table_text(t, text, strlen(text)));
}

static void put_list(struct table *t, struct json_object *list, const struct names *names)
{
	for (size_t c = 0; c < names->n; c++)
		table_cell(t, c, SHEET_TEXT,
			   table_text(t, names->items[c], strlen(names->items[c])));
	table_row(t, 0);
	for (size_t i = 0; i < json_object_array_length(list) && !t->reason; i++) {
		struct json_object *o = json_object_array_get_idx(list, i), *v;

		for (size_t c = 0; c < names->n; c++)
			if (json_object_object_get_ex(o, names->items[c], &v))
				put_cell(t, c, v);
		table_row(t, i + 1);
	}
}

static enum sheet_err put_lists(void *pool, struct json_object *tree, struct worksheets *out,
				const char **reason)
{
	struct table *t = pool_zero(pool, struct table);

	table_init(t, pool);
	json_object_object_foreach(tree, name, list)
	{
		struct worksheet *w = &out->items[out->n];
		struct names names;
		enum sheet_err err;

		if (out->n == out->max || !json_object_is_type(list, json_type_array) ||
		    !names_of(list, &names))
			continue;
		put_list(t, list, &names);
		err = table_done(t, &w->sheet, reason);
		if (err != SHEET_OK)
			return err;
		w->name = pool_strdup(pool, name);
		out->n++;
	}
	return SHEET_OK;
}

enum sheet_err json_read_lists(void *pool, struct slice content, struct worksheets *out,
			       bool *found, const char **reason)
{
	struct json_object *tree;
	enum sheet_err err;

	*found = false;
	out->n = 0;
	if (!sheet_decode(pool, &content, reason))
		return SHEET_UNREADABLE;
	if (!is_bounded(content)) {
		*reason = "O JSON tem elementos demais: exporte um período de cada vez.";
		return SHEET_TOO_COMPLEX;
	}
	tree = parse(pool, slice_trim(content));
	if (!json_object_is_type(tree, json_type_object))
		return SHEET_OK;
	err = put_lists(pool, tree, out, reason);
	*found = out->n > 0;
	return err;
}
