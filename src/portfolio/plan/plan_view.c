/* SPDX-License-Identifier: Apache-2.0 */
/* plan_view.c: what is held, priced, beside the targets. */
#include "config.h"

#include "portfolio/plan/plan_view.h"

#include <stdlib.h>

#include "core/number_text.h"
#include "portfolio/portfolio.h"
#include "portfolio/store/consolidation.h"
#include "portfolio/store/valued.h"

#define CONTRIBUTION_MAX ((wide)1000000000000 * 100) /* cents */

/* ---- positions ---- */

static int paper_order(const void *a, const void *b)
{
	const struct holding *x = *(const struct holding *const *)a;
	const struct holding *y = *(const struct holding *const *)b;
	int order = strcmp(x->asset->symbol, y->asset->symbol);

	return order ? order : (int)x->asset->type - (int)y->asset->type;
}

/*
 * A price of the market in reais: neither an accrued value nor the cost, nor 0.  What is only watched has no valuation,
 * and no other price.
 */
static void give_price(const struct holding *h, struct plan_position *p)
{
	bool market = h->state == HOLDING_WATCHLIST || h->valuation == VALUATION_MARKET;

	if (!market || !h->price_known || h->price.e12 <= 0)
		return;
	p->price_known = true;
	p->price = h->price;
	p->native_known = h->native_price_known;
	p->native = h->price_native;
}

/* The parts of one paper, which may be in several portfolios; it outlives them. */
static struct plan_position position_of(void *pool, const struct holding *const *parts, size_t n,
					bool *range)
{
	struct plan_position p = { .symbol = pool_strdup(pool, parts[0]->asset->symbol),
				   .type = parts[0]->asset->type,
				   .held = true,
				   .value_known = true };

	for (size_t i = 0; i < n; i++) {
		p.qty = qty_add(p.qty, parts[i]->brl.qty, range);
		p.value_known &= parts[i]->value_known;
		p.value = money_add_shown(p.value, parts[i]->market_value, range);
		give_price(parts[i], &p);
	}
	return p;
}

static struct plan_position *held(struct ctx *ctx, const struct portfolio *of, size_t room,
				  size_t *n, bool *range)
{
	const struct holding **open = pool_array(ctx->pool, const struct holding *, of->n_holdings);
	struct plan_position *out;
	size_t n_open = 0, end;

	for (size_t i = 0; i < of->n_holdings; i++)
		if (of->holdings[i].state == HOLDING_OPEN)
			open[n_open++] = &of->holdings[i];
	qsort(open, n_open, sizeof(*open), paper_order);
	out = pool_array(ctx->pool, struct plan_position, n_open + room);
	*n = 0;
	for (size_t i = 0; i < n_open; i = end) {
		for (end = i + 1; end < n_open && !paper_order(&open[i], &open[end]); end++)
			;
		out[(*n)++] = position_of(ctx->pool, open + i, end - i, range);
	}
	return out;
}

/* ---- named assets that are not held ---- */

static bool is_held(const struct plan_position *list, size_t n, const struct plan_asset *a)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].type == a->type && str_eq(list[i].symbol, a->symbol))
			return true;
	return false;
}

static size_t named_most(const struct plan_targets *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += t->slices[i].n_inside + t->slices[i].n_assets;
	return n;
}

static void add_named(struct ledger *l, struct ledger_asset *list, const struct plan_asset *named,
		      size_t n, const struct plan_position *positions, size_t n_positions)
{
	for (size_t i = 0; i < n; i++) {
		enum currency currency = named[i].type == ASSET_US ? CURRENCY_USD : CURRENCY_BRL;

		if (is_held(positions, n_positions, &named[i]))
			continue;
		list[l->n_assets] = (struct ledger_asset){ .symbol = named[i].symbol,
							   .type = named[i].type,
							   .currency = currency };
		list[l->n_assets].id.b[0] = (unsigned char)(l->n_assets >> 8);
		list[l->n_assets].id.b[1] = (unsigned char)l->n_assets;
		l->n_assets++;
	}
}

/* Those whose price may buy something: what is inside, and the only asset of a slice without it. */
static void add_buyable(struct ledger *l, struct ledger_asset *list, const struct plan_targets *t,
			const struct plan_position *positions, size_t n)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct plan_slice *s = &t->slices[i];

		if (s->n_inside)
			add_named(l, list, s->inside, s->n_inside, positions, n);
		else if (s->n_assets == 1 && !s->types)
			add_named(l, list, s->assets, 1, positions, n);
	}
}

static const struct market *load_market(struct ctx *ctx, const struct ledger *l)
{
	struct db_rows *rows[MARKET_STATEMENTS];
	size_t sent = market_send(ctx);

	if (sent)
		db_wait(ctx, rows, sent);
	return market_take(ctx, rows, l, NULL, false);
}

/* As if they were watched in a portfolio of their own. */
static void add_prices(struct ctx *ctx, const struct plan_view *v, struct plan_position *list,
		       size_t *n)
{
	const struct plan_targets *t = &v->targets.plan;
	struct ledger_asset *assets = pool_array(ctx->pool, struct ledger_asset, named_most(t));
	struct ledger l = { .assets = assets };
	const struct market *market;
	struct derived derived;
	struct portfolio p;

	add_buyable(&l, assets, t, list, *n);
	if (!l.n_assets)
		return;
	market = v->market ? v->market : load_market(ctx, &l);
	load_judge(ctx, "metas", ledger_derive(ctx->pool, &l, market, ctx->today, &derived));
	load_judge(ctx, "metas", portfolio_mark(ctx->pool, &derived, market, ctx->today, &p));
	for (size_t i = 0; i < p.n_holdings; i++) {
		struct plan_position *x = &list[(*n)++];

		*x = (struct plan_position){ .symbol = p.holdings[i].asset->symbol,
					     .type = p.holdings[i].asset->type };
		give_price(&p.holdings[i], x);
	}
}

