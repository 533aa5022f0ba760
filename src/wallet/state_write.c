/* SPDX-License-Identifier: Apache-2.0 */
/* state_write.c: a ledger write brings the kept figures along (calc/derive/renew.h). */
#include "config.h"

#include "wallet/state.h"

#include "access/caller.h"
#include "calc/derive/derive.h"
#include "wallet/state_rows.h"
#include "wallet/statements.h"

static struct db_stmt some_assets = DB_STMT(
	"state.assets", "select " ASSET_COLUMNS "  from asset"
			" where workspace_id = $1 and portfolio_id = $2 and id = any($3::uuid[])"
			" order by id limit 1000");

static struct db_stmt some_rows =
	DB_STMT("state.rows",
		"select " LEDGER_COLUMNS "  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		"   and retired_by is null"
		" order by asset_id, trade_date, id");

static struct db_stmt some_income =
	DB_STMT("state.income",
		"select asset_id, pay_date, kind, amount,"
		"       source is not distinct from 'movimentacao', id"
		"  from income"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		" order by asset_id, pay_date, id");

/* One by one: "any" of some assets would be looked for among all. */
static struct db_stmt some_tails =
	DB_STMT("state.some_tails",
		"select t.asset_id, s.tail"
		"  from unnest($3::uuid[]) t(asset_id)"
		" cross join lateral (select a.tail from asset_state a"
		"                      where a.workspace_id = $1 and a.portfolio_id = $2"
		"                        and a.asset_id = t.asset_id"
		"                      limit 1) s"
		" order by t.asset_id limit 1000");

static struct db_stmt drop_some_tails =
	DB_STMT("state.drop_some_tails", "delete from asset_state"
					 " where workspace_id = $1 and portfolio_id = $2"
					 "   and asset_id = any($3::uuid[])");

/* The same of one asset: each in the order of its index, with nothing to sort. */
static struct db_stmt rows_of_one = DB_STMT(
	"state.rows_of_one", "select " LEDGER_COLUMNS ", id"
			     "  from ledger"
			     " where workspace_id = $1 and portfolio_id = $2 and asset_id = $3"
			     "   and retired_by is null"
			     " order by trade_date, id");

static struct db_stmt income_of_one = DB_STMT(
	"state.income_of_one", "select asset_id, pay_date, kind, amount,"
			       "       source is not distinct from 'movimentacao', id"
			       "  from income"
			       " where workspace_id = $1 and portfolio_id = $2 and asset_id = $3"
			       " order by pay_date, id");

static struct db_stmt tail_of_one =
	DB_STMT("state.tail_of_one", "select asset_id, tail from asset_state"
				     " where workspace_id = $1 and portfolio_id = $2"
				     "   and asset_id = $3");

struct db_stmt *const state_write_stmts[] = {
	&some_assets,	  &some_rows,	&some_income,	&some_tails,
	&drop_some_tails, &rows_of_one, &income_of_one, &tail_of_one,
};
const size_t n_state_write_stmts = ARRAY_SIZE(state_write_stmts);

/* Of more assets than this the next read makes all of it. */
#define TOUCHED_MAX 200

/*
 * What a write reads back of what it touched, in this order: write_send() queues it behind the assets and, where that
 * is not at hand, the head before them.  Of one known asset those of the market come first.
 */
enum { W_ROWS, W_INCOME, W_COVERAGE, W_TAILS, W_MARKET };
#define R_ID 1 /* of rows_of_one */

static size_t assets_send(struct ctx *ctx, const struct uuid *touched, size_t n)
{
	db_send(ctx, &some_assets,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(ctx->caller->portfolio),
			db_array(DB_UUID_ARRAY, touched, NULL, n, 0)));
	return 1;
}

static size_t write_send(struct ctx *ctx, const struct uuid *touched, size_t n)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;
	struct db_stmt *const some[] = { &some_rows, &some_income };

	for (size_t i = 0; i < ARRAY_SIZE(some); i++)
		db_send(ctx, some[i],
			DB_ARGS(db_uuid(workspace), db_uuid(portfolio),
				db_array(DB_UUID_ARRAY, touched, NULL, n, 0)));
	coverage_send(ctx);
	db_send(ctx, &some_tails,
		DB_ARGS(db_uuid(workspace), db_uuid(portfolio),
			db_array(DB_UUID_ARRAY, touched, NULL, n, 0)));
	return W_MARKET + market_send(ctx);
}

/* A write in progress: what is kept, and what it becomes. */
struct rewrite {
	const struct db_rows *was; /* the row that was kept before it */
	struct patch_base base;	   /* its head */
	struct loaded kept, next;
	struct renewal renewal;
	struct ledger_asset *known; /* the only one that is touched, as it was kept */
	enum calc_err err;
};

