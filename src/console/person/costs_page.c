/* SPDX-License-Identifier: Apache-2.0 */
/* costs_page.c: the yearly costs of holding the positions.  GET /portfolios/{id}/costs */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "portfolio/show/portfolio_view.h"

static void write_totals(struct html *h, const struct costs *c)
{
	layout_explains(h, "costs.totals.", "");
	shown_list(h);
	shown_money_term(h, "Custo por ano", "annual_cost_brl", true, c->annual);
	shown_money_term(h, "Do que se paga", "fees_brl", true,
			 (struct money){ c->annual.e8 - c->gap.e8 });
	shown_money_term(h, "Do que rende abaixo do CDI", "cdi_gap_brl", true, c->gap);
	shown_money_term(h, "Acima da referência", "above_reference_brl", true, c->excess);
	shown_percent_term(h, "Do valor da carteira", "pct_of_patrimonio", c->pct_known, c->pct);
	shown_list_end(h);
	layout_explains(h, "", "");
}

static void write_item(struct html *h, const struct cost_item *i)
{
	static const char *const kinds[] = {
		[COST_FUND_FEE] = "Taxa do fundo",
		[COST_CUSTODY] = "Custódia",
		[COST_CDI_GAP] = "Abaixo do CDI",
	};

	layout_explains_asset(h, "costs.items.", i->open_position->symbol, i->open_position->type,
			      "");
	html_row(h);
	shown_name_cell(h, i->open_position->symbol, NULL);
	html_cell(h, kinds[i->kind]);
	html_cell(h, i->recipient);
	html_cell(h, shown_sentence(h->ctx->pool, i->note));
	shown_percent_cell(h, "annual_cost_pct", true, i->annual_pct);
	shown_money_cell(h, "annual_cost_brl", true, i->annual);
	shown_money_cell(h, "excess_cost_brl", i->benchmark != NULL, i->excess);
	html_row_end(h);
}

static void write_items(struct html *h, const struct costs *c)
{
	if (!c->n_items)
		return;
	layout_table(h, "Custos", 4,
		     HEADINGS("Ativo", "O que é", "A quem", "Nota", "Ao ano", "Por ano",
			      "Acima da referência"));
	for (size_t i = 0; i < c->n_items; i++)
		write_item(h, &c->items[i]);
	html_table_end(h);
	layout_explains(h, "", "");
}

static void write_unknown(struct html *h, const struct costs *c)
{
	if (!c->n_unknown)
		return;
	layout_table(h, "O que não se estima", 2, HEADINGS("Classe", "Por quê", "Posições"));
	for (size_t i = 0; i < c->n_unknown; i++) {
		html_row(h);
		html_cell(h, asset_type_titles[c->unknown[i].type]);
		html_cell(h, c->unknown[i].reason);
		shown_count_cell(h, c->unknown[i].positions);
		html_row_end(h);
	}
	html_table_end(h);
}

void costs_page(struct ctx *ctx)
{
	const char *name;
	struct costs c;
	struct html *h;

	layout_readable(ctx);
	name = costs_view(ctx, &c);
	h = layout_portfolio(ctx, name, "/costs");
	if (!c.considered && !c.ignored) {
		layout_nothing(h, layout_path(ctx, ""));
		html_page_end(h);
		return;
	}
	write_totals(h, &c);
	for (size_t i = 0; i < c.n_flags; i++)
		html_p(h, "%s", shown_sentence(ctx->pool, c.flags[i]));
	write_items(h, &c);
	write_unknown(h, &c);
	if (c.ignored)
		html_p(h, "Posições sem preço, que não contam aqui: %zu.", c.ignored);
	html_p(h, "%s", COST_CAVEAT);
	html_page_end(h);
}
