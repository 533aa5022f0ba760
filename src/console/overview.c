/* SPDX-License-Identifier: Apache-2.0 */
/* overview.c: all portfolios as one.  GET /portfolios */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "http/request.h"
#include "wallet/load/consolidation.h"

#define SHOWN 40 /* positions of a page */

static void write_portfolios(struct html *h, const struct consolidation *t)
{
	static const char *const headings[] = { "Carteira", "Valor", "Sobre o custo", "Ativos" };

	layout_table(h, "Carteiras", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = 0; i < t->n; i++) {
		const struct valued *v = &t->list[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(v->in.id, id);
		layout_explains_at(h, pool_printf(h->ctx->pool, "/portfolios/%s", id), NULL, NULL);
		html_row(h);
		shown_name_cell(h, v->in.name, pool_printf(h->ctx->pool, "/portfolios/%s", id));
		shown_money_cell(h, "patrimonio", true, v->portfolio.patrimonio);
		shown_percent_cell(h, "unrealized_pct", true, v->portfolio.unrealized_pct);
		shown_count_cell(h, v->portfolio.open_positions);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
	html_p(h,
	       "Os totais somam as carteiras desta tabela, em que cada número abre a sua explicação.");
}

static void write_positions(struct html *h, const struct consolidated *all, size_t page)
{
	size_t from = (page - 1) * SHOWN;
	static const char *const headings[] = { "Ativo", "Classe",  "Quantidade",
						"Valor", "Parcela", "Sobre o custo" };

	layout_table(h, "O que há, onde quer que esteja", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = from; i < all->n && i < from + SHOWN; i++) {
		const struct consolidated_position *p = &all->positions[i];

		html_row(h);
		shown_names_cell(h, p->symbol, p->name, NULL);
		html_cell(h, asset_type_titles[p->type]);
		shown_qty_cell(h, "qty", p->qty);
		shown_money_cell(h, "market_value", p->value_known, p->market_value);
		shown_percent_cell(h, "weight_pct", p->weight_known, p->weight_pct);
		shown_percent_cell(h, "unrealized_pct", p->pct_known, p->unrealized_pct);
		html_row_end(h);
	}
	html_table_end(h);
	if (all->n && from >= all->n)
		html_p(h, "Nenhum ativo aqui.");
	layout_pages_of(h, "/portfolios?", "positions", page, SHOWN, all->n);
}

void overview_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	size_t positions = (size_t)query_int(ctx, "positions", 1, 100000, 1);
	struct consolidation_history past;
	struct consolidation t;
	struct html *h;

	layout_person(ctx);
	consolidation_load(
		ctx, &(struct consolidation_want){ .as_of = ctx->today, .history = true }, &t);
	consolidation_walk(ctx, &t, ctx->today, &past);
	h = layout_page(ctx, "Minhas carteiras");
	html_open(h, "p");
	html_link(h, "/portfolios/new", "Nova carteira");
	html_close(h, "p");
	if (!t.n) {
		html_p(h, "Ainda não há carteiras.");
		html_page_end(h);
		return;
	}
	layout_totals(h, &t.all.whole);
	shown_percent_term(h, "Sobre o custo", "unrealized_pct", true, t.all.whole.unrealized_pct);
	shown_list_end(h);
	layout_value(h, &past.history);
	write_portfolios(h, &t);
	layout_kinds(h, &t.all.whole);
	layout_periods(h, &past.history);
	layout_benchmarks(h, "Suas carteiras", &t.all.whole, &past.history, past.benchmarks);
	layout_months(h, &past.history, "/portfolios", page);
	write_positions(h, &t.all, positions);
	html_page_end(h);
}
