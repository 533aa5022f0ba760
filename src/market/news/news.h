/* SPDX-License-Identifier: Apache-2.0 */
/*
 * news.h: editions of the news.
 *
 * An edition is a file that was judged by its schema (lastro schema news-edition) and published;
 * publishing its day again makes a new version and keeps the earlier one.
 */
#ifndef LASTRO_MARKET_NEWS_NEWS_H
#define LASTRO_MARKET_NEWS_NEWS_H

#include "http/route.h"

extern const struct route news_routes[];

struct json_object;

/*
 * news_publish() - the edition as it stands in @edition, which the schema has judged, as the newest version
 * of its day; false when the newest one says the same.  Within the caller's transaction.
 */
bool news_publish(struct ctx *ctx, struct json_object *edition) MUST_CHECK;

/*
 * news_draft() - an edition of @day made of the data that is loaded: moves, filings, the agenda ahead, each
 * with its source; JSON that the schema takes, on ctx->pool.
 */
const char *news_draft(struct ctx *ctx, struct day day);

#endif
