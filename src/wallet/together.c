/* SPDX-License-Identifier: Apache-2.0 */
/*
 * together.c: several portfolios read at once: a workspace's that count together, or a client's.
 *
 * What is kept derived comes in one round trip; the ledgers of those for which it does not hold in a
 * second one, all at once.  One market serves all of them.
 */
#include "config.h"

#include "wallet/together.h"

#include "access/caller.h"
#include "calc/maker.h"
#include "core/clock.h"
#include "wallet/state.h"
#include "wallet/statements.h"

/* As portfolio.list, simulations left out.  $1 workspace, $2 account. */
#define COUNTED                                                                                    \
	" where p.workspace_id = $1 and p.client_id is null and not p.exclude_from_consolidated"   \
	"   and (p.controller_id = $2 or p.audience = 'workspace'"                                 \
	"        or (p.audience = 'members'"                                                       \
	"            and exists (select from portfolio_member m"                                   \
	"                         where m.workspace_id = p.workspace_id and m.portfolio_id = p.id" \
	"                           and m.account_id = $2)))"

/* $1 workspace, $2 client; those recorded before @until. */
#define OF_CLIENT(until)                                                                           \
	" where p.workspace_id = $1 and p.client_id = $2 and not p.exclude_from_consolidated"      \
	"   and p.created_at < " until

#define HEADS(which) "select " STATE_HEAD which " order by p.id limit 1000"

#define TAILS(which)                                                                               \
	"select t.asset_id, t.tail, t.portfolio_id"                                                \
	"  from portfolio p"                                                                       \
	"  join asset_state t on t.workspace_id = p.workspace_id and t.portfolio_id = p.id" which  \
	" order by t.portfolio_id, t.asset_id limit 1000000"

static struct db_stmt heads = DB_STMT("together.heads", HEADS(COUNTED));
static struct db_stmt tails = DB_STMT("together.tails", TAILS(COUNTED));
static struct db_stmt client_heads = DB_STMT("together.client_heads", HEADS(OF_CLIENT("$4")));
static struct db_stmt client_tails = DB_STMT("together.client_tails", TAILS(OF_CLIENT("$3")));

static struct db_stmt assets =
	DB_STMT("together.assets", "select id, symbol, asset_type, currency, name, meta::text,"
				   "       coalesce(meta ->> 'corporate_events' = 'ledger', false),"
				   "       portfolio_id"
				   "  from asset"
				   " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
				   " order by id");
enum { A_PORTFOLIO = 7 };

static struct db_stmt rows =
	DB_STMT("together.rows",
		"select asset_id, trade_date, kind, event_kind, quantity, price, fees, ratio"
		"  from ledger"
		" where workspace_id = $1 and portfolio_id = any($2::uuid[]) and retired_by is null"
		" order by asset_id, trade_date, id");

static struct db_stmt income = DB_STMT(
	"together.income",
	"select asset_id, pay_date, kind, amount, source is not distinct from 'movimentacao', id"
	"  from income"
	" where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	" order by asset_id, pay_date, id");

static struct db_stmt coverage =
	DB_STMT("together.coverage",
		"select first_day, last_day, portfolio_id"
		"  from import"
		" where workspace_id = $1 and portfolio_id = any($2::uuid[])"
		"   and source = 'movimentacao' and first_day is not null and last_day is not null"
		" order by portfolio_id, first_day, last_day, id");
enum { C_FIRST, C_LAST, C_PORTFOLIO };

struct db_stmt *const together_stmts[] = { &heads,  &tails, &client_heads, &client_tails,
					   &assets, &rows,  &income,	   &coverage };
const size_t n_together_stmts = ARRAY_SIZE(together_stmts);

/* ---- those whose ledgers are read ---- */

enum { R_ASSETS, R_ROWS, R_INCOME, R_COVERAGE, LEDGER_STATEMENTS };

struct ledgers {
	struct valued **list;
	struct uuid *ids;
	size_t n;
};

static void fetch_ledgers(struct ctx *ctx, const struct ledgers *l, struct db_rows **out)
{
	static struct db_stmt *const stmts[LEDGER_STATEMENTS] = { &assets, &rows, &income,
								  &coverage };

	for (int i = 0; i < LEDGER_STATEMENTS; i++)
		db_send(ctx, stmts[i],
			DB_ARGS(db_uuid(ctx->caller->workspace),
				db_array(DB_UUID_ARRAY, l->ids, NULL, l->n, 0)));
	db_wait(ctx, out, LEDGER_STATEMENTS);
}

/* Of the rows of all, this portfolio's, in their order. */
static void give_assets(struct ctx *ctx, const struct db_rows *r, const struct ledger *all,
			struct loaded *in)
{
	struct ledger_asset *own = pool_array(ctx->pool, struct ledger_asset, all->n_assets);
	size_t n = 0;

	for (size_t i = 0; i < all->n_assets; i++)
		if (uuid_same(db_get_uuid(r, i, A_PORTFOLIO), in->id))
			own[n++] = all->assets[i];
	in->ledger.assets = own;
	in->ledger.n_assets = n;
}

static void give_coverage(struct ctx *ctx, const struct db_rows *r, struct loaded *in)
{
	struct day_range *ranges = pool_array(ctx->pool, struct day_range, db_count(r));
	size_t n = 0;

	for (size_t i = 0; i < db_count(r); i++)
		if (uuid_same(db_get_uuid(r, i, C_PORTFOLIO), in->id))
			ranges[n++] = (struct day_range){ db_get_day(r, i, C_FIRST),
							  db_get_day(r, i, C_LAST) };
	in->ledger.coverage = ranges;
	in->ledger.n_coverage = n;
}

static void take_ledgers(struct ctx *ctx, const struct ledgers *l)
{
	struct db_rows *got[LEDGER_STATEMENTS];
	struct ledger all;

	fetch_ledgers(ctx, l, got);
	ledger_take(ctx, got[R_ASSETS], got[R_ROWS], got[R_INCOME], got[R_COVERAGE], &all);
	for (size_t i = 0; i < l->n; i++) {
		give_assets(ctx, got[R_ASSETS], &all, &l->list[i]->in);
		give_coverage(ctx, got[R_COVERAGE], &l->list[i]->in);
	}
}

static void derive_ledgers(struct ctx *ctx, const struct together_want *want,
			   const struct ledgers *l)
{
	for (size_t i = 0; i < l->n; i++) {
		struct loaded *in = &l->list[i]->in;
		int64_t start = clock_monotonic_us();
		enum calc_err err = ledger_derive(ctx->pool, &in->ledger, in->market, want->as_of,
						  &in->derived);

		ctx->calc_us += clock_monotonic_us() - start;
		load_judge(ctx, in->name, err);
		in->reference_version = ctx->caller->market_version[FAMILY_REFERENCE];
		if (!want->at)
			state_save_later(ctx, in);
	}
}

/* ---- the whole ---- */

/* One market for the assets of all. */
static void give_market(struct ctx *ctx, const struct together_want *want,
			struct db_rows *const *market_rows, struct together *t)
{
	struct ledger_asset *list;
	const struct market *m;
	struct ledger all = { 0 };

	for (size_t i = 0; i < t->n; i++)
		all.n_assets += t->list[i].in.ledger.n_assets;
	list = pool_array(ctx->pool, struct ledger_asset, all.n_assets);
	all.assets = list;
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->list[i].in.ledger.n_assets; k++)
			*list++ = t->list[i].in.ledger.assets[k];
	m = market_take(ctx, market_rows, &all, want->at ? &want->as_of : NULL, want->history);
	for (size_t i = 0; i < t->n; i++)
		t->list[i].in.market = m;
}

