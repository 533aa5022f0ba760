/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page.h: lists by keyset pages: limit, cursor, total, {data, meta}, Link.
 *
 * The query fetches one row more than the limit, which shows whether another page follows without a
 * count.  A cursor carries the key of the last row shown, and is valid for the same path and filters
 * only (http/cursor.h).
 */
#ifndef LASTRO_HTTP_PAGE_H
#define LASTRO_HTTP_PAGE_H

#include "core/day.h"
#include "core/uuid.h"
#include "http/response.h"

#define PAGE_FIELDS 4
#define PAGE_LIMIT 100 /* when absent */
#define PAGE_LIMIT_MAX 1000

struct page {
	long limit;
	bool total;   /* the client asked for it */
	bool follows; /* a cursor was sent; key has its fields */
	const char *key[PAGE_FIELDS];
};

/*
 * page_take() - takes limit, cursor and, if the list supports it, total; 400 invalid_parameter,
 * invalid_cursor.
 * @n_key: number of fields of the list's key, at most PAGE_FIELDS
 */
struct page page_take(struct ctx *ctx, size_t n_key, bool with_total);

/* page_days() - from and to, inclusive; the far past and future when absent; 400 when to is before from. */
void page_days(struct ctx *ctx, struct day *from, struct day *to);

/* page_limit() - the number of rows to fetch. */
int64_t page_limit(const struct page *p);

/* page_shown() - how many of @found rows belong to the page. */
size_t page_shown(const struct page *p, size_t found);

/* A field of a cursor as its type; 400 invalid_cursor. */
struct day page_day(struct ctx *ctx, const char *field);
struct uuid page_uuid(struct ctx *ctx, const char *field);
int64_t page_int(struct ctx *ctx, const char *field);
wide page_decimal(struct ctx *ctx, const char *field, int places);

/* The reverse: a value as the text of a field. */
const char *page_int_text(void *pool, int64_t v);
const char *page_decimal_text(void *pool, wide v, int places);

/* page_open() - 200 and {"data":[ ; the caller writes the rows. */
struct json *page_open(struct ctx *ctx);

/* page_meta() - ],"meta":{ ; the caller may write the list's own members before page_end(). */
struct json *page_meta(struct ctx *ctx);

/*
 * page_cursor() - the cursor of the page after this one.
 * @next: the key of the last row shown, with as many fields as page_take() got; NULL: this is the last page, and so is the result
 */
const char *page_cursor(struct ctx *ctx, const char *const *next, size_t n_key);

/* page_close() - next_cursor, count and, unless negative, total; ends the answer and adds Link. */
void page_close(struct ctx *ctx, const char *cursor, size_t count, int64_t total);

/* page_end() - all of them, from the key, for a list whose meta has no members of its own. */
void page_end(struct ctx *ctx, const char *const *next, size_t n_key, size_t count, int64_t total);

#endif
