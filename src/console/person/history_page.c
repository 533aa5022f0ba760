/* SPDX-License-Identifier: Apache-2.0 */
/* history_page.c: a portfolio month by month.  GET /portfolios/{id}/history */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "portfolio/show/portfolio_view.h"

static void write_risk(struct html *h, const struct history *history, struct day as_of)
{
	struct risk r = risk_of(history, as_of);

	layout_explains(h, "history.meta.risk.", "");
	shown_list(h);
	shown_rate_term(h, "Volatilidade ao ano", "volatility", r.volatility_known, r.volatility);
	shown_rate_term(h, "Maior queda", "max_drawdown.value", r.drawdown.known, r.drawdown.depth);
	shown_list_end(h);
	layout_explains(h, "", "");
}

void history_page(struct ctx *ctx)
{
	const struct chart_span *span = chart_span_asked(ctx, chart_spans);
	size_t page = layout_page_asked(ctx);
	struct history_view v;
	struct html *h;

	layout_readable(ctx);
	history_view(ctx, NULL, NULL, &v);
	h = layout_portfolio(ctx, v.v.in.name, "/history");
	if (!v.history.n_months) {
		layout_nothing(h, layout_path(ctx, ""));
		html_page_end(h);
		return;
	}
	html_p(h, "%s", shown_sentence(ctx->pool, v.explain));
	chart_span_chips(h, layout_path(ctx, "/history"), chart_spans, span);
	layout_value(h, &v.history, v.benchmarks, span);
	if (span->daily && v.history.n_days)
		layout_days(h, &v.history);
	layout_periods(h, &v.history, &v.indices);
	layout_benchmarks(h, "Esta carteira", &v.v.portfolio, &v.history, &v.indices, v.benchmarks);
	write_risk(h, &v.history, v.as_of);
	layout_months(h, &v.history, layout_path(ctx, "/history"), page);
	html_page_end(h);
}
