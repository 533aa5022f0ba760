/* SPDX-License-Identifier: Apache-2.0 */
/* page.c: lists by keyset pages. */
#include "config.h"

#include "http/page.h"

#include <inttypes.h>

#include "http/cursor.h"
#include "http/request.h"

/* ---- reading parameters ---- */

struct page page_take(struct ctx *ctx, size_t n_key, bool with_total)
{
	struct page p = { .limit = query_int(ctx, "limit", 1, PAGE_LIMIT_MAX, PAGE_LIMIT) };

	p.total = with_total && query_bool(ctx, "total", false);
	p.follows = cursor_take(ctx, p.key, n_key);
	return p;
}

void page_days(struct ctx *ctx, struct day *from, struct day *to)
{
	*from = DAY_FAR_PAST;
	*to = DAY_FAR_FUTURE;
	(void)query_day(ctx, "from", from); /* absent: the far past stays */
	if (query_day(ctx, "to", to) && day_before(*to, *from))
		fail_parameter(ctx, "to", day_iso(ctx->pool, *to),
			       "uma data igual ou posterior a from");
}

int64_t page_limit(const struct page *p)
{
	return p->limit + 1;
}

size_t page_shown(const struct page *p, size_t found)
{
	size_t limit = (size_t)p->limit;

	return found > limit ? limit : found;
}

/* ---- the key ---- */

static NORETURN void refuse_cursor(struct ctx *ctx)
{
	fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
}

struct day page_day(struct ctx *ctx, const char *field)
{
	struct day d;

	if (!day_parse(slice_of(field), &d))
		refuse_cursor(ctx);
	return d;
}

struct uuid page_uuid(struct ctx *ctx, const char *field)
{
	struct uuid id;

	if (!uuid_parse(slice_of(field), &id))
		refuse_cursor(ctx);
	return id;
}

wide page_decimal(struct ctx *ctx, const char *field, int places)
{
	wide v;

	if (dec_parse(slice_of(field), places, (wide)1 << 100, &v) != DEC_OK)
		refuse_cursor(ctx);
	return v;
}

int64_t page_int(struct ctx *ctx, const char *field)
{
	wide v;

	if (dec_parse(slice_of(field), 0, INT64_MAX, &v) != DEC_OK)
		refuse_cursor(ctx);
	return (int64_t)v;
}

const char *page_int_text(void *pool, int64_t v)
{
	return pool_printf(pool, "%" PRId64, v);
}

const char *page_decimal_text(void *pool, wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, places, places, true); /* its length */
	return pool_strdup(pool, text);
}

/* ---- answering ---- */

struct json *page_open(struct ctx *ctx)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_array(j, "data");
	return j;
}

struct json *page_meta(struct ctx *ctx)
{
	struct json *j = &ctx->res->json;

	json_array_end(j);
	json_open(j, "meta");
	return j;
}

const char *page_cursor(struct ctx *ctx, const char *const *next, size_t n_key)
{
	return next ? cursor_make(ctx, next, n_key) : NULL;
}

void page_close(struct ctx *ctx, const char *cursor, size_t count, int64_t total)
{
	struct json *j = &ctx->res->json;

	json_text(j, "next_cursor", cursor);
	json_int(j, "count", (int64_t)count);
	if (total >= 0)
		json_int(j, "total", total);
	json_close(j);
	json_close(j);
	page_link(ctx, cursor);
}

void page_end(struct ctx *ctx, const char *const *next, size_t n_key, size_t count, int64_t total)
{
	(void)page_meta(ctx);
	page_close(ctx, page_cursor(ctx, next, n_key), count, total);
}
