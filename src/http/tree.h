/* SPDX-License-Identifier: Apache-2.0 */
/* tree.h: what the protocol needs of json-c's trees: a canonical text, and copies into our writer. */
#ifndef LASTRO_HTTP_TREE_H
#define LASTRO_HTTP_TREE_H

#include <stdbool.h>

#include <json-c/json.h>

#include "core/buf.h"
#include "core/json_write.h"

/* Deeper than any request (32) and any of our schemas. */
#define TREE_DEPTH_MAX 64

/*
 * tree_canonical() - a value as text that equal values share: members by name, numbers in one form.
 * False when it is deeper than TREE_DEPTH_MAX; @out is then unusable.
 */
bool tree_canonical(struct json_object *value, struct buf *out) MUST_CHECK;

/* tree_write() - writes a value unchanged: members in their order, numbers as received. */
void tree_write(struct json_object *value, struct json *j, const char *name);
void tree_write_members(struct json_object *object,
			struct json *j); /* of an object, into the open one */

/* tree_text() - a string value as text, or NULL for other types. */
const char *tree_text(struct json_object *value);

/* tree_member() - a member, or NULL when absent, null, or @object is not an object. */
struct json_object *tree_member(struct json_object *object, const char *name);

/* tree_has() - whether the member is present, even as null. */
bool tree_has(struct json_object *object, const char *name);

/* tree_empty() - an object without members, freed with the pool. */
struct json_object *tree_empty(void *pool);

/* tree_members() - its members in order. */
struct tree_member {
	const char *name;
	struct json_object *value;
};
struct tree_member *tree_members(void *pool, struct json_object *object, size_t *n);

#endif
