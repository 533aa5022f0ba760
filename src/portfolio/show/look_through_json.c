/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look_through_json.c: the holdings of a portfolio's funds.  GET /v1/portfolios/{id}/look-through
 *
 * One round trip more than the detail, for the disclosed portfolios of both levels, when the portfolio
 * holds a fund.
 */
#include "config.h"

#include "core/clock.h"
#include "http/response.h"
#include "market/prices/funds.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

/* ---- load ---- */

/* The kinds of a fund's rows come in runs: each text is parsed once a run. */
static struct disclosed_asset *take_assets(struct ctx *ctx, const struct fund_portfolio *p)
{
	struct disclosed_asset *out = pool_array(ctx->pool, struct disclosed_asset, p->n);

	for (size_t i = 0; i < p->n; i++) {
		const struct fund_asset *row = &p->rows[i];

		out[i].kind = i && str_eq(row->tp_aplic, p->rows[i - 1].tp_aplic)
				      ? out[i - 1].kind
				      : disclosed_kind_of(ctx->pool, row->tp_aplic);
		out[i].value = row->value;
		out[i].code = out[i].kind == DISCLOSED_QUOTA ? row->fund_cnpj : row->code;
	}
	return out;
}

static struct look_through_input load_funds(struct ctx *ctx, struct figures *f)
{
	size_t n;
	const char **tax_ids = figures_funds(ctx, f, &n);
	struct fund_portfolios all;
	struct disclosed *funds;

	market_fund_portfolios(ctx, tax_ids, n, &ctx->today, &all);
	funds = pool_array(ctx->pool, struct disclosed, all.n);
	for (size_t i = 0; i < all.n; i++)
		funds[i] = (struct disclosed){ .fund = all.list[i].tax_id,
					       .day = all.list[i].comptc_date,
					       .pl_known = all.list[i].pl_known,
					       .pl = all.list[i].pl,
					       .assets = take_assets(ctx, &all.list[i]),
					       .n = all.list[i].n };
	for (size_t i = 0; i < f->n; i++) {
		struct open_position *s = &f->open_positions[i];
		const struct fund_portfolio *p = s->type == ASSET_FUND && !s->name
							 ? fund_portfolio_find(&all, s->symbol)
							 : NULL;

		if (p)
			s->name = p->name;
	}
	return (struct look_through_input){ .open_positions = f->open_positions,
					    .n_open_positions = f->n,
					    .funds = funds,
					    .n_funds = all.n,
					    .shown = LOOK_THROUGH_SHOWN };
}

/* ---- render ---- */

static void render_exposures(struct json *j, const struct look_through *l)
{
	json_array(j, "exposures");
	for (size_t i = 0; i < l->n_exposures; i++) {
		const struct exposure *e = &l->exposures[i];

		json_open(j, NULL);
		json_text(j, "symbol", e->symbol);
		json_text(j, "kind", asset_type_names[e->type]);
		json_money(j, "direct_value_brl", e->direct);
		json_money(j, "indirect_value_brl", e->indirect);
		json_money(j, "total_value_brl", e->total);
		if (e->pct_known)
			figures_pct(j, "pct_of_portfolio", e->pct_e2);
		else
			json_null(j, "pct_of_portfolio");
		json_array(j, "via");
		for (size_t k = 0; k < e->n_via; k++) {
			json_open(j, NULL);
			json_text(j, "fund_cnpj", e->via[k].fund->symbol);
			json_text(j, "fund_name", e->via[k].fund->name);
			json_money(j, "value_brl", e->via[k].value);
			json_close(j);
		}
		json_array_end(j);
		json_close(j);
	}
	json_array_end(j);
}

static void render_funds(struct json *j, const struct look_through *l)
{
	json_array(j, "funds_opened");
	for (size_t i = 0; i < l->n_opened; i++) {
		const struct opened_fund *o = &l->opened[i];

		json_open(j, NULL);
		json_text(j, "fund_cnpj", o->open_position->symbol);
		json_text(j, "fund_name", o->open_position->name);
		json_money(j, "position_value_brl", o->open_position->value);
		json_day(j, "comptc_date", o->day);
		figures_pct(j, "coverage_pct", o->coverage_e2);
		json_text(j, "method", o->by_pl ? "pl" : "disclosed_sum");
		json_close(j);
	}
	json_array_end(j);
	json_array(j, "not_opened");
	for (size_t i = 0; i < l->n_unopened; i++) {
		const struct unopened_fund *u = &l->unopened[i];

		json_open(j, NULL);
		json_text(j, "symbol", u->open_position->symbol);
		json_text(j, "fund_name", u->open_position->name);
		json_money_or_null(j, "position_value_brl", u->open_position->value_known,
				   u->open_position->value);
		json_text(j, "reason", u->reason);
		json_close(j);
	}
	json_array_end(j);
}

static void look_through_render(struct json *j, const char *name, const struct look_through *l)
{
	json_open(j, name);
	render_exposures(j, l);
	render_funds(j, l);
	json_open(j, "meta");
	json_money(j, "patrimonio_brl", l->patrimonio);
	json_array(j, "comptc_dates");
	for (size_t i = 0; i < l->n_days; i++)
		json_day(j, NULL, l->days[i]);
	json_array_end(j);
	if (l->truncated)
		json_int(j, "exposures_truncated", (int64_t)l->truncated);
	if (!l->has_funds)
		json_text(j, "note", LOOK_THROUGH_NO_FUNDS);
	json_text(j, "caveat", LOOK_THROUGH_CAVEAT);
	json_close(j);
	json_close(j);
}

void look_through_find(struct ctx *ctx, struct figures *f, struct look_through_input *in,
		       struct look_through *out)
{
	int64_t start;

	*in = load_funds(ctx, f);
	start = clock_monotonic_us();
	figures_done(ctx, f, look_through_compute(ctx->pool, in, out), start);
}

const char *look_through_view(struct ctx *ctx, struct look_through *out)
{
	struct look_through_input in;
	struct figures f;

	figures_load(ctx, &f);
	look_through_find(ctx, &f, &in, out);
	return f.in.name;
}

void wallet_look_through(struct ctx *ctx, struct json *out, const char *name)
{
	struct look_through l;
	int64_t start;

	(void)look_through_view(ctx, &l); /* the JSON does not name the portfolio */
	start = clock_monotonic_us();
	look_through_render(out, name, &l);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_look_through(struct ctx *ctx)
{
	figures_readable(ctx);
	wallet_look_through(ctx, respond_json(ctx, 200), NULL);
}
