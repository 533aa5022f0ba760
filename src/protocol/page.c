/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page.c: the pages of a Function that lists.
 *
 * A cursor is good for one question: the Function, its subject, `at` and the input but for cursor and
 * limit.
 */
#include "config.h"

#include "http/cursor.h"
#include "protocol/protocol.h"
#include "protocol/tree.h"

#define LIMIT_DEFAULT 100

/* Equal questions have one spelling. */
static const char *question(struct call *c)
{
	struct json_object *asked = tree_empty(c->ctx->pool);
	char subject[UUID_TEXT_SIZE];
	struct tree_member *list;
	struct buf b;
	size_t n = 0;

	list = tree_members(c->ctx->pool, c->input, &n);
	for (size_t i = 0; i < n; i++)
		if (!str_eq(list[i].name, "cursor") && !str_eq(list[i].name, "limit"))
			json_object_object_add(asked, list[i].name, json_object_get(list[i].value));
	uuid_format(c->subject, subject);
	buf_init(&b, c->ctx->pool, 256);
	buf_printf(&b, "%s %s %d ", c->operation->id, subject, c->has_at ? c->at.n : 0);
	if (!tree_canonical(asked, &b))
		fail(c->ctx, 500, "internal_error", "an input is deeper than a body may be");
	return buf_text(&b);
}

int64_t call_limit(const struct call *c)
{
	return call_int(c, "limit", LIMIT_DEFAULT);
}

bool call_cursor(struct call *c, const char **fields, size_t n)
{
	const char *text = call_text(c, "cursor");

	if (!text)
		return false;
	if (!cursor_take_for(c->ctx, question(c), text, fields, n))
		call_invalid(c, "/input/cursor", "cursor",
			     "o next_cursor de uma página deste mesmo pedido", text);
	return true;
}

void call_page(struct call *c, size_t count, const char *const *fields, size_t n)
{
	c->paged = true;
	c->count = (int64_t)count;
	c->next_cursor = fields ? cursor_make_for(c->ctx, question(c), fields, n) : NULL;
}
