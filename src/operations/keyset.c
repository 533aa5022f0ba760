/* SPDX-License-Identifier: Apache-2.0 */
/* keyset.c: the pages of a Function that lists, by keyset. */
#include "config.h"

#include <assert.h>

#include "core/clock.h"
#include "http/cursor.h"
#include "http/tree.h"
#include "operations/protocol.h"

enum { F_KEY, F_ID, F_COUNT };

/* What the cursor of a page is bound to: the operation, the input without the page itself, the subject, the day. */
static const char *bound_to(struct call *c)
{
	struct json_object *rest = tree_empty(c->ctx->pool);
	struct tree_member *list;
	char day[DAY_TEXT_SIZE] = "";
	char subject[UUID_TEXT_SIZE];
	struct buf out;
	size_t n = 0;

	list = tree_members(c->ctx->pool, c->input, &n);
	for (size_t i = 0; i < n; i++)
		if (list[i].value && !str_eq(list[i].name, "cursor") &&
		    !str_eq(list[i].name, "limit"))
			(void)json_object_object_add(rest, list[i].name,
						     json_object_get(list[i].value));
	uuid_format(c->subject, subject);
	if (c->has_at)
		day_format(c->at, day);
	buf_init(&out, c->ctx->pool, 256);
	buf_printf(&out, "%s %s %s ", c->operation->id, subject, day);
	if (!tree_canonical(rest, &out))
		fail(c->ctx, 500, "internal_error", "an input is deeper than a request can be");
	return buf_text(&out);
}

static bool key_of(const struct page_key *k, const char *text, struct db_arg *out)
{
	struct day day;
	int64_t ms;

	if (!text)
		return false;
	if (k->type == DB_TEXT) {
		*out = db_text(text);
		return true;
	}
	if (k->type == DB_DAY) {
		if (!day_parse(slice_of(text), &day))
			return false;
		*out = db_day(day);
		return true;
	}
	if (!timestamp_parse(slice_of(text), &ms))
		return false;
	*out = db_timestamp(ms);
	return true;
}

/* Before every row: the smallest text, the earliest or latest day. */
static void begin(const struct page_key *k, struct db_arg out[2])
{
	const struct day far = k->descending ? DAY_FAR_FUTURE : DAY_FAR_PAST;
	struct uuid id;

	memset(&id, k->descending ? 0xff : 0, sizeof(id));
	out[F_ID] = db_uuid(id);
	assert(k->type != DB_TEXT || !k->descending); /* there is no largest text */
	if (k->type == DB_TEXT)
		out[F_KEY] = db_text("");
	else if (k->type == DB_DAY)
		out[F_KEY] = db_day(far);
	else
		out[F_KEY] = db_timestamp(far.n * INT64_C(86400000));
}

void call_after(struct call *c, const struct page_key *k, struct db_arg out[2])
{
	const char *text = call_text(c, "cursor");
	const char *fields[F_COUNT];
	struct uuid id;

	begin(k, out);
	if (!text)
		return;
	if (!cursor_read_for(c->ctx, bound_to(c), text, fields, F_COUNT) ||
	    !key_of(k, fields[F_KEY], &out[F_KEY]) || !fields[F_ID] ||
	    !uuid_parse(slice_of(fields[F_ID]), &id))
		call_invalid(c, "/input/cursor", "cursor",
			     "meta.next_cursor de uma página da mesma consulta", text);
	out[F_ID] = db_uuid(id);
}

static int64_t shown(const struct call *c)
{
	return call_int(c, "limit", c->operation->rows ? c->operation->rows : CALL_LIMIT);
}

int64_t call_limit(const struct call *c)
{
	return shown(c) + 1;
}

static const char *key_text(struct call *c, const struct page_key *k, const struct db_rows *r,
			    size_t row, int col)
{
	if (k->type == DB_TEXT)
		return db_get_text(r, row, col);
	if (k->type == DB_DAY)
		return day_iso(c->ctx->pool, db_get_day(r, row, col));
	return timestamp_iso(c->ctx->pool, db_get_timestamp(r, row, col));
}

const char *call_next_text(struct call *c, const char *last)
{
	c->next_cursor = cursor_make_for(
		c->ctx, bound_to(c), (const char *[]){ last, uuid_text(c->ctx->pool, uuid_nil()) },
		F_COUNT);
	return c->next_cursor;
}

void call_next_day(struct call *c, struct day last)
{
	(void)call_next_text(c, day_iso(c->ctx->pool, last)); /* kept in the call */
}

size_t call_page(struct call *c, const struct page_key *k, const struct db_rows *rows, int key_col,
		 int id_col)
{
	const size_t limit = (size_t)shown(c);
	size_t n = db_count(rows);

	c->paged = true;
	if (n > limit) {
		n = limit;
		c->next_cursor = cursor_make_for(
			c->ctx, bound_to(c),
			(const char *[]){
				key_text(c, k, rows, n - 1, key_col),
				uuid_text(c->ctx->pool, db_get_uuid(rows, n - 1, id_col)) },
			F_COUNT);
	}
	c->count = (int64_t)n;
	return n;
}
