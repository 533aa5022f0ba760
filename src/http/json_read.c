/* SPDX-License-Identifier: Apache-2.0 */
/* json_read.c: parses a JSON text into json-c's tree, and reads values from such a tree. */
#include "config.h"

#include "http/json_read.h"

/* Deeper than the scanner allows, so that json-c never refuses for depth. */
#define TOKENER_DEPTH 64

static void put_object(void *arg)
{
	(void)json_object_put(arg);
}

/* NULL for what is no JSON, and for null, which json-c represents by no object. */
static struct json_object *build(void *pool, struct slice text)
{
	struct json_tokener *tokener;
	struct json_object *tree;
	enum json_tokener_error error;

	tokener = json_tokener_new_ex(TOKENER_DEPTH);
	if (!tokener)
		return NULL;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	tree = json_tokener_parse_ex(tokener, text.p, (int)text.n);
	error = json_tokener_get_error(tokener);
	if (error == json_tokener_continue) {
		/* json-c ends a number at the top only when something follows it. */
		tree = json_tokener_parse_ex(tokener, "\n", 1);
		error = json_tokener_get_error(tokener);
	}
	json_tokener_free(tokener);
	if (error != json_tokener_success) {
		(void)json_object_put(tree);
		return NULL;
	}
	if (tree)
		pool_on_free(pool, put_object, tree);
	return tree;
}

struct json_object *json_parse(void *pool, struct slice text, size_t *offset, const char **reason)
{
	struct json_object *tree;

	*offset = 0;
	*reason = "o JSON não pôde ser lido";
	if (!json_scan(text, offset, reason))
		return NULL;
	tree = build(pool, text);
	if (!tree && slice_eq(slice_trim(text), "null"))
		*reason = "o documento é null";
	return tree;
}

struct json_object *json_own(struct ctx *ctx, struct slice text)
{
	struct json_object *tree = build(ctx->pool, text);

	if (!tree)
		fail(ctx, 500, "internal_error", "an answer of ours is no JSON");
	return tree;
}

struct json_object *json_read(void *pool, struct slice text)
{
	const char *reason;
	size_t offset;

	return json_parse(pool, text, &offset, &reason);
}
