/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_load.c: joins the ledgers of a taxpayer's portfolios into one (doc/tax.md 20.1).
 *
 * Rows and income of all portfolios are read in full, derived once for their income, and joined on their
 * assets (tax_assets.c).
 */
#include "config.h"

#include "portfolio/tax/tax_join.h"

#include <string.h>

#include "core/order.h"
#include "identity/caller.h"
#include "core/clock.h"
#include "core/encode.h"
#include "core/pool.h"
#include "db/db.h"
#include "market/prices/market.h"
#include "portfolio/store/ledgers.h"
#include "portfolio/store/income_facts.h"

static DB_STMT(controlled, "tax.controlled",
	       "select id, name, ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and client_id is null"
	       "   and controller_id = $2 and not exclude_from_consolidated"
	       " order by id limit 1000");

static DB_STMT(of_client, "tax.of_client",
	       "select id, name, ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and client_id = $2"
	       "   and not exclude_from_consolidated"
	       " order by id limit 1000");

static DB_STMT(of_one, "tax.of_one",
	       "select id, name, ledger_version"
	       "  from portfolio"
	       " where workspace_id = $1 and id = $2");
enum { P_ID, P_NAME, P_VERSION };

/* Ids of the rows, in the order of ledgers_load(). */
static DB_STMT(row_ids, "tax.row_ids",
	       "select id from ledger"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       "   and retired_by is null"
	       " order by portfolio_id, asset_id, trade_date, id");

static DB_STMT(exercises, "tax.exercises",
	       "select id, option_symbol from ledger"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       "   and event_kind = 'exercise' and retired_by is null"
	       " order by id");
enum { X_ID, X_OPTION };

/* The institution of each asset, by the first row that names one; assets in the order of ledgers_load(). */
static DB_STMT(institutions, "tax.institutions",
	       "select portfolio_id, asset_id, institution, min(trade_date) from ledger"
	       " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
	       "   and institution is not null and retired_by is null"
	       " group by portfolio_id, asset_id, institution"
	       " order by portfolio_id, asset_id, institution");
enum { N_PORTFOLIO, N_ASSET, N_NAME, N_SINCE };

/* Payments with tax facts; the others were net. */
static DB_STMT(
	told, "tax.income_facts",
	"select id, " INCOME_FACTS(
		"") "  from income"
		    " where workspace_id = $1 and portfolio_id = any($2::uuid[])"
		    "   and (gross is not null or record_date is not null or approved_on is not null"
		    "        or old_profits)"
		    " order by id");
enum { T_ID, T_FACTS };

/* The buying rate of PTAX; the market struct has the selling rate. */
static DB_STMT(buying, "tax.buying",
	       "select day, buy from ptax"
	       " where currency = 'USD' and buy is not null"
	       " order by day desc limit 20000");

/* Monthly accumulated Selic, for the interest of a late DARF. */
static DB_STMT(selic, "tax.selic",
	       "select day, value from series"
	       " where code = 4390 and day >= '2020-01-01' and value > 0 and value < 100"
	       " order by day limit 1000");

static DB_STMT(stated, "tax.stated",
	       "select version, document::text from tax_inputs"
	       " where workspace_id = $1 and account_id = $2");

/* ---- reading ---- */

static bool left_out(const struct tax_stated *s, struct uuid id)
{
	return s && order_seek(&id, s->exclude, s->n_exclude, sizeof(id), order_uuid);
}

static void take_portfolios(struct tax_joining *g, const struct db_rows *r,
			    const struct tax_stated *s)
{
	struct ctx *ctx = g->ctx;
	struct tax_portfolio *names = pool_array(ctx->pool, struct tax_portfolio, db_count(r));

	g->list = pool_array(ctx->pool, struct loaded *, db_count(r));
	g->ids = pool_array(ctx->pool, struct uuid, db_count(r));
	for (size_t i = 0; i < db_count(r); i++) {
		struct uuid id = db_get_uuid(r, i, P_ID);

		if (left_out(s, id))
			continue;
		names[g->n] = (struct tax_portfolio){ uuid_text(ctx->pool, id),
						      db_get_text(r, i, P_NAME) };
		g->ids[g->n] = id;
		g->list[g->n] = pool_zero(ctx->pool, struct loaded);
		g->list[g->n]->id = id;
		g->list[g->n]->name = names[g->n].name;
		g->n++;
	}
	g->out->ledger.portfolios = names;
	g->out->ledger.n_portfolios = g->n;
	g->out->portfolios = g->ids;
}

