/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledgers.c: reads the ledgers of several portfolios of a workspace at once.
 *
 * All rows are ordered by portfolio, so each portfolio's are one stretch and no search is needed.
 */
#include "config.h"

#include "portfolio/store/ledgers.h"

#include <stdlib.h>

#include "identity/caller.h"
#include "db/db.h"

static DB_STMT(assets, "ledgers.assets",
	       "select " ASSET_COLUMNS ", created_at, portfolio_id"
	       "  from asset"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       " order by portfolio_id, id");
enum { A_CREATED = ASSET_OWN_COLUMN, A_PORTFOLIO };

static DB_STMT(rows, "ledgers.rows",
	       "select " LEDGER_COLUMNS "  from ledger"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[]) and retired_by is null"
	       " order by portfolio_id, asset_id, trade_date, id");

static DB_STMT(
	income, "ledgers.income",
	"select asset_id, pay_date, kind, amount, source is not distinct from 'movimentacao', id"
	"  from income"
	" where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	" order by portfolio_id, asset_id, pay_date, id");

/* As load.coverage. */
static DB_STMT(coverage, "ledgers.coverage",
	       "select distinct lower(c.days), upper(c.days) - 1, portfolio_id"
	       "  from import, unnest(coverage) c (days)"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       " order by 3, 1, 2");
enum { C_PORTFOLIO = 2 };

enum { R_ASSETS, R_ROWS, R_INCOME, R_COVERAGE, LEDGER_STATEMENTS };

static int by_id(const void *a, const void *b)
{
	const struct loaded *x = *(struct loaded *const *)a;
	const struct loaded *y = *(struct loaded *const *)b;

	return memcmp(x->id.b, y->id.b, sizeof(x->id.b));
}

static void fetch(struct ctx *ctx, struct loaded *const *list, size_t n, struct db_rows **out)
{
	struct db_stmt *const stmts[LEDGER_STATEMENTS] = { &assets, &rows, &income, &coverage };
	struct uuid *ids = pool_array(ctx->pool, struct uuid, n);

	for (size_t i = 0; i < n; i++)
		ids[i] = list[i]->id;
	for (int i = 0; i < LEDGER_STATEMENTS; i++)
		db_send(ctx, stmts[i], DB_ARGS(db_uuid(ctx->caller->workspace), db_uuids(ids, n)));
	db_wait(ctx, out, LEDGER_STATEMENTS);
}

/* The end of the stretch of @id's rows that begins at @from. */
static size_t end_of(const struct db_rows *r, size_t from, int col, struct uuid id)
{
	while (from < db_count(r) && uuid_same(db_get_uuid(r, from, col), id))
		from++;
	return from;
}

void ledgers_load(struct ctx *ctx, struct loaded **list, size_t n, const struct day *at)
{
	struct loaded **sorted = pool_memdup(ctx->pool, list, n * sizeof(struct loaded *));
	struct db_rows *got[LEDGER_STATEMENTS];
	size_t asset = 0, covered = 0;
	struct ledger all;

	if (!n)
		return;
	qsort(sorted, n, sizeof(struct loaded *), by_id);
	fetch(ctx, sorted, n, got);
	ledger_take(ctx, got[R_ASSETS], got[R_ROWS], got[R_INCOME], got[R_COVERAGE], &all);
	pool_free(got[R_ROWS]); /* already decoded, and possibly many */
	pool_free(got[R_INCOME]);
	for (size_t i = 0; i < n; i++) {
		struct loaded *in = sorted[i];
		size_t end = end_of(got[R_ASSETS], asset, A_PORTFOLIO, in->id);
		size_t covered_end = end_of(got[R_COVERAGE], covered, C_PORTFOLIO, in->id);

		in->ledger = (struct ledger){
			.assets = all.assets + asset,
			.n_assets = end - asset,
			.coverage = all.coverage + covered,
			.n_coverage = covered_end - covered,
		};
		if (at)
			ledger_cut(ctx, got[R_ASSETS], asset, A_CREATED, *at, &in->ledger);
		asset = end;
		covered = covered_end;
	}
}
