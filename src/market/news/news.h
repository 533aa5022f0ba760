/* SPDX-License-Identifier: Apache-2.0 */
/*
 * news.h: editions of the news.
 *
 * An edition is a file, validated by its schema (lastro schema news-edition) and published; publishing
 * its day again creates a new version and keeps the earlier one.
 */
#ifndef LASTRO_MARKET_NEWS_NEWS_H
#define LASTRO_MARKET_NEWS_NEWS_H

#include "http/route.h"

extern const struct route news_routes[];

struct json_object;

/*
 * news_publish() - publishes @edition, which the schema has validated, as the newest version of its
 * day; false when the newest one is equal.  Within the caller's transaction.
 */
bool news_publish(struct ctx *ctx, struct json_object *edition) MUST_CHECK;

/*
 * news_draft() - an edition of @day from loaded data: moves, filings, the upcoming agenda, each with
 * its source; JSON that the schema accepts, on ctx->pool.
 */
const char *news_draft(struct ctx *ctx, struct day day);

#endif