/* One market for the assets of all. */
static void find_market(struct tax_joining *g, struct db_rows *const *market_rows)
{
	struct ledger all = { 0 };
	struct ledger_asset *list;

	for (size_t i = 0; i < g->n; i++)
		all.n_assets += g->list[i]->ledger.n_assets;
	list = pool_array(g->ctx->pool, struct ledger_asset, all.n_assets);
	all.assets = list;
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->list[i]->ledger.n_assets; k++)
			*list++ = g->list[i]->ledger.assets[k];
	g->market = market_take(g->ctx, market_rows, &all, NULL, false);
	g->successions = successions_known(g->ctx->pool, &all, g->market);
	g->spin_offs = spin_offs_known(g->ctx->pool, &all, g->market);
}

static void derive_all(struct tax_joining *g)
{
	int64_t start = clock_monotonic_us();

	for (size_t i = 0; i < g->n; i++)
		load_judge(g->ctx, g->list[i]->name,
			   ledger_derive(g->ctx->pool, &g->list[i]->ledger, g->market,
					 g->ctx->today, &g->list[i]->derived));
	g->ctx->calc_us += clock_monotonic_us() - start;
}

/* ---- rows ---- */

static int row_order(const void *a, const void *b)
{
	const struct tax_row *x = a, *y = b;
	int c = wide_order(x->row.day.n, y->row.day.n);

	return c ? c : memcmp(x->row.id.b, y->row.id.b, sizeof(x->row.id.b));
}

/* The institutions of the assets of all portfolios; both lists ascend by portfolio, then asset. */
static void take_institutions(struct tax_joining *g, const struct db_rows *r)
{
	struct tax_institution *all = pool_array(g->ctx->pool, struct tax_institution, db_count(r));
	size_t n = 0, own = 0;

	while (n < db_count(r) && own < g->n_own) {
		const struct tax_own_asset *a = &g->own[own];

		if (!uuid_same(g->ids[a->portfolio], db_get_uuid(r, n, N_PORTFOLIO)) ||
		    !uuid_same(a->id, db_get_uuid(r, n, N_ASSET))) {
			own++;
			continue;
		}
		all[n] = (struct tax_institution){ a->asset, db_get_text(r, n, N_NAME),
						   db_get_day(r, n, N_SINCE) };
		n++;
	}
	g->out->ledger.institutions = all;
	g->out->ledger.n_institutions = n;
}

/* ---- income ---- */

/* For a payment of the ledger: its tax facts; in the asset's currency, as the payment. */
static void take_facts(const struct db_rows *told_of, const struct income_entry *e,
		       struct tax_income *out)
{
	struct income_facts f;
	size_t at;

	if (!e->origin.row)
		return;
	out->id = e->origin.row->id;
	at = db_find_uuid(told_of, T_ID, e->origin.row->id);
	if (at == SIZE_MAX)
		return;
	f = income_facts_of(told_of, at, T_FACTS);
	if (f.gross_known) {
		out->gross_known = out->tax_known = true;
		out->gross = f.gross;
		out->tax.e8 = f.gross.e8 - e->origin.row->amount.e8;
	}
	if (f.record_known) {
		out->record_known = true;
		out->record_day = f.record;
	}
	out->approved_known = f.approved_known;
	out->approved = f.approved;
	out->profits_to_2025 |= f.old_profits;
}

static struct tax_income income_of(const struct income_entry *e, enum currency currency)
{
	const struct distribution *d = e->origin.distribution;
	struct tax_income out = { .kind = e->kind, .pay_day = e->pay_day, .net_known = true };