static void value_all(struct ctx *ctx, struct day as_of, struct together *t)
{
	struct portfolio *list = pool_array(ctx->pool, struct portfolio, t->n);
	int64_t start;
	enum calc_err err;

	for (size_t i = 0; i < t->n; i++) {
		load_compute(ctx, &t->list[i].in, as_of, &t->list[i].portfolio);
		list[i] = t->list[i].portfolio;
	}
	start = clock_monotonic_us();
	err = consolidate(ctx->pool, list, t->n, as_of, &t->all);
	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, "consolidada", err);
}

/* Heads, and with history tails; returns how many statements. */
static size_t send_kept(struct ctx *ctx, const struct together_want *want)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	struct db_arg account = db_uuid(ctx->caller->account), maker = db_text(CALC_MAKER);
	struct db_arg until = db_timestamp(clock_day_end(want->as_of));

	if (want->client) {
		struct db_arg client = db_uuid(*want->client);

		db_send(ctx, &client_heads, DB_ARGS(workspace, client, maker, until));
		if (want->history)
			db_send(ctx, &client_tails, DB_ARGS(workspace, client, until));
	} else {
		db_send(ctx, &heads, DB_ARGS(workspace, account, maker));
		if (want->history)
			db_send(ctx, &tails, DB_ARGS(workspace, account));
	}
	return 1 + want->history;
}

void together_load(struct ctx *ctx, const struct together_want *want, struct together *out)
{
	struct db_rows *got[2 + MARKET_STATEMENTS];
	struct together t = { .n = 0 };
	struct ledgers l = { .n = 0 };
	size_t sent = send_kept(ctx, want);
	size_t next = 0;

	db_wait(ctx, got, sent + market_send(ctx));
	t.n = db_count(got[0]);
	t.list = pool_array(ctx->pool, struct valued, t.n);
	l.list = pool_array(ctx->pool, struct valued *, t.n);
	l.ids = pool_array(ctx->pool, struct uuid, t.n);
	for (size_t i = 0; i < t.n; i++) {
		struct loaded *in = &t.list[i].in;

		if (state_row(ctx, got[0], i, want->as_of, in) && !want->at &&
		    (!want->history || state_row_tails(ctx, got[1], &next, in)))
			continue;
		l.ids[l.n] = in->id;
		l.list[l.n++] = &t.list[i];
	}
	if (l.n)
		take_ledgers(ctx, &l);
	give_market(ctx, want, got + sent, &t);
	derive_ledgers(ctx, want, &l);
	value_all(ctx, want->as_of, &t);
	*out = t;
}

void together_history(struct ctx *ctx, const struct together *t, struct day as_of,
		      struct together_past *out)
{
	const struct portfolio *p = &t->all.whole;
	struct benchmark_data indices;
	int64_t start;

	market_benchmarks(ctx, &indices);
	returns_history(ctx, t->list, t->n, as_of, &out->history);
	start = clock_monotonic_us();
	benchmarks_of(ctx->pool, &indices, p->flows, p->n_flows, p->flows_complete, as_of,
		      out->benchmarks);
	ctx->calc_us += clock_monotonic_us() - start;
}
