/* SPDX-License-Identifier: Apache-2.0 */
/* xray_json.c: a portfolio's concentration.  GET /v1/portfolios/{id}/xray */
#include "config.h"

#include "core/clock.h"
#include "http/response.h"
#include "portfolio/show/open_figures.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

void xray_shares_render(struct json *j, const char *name, const char *member,
			const struct xray_shares *s)
{
	json_array(j, name);
	for (size_t i = 0; i < s->n; i++) {
		json_open(j, NULL);
		json_text(j, member, s->items[i].name);
		json_money(j, "value_brl", s->items[i].value);
		figures_pct(j, "pct", s->items[i].pct_e2);
		json_close(j);
	}
	json_array_end(j);
}

static void render_top(struct json *j, const struct xray *x)
{
	json_array(j, "top_positions");
	for (size_t i = 0; i < x->n_top; i++) {
		const struct open_position *s = x->top[i].open_position;

		json_open(j, NULL);
		json_text(j, "symbol", s->symbol);
		json_text(j, "class", asset_type_names[s->type]);
		json_money(j, "value_brl", s->value);
		figures_pct(j, "pct", x->top[i].pct_e2);
		json_close(j);
	}
	json_array_end(j);
}

static void xray_render(struct json *j, const char *name, const struct xray *x, struct day today)
{
	json_open(j, name);
	xray_shares_render(j, "by_class", "class", &x->by_class);
	xray_shares_render(j, "by_sector", "sector", &x->by_sector);
	xray_shares_render(j, "by_indexer", "indexer", &x->by_indexer);
	xray_shares_render(j, "by_currency", "currency", &x->by_currency);
	render_top(j, x);
	json_texts(j, "flags", x->flags, x->n_flags);
	json_open(j, "meta");
	json_money(j, "patrimonio_brl", x->patrimonio);
	json_money(j, "rf_total_brl", x->rf_total);
	json_day(j, "reference", today);
	json_int(j, "positions_considered", (int64_t)x->considered);
	json_int(j, "unpriced_ignored", (int64_t)x->ignored);
	json_close(j);
	json_close(j);
}

const char *xray_view(struct ctx *ctx, struct xray *out)
{
	struct figures f;
	int64_t start;

	figures_load(ctx, &f);
	start = clock_monotonic_us();
	figures_done(ctx, &f, xray_compute(ctx->pool, f.open_positions, f.n, out), start);
	return f.in.name;
}

void wallet_xray(struct ctx *ctx, struct json *out, const char *name)
{
	struct xray x;
	int64_t start;

	(void)xray_view(ctx, &x); /* only the page needs the name */
	start = clock_monotonic_us();
	xray_render(out, name, &x, ctx->today);
	ctx->json_us += clock_monotonic_us() - start;
}

void portfolio_xray(struct ctx *ctx)
{
	figures_readable(ctx);
	wallet_xray(ctx, respond_json(ctx, 200), NULL);
}
