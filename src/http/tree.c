/* SPDX-License-Identifier: Apache-2.0 */
/* tree.c: a canonical text of json-c's trees, and copies into our writer. */
#include "config.h"

#include "http/tree.h"

#include <string.h>

#include "core/order.h"
#include "core/text.h"
#include "http/number.h"

const char *tree_text(struct json_object *value)
{
	return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

bool tree_has(struct json_object *object, const char *name)
{
	return json_object_is_type(object, json_type_object) &&
	       json_object_object_get_ex(object, name, NULL);
}

struct json_object *tree_member(struct json_object *object, const char *name)
{
	struct json_object *value = NULL;

	if (!json_object_is_type(object, json_type_object) ||
	    !json_object_object_get_ex(object, name, &value))
		return NULL;
	return value;
}

static void put_object(void *arg)
{
	(void)json_object_put(arg); /* the result only tells whether it was the last reference */
}

struct json_object *tree_empty(void *pool)
{
	struct json_object *object = json_object_new_object();

	pool_on_free(pool, put_object, object);
	return object;
}

struct tree_member *tree_members(void *pool, struct json_object *object, size_t *n)
{
	struct json_object_iterator it = json_object_iter_begin(object),
				    end = json_object_iter_end(object);
	struct tree_member *list =
		pool_array(pool, struct tree_member, (size_t)json_object_object_length(object));

	*n = 0;
	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it))
		list[(*n)++] = (struct tree_member){ json_object_iter_peek_name(&it),
						     json_object_iter_peek_value(&it) };
	return list;
}

/* With its length, so that no text can imitate the end of itself or hide bytes after a NUL. */
static void put_text(struct buf *out, const char *p, size_t n)
{
	buf_printf(out, "\"%zu:", n);
	buf_put(out, p, n);
}

/* Of a value @depth levels below the top. */
static bool canonical_at(struct json_object *value, struct buf *out, int depth);

static bool canonical_object(struct json_object *value, struct buf *out, int depth)
{
	size_t n = 0;
	struct tree_member *list = tree_members(out->pool, value, &n);
	bool good = true;

	order_sort(list, n, sizeof(*list), order_text);
	buf_char(out, '{');
	for (size_t i = 0; i < n && good; i++) {
		put_text(out, list[i].name, strlen(list[i].name));
		good = canonical_at(list[i].value, out, depth + 1);
	}
	buf_char(out, '}');
	pool_free(list);
	return good;
}

static bool canonical_array(struct json_object *value, struct buf *out, int depth)
{
	buf_char(out, '[');
	for (size_t i = 0; i < json_object_array_length(value); i++)
		if (!canonical_at(json_object_array_get_idx(value, i), out, depth + 1))
			return false;
	buf_char(out, ']');
	return true;
}

static bool canonical_at(struct json_object *value, struct buf *out, int depth)
{
	struct number number;

	if (depth > TREE_DEPTH_MAX)
		return false;
	switch (json_object_get_type(value)) {
	case json_type_object:
		return canonical_object(value, out, depth);
	case json_type_array:
		return canonical_array(value, out, depth);
	case json_type_string:
		put_text(out, json_object_get_string(value),
			 (size_t)json_object_get_string_len(value));
		return true;
	case json_type_int:
	case json_type_double:
		buf_char(out, '#');
		if (!number_read(out->pool, value, &number))
			return false;
		number_write(&number, out);
		buf_char(out, ';');
		return true;
	case json_type_boolean:
		buf_char(out, json_object_get_boolean(value) ? 't' : 'f');
		return true;
	case json_type_null:
		buf_char(out, 'n');
		return true;
	}
	return false;
}

bool tree_canonical(struct json_object *value, struct buf *out)
{
	return canonical_at(value, out, 0);
}

void tree_write_members(struct json_object *object, struct json *j)
{
	struct json_object_iterator it = json_object_iter_begin(object);
	struct json_object_iterator end = json_object_iter_end(object);

	for (; !json_object_iter_equal(&it, &end); json_object_iter_next(&it))
		tree_write(json_object_iter_peek_value(&it), j, json_object_iter_peek_name(&it));
}

void tree_write(struct json_object *value, struct json *j, const char *name)
{
	switch (json_object_get_type(value)) {
	case json_type_object:
		json_open(j, name);
		tree_write_members(value, j);
		json_close(j);
		return;
	case json_type_array:
		json_array(j, name);
		for (size_t i = 0; i < json_object_array_length(value); i++)
			tree_write(json_object_array_get_idx(value, i), j, NULL);
		json_array_end(j);
		return;
	case json_type_string:
		json_text(j, name, json_object_get_string(value));
		return;
	case json_type_boolean:
		json_boolean(j, name, json_object_get_boolean(value));
		return;
	case json_type_int:
	case json_type_double:
		json_raw(j, name, json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
		return;
	case json_type_null:
		json_null(j, name);
		return;
	}
}