	out.net = currency == CURRENCY_USD ? e->native_net : e->net;
	out.gross_known = out.tax_known = e->gross_known;
	out.gross = e->gross;
	out.tax = e->tax;
	if (d && d->record_known) {
		out.record_known = true;
		out.record_day = d->record_day;
	}
	out.profits_to_2025 = d && d->old_profits;
	return out;
}

static void join_income(struct tax_joining *g, const struct derived_holding *h, size_t asset,
			size_t portfolio, const struct db_rows *told_of)
{
	for (size_t i = 0; i < h->n_entries; i++) {
		struct tax_income *one = &g->income[g->n_income++];

		*one = income_of(&h->entries[i], h->head->currency);
		take_facts(told_of, &h->entries[i], one);
		one->asset = asset;
		one->portfolio = portfolio;
	}
	for (size_t i = 0; i < h->n_flows; i++)
		if (h->flows[i].kind == FLOW_CAPITAL && !h->flows[i].of_succession)
			g->income[g->n_income++] =
				(struct tax_income){ .asset = asset,
						     .portfolio = portfolio,
						     .kind = INCOME_CAPITAL_RETURN,
						     .pay_day = h->flows[i].day,
						     /* The wallet's flows keep only reais. */
						     .net_known = h->flows[i].known &&
								  h->head->currency == CURRENCY_BRL,
						     .net = h->flows[i].amount };
}

static int income_order(const void *a, const void *b)
{
	const struct tax_income *x = a, *y = b;
	int c = wide_order(x->pay_day.n, y->pay_day.n);

	c = c ? c : wide_order(x->portfolio, y->portfolio);
	return c ? c : (x->asset > y->asset) - (x->asset < y->asset);
}

/* ---- joining ---- */

static void make_room(struct tax_joining *g)
{
	size_t assets = 0, rows = 0, income = 0, applied = 0;

	for (size_t i = 0; i < g->n; i++) {
		const struct derived *d = &g->list[i]->derived;

		assets += g->list[i]->ledger.n_assets;
		for (size_t k = 0; k < g->list[i]->ledger.n_assets; k++)
			rows += g->list[i]->ledger.assets[k].n_rows;
		for (size_t k = 0; k < d->n; k++)
			income += d->holdings[k].n_entries + d->holdings[k].n_flows;
		applied += d->n_applied;
	}
	g->assets = pool_array(g->ctx->pool, struct tax_asset, assets);
	g->n_slots = 2 * assets + 1;
	g->slots = pool_array(g->ctx->pool, size_t, g->n_slots);
	g->own = pool_array(g->ctx->pool, struct tax_own_asset, assets);
	g->rows = pool_array(g->ctx->pool, struct tax_row, rows);
	g->income = pool_array(g->ctx->pool, struct tax_income, income);
	g->bonuses = pool_array(g->ctx->pool, struct tax_bare_bonus, applied);
}

static bool is_bare_bonus(const struct tax_joining *g, const struct applied_event *e,
			  enum asset_type type)
{
	const struct market_symbol *m = market_find(g->market, e->symbol, type);

	for (size_t i = 0; m && i < m->n_events; i++)
		if (m->events[i].kind == e->kind && day_same(m->events[i].ex_day, e->ex_day) &&
		    m->events[i].unit_cost_known)
			return false;
	return e->kind == EVENT_BONUS;
}

static void join_bonuses(struct tax_joining *g, const struct derived_holding *h, size_t asset,
			 size_t portfolio)
{
	for (size_t i = 0; i < h->n_applied; i++)
		if (is_bare_bonus(g, &h->applied[i], h->head->type))
			g->bonuses[g->n_bonuses++] =
				(struct tax_bare_bonus){ asset, portfolio, &h->applied[i] };
}

