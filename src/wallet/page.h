/* SPDX-License-Identifier: Apache-2.0 */
/* page.h: the pages of the ledger's lists: limit, cursor, range of days, {data, meta}. */
#ifndef LASTRO_WALLET_PAGE_H
#define LASTRO_WALLET_PAGE_H

#include "db/db.h"
#include "http/response.h"

struct page {
	long limit;
	bool total;
	struct day from, to;  /* of the filter; the far past and future when absent */
	struct day after_day; /* begin after this key: the cursor, or just before @from */
	struct uuid after_id;
};

/*
 * page_of_days() - take limit, from, to, cursor and, where the list has it, total; 400
 * invalid_parameter, invalid_cursor.
 */
struct page page_of_days(struct ctx *ctx, bool with_total);

/*
 * ledger_readable() - access_resource(), and 403 wallet_resource_forbidden for who reads the
 * portfolio only because it is unlisted or public: such a reader sees no transactions and no notes
 * (completions.md 3), and leaving them out in silence would look like an empty ledger.
 */
void ledger_readable(struct ctx *ctx);

/* page_shown() - how many of @found rows (limit + 1 were asked for) belong to the page. */
size_t page_shown(const struct page *p, size_t found);

/* page_open() - 200 and {"data":[ ; rows are written into it. */
struct json *page_open(struct ctx *ctx);

/* page_close() - ] and meta with this next cursor (or NULL), the count, and the total unless
 * negative. */
void page_close(struct ctx *ctx, const char *next_cursor, size_t count, int64_t total);

/* page_close_days() - the same with the cursor made of the last row's day and id. */
void page_close_days(struct ctx *ctx, const struct page *p, const struct db_rows *rows, int day_col,
		     int id_col, int64_t total);

#endif
