/* SPDX-License-Identifier: Apache-2.0 */
/*
 * costs_json.c: the yearly costs of holding a portfolio.  GET /v1/portfolios/{id}/costs
 *
 * One round trip more than the detail, for the registers of funds, when the portfolio holds one.
 */
#include "config.h"

#include "core/clock.h"
#include "http/response.h"
#include "market/prices/funds.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

static void render_benchmark(struct json *j, const struct cost_item *i)
{
	if (!i->benchmark) {
		json_null(j, "benchmark");
		json_null(j, "excess_cost_brl");
		return;
	}
	json_open(j, "benchmark");
	json_text(j, "label", i->benchmark);
	json_percent(j, "value_pct", i->benchmark_pct);
	if (i->kind == COST_FUND_FEE)
		json_int(j, "peers", (int64_t)i->peers);
	json_close(j);
	json_money(j, "excess_cost_brl", i->excess);
}

static void render_items(struct json *j, const struct costs *c)
{
	json_array(j, "items");
	for (size_t k = 0; k < c->n_items; k++) {
		const struct cost_item *i = &c->items[k];

		json_open(j, NULL);
		json_text(j, "symbol", i->open_position->symbol);
		json_text(j, "class", asset_type_names[i->open_position->type]);
		json_text(j, "name", i->open_position->name);
		json_money(j, "value_brl", i->open_position->value);
		json_text(j, "cost_kind", cost_kind_names[i->kind]);
		json_percent(j, "annual_cost_pct", i->annual_pct);
		json_money(j, "annual_cost_brl", i->annual);
		json_text(j, "recipient", i->recipient);
		render_benchmark(j, i);
		json_text(j, "note", i->note);
		json_close(j);
	}
	json_array_end(j);
}

static void render_unknown(struct json *j, const struct costs *c)
{
	json_array(j, "not_estimated");
	for (size_t i = 0; i < c->n_unknown; i++) {
		const struct cost_unknown *u = &c->unknown[i];

		json_open(j, NULL);
		json_text(j, "class", asset_type_names[u->type]);
		json_text(j, "reason", u->reason);
		json_int(j, "positions", (int64_t)u->positions);
		json_texts(j, "symbols", u->symbols, u->n_symbols);
		json_close(j);
	}
	json_array_end(j);
}

static void render_sums(struct json *j, const struct costs *c)
{
	json_array(j, "by_recipient");
	for (size_t i = 0; i < c->n_recipients; i++) {
		json_open(j, NULL);
		json_text(j, "recipient", c->recipients[i].name);
		json_money(j, "annual_cost_brl", c->recipients[i].annual);
		json_close(j);
	}
	json_array_end(j);
	json_open(j, "totals");
	json_money(j, "annual_cost_brl", c->annual);
	json_money(j, "fees_brl", (struct money){ c->annual.e8 - c->gap.e8 });
	json_money(j, "cdi_gap_brl", c->gap);
	json_money(j, "above_reference_brl", c->excess);
	json_percent_or_null(j, "pct_of_patrimonio", c->pct_known, c->pct);
	json_close(j);
}

static void costs_render(struct json *j, const char *name, const struct costs *c,
			 const struct percent *cdi_12m, struct day today)
{
	json_open(j, name);
	render_items(j, c);
	render_unknown(j, c);
	render_sums(j, c);
	json_texts(j, "flags", c->flags, c->n_flags);
	json_open(j, "meta");
	json_money(j, "patrimonio_brl", c->patrimonio);
	json_day(j, "reference", today);
	json_int(j, "positions_considered", (int64_t)c->considered);
	json_int(j, "unpriced_ignored", (int64_t)c->ignored);
	if (cdi_12m)
		json_percent(j, "cdi_12m_pct", *cdi_12m);
	else
		json_null(j, "cdi_12m_pct");
	json_text(j, "caveat", COST_CAVEAT);
	json_close(j);
	json_close(j);
}

/* The register's entry for each position in a fund, at the position's index; @facts: of its funds in that order. */
static const struct fund_cost *take_funds(struct ctx *ctx, struct figures *f,
					  const struct fund_fact *facts)
{
	struct fund_cost *out = pool_array(ctx->pool, struct fund_cost, f->n);

	for (size_t i = 0; i < f->n; i++) {
		const struct fund_fact *fact;

		if (f->open_positions[i].type != ASSET_FUND)
			continue;
		fact = facts++;
		if (!f->open_positions[i].name)
			f->open_positions[i].name = fact->name;
		out[i] = (struct fund_cost){
			.fee_known = fact->fee_known,
			.fee = fact->fee,
			.administrator = fact->administrator,
			.peer_class = fact->peer_class,
			.median = fact->median,
			.peers = fact->median_known ? fact->peers : 0,
		};
	}
	return out;
}

/* Those of all, in one round trip. */
static void load_funds(struct ctx *ctx, struct figures *list, size_t n, struct costs_found *out)
{
	size_t *counts = pool_array(ctx->pool, size_t, n), all = 0, at = 0;
	const char **tax_ids;
	struct fund_fact *facts;

	for (size_t i = 0; i < n; i++)
		all += list[i].n;
	tax_ids = pool_array(ctx->pool, const char *, all);
	for (size_t i = 0; i < n; i++) {
		const char **own = figures_funds(ctx, &list[i], &counts[i]);

		memcpy(tax_ids + at, own, counts[i] * sizeof(*own));
		at += counts[i];
	}
	facts = pool_array(ctx->pool, struct fund_fact, at);
	market_fund_facts(ctx, tax_ids, at, facts);
	for (size_t i = 0; i < n; i++) {
		out[i].funds = take_funds(ctx, &list[i], facts);
		facts += counts[i];
	}
}

/* Known only when a paper of the portfolio accrues by a series: then the series are loaded. */
static bool find_cdi(struct ctx *ctx, const struct figures *f, struct percent *out)
{
	const struct rates *rates = f->in.market->rates;

	return rates && cdi_12m_pct(accruer_new(ctx->pool, rates, ctx->today), ctx->today, out);
}

void costs_find(struct ctx *ctx, struct figures *list, size_t n, struct costs_found *out)
{
	load_funds(ctx, list, n, out);
	for (size_t i = 0; i < n; i++) {
		struct costs_found *c = &out[i];
		int64_t start = clock_monotonic_us();

		c->cdi_12m = find_cdi(ctx, &list[i], &c->cdi) ? &c->cdi : NULL;
		figures_done(ctx, &list[i],
			     costs_compute(ctx->pool, list[i].open_positions, c->funds, list[i].n,
					   c->cdi_12m, &c->costs),
			     start);
	}
}

void wallet_costs(struct ctx *ctx, struct json *out, const char *name)
{
	struct costs_found found;
	struct figures f;
	int64_t start;

	figures_load(ctx, &f);
	costs_find(ctx, &f, 1, &found);
	start = clock_monotonic_us();
	costs_render(out, name, &found.costs, found.cdi_12m, ctx->today);
	ctx->json_us += clock_monotonic_us() - start;
}

const char *costs_view(struct ctx *ctx, struct costs *out)
{
	struct costs_found found;
	struct figures f;

	figures_load(ctx, &f);
	costs_find(ctx, &f, 1, &found);
	*out = found.costs;
	return f.in.name;
}

void portfolio_costs(struct ctx *ctx)
{
	figures_readable(ctx);
	wallet_costs(ctx, respond_json(ctx, 200), NULL);
}