static void join_portfolio(struct tax_joining *g, size_t p, const struct db_rows *ids, size_t *next,
			   const struct db_rows *exercised, const struct db_rows *told_of)
{
	const struct loaded *in = g->list[p];
	size_t *place = pool_array(g->ctx->pool, size_t, in->ledger.n_assets);

	for (size_t i = 0; i < in->ledger.n_assets; i++) {
		const struct ledger_asset *a = &in->ledger.assets[i];

		place[i] = tax_join_asset(g, a, p);
		g->own[g->n_own++] = (struct tax_own_asset){ a->id, place[i], p, a->meta };
		for (size_t k = 0; k < a->n_rows && *next < db_count(ids); k++) {
			struct tax_row *row = &g->rows[g->n_rows++];

			row->row = a->rows[k];
			row->row.id = db_get_uuid(ids, (*next)++, 0);
			row->asset = place[i];
			row->portfolio = p;
			if (row->row.event == EVENT_EXERCISE)
				row->option = db_text_of(exercised, X_ID, row->row.id, X_OPTION);
		}
	}
	for (size_t i = 0; i < in->derived.n; i++) {
		const struct derived_holding *h = &in->derived.holdings[i];

		join_income(g, h, place[h->head - in->ledger.assets], p, told_of);
		join_bonuses(g, h, place[h->head - in->ledger.assets], p);
	}
}

static struct fx_series series_of(void *pool, const struct db_rows *r)
{
	size_t n = db_count(r);
	struct close *all = pool_array(pool, struct close, n);

	for (size_t i = 0; i < n; i++) /* newest first, so that a limit drops the oldest */
		all[n - 1 - i] = (struct close){ db_get_day(r, i, 0),
						 { db_get_decimal(r, i, 1, PRICE_PLACES) } };
	return (struct fx_series){ all, n };
}

static void take_selic(struct tax_ledger *l, void *pool, const struct db_rows *r)
{
	struct tax_selic *all = pool_array(pool, struct tax_selic, db_count(r));

	for (size_t i = 0; i < db_count(r); i++)
		all[i] = (struct tax_selic){ day_month(db_get_day(r, i, 0)),
					     { db_get_decimal(r, i, 1, 8) } };
	l->selic = all;
	l->n_selic = db_count(r);
}

/* The taxpayer's own statements first, then the market's facts. */
enum { GOT_IDS, GOT_EXERCISES, GOT_BUYING, GOT_TOLD, GOT_SELIC, GOT_INSTITUTIONS, GOT_MARKET };

/* @r: the portfolios, their holdings, the market's data about them, and the day. */
static void join(struct ctx *ctx, const struct db_rows *r, const struct tax_stated *s,
		 struct taxpayer *out)
{
	struct tax_joining g = { .ctx = ctx, .out = out };
	struct db_rows *got[GOT_MARKET + MARKET_STATEMENTS];
	struct db_arg workspace = db_uuid(ctx->caller->workspace);
	size_t next = 0;

	out->ledger.as_of = ctx->today;
	take_portfolios(&g, r, s);
	ledgers_load(ctx, g.list, g.n, NULL);
	db_send(ctx, &row_ids, DB_ARGS(workspace, db_uuids(g.ids, g.n)));
	db_send(ctx, &exercises, DB_ARGS(workspace, db_uuids(g.ids, g.n)));
	db_send(ctx, &buying, DB_NO_ARGS);
	db_send(ctx, &told, DB_ARGS(workspace, db_uuids(g.ids, g.n)));
	db_send(ctx, &selic, DB_NO_ARGS);
	db_send(ctx, &institutions, DB_ARGS(workspace, db_uuids(g.ids, g.n)));
	db_wait(ctx, got, GOT_MARKET + market_send(ctx));
	find_market(&g, got + GOT_MARKET);
	derive_all(&g);
	make_room(&g);
	for (size_t i = 0; i < g.n; i++)
		join_portfolio(&g, i, got[GOT_IDS], &next, got[GOT_EXERCISES], got[GOT_TOLD]);
	take_institutions(&g, got[GOT_INSTITUTIONS]);
	tax_join_rest(&g);
	order_sort(g.rows, g.n_rows, sizeof(*g.rows), row_order);
	order_sort(g.income, g.n_income, sizeof(*g.income), income_order);
	out->ledger.assets = g.assets;
	out->ledger.n_assets = g.n_assets;
	out->own = g.own;
	out->n_own = g.n_own;
	out->bonuses = g.bonuses;
	out->n_bonuses = g.n_bonuses;
	out->ledger.rows = g.rows;
	out->ledger.n_rows = g.n_rows;
	out->ledger.income = g.income;
	out->ledger.n_income = g.n_income;
	out->ledger.successions = g.successions.items;
	out->ledger.n_successions = g.successions.n;
	out->ledger.spin_offs = g.spin_offs.items;
	out->ledger.n_spin_offs = g.spin_offs.n;
	out->ledger.sell = g.market->usd;
	out->ledger.buy = series_of(ctx->pool, got[GOT_BUYING]);
	take_selic(&out->ledger, ctx->pool, got[GOT_SELIC]);
	if (s) {
		out->ledger.inputs = s->inputs;
		out->stated = s->document;
		out->stated_version = s->version;
	}
}

