/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state_write.c: a ledger write brings the kept figures along.
 *
 * The touched assets are derived anew and put in the place of what was kept of them; where more than
 * their own figures could have changed (a family of papers, a company's R$ 50,000 test), all of it is.
 */
#include "config.h"

#include "wallet/state.h"

#include "access/caller.h"
#include "wallet/state_rows.h"
#include "wallet/statements.h"

static struct db_stmt some_assets = DB_STMT(
	"state.assets", "select id, symbol, asset_type, currency, name, meta::text,"
			"       coalesce(meta ->> 'corporate_events' = 'ledger', false)"
			"  from asset"
			" where workspace_id = $1 and portfolio_id = $2 and id = any($3::uuid[])"
			" order by id limit 1000");

static struct db_stmt some_rows =
	DB_STMT("state.rows",
		"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		"   and retired_by is null"
		" order by asset_id, trade_date, id");

static struct db_stmt some_income =
	DB_STMT("state.income",
		"select asset_id, pay_date, kind, amount,"
		"       source is not distinct from 'movimentacao'"
		"  from income"
		" where workspace_id = $1 and portfolio_id = $2 and asset_id = any($3::uuid[])"
		" order by asset_id, pay_date, id");

static struct db_stmt some_tails =
	DB_STMT("state.some_tails", "select asset_id, tail"
				    "  from asset_state"
				    " where workspace_id = $1 and portfolio_id = $2"
				    "   and asset_id = any($3::uuid[])"
				    " order by asset_id limit 1000");

static struct db_stmt drop_some_tails =
	DB_STMT("state.drop_some_tails", "delete from asset_state"
					 " where workspace_id = $1 and portfolio_id = $2"
					 "   and asset_id = any($3::uuid[])");

struct db_stmt *const state_write_stmts[] = {
	&some_assets, &some_rows, &some_income, &some_tails, &drop_some_tails,
};
const size_t n_state_write_stmts = ARRAY_SIZE(state_write_stmts);

/* Of more assets than this the next read makes all of it. */
#define TOUCHED_MAX 200

/* What a write reads back: rows of the statements that state_write() queues. */
enum { W_HEAD, W_ASSETS, W_ROWS, W_INCOME, W_COVERAGE, W_TAILS, W_MARKET };

static size_t write_send(struct ctx *ctx, const struct uuid *touched, size_t n)
{
	struct uuid workspace = ctx->caller->resource_workspace, portfolio = ctx->caller->portfolio;
	struct db_stmt *const some[] = { &some_assets, &some_rows, &some_income };

	(void)state_send(ctx, false);
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

/* A write in progress: what was kept, what the touched assets have become. */
struct rewrite {
	struct ctx *ctx;
	struct loaded kept;   /* as it was */
	struct ledger now;    /* the touched assets as they are, with rows */
	struct derived fresh; /* and what they come to */
	struct loaded next;   /* as it will be kept */
	struct derived_holding *gone;
	size_t n_gone;
	const struct uuid *touched;
	size_t n_touched;
};

static bool is_touched(const struct rewrite *w, struct uuid id)
{
	for (size_t i = 0; i < w->n_touched; i++)
		if (uuid_same(w->touched[i], id))
			return true;
	return false;
}

/* Holdings whose assets were touched, with their tails; false when one is of a family. */
static bool find_gone(struct rewrite *w, const struct db_rows *tail_rows)
{
	struct derived *d = &w->kept.derived;
	struct derived left = { .holdings =
					pool_array(w->ctx->pool, struct derived_holding, d->n) };

	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		for (size_t k = 0; k < h->n_merged; k++)
			if (is_touched(w, h->merged[k]->id))
				return false;
		if (!is_touched(w, h->head->id))
			continue;
		if (h->succeeded || h->n_merged)
			return false;
		left.holdings[left.n++] = *h;
	}
	w->gone = left.holdings;
	w->n_gone = left.n;
	return state_tails(w->ctx, tail_rows, 0, db_count(tail_rows), &left);
}

/* The assets as they will be: those kept that were not touched, and the touched ones that are there. */
static void merge_assets(struct rewrite *w)
{
	size_t room = w->kept.ledger.n_assets + w->now.n_assets, n = 0, at = 0;
	struct ledger_asset *all = pool_array(w->ctx->pool, struct ledger_asset, room);

	for (size_t i = 0; i <= w->kept.ledger.n_assets; i++) {
		const struct ledger_asset *a =
			i < w->kept.ledger.n_assets ? &w->kept.ledger.assets[i] : NULL;

		while (at < w->now.n_assets && (!a || !uuid_before(a->id, w->now.assets[at].id)))
			all[n++] = w->now.assets[at++];
		if (a && !is_touched(w, a->id))
			all[n++] = *a;
	}
	w->next.ledger = (struct ledger){ .assets = all, .n_assets = n };
}

static const struct ledger_asset *moved(const struct rewrite *w, const struct ledger_asset *from)
{
	const struct ledger *l = &w->next.ledger;

	for (size_t i = 0; i < l->n_assets; i++)
		if (uuid_same(l->assets[i].id, from->id))
			return &l->assets[i];
	return NULL; /* unreachable: an untouched asset stays */
}

/* Whether a succession could join a touched paper with another. */
static bool is_of_family(const struct rewrite *w)
{
	const struct market *m = w->next.market;

	for (size_t i = 0; i < m->n_successions; i++)
		for (size_t k = 0; k < w->next.ledger.n_assets; k++) {
			const struct ledger_asset *a = &w->next.ledger.assets[k];

			if (is_touched(w, a->id) && (str_eq(m->successions[i].from, a->symbol) ||
						     str_eq(m->successions[i].to, a->symbol)))
				return true;
		}
	return false;
}

static const char *issuer_of(const struct rewrite *w, const struct ledger_asset *a)
{
	const struct market_symbol *s = market_find(w->next.market, a->symbol, a->type);

	return s ? s->issuer : NULL;
}

/* Whether another paper of the same company is held: the R$ 50,000 test is theirs together (2.3). */
static bool shares_company(const struct rewrite *w, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *issuer = h[i].taxed ? issuer_of(w, h[i].head) : NULL;

		for (size_t k = 0; issuer && k < w->next.ledger.n_assets; k++) {
			const struct ledger_asset *a = &w->next.ledger.assets[k];
			const char *other = issuer_of(w, a);

			if (!uuid_same(a->id, h[i].head->id) && other && str_eq(other, issuer))
				return true;
		}
	}
	return false;
}

