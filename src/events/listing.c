/* SPDX-License-Identifier: Apache-2.0 */
/* listing.c: parameters and frame of the lists of src/events. */
#include "config.h"

#include "events/listing.h"

#include "http/cursor.h"
#include "http/request.h"
#include "http/response.h"

void take_days(struct ctx *ctx, struct day *from, struct day *to)
{
	*from = DAY_FAR_PAST;
	*to = DAY_FAR_FUTURE;
	(void)query_day(ctx, "from", from); /* absent: the far past stays */
	if (query_day(ctx, "to", to) && day_before(*to, *from))
		fail_parameter(ctx, "to", day_text(ctx->pool, *to),
			       "uma data igual ou posterior a from");
}

long take_limit(struct ctx *ctx)
{
	return query_int(ctx, "limit", 1, LISTING_MAX, 100);
}

static NORETURN void refuse_cursor(struct ctx *ctx)
{
	fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
}

struct day take_day(struct ctx *ctx, const char *field)
{
	struct day d;

	if (!day_parse(slice_of(field), &d))
		refuse_cursor(ctx);
	return d;
}

wide take_decimal(struct ctx *ctx, const char *field, int places)
{
	wide v;

	if (dec_parse(slice_of(field), places, (wide)1 << 100, &v) != DEC_OK)
		refuse_cursor(ctx);
	return v;
}

int64_t take_int(struct ctx *ctx, const char *field)
{
	wide v;

	if (dec_parse(slice_of(field), 0, INT64_MAX, &v) != DEC_OK)
		refuse_cursor(ctx);
	return (int64_t)v;
}

const char *day_text(void *pool, struct day d)
{
	char text[DAY_TEXT_SIZE];

	day_format(d, text);
	return pool_strdup(pool, text);
}

const char *decimal_text(void *pool, wide v, int places)
{
	char text[DEC_TEXT_SIZE];

	(void)dec_format(text, v, places, places, true); /* its length */
	return pool_strdup(pool, text);
}

struct json *listing_open(struct ctx *ctx)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_array(j, "data");
	return j;
}

void listing_close(struct ctx *ctx, const char *next_cursor, size_t count)
{
	struct json *j = &ctx->res->json;

	json_text(j, "next_cursor", next_cursor);
	json_int(j, "count", (int64_t)count);
	json_close(j);
	json_close(j);
	page_link(ctx, next_cursor);
}
