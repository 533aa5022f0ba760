/* SPDX-License-Identifier: Apache-2.0 */
/* state_write.c: a ledger write updates the stored figures (calc/ledger/rederive.h). */
#include "config.h"

#include "portfolio/ledger/state_write.h"

#include "identity/caller.h"
#include "db/db.h"
#include "portfolio/store/state_rows.h"
#include "portfolio/store/valued.h"

static DB_STMT(some_assets, "state.assets",
	       "select " ASSET_COLUMNS "  from asset"
	       " where workspace_id = $1 and portfolio_id = $2 and id = any($3::uuid[])"
	       " order by id limit 1000");

static DB_STMT(some_rows, "state.rows",
	       "select " LEDGER_COLUMNS "  from ledger"
	       " where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
	       "   and retired_by is null"
	       " order by asset_id, trade_date, id");

static DB_STMT(some_income, "state.income",
	       "select asset_id, pay_date, kind, amount,"
	       "       source is not distinct from 'movimentacao', id"
	       "  from income"
	       " where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
	       " order by asset_id, pay_date, id");

/* One by one: with "any", the planner would scan all assets. */
static DB_STMT(some_tails, "state.some_tails",
	       "select t.asset_id, s.tail"
	       "  from unnest($3::uuid[]) t(asset_id)"
	       " cross join lateral (select a.tail from asset_state a"
	       "                      where a.workspace_id = $1 and a.portfolio_id = $2"
	       "                        and a.asset_id = t.asset_id"
	       "                      limit 1) s"
	       " order by t.asset_id limit 1000");

static DB_STMT(drop_some_tails, "state.drop_some_tails",
	       "delete from asset_state"
	       " where workspace_id = $1 and portfolio_id = $2"
	       "   and asset_id = any($3::uuid[])");

/* With more assets than this, the next read derives everything. */
#define TOUCHED_MAX 200

/*
 * The results that a write reads back, in this order: write_send() queues them after the head and the
 * assets.
 */
enum { W_HEAD, W_ASSETS, W_ROWS, W_INCOME, W_COVERAGE, W_TAILS, W_MARKET };

static size_t write_send(struct ctx *ctx, const struct uuid *touched, size_t n)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;
	struct db_stmt *const some[] = { &some_assets, &some_rows, &some_income };

	(void)state_send(ctx, false);
	for (size_t i = 0; i < ARRAY_SIZE(some); i++)
		db_send(ctx, some[i],
			DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_uuids(touched, n)));
	coverage_send(ctx);
	db_send(ctx, &some_tails,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio), db_uuids(touched, n)));
	return W_MARKET + market_send(ctx);
}

/* A write in progress: the stored figures before it, and their replacement. */
struct rewrite {
	struct loaded cached, next;
	struct rederivation rederivation;
	enum calc_err err;
};

/* Reads the stored figures; false when they are not those of the ledger before this write. */
static bool take_cached(struct ctx *ctx, struct rewrite *w, const struct db_rows *row)
{
	state_portfolio(ctx, row, &w->next);
	if (!state_head(ctx, row, 0, w->next.ledger_version - 1, ctx->today, &w->cached) ||
	    w->cached.reference_version != ctx->caller->market_version[FAMILY_REFERENCE])
		return false;
	w->rederivation.cached_ledger = w->cached.ledger;
	w->rederivation.cached = w->cached.derived;
	return true;
}

static void take_touched(struct ctx *ctx, struct rederivation *r, struct db_rows *const *rows)
{
	ledger_take(ctx, rows[W_ASSETS], rows[W_ROWS], rows[W_INCOME], rows[W_COVERAGE], &r->now);
}

/*
 * The stored figures with the touched assets derived again; false when everything must be, or @w->err
 * needs judging.
 */