/* The list of holdings as it will be, in the order of the assets. */
static void merge_holdings(struct rewrite *w)
{
	const struct derived *kept = &w->kept.derived;
	struct derived *d = &w->next.derived;
	size_t at = 0, k = 0;

	*d = *kept;
	d->holdings = pool_array(w->ctx->pool, struct derived_holding, kept->n + w->fresh.n);
	d->n = 0;
	for (size_t i = 0; i < w->next.ledger.n_assets; i++) {
		const struct ledger_asset *a = &w->next.ledger.assets[i];
		struct derived_holding *h = &d->holdings[d->n];

		if (at < w->fresh.n && uuid_same(w->fresh.holdings[at].head->id, a->id)) {
			*h = w->fresh.holdings[at++];
			h->head = a;
			d->n++;
			continue;
		}
		while (k < kept->n && uuid_before(kept->holdings[k].head->id, a->id))
			k++;
		if (k == kept->n || !uuid_same(kept->holdings[k].head->id, a->id))
			continue; /* merged into another one */
		*h = kept->holdings[k];
		h->head = a;
		for (size_t m = 0; m < h->n_merged; m++)
			h->merged[m] = moved(w, h->merged[m]);
		d->n++;
	}
}

/* The kept figures with the touched assets derived anew; false when all has to be. */
static bool renew(struct rewrite *w, struct db_rows *const *rows)
{
	struct ctx *ctx = w->ctx;
	enum calc_err err;

	state_portfolio(ctx, rows[W_HEAD], &w->next);
	if (!state_head(ctx, rows[W_HEAD], 0, w->next.ledger_version - 1, ctx->today, &w->kept) ||
	    w->kept.reference_version != ctx->caller->market_version[FAMILY_REFERENCE] ||
	    !find_gone(w, rows[W_TAILS]))
		return false;
	w->next.reference_version = w->kept.reference_version;
	ledger_take(ctx, rows[W_ASSETS], rows[W_ROWS], rows[W_INCOME], rows[W_COVERAGE], false,
		    &w->now);
	merge_assets(w);
	w->next.market = market_take(ctx, rows + W_MARKET, &w->next.ledger, NULL, false);
	if (is_of_family(w) || shares_company(w, w->gone, w->n_gone))
		return false;
	err = ledger_derive(ctx->pool, &w->now, w->next.market, ctx->today, &w->fresh);
	load_judge(ctx, w->next.name, err);
	if (shares_company(w, w->fresh.holdings, w->fresh.n))
		return false;
	merge_holdings(w);
	err = derived_replace(ctx->pool, &w->next.derived, w->gone, w->n_gone, w->fresh.holdings,
			      w->fresh.n);
	load_judge(ctx, w->next.name, err);
	w->next.derived.as_of = ctx->today;
	if (day_before(w->fresh.until, w->next.derived.until))
		w->next.derived.until = w->fresh.until;
	return true;
}

static void save_renewed(struct rewrite *w)
{
	struct ctx *ctx = w->ctx;
	struct db_rows *rows[3];

	state_head_send(ctx, &w->next);
	db_send(ctx, &drop_some_tails,
		DB_ARGS(db_uuid(ctx->caller->resource_workspace), db_uuid(w->next.id),
			db_array(DB_UUID_ARRAY, w->touched, NULL, w->n_touched, 0)));
	state_tails_send(ctx, &w->next, w->fresh.holdings, w->fresh.n);
	db_wait(ctx, rows, ARRAY_SIZE(rows));
}

const struct derived_holding *state_write(struct ctx *ctx, size_t sent, struct db_rows **rows,
					  const struct uuid *touched, size_t n_touched, bool judge,
					  size_t *n_holdings)
{
	struct db_rows *all[WRITE_STATEMENTS + W_MARKET + MARKET_STATEMENTS];
	struct rewrite w = { .ctx = ctx, .touched = touched, .n_touched = n_touched };
	struct loaded whole;
	struct portfolio p;
	bool few = n_touched <= TOUCHED_MAX;
	size_t n = sent + (few ? write_send(ctx, touched, n_touched) : 0);

	db_wait(ctx, all, n);
	for (size_t i = 0; i < sent; i++)
		rows[i] = all[i];
	*n_holdings = 0;
	if (few && renew(&w, all + sent)) {
		if (judge)
			load_compute(ctx, &w.next, ctx->today, &p);
		save_renewed(&w);
		*n_holdings = w.fresh.n;
		return w.fresh.holdings;
	}
	if (!judge)
		return NULL;
	load_whole(ctx, &whole);
	load_compute(ctx, &whole, ctx->today, &p);
	*n_holdings = whole.derived.n;
	return whole.derived.holdings;
}
