/* SPDX-License-Identifier: Apache-2.0 */
/* ledger_list.c: the ledger's lists, by day and id. */
#include "config.h"

#include "portfolio/ledger/ledger_list.h"

#include "identity/caller.h"

struct ledger_page ledger_page_take(struct ctx *ctx, bool with_total)
{
	struct ledger_page p = { .page = page_take(ctx, 2, with_total) };

	page_days(ctx, &p.from, &p.to);
	p.after_day = p.from;
	if (p.page.follows) {
		p.after_day = page_day(ctx, p.page.key[0]);
		p.after_id = page_uuid(ctx, p.page.key[1]);
	}
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

const char *ledger_page_cursor(struct ctx *ctx, const struct ledger_page *p,
			       const struct db_rows *rows, int day_col, int id_col)
{
	size_t shown = page_shown(&p->page, db_count(rows));
	const char *key[2];

	if (db_count(rows) == shown)
		return NULL;
	key[0] = day_iso(ctx->pool, db_get_day(rows, shown - 1, day_col));
	key[1] = uuid_text(ctx->pool, db_get_uuid(rows, shown - 1, id_col));
	return page_cursor(ctx, key, ARRAY_SIZE(key));
}

void ledger_page_end(struct ctx *ctx, const struct ledger_page *p, const struct db_rows *rows,
		     int day_col, int id_col, int64_t total)
{
	(void)page_meta(ctx);
	page_close(ctx, ledger_page_cursor(ctx, p, rows, day_col, id_col),
		   page_shown(&p->page, db_count(rows)), total);
}
