/* SPDX-License-Identifier: Apache-2.0 */
/* history.c: a portfolio month by month.  GET /portfolios/{id}/history */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "wallet/show/view.h"

static void write_risk(struct html *h, const struct history *history, struct day as_of)
{
	struct risk r = risk_of(history, as_of);

	shown_list(h);
	shown_term(h, "Volatilidade ao ano");
	shown_rate(h, "volatility", r.volatility_known, r.volatility);
	shown_term_end(h);
	shown_term(h, "Maior queda");
	shown_rate(h, "max_drawdown.value", r.drawdown.known, r.drawdown.depth);
	shown_term_end(h);
	shown_list_end(h);
}

void history_page(struct ctx *ctx)
{
	struct history_view v;
	struct html *h;

	layout_readable(ctx);
	history_view(ctx, NULL, NULL, &v);
	h = layout_portfolio(ctx, v.v.in.name, "/history");
	html_p(h, "%s", v.explain);
	layout_periods(h, &v.history);
	layout_benchmarks(h, v.benchmarks);
	write_risk(h, &v.history, v.as_of);
	layout_months(h, &v.history);
	html_page_end(h);
}