/* The kept figures; false when they are not those of the ledger before this write. */
static bool take_kept(struct ctx *ctx, struct rewrite *w, const struct state_before *b)
{
	int64_t before;
	bool stands;

	state_portfolio(ctx, b->row, &w->next);
	if (b->kept) /* read before the version was advanced */
		w->next.ledger_version++;
	before = w->next.ledger_version - 1;
	w->was = b->row;
	stands = b->kept ? state_head_shared(ctx, b->kept, b->row, 0, before, ctx->today, &w->kept)
			 : state_head(ctx, b->row, 0, before, ctx->today, &w->kept);
	if (!stands || w->kept.reference_version != ctx->caller->market_version[FAMILY_REFERENCE])
		return false;
	w->base = state_patch_base(b->row);
	w->renewal.kept_ledger = w->kept.ledger;
	w->renewal.kept = w->kept.derived;
	return true;
}

/* The row where reading it would have put it: by day, and within a day by id. */
static void put_added(struct ctx *ctx, const struct ledger_row *added, const struct db_rows *r,
		      struct ledger_asset *a)
{
	struct ledger_row *rows = pool_array(ctx->pool, struct ledger_row, a->n_rows + 1);
	size_t at = a->n_rows;

	while (at > 0 && (day_before(added->day, a->rows[at - 1].day) ||
			  (day_same(added->day, a->rows[at - 1].day) &&
			   uuid_before(added->id, db_get_uuid(r, at - 1, R_ID)))))
		at--;
	for (size_t i = 0; i < a->n_rows; i++)
		rows[i + (i >= at)] = a->rows[i];
	rows[at] = *added;
	rows[at].id = (struct uuid){ 0 };
	rows[at].note = NULL;
	a->rows = rows;
	a->n_rows++;
}

/* What is to be known before the rows of the touched assets are there; false when all has to be derived. */
static bool renew_begin(struct ctx *ctx, struct rewrite *w, struct db_rows *const *market_rows)
{
	struct renewal *r = &w->renewal;
	struct ledger wanted;

	if (!renewal_gone(r))
		return false;
	wanted = renewal_assets(r);
	w->next.reference_version = w->kept.reference_version;
	w->next.market = r->market = market_take(ctx, market_rows, &wanted, NULL, false);
	return true;
}

/* The kept figures with the touched assets derived anew; false when all has to be, or @w->err is to be judged. */
static bool renew_end(struct ctx *ctx, struct rewrite *w, const struct db_rows *tails)
{
	struct renewal *r = &w->renewal;
	bool renewed;

	if (!state_tails(ctx, tails, 0, db_count(tails), &r->gone))
		return false;
	w->err = renewal_derive(r, &renewed);
	w->next.ledger = r->next_ledger;
	w->next.derived = r->next;
	return renewed;
}

static bool renew(struct ctx *ctx, struct rewrite *w, const struct db_rows *asset_rows,
		  struct db_rows *const *rows)
{
	ledger_take(ctx, asset_rows, rows[W_ROWS], rows[W_INCOME], rows[W_COVERAGE],
		    &w->renewal.now);
	return renew_begin(ctx, w, rows + W_MARKET) && renew_end(ctx, w, rows[W_TAILS]);
}

/* Touched assets that head no holding any more: the tails of all others are written over. */
static size_t headless(const struct renewal *r, struct uuid *out)
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

/* Nobody waits: it goes with the commit. */
static void save_renewed(struct ctx *ctx, const struct rewrite *w)
{
	const struct renewal *r = &w->renewal;
	struct uuid *gone = pool_array(ctx->pool, struct uuid, r->n_touched);
	size_t n_gone = headless(r, gone);
	const struct derived_holding *one = r->fresh.n == 1 ? r->fresh.holdings : NULL;

	state_renewed_send(ctx, &w->next, w->was, &w->base, one);
	db_start(ctx);
	if (n_gone)
		db_send_quiet(ctx, &drop_some_tails,
			      DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(w->next.id),
				      db_array(DB_UUID_ARRAY, gone, NULL, n_gone, 0)));
	if (!one)
		state_tails_send(ctx, &w->next, r->fresh.holdings, r->fresh.n);
	db_start(ctx);
}

/*
 * Make what is queued, @n statements, the caller's own @n_sent of them first; whether the kept figures are there.
 * What is known of @before is unpacked while the server works.
 */
static bool wait_and_take(struct ctx *ctx, struct rewrite *w, const struct state_before *before,
			  struct db_rows **all, size_t n, size_t n_sent)
{
	bool kept;

	if (!before) {
		db_wait(ctx, all, n);
		return take_kept(ctx, w, &(struct state_before){ .row = all[n_sent] });
	}
	db_start(ctx);
	kept = take_kept(ctx, w, before);
	db_wait(ctx, all, n);
	return kept;
}

/* Refuses what no reader could be shown; but where another write came between, the request begins again. */
static void judge_written(struct ctx *ctx, const char *portfolio_name, enum calc_err err)
{
	if (err != CALC_OK)
		db_wait(ctx, NULL, 0); /* for what is queued, whose failure comes first */
	load_judge(ctx, portfolio_name, err);
}

static void judge_sums(struct ctx *ctx, const struct loaded *in)
{
	struct valuer *v = valuer_new(ctx->pool, in->market, ctx->today, false);
	struct portfolio p;

	judge_written(ctx, in->name, portfolio_value(ctx->pool, v, &in->derived, &p));
}

