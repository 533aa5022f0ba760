/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moved_page.c: what moved a month, asset by asset.  GET /portfolios/moved, /portfolios/{id}/moved
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/number_text.h"
#include "http/request.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/store/consolidation.h"

#define SHOWN 60 /* assets of a page */

/* The months beside it. */
static void write_ways(struct html *h, const char *base, const struct moved *m)
{
	void *pool = h->ctx->pool;

	layout_chips(h, "Mês");
	for (int32_t k = -1; k <= 1; k++) {
		struct month other = { m->month.n + k };

		/* Before a month without a result there is seldom another. */
		if (other.n > day_month(h->ctx->today).n || (k < 0 && m->reason))
			continue;
		layout_chip(h, pool_printf(pool, "%s?month=%s", base, month_iso(pool, other)),
			    month_text(pool, other), k == 0);
	}
	layout_chips_end(h);
}

static void write_parts(struct html *h, const char *caption, const char *of,
			const struct moved_part *list, size_t n)
{
	const char *const headings[] = { of, "Resultado", "Em pontos do mês" };

	layout_table(h, caption, 1, headings, ARRAY_SIZE(headings));
	for (size_t i = 0; i < n && i < SHOWN; i++) {
		html_row(h);
		shown_names_cell(h, list[i].symbol ? list[i].symbol : list[i].name,
				 list[i].symbol ? list[i].name : NULL, NULL);
		shown_money_cell(h, "moved_result", true, list[i].result);
		shown_percent_cell(h, "moved_points", true, list[i].points);
		html_row_end(h);
	}
	html_table_end(h);
	if (n > SHOWN)
		html_p(h, "E mais %zu, que moveram menos.", n - SHOWN);
}

static void write_all(struct html *h, const char *base, const struct moved *m)
{
	write_ways(h, base, m);
	if (m->reason) {
		html_p(h, "%s", m->reason);
		html_page_end(h);
		return;
	}
	shown_led(h, "#partes");
	shown_list(h);
	shown_money_term(h, "Resultado do mês", "moved_sum", true, m->result);
	shown_percent_term(h, "Rentabilidade do mês", "return_pct", true, m->return_pct);
	shown_list_end(h);
	shown_explained(h, NULL);
	write_parts(h, "Por classe", "Classe", m->classes, m->n_classes);
	write_parts(h, "Por ativo", "Ativo", m->assets, m->n_assets);
	html_open(h, "p");
	html_attr(h, "id", "partes");
	html_text(
		h,
		"O resultado do mês é o que os ativos ganharam ou perderam, com os proventos e sem os "
		"aportes; em pontos, quanto cada um pôs na rentabilidade do mês. As partes somam o todo; do "
		"arredondamento sobram ");
	shown_money(h, "moved_rounding", true, m->rounding_result);
	html_text(h, ".");
	html_close(h, "p");
	html_page_end(h);
}

void moved_page(struct ctx *ctx)
{
	const char *month = query_text(ctx, "month");
	struct moved_view v;

	layout_readable(ctx);
	moved_view(ctx, moved_month(ctx, month), &v);
	write_all(layout_portfolio(ctx, v.v.in.name, "/moved"), layout_path(ctx, "/moved"),
		  &v.moved);
}

void moved_page_all(struct ctx *ctx)
{
	const char *month = query_text(ctx, "month");
	struct consolidation t;
	struct moved moved;

	layout_person(ctx);
	consolidation_load(
		ctx,
		&(struct consolidation_want){ .as_of = ctx->today, .history = true, .steps = true },
		&t);
	consolidation_moved(ctx, &t, moved_month(ctx, month), &moved);
	write_all(layout_page(ctx, "O que moveu o mês"), "/portfolios/moved", &moved);
}