/* The account's portfolios and its stated inputs. */
static const struct db_rows *account_rows(struct ctx *ctx, struct tax_stated *s)
{
	struct db_arg workspace = db_uuid(ctx->caller->workspace),
		      account = db_uuid(ctx->caller->account);
	struct db_rows *got[2];

	db_send(ctx, &controlled, DB_ARGS(workspace, account));
	db_send(ctx, &stated, DB_ARGS(workspace, account));
	db_wait(ctx, got, 2);
	*s = (struct tax_stated){ 0 };
	if (db_count(got[1]))
		*s = tax_stated_of(ctx, db_get_int(got[1], 0, 0), db_get_text(got[1], 0, 1));
	return got[0];
}

const char *tax_versions(struct ctx *ctx)
{
	struct tax_stated s;
	const struct db_rows *r = account_rows(ctx, &s);
	struct buf versions;

	buf_init(&versions, ctx->pool, 64);
	for (size_t i = 0; i < db_count(r); i++) {
		struct uuid id = db_get_uuid(r, i, P_ID);

		if (left_out(&s, id))
			continue;
		buf_printf(&versions, "%s:%lld:%zu ", uuid_text(ctx->pool, id),
			   (long long)db_get_int(r, i, P_VERSION),
			   strlen(db_get_text(r, i, P_NAME)));
		buf_printf(&versions, "%s ", db_get_text(r, i, P_NAME));
	}
	buf_printf(&versions, "stated %lld", (long long)s.version);
	return buf_text(&versions);
}

void tax_load_account(struct ctx *ctx, struct taxpayer *out)
{
	struct tax_stated s;
	const struct db_rows *r = account_rows(ctx, &s);

	*out = (struct taxpayer){ .scope = TAX_ACCOUNT, .called = ctx->called };
	join(ctx, r, &s, out);
}

void tax_load_client(struct ctx *ctx, struct uuid client, struct taxpayer *out)
{
	*out = (struct taxpayer){ .scope = TAX_CLIENT };
	join(ctx,
	     db_query(ctx, &of_client, DB_ARGS(db_uuid(ctx->caller->workspace), db_uuid(client))),
	     NULL, out);
}

void tax_load_portfolio(struct ctx *ctx, struct taxpayer *out)
{
	const struct caller *own = ctx->caller;
	struct caller *c = pool_memdup(ctx->pool, own, sizeof(*c));

	c->workspace = c->resource_workspace; /* whose row security is in force */
	ctx->caller = c;
	*out = (struct taxpayer){ .scope = TAX_PORTFOLIO };
	join(ctx, db_query(ctx, &of_one, DB_ARGS(DB_CHOSEN(ctx))), NULL, out);
	ctx->caller = own;
}

/* ---- computing ---- */

void tax_compute(struct ctx *ctx, const struct taxpayer *of, int year, struct tax_year *out)
{
	int64_t start = clock_monotonic_us();
	enum calc_err err = tax_year_compute(ctx->pool, &of->ledger, year, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, "da apuração", err);
}

void tax_declare(struct ctx *ctx, const struct taxpayer *of, const struct tax_year *year,
		 struct tax_declaration *out)
{
	int64_t start = clock_monotonic_us();
	enum calc_err err = tax_declaration_compute(ctx->pool, &of->ledger, year, out);

	ctx->calc_us += clock_monotonic_us() - start;
	load_judge(ctx, "da declaração", err);
}
