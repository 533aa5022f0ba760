/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio_page.c: one portfolio: its holdings.  GET /portfolios/{id} */
#include "config.h"

#include "identity/caller.h"
#include "console/person/holdings_table.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/holding_parts.h"
#include "portfolio/show/portfolio_view.h"

static void write_judgement(struct ctx *ctx, struct html *h, const struct portfolio *p)
{
	if (!p->any_unpriced && !p->any_cost_unknown)
		return;
	html_open_of(h, "div", "note warn");
	if (p->any_unpriced)
		html_p(h,
		       "Há ativos sem preço, ou com preço antigo: a coluna \"Preço de\", em uma tabela só, diz quais.");
	if (p->any_cost_unknown)
		html_p(h, "Há ativos de custo desconhecido: o resultado não os conta.");
	html_link(h, layout_path(ctx, "/issues"), "Ver o que falta");
	html_close(h, "div");
}

/* The same table in other orders. */
static void write_orders(struct ctx *ctx, struct html *h)
{
	html_open(h, "p");
	html_text(h, "Hoje: ");
	html_link(h, layout_path(ctx, "?sort=-day_change_brl"), "o que mais subiu");
	html_text(h, ", ");
	html_link(h, layout_path(ctx, "?sort=day_change_brl"), "o que mais caiu");
	html_text(h, ". ");
	html_link(h, layout_path(ctx, "?sort=-market_value"), "Em uma tabela só");
	html_close(h, "p");
}

static void write_showing(struct ctx *ctx, struct html *h)
{
	html_open_of(h, "p", "acts");
	if (ctx->caller->personal) {
		html_open_of(h, "a", "btn");
		html_attr(h, "href", layout_path(ctx, "/readers"));
		html_text(h, "Mostrar a alguém");
		html_close(h, "a");
	}
	html_open_of(h, "a", "btn");
	html_attr(h, "href", layout_path(ctx, "/links"));
	html_text(h, "Mostrar por um link");
	html_close(h, "a");
	html_close(h, "p");
}

static void write_top(struct ctx *ctx, struct html *h, const struct detail_view *d)
{
	const struct portfolio *p = &d->v.portfolio;

	html_open_of(h, "section", "card span8");
	layout_explains(h, "", "");
	html_div(h, "hero");
	shown_money(h, "patrimonio", true, p->patrimonio);
	html_close(h, "div");
	shown_list(h);
	shown_money_term(h, "Valor investido", "invested", true, p->invested);
	shown_money_term(h, "Lucro não realizado", "unrealized_pl", true, p->unrealized_pl);
	shown_money_term(h, "Lucro realizado", "realized_pl", true, p->realized_pl);
	shown_money_term(h, "Proventos", "income_received", true, p->income_received);
	shown_money_term(h, "No dia", "day_change_brl", true, p->day_change);
	shown_rate_term(h, "TIR, ao ano", "xirr", p->xirr_known, p->xirr);
	layout_result(h, p);
	layout_explains(h, "returns.", "");
	shown_rate_term(h, "Desde o início, pelo tempo", "twr.cumulative", d->twr.known,
			d->twr.cumulative);
	layout_explains(h, "", "");
	shown_list_end(h);
	layout_result_said(h);
	html_p(h, "%s", shown_sentence(ctx->pool, returns_sentence(ctx->pool, p, &d->twr)));
	if (ctx->caller->access == ACCESS_CONTROL)
		write_showing(ctx, h);
	html_close(h, "section");
}

static void write_side(struct ctx *ctx, struct html *h, const struct portfolio *p)
{
	html_div(h, "stack span4");
	write_judgement(ctx, h, p);
	html_open_of(h, "section", "card");
	html_element(h, "h2", "Onde está");
	layout_kinds(h, p);
	html_close(h, "section");
	html_close(h, "div");
}

/* Written options, which are among no open positions. */
static void write_owed(struct html *h, const struct portfolio *p)
{
	for (size_t i = 0; i < p->n_holdings; i++)
		holding_owed(h, &p->holdings[i]);
}

void portfolio_page(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today };
	struct holdings_asked asked = holdings_asked(ctx);
	struct detail_view d;
	struct html *h;

	layout_readable(ctx);
	detail_view(ctx, &load, &d);
	h = layout_portfolio(ctx, d.v.in.name, "");
	if (!d.v.portfolio.n_holdings) {
		layout_nothing(h, layout_path(ctx, ""));
		html_page_end(h);
		return;
	}
	html_div(h, "grid");
	write_owed(h, &d.v.portfolio);
	write_top(ctx, h, &d);
	write_side(ctx, h, &d.v.portfolio);
	html_open_of(h, "section", "card flush cols");
	html_open(h, "header");
	html_element(h, "h2", "Ativos");
	html_close(h, "header");
	write_orders(ctx, h);
	holdings_write(h, &d.v.portfolio, &asked);
	html_close(h, "section");
	html_close(h, "div");
	html_page_end(h);
}