static bool rederive(struct ctx *ctx, struct rewrite *w, struct db_rows *const *rows)
{
	struct rederivation *r = &w->rederivation;
	const struct db_rows *tails = rows[W_TAILS];
	struct ledger wanted;
	bool rederived;

	if (!rederive_gone(r))
		return false;
	wanted = rederive_assets(r);
	w->next.reference_version = w->cached.reference_version;
	w->next.market = r->market = market_take(ctx, rows + W_MARKET, &wanted, NULL, false);
	if (!state_tails(ctx, tails, 0, db_count(tails), &r->gone))
		return false;
	w->err = rederive_touched(r, &rederived);
	w->next.ledger = r->next_ledger;
	w->next.derived = r->next;
	return rederived;
}

/* Touched assets that head no holding any more; the tails of all others are overwritten. */
static size_t headless(const struct rederivation *r, struct uuid *out)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_touched; i++) {
		bool heads = false;

		for (size_t k = 0; k < r->fresh.n && !heads; k++)
			heads = uuid_same(r->fresh.holdings[k].head->id, r->touched[i]);
		if (!heads)
			out[n++] = r->touched[i];
	}
	return n;
}

/* Not awaited: sent with the commit.  The head first, whose row is the lock of them all. */
static void save_rederived(struct ctx *ctx, const struct rewrite *w)
{
	const struct rederivation *r = &w->rederivation;
	struct uuid *gone = pool_array(ctx->pool, struct uuid, r->n_touched);
	size_t n_gone = headless(r, gone);

	state_head_send(ctx, &w->next);
	if (n_gone)
		db_send_quiet(ctx, &drop_some_tails,
			      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(w->next.id),
				      db_uuids(gone, n_gone)));
	state_tails_send(ctx, &w->next, r->fresh.holdings, r->fresh.n);
	db_flush(ctx);
}

static void judge_sums(struct ctx *ctx, const struct loaded *in)
{
	struct valuer *v = valuer_new(ctx->pool, in->market, ctx->today, false);
	struct portfolio p;

	load_judge(ctx, in->name, portfolio_value(ctx->pool, v, &in->derived, NULL, &p));
}

/*
 * Queues the new figures to be stored; otherwise the next reader derives them.  Returns the holdings as
 * state_write().
 */
static const struct derived_holding *written(struct ctx *ctx, const struct rewrite *w,
					     bool rederived, bool sums, size_t *n_holdings)
{
	struct loaded whole;

	load_judge(ctx, w->next.name, w->err);
	*n_holdings = 0;
	if (rederived) {
		if (sums) /* meanwhile the server saves; a refusal rolls that back */
			judge_sums(ctx, &w->next);
		*n_holdings = w->rederivation.fresh.n;
		return w->rederivation.fresh.holdings;
	}
	if (!sums)
		return NULL;
	load_whole(ctx, &whole);
	judge_sums(ctx, &whole);
	*n_holdings = whole.derived.n;
	return whole.derived.holdings;
}

void state_write(struct ctx *ctx, size_t sent, struct db_rows **rows, const struct uuid *touched,
		 size_t n_touched, bool judge, struct state_written *out)
{
	struct db_rows *all[WRITE_STATEMENTS + W_MARKET + MARKET_STATEMENTS];
	struct rewrite w = { .rederivation = { .pool = ctx->pool,
					       .touched = touched,
					       .n_touched = n_touched,
					       .as_of = ctx->today } };
	struct state_written ignored;
	bool rederived = false;

	if (!out)
		out = &ignored;
	if (n_touched <= TOUCHED_MAX) {
		db_wait(ctx, all, sent + write_send(ctx, touched, n_touched));
		take_touched(ctx, &w.rederivation, all + sent);
		rederived =
			take_cached(ctx, &w, all[sent + W_HEAD]) && rederive(ctx, &w, all + sent);
	} else {
		db_wait(ctx, all, sent);
	}
	for (size_t i = 0; i < sent; i++)
		rows[i] = all[i];
	if (rederived)
		save_rederived(ctx, &w);
	out->ledger = w.rederivation.now;
	out->holdings = written(ctx, &w, rederived, judge, &out->n_holdings);
}
