/* SPDX-License-Identifier: Apache-2.0 */
/*
 * edition.c: published editions.  GET /v1/news/edition
 *
 * The answer is rendered once, at publication.
 */
#include "config.h"

#include "market/news/news.h"

#include "core/json_write.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "http/tree.h"

static DB_STMT(latest, "news.latest",
	       "select body from news_edition order by day desc, version desc limit 1");

static DB_STMT(of_day, "news.of_day",
	       "select body from news_edition where day = $1 order by version desc limit 1");

static DB_STMT(
	newest, "news.newest",
	"select version, body from news_edition where day = $1 order by version desc limit 1");

static DB_STMT(save, "news.save",
	       "insert into news_edition (day, version, published_at, body)"
	       " values ($1, $2, $3, $4)");

static void edition_get(struct ctx *ctx)
{
	const struct db_rows *r;
	struct day day;
	bool dated = query_day(ctx, "date", &day);

	query_done(ctx);
	r = dated ? db_query(ctx, &of_day, DB_ARGS(db_day(day)))
		  : db_query(ctx, &latest, DB_NO_ARGS);
	if (!db_count(r))
		fail(ctx, 404, "edition_not_found",
		     dated ? "Não há edição publicada para esta data."
			   : "Nenhuma edição foi publicada ainda.");
	json_raw(respond_json(ctx, 200), NULL, db_get_text(r, 0, 0));
}

const struct route news_routes[] = {
	ROUTE_MARKET("/v1/news/edition", edition_get, "getNewsEdition"),
	{ .run = NULL },
};

/* ---- publishing ---- */

static const char *const members[] = { "summary", "mood", "highlights", "items", NULL };

/* The edition's content, without day, version and time. */
static const char *words_of(void *pool, struct json_object *edition)
{
	struct json *j = json_new(pool, 4096);

	json_open(j, NULL);
	for (const char *const *m = members; *m; m++)
		tree_write(tree_member(edition, *m), j, *m);
	json_close(j);
	return json_written(j);
}

bool news_publish(struct ctx *ctx, struct json_object *edition)
{
	const char *words = words_of(ctx->pool, edition);
	const struct db_rows *r;
	int64_t version = 0;
	struct day day = { 0 };
	struct json *j;

	if (!day_parse(slice_of(tree_text(tree_member(edition, "date"))), &day))
		fail(ctx, 400, "invalid_input", "A data da edição não é uma data.");
	r = db_query(ctx, &newest, DB_ARGS(db_day(day)));
	if (db_count(r)) {
		version = db_get_int(r, 0, 0);
		/* The content follows the head of the earlier one. */
		if (text_ends(db_get_text(r, 0, 1), words + 1))
			return false;
	}
	j = json_new(ctx->pool, strlen(words) + 128);
	json_open(j, NULL);
	json_day(j, "date", day);
	json_timestamp(j, "published_at", ctx->now_ms);
	json_int(j, "version", version + 1);
	for (const char *const *m = members; *m; m++)
		tree_write(tree_member(edition, *m), j, *m);
	json_close(j);
	(void)db_exec(ctx, &save,
		      DB_ARGS(db_day(day), db_int(version + 1), db_timestamp(ctx->now_ms),
			      db_text(json_written(j))));
	return true;
}
