/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_list.h: the ledger's lists, by day and id: who may read them, and their range of days. */
#ifndef LASTRO_PORTFOLIO_LEDGER_LEDGER_LIST_H
#define LASTRO_PORTFOLIO_LEDGER_LEDGER_LIST_H

#include "db/db.h"
#include "http/page.h"

struct ledger_page {
	struct page page;
	struct day from, to;  /* of the filter; the far past and future when absent */
	struct day after_day; /* begin after this key: the cursor, or just before @from */
	struct uuid after_id;
};

/* ledger_page_take() - limit, from, to, cursor and, where the list has it, total. */
struct ledger_page ledger_page_take(struct ctx *ctx, bool with_total);

/*
 * ledger_readable() - access_resource(), and 403 wallet_resource_forbidden for a reader of an unlisted
 * or public portfolio: such a reader sees no transactions and no notes, and omitting
 * them silently would look like an empty ledger.
 */
void ledger_readable(struct ctx *ctx);

/* ledger_page_cursor() - a cursor of the last shown row's day and id; NULL on the last page. */
const char *ledger_page_cursor(struct ctx *ctx, const struct ledger_page *p,
			       const struct db_rows *rows, int day_col, int id_col);

/* ledger_page_end() - page_end(), with a cursor of the last row's day and id. */
void ledger_page_end(struct ctx *ctx, const struct ledger_page *p, const struct db_rows *rows,
		     int day_col, int id_col, int64_t total);

#endif