static int asset_order(const void *a, const void *b)
{
	const struct ledger_asset *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (int)x->type - (int)y->type;
}

const struct market *plan_market(struct ctx *ctx, const struct plan_targets *const *list, size_t n)
{
	struct ledger_asset *assets;
	struct ledger l = { .n_assets = 0 };
	size_t most = 0, kept = 0;

	for (size_t i = 0; i < n; i++)
		most += named_most(list[i]);
	assets = pool_array(ctx->pool, struct ledger_asset, most);
	l.assets = assets;
	for (size_t i = 0; i < n; i++)
		add_buyable(&l, assets, list[i], NULL, 0);
	if (!l.n_assets)
		return NULL;
	qsort(assets, l.n_assets, sizeof(*assets), asset_order);
	for (size_t i = 0; i < l.n_assets; i++)
		if (!kept || asset_order(&assets[kept - 1], &assets[i]))
			assets[kept++] = assets[i];
	l.n_assets = kept;
	return load_market(ctx, &l);
}

/* ---- the view ---- */

bool plan_amount(const char *text, bool sell, struct money *out)
{
	wide cents = 0;

	if (dec_parse(slice_of(text), 2, CONTRIBUTION_MAX, &cents) != DEC_OK || cents < 0 ||
	    (cents == 0 && !sell))
		return false;
	out->e8 = cents * (E8 / 100);
	return true;
}

const char *plan_amount_expected(bool sell)
{
	return sell ? "um valor em reais, com até duas casas, de 0,00 em diante"
		    : "um valor em reais acima de 0, com até duas casas";
}

struct plan_ask plan_ask_of(struct ctx *ctx, const char *contribution, bool sell)
{
	struct plan_ask ask = { .moves = contribution || sell, .sell = sell };

	if (contribution && !plan_amount(contribution, sell, &ask.contribution))
		fail_parameter(ctx, "contribution", contribution, plan_amount_expected(sell));
	return ask;
}

static const struct portfolio *load_one(struct ctx *ctx, struct plan_view *out)
{
	const struct load_want want = { .as_of = ctx->today };
	struct valued *v = pool_zero(ctx->pool, struct valued);

	load_portfolio(ctx, &want, &v->in);
	load_compute(ctx, &v->in, ctx->today, &v->portfolio);
	out->name = v->in.name;
	out->parts = v;
	out->n_parts = 1;
	return &v->portfolio;
}

static const struct portfolio *load_all(struct ctx *ctx, struct plan_view *out)
{
	const struct consolidation_want want = { .as_of = ctx->today };
	struct consolidation *t = pool_zero(ctx->pool, struct consolidation);

	consolidation_load(ctx, &want, t);
	out->parts = t->list;
	out->n_parts = t->n;
	return &t->all.whole;
}

void plan_of(struct ctx *ctx, const struct portfolio *of, struct plan_view *out)
{
	const struct plan_ask ask = out->ask;
	struct plan_position *list;
	enum calc_err err;
	bool range = false;
	size_t n;

	list = held(ctx, of, named_most(&out->targets.plan), &n, &range);
	if (ask.moves)
		add_prices(ctx, out, list, &n);
	out->in = (struct plan_input){ out->targets.plan, list, n };
	err = range ? CALC_RANGE : plan_state(ctx->pool, &out->in, &out->state);
	if (err == CALC_OK && ask.moves)
		err = (ask.sell ? plan_rebalance : plan_contribute)(ctx->pool, &out->state,
								    ask.contribution, &out->moves);
	load_judge(ctx, out->name ? out->name : "consolidada", err);
}

bool plan_view_found(struct ctx *ctx, bool all, struct plan_ask ask, struct plan_view *out)
{
	const struct portfolio *of;

	*out = (struct plan_view){ .ask = ask };
	targets_find(ctx, all, NULL, &out->targets);
	if (!out->targets.exist)
		return false;
	of = all ? load_all(ctx, out) : load_one(ctx, out);
	plan_of(ctx, of, out);
	return true;
}

void plan_view(struct ctx *ctx, bool all, struct plan_ask ask, struct plan_view *out)
{
	if (!plan_view_found(ctx, all, ask, out))
		targets_none(ctx, NULL);
}

const char *plan_outside_said(void *pool, const struct plan_state *s)
{
	const struct plan_share *largest = s->outside;
	struct money sum = { 0 };
	struct percent share;
	bool range = false;

	for (size_t i = 0; i < s->n_outside; i++)
		sum = money_add(sum, s->outside[i].value, &range);
	if (range || sum.e8 <= 0 || s->total.e8 <= 0)
		return NULL;
	share = percent_of(sum, s->total, &range);
	if (range)
		return NULL;
	return pool_printf(
		pool,
		"%s%% da carteira está fora das metas, em nenhuma fatia: o maior é %s, da "
		"classe %s, com %s%%.",
		percent_text(pool, share, 2), largest->symbol, asset_type_titles[largest->type],
		percent_text(pool, largest->share, 2));
}

const char *wallet_targets_warning(struct ctx *ctx, bool all)
{
	struct plan_view v;

	return plan_view_found(ctx, all, (struct plan_ask){ .moves = false }, &v)
		       ? plan_outside_said(ctx->pool, &v.state)
		       : NULL;
}
