/* SPDX-License-Identifier: Apache-2.0 */
/* object_measures.c: the catalogue of measures.  GET /v1/objects/measures */
#include "config.h"

#include "market/objects/object_parts.h"

#include "db/db_json.h"
#include "http/page.h"
#include "http/request.h"

static DB_STMT(
	list, "objects.measures_list",
	"select id, title, unit, array_to_string(kinds, ','), frequency, source from object_measure order by no limit 1000");
enum { C_ID, C_TITLE, C_UNIT, C_KINDS, C_FREQUENCY, C_SOURCE };

static void kinds(struct json *j, void *pool, const char *text)
{
	struct slice rest = slice_of(text), one;
	bool more = true;

	json_array(j, "kinds");
	while (more) {
		more = slice_cut(rest, ',', &one, &rest);
		json_text(j, NULL, slice_text(pool, one));
	}
	json_array_end(j);
}

void objects_measures(struct ctx *ctx)
{
	const struct db_rows *r;
	struct json *j;

	query_done(ctx);
	r = db_query(ctx, &list, DB_NO_ARGS);
	j = page_open(ctx);
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		db_json_columns(j, r, i, C_ID, C_UNIT);
		kinds(j, ctx->pool, db_get_text(r, i, C_KINDS));
		db_json_columns(j, r, i, C_FREQUENCY, C_SOURCE);
		json_close(j);
	}
	object_meta_open(ctx, NULL, db_count(r), (int64_t)db_count(r));
	object_meta_close(ctx);
}
