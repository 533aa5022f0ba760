/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c: the common parameters and frame of all answers about objects. */
#include "config.h"

#include "http/cursor.h"
#include "http/page.h"
#include "http/request.h"
#include "market/objects/object_parts.h"

void object_take_kind(struct ctx *ctx, const char **kind, const char **subkind)
{
	int k = query_choice(ctx, "kind", object_kinds);
	int s = query_choice(ctx, "subkind", object_subkinds);

	*kind = k < 0 ? NULL : object_kinds[k];
	*subkind = s < 0 ? NULL : object_subkinds[s];
	if (*kind && !object_subkind_fits(*kind, *subkind))
		fail_parameter(ctx, "subkind", *subkind, "um subtipo do tipo pedido em kind");
}

void json_end(struct json *j, const char *name, const struct db_rows *r, size_t row, int col)
{
	struct day d = { 0 };
	bool known = !db_is_null(r, row, col);

	if (known)
		d = db_get_day(r, row, col);
	json_day_or_null(j, name,
			 known && day_before(DAY_FAR_PAST, d) && day_before(d, DAY_FAR_FUTURE), d);
}

void object_meta_open(struct ctx *ctx, const char *next_cursor, size_t count, int64_t total)
{
	struct json *j = page_meta(ctx);

	json_text(j, "next_cursor", next_cursor);
	json_int(j, "count", (int64_t)count);
	if (total >= 0)
		json_int(j, "total", total);
	page_link(ctx, next_cursor);
}

void object_meta_close(struct ctx *ctx)
{
	struct json *j = &ctx->res->json;

	json_close(j);
	json_close(j);
}
