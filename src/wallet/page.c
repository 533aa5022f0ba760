/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page.c: the pages of the ledger's lists.
 *
 * One row more than the limit is fetched, which tells whether there is a next page without a count.
 */
#include "config.h"

#include "wallet/page.h"

#include "access/caller.h"
#include "http/cursor.h"
#include "http/request.h"

#define LIMIT_DEFAULT 100
#define LIMIT_MAX 1000

static void take_cursor(struct ctx *ctx, struct page *p)
{
	const char *fields[2];

	if (!cursor_take(ctx, fields, 2))
		return;
	if (!day_parse(slice_of(fields[0]), &p->after_day) ||
	    !uuid_parse(slice_of(fields[1]), &p->after_id))
		fail(ctx, 400, "invalid_cursor", "O cursor não é desta listagem.");
}

struct page page_of_days(struct ctx *ctx, bool with_total)
{
	struct page p = { .from = DAY_FAR_PAST, .to = DAY_FAR_FUTURE };
	bool to;

	p.limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
	p.total = with_total && query_bool(ctx, "total", false);
	(void)query_day(ctx, "from", &p.from); /* absent: the far past stays */
	to = query_day(ctx, "to", &p.to);
	if (to && day_before(p.to, p.from)) {
		char text[DAY_TEXT_SIZE];

		day_format(p.to, text);
		fail_parameter(ctx, "to", text, "uma data igual ou posterior a from");
	}
	p.after_day = p.from;
	take_cursor(ctx, &p);
	return p;
}

void ledger_readable(struct ctx *ctx)
{
	access_resource(ctx);
	if (ctx->caller->access == ACCESS_PUBLIC)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Quem lê a carteira %s por ser pública não vê os lançamentos dela.",
		     ctx->path[0]);
}

size_t page_shown(const struct page *p, size_t found)
{
	size_t limit = (size_t)p->limit;

	return found > limit ? limit : found;
}

struct json *page_open(struct ctx *ctx)
{
	struct json *j = respond_json(ctx, 200);

	json_open(j, NULL);
	json_array(j, "data");
	return j;
}

void page_close(struct ctx *ctx, const char *next_cursor, size_t count, int64_t total)
{
	struct json *j = &ctx->res->json;

	json_array_end(j);
	json_open(j, "meta");
	json_text(j, "next_cursor", next_cursor);
	json_int(j, "count", (int64_t)count);
	if (total >= 0)
		json_int(j, "total", total);
	json_close(j);
	json_close(j);
	page_link(ctx, next_cursor);
}

void page_close_days(struct ctx *ctx, const struct page *p, const struct db_rows *rows, int day_col,
		     int id_col, int64_t total)
{
	size_t shown = page_shown(p, db_count(rows));
	char day[DAY_TEXT_SIZE], id[UUID_TEXT_SIZE];
	const char *fields[2] = { day, id };

	if (db_count(rows) == shown) {
		page_close(ctx, NULL, shown, total);
		return;
	}
	day_format(db_get_day(rows, shown - 1, day_col), day);
	uuid_format(db_get_uuid(rows, shown - 1, id_col), id);
	page_close(ctx, cursor_make(ctx, fields, 2), shown, total);
}
