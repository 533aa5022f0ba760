/* SPDX-License-Identifier: Apache-2.0 */
/* suggest.c: completes a partly typed name.  GET /v1/objects/suggest */
#include "config.h"

#include "market/objects/object_parts.h"

#include "db/db_json.h"
#include "http/page.h"
#include "http/request.h"

#define LIMIT_DEFAULT 10
#define LIMIT_MAX 20

static DB_STMT(suggest, "objects.suggest",
	       "select place, id, kind, subkind, name,"
	       "       matched_type as matched_key_type, matched_value as matched_key_value, status"
	       "  from object_suggest($1, $2, $3, $4) limit 100");
enum { C_PLACE, C_ID, C_KIND, C_SUBKIND, C_NAME, C_TYPE, C_VALUE, C_STATUS };

/* An object found by a key and by its name is listed once. */
static bool shown_before(const struct db_rows *r, size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (str_eq(db_get_text(r, i, C_ID), db_get_text(r, row, C_ID)))
			return true;
	return false;
}

void objects_suggest(struct ctx *ctx)
{
	const char *q = query_text(ctx, "q"), *kind;
	int64_t limit = query_int(ctx, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
	int k = query_choice(ctx, "kind", object_kinds);
	const struct db_rows *r;
	size_t count = 0;
	struct json *j;

	kind = k < 0 ? "" : object_kinds[k];
	if (!q || text_length(q) > QUERY_LETTERS)
		fail_parameter(ctx, "q", q ? q : "",
			       "o começo de um ticker, código ou nome, de 1 a 200 letras");
	query_done(ctx);
	r = db_query(ctx, &suggest,
		     DB_ARGS(db_text(object_key_normal(ctx->pool, q)),
			     db_text(text_words(ctx->pool, q)), db_text(kind), db_int(limit)));
	j = page_open(ctx);
	for (size_t i = 0; i < db_count(r) && count < (size_t)limit; i++) {
		if (shown_before(r, i))
			continue;
		count++;
		json_open(j, NULL);
		db_json_columns(j, r, i, C_ID, C_STATUS);
		json_close(j);
	}
	object_meta_open(ctx, NULL, count, -1);
	object_meta_close(ctx);
}