/* What was renewed is queued to be kept; else the next reader makes it.  Returns the holdings as state_write(). */
static const struct derived_holding *written(struct ctx *ctx, const struct rewrite *w, bool renewed,
					     bool sums, size_t *n_holdings)
{
	struct loaded whole;

	judge_written(ctx, w->next.name, w->err);
	*n_holdings = 0;
	if (renewed) {
		if (sums) /* while the server saves what a refusal takes back */
			judge_sums(ctx, &w->next);
		*n_holdings = w->renewal.fresh.n;
		return w->renewal.fresh.holdings;
	}
	if (!sums)
		return NULL;
	load_whole(ctx, &whole);
	judge_sums(ctx, &whole);
	*n_holdings = whole.derived.n;
	return whole.derived.holdings;
}

const struct derived_holding *state_write_ahead(struct ctx *ctx, const struct state_before *known,
						size_t sent, struct db_rows **rows,
						const struct uuid *touched, size_t n_touched,
						bool judge, size_t *n_holdings)
{
	struct db_rows *all[WRITE_STATEMENTS + 2 + W_MARKET + MARKET_STATEMENTS];
	struct rewrite w = { .renewal = { .pool = ctx->pool,
					  .touched = touched,
					  .n_touched = n_touched,
					  .as_of = ctx->today } };
	bool renewed = false;
	size_t before = sent, n;

	if (n_touched <= TOUCHED_MAX) {
		before += known ? 0 : state_send(ctx, false);
		before += assets_send(ctx, touched, n_touched);
		n = before + write_send(ctx, touched, n_touched);
		renewed = wait_and_take(ctx, &w, known, all, n, sent) &&
			  renew(ctx, &w, all[before - 1], all + before);
	} else {
		db_wait(ctx, all, sent);
	}
	for (size_t i = 0; i < sent; i++)
		rows[i] = all[i];
	if (renewed)
		save_renewed(ctx, &w);
	return written(ctx, &w, renewed, judge, n_holdings);
}

const struct derived_holding *state_write(struct ctx *ctx, size_t sent, struct db_rows **rows,
					  const struct uuid *touched, size_t n_touched, bool judge,
					  size_t *n_holdings)
{
	return state_write_ahead(ctx, NULL, sent, rows, touched, n_touched, judge, n_holdings);
}

/* ---- one row of an asset that is at hand ---- */

void state_asset_send(struct ctx *ctx, struct uuid asset)
{
	struct db_arg workspace = db_uuid(ctx->caller->resource_workspace),
		      portfolio = db_uuid(ctx->caller->portfolio);

	db_send_ahead(ctx, &rows_of_one, DB_ARGS(workspace, portfolio, db_uuid(asset)));
	db_send_ahead(ctx, &income_of_one, DB_ARGS(workspace, portfolio, db_uuid(asset)));
	coverage_send_ahead(ctx);
	db_send_ahead(ctx, &tail_of_one, DB_ARGS(workspace, portfolio, db_uuid(asset)));
	db_ask(ctx);
}

/* The asset as it is kept, with no rows yet. */
static void take_known(struct ctx *ctx, struct rewrite *w, struct uuid asset)
{
	struct renewal *r = &w->renewal;

	w->known = pool_zero(ctx->pool, struct ledger_asset);
	for (size_t i = 0; i < r->kept_ledger.n_assets; i++)
		if (uuid_same(r->kept_ledger.assets[i].id, asset))
			*w->known = r->kept_ledger.assets[i];
	r->now = (struct ledger){ .assets = w->known, .n_assets = 1 };
}

/* Its rows, and the one that was not there yet when they were read. */
static void take_known_rows(struct ctx *ctx, struct rewrite *w, struct db_rows *const *rows,
			    const struct ledger_row *added)
{
	ledger_take_known(ctx, w->known, 1, rows[W_ROWS], rows[W_INCOME], rows[W_COVERAGE],
			  &w->renewal.now);
	put_added(ctx, added, rows[W_ROWS], w->known);
}

const struct derived_holding *state_write_row(struct ctx *ctx, const struct state_before *before,
					      struct uuid asset, const struct ledger_row *row,
					      bool judge, size_t *n_holdings)
{
	struct db_rows *rows[W_MARKET + MARKET_STATEMENTS];
	struct rewrite w = { .renewal = { .pool = ctx->pool,
					  .touched = &asset,
					  .n_touched = 1,
					  .as_of = ctx->today } };
	size_t n_market = market_send(ctx);
	bool renewed;

	if (n_market)
		db_wait(ctx, rows + W_MARKET, n_market);
	else
		db_start(ctx);
	renewed = take_kept(ctx, &w, before);
	if (renewed) {
		take_known(ctx, &w, asset);
		renewed = renew_begin(ctx, &w, rows + W_MARKET);
	}
	for (size_t i = 0; i < W_MARKET; i++)
		rows[i] = db_next(ctx);
	if (renewed) {
		take_known_rows(ctx, &w, rows, row);
		renewed = renew_end(ctx, &w, rows[W_TAILS]);
	}
	if (renewed) /* behind the row: where that is not written, nothing is */
		save_renewed(ctx, &w);
	return written(ctx, &w, renewed, judge, n_holdings);
}
