/* SPDX-License-Identifier: Apache-2.0 */
/* overview.c: all portfolios as one.  GET /portfolios */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "wallet/load/consolidation.h"

static void write_totals(struct html *h, const struct portfolio *p)
{
	shown_list(h);
	shown_term(h, "Valor");
	shown_money(h, "patrimonio", true, p->patrimonio);
	shown_term_end(h);
	shown_term(h, "Custo do que há");
	shown_money(h, "invested", true, p->invested);
	shown_term_end(h);
	shown_term(h, "Resultado em aberto");
	shown_money(h, "unrealized_pl", true, p->unrealized_pl);
	shown_term_end(h);
	shown_term(h, "Sobre o custo");
	shown_percent(h, "unrealized_pct", true, p->unrealized_pct);
	shown_term_end(h);
	shown_term(h, "Resultado realizado");
	shown_money(h, "realized_pl", true, p->realized_pl);
	shown_term_end(h);
	shown_term(h, "Proventos");
	shown_money(h, "income_received", true, p->income_received);
	shown_term_end(h);
	shown_term(h, "Hoje");
	shown_money(h, "day_change_brl", true, p->day_change);
	shown_term_end(h);
	shown_term(h, "Ao ano, pelos aportes");
	shown_rate(h, "xirr", p->xirr_known, p->xirr);
	shown_term_end(h);
	shown_list_end(h);
}

static void write_portfolios(struct html *h, const struct consolidation *t)
{
	static const char *const headings[] = { "Carteira", "Valor", "Sobre o custo", "Ativos" };

	layout_table(h, "Carteiras", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = 0; i < t->n; i++) {
		const struct valued *v = &t->list[i];
		char id[UUID_TEXT_SIZE];

		uuid_format(v->in.id, id);
		html_row(h);
		shown_name_cell(h, v->in.name, pool_printf(h->ctx->pool, "/portfolios/%s", id));
		shown_cell(h);
		shown_money(h, "patrimonio", true, v->portfolio.patrimonio);
		shown_cell_end(h);
		shown_cell(h);
		shown_percent(h, "unrealized_pct", true, v->portfolio.unrealized_pct);
		shown_cell_end(h);
		shown_cell(h);
		html_text(h, pool_printf(h->ctx->pool, "%zu", v->portfolio.open_positions));
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_positions(struct html *h, const struct consolidated *all)
{
	static const char *const headings[] = { "Ativo", "Classe",  "Quantidade",
						"Valor", "Parcela", "Sobre o custo" };

	layout_table(h, "O que há, onde quer que esteja", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < all->n; i++) {
		const struct consolidated_position *p = &all->positions[i];

		html_row(h);
		shown_name_cell(h, p->symbol, NULL);
		html_cell(h, asset_type_titles[p->type]);
		shown_cell(h);
		shown_qty(h, "qty", p->qty);
		shown_cell_end(h);
		shown_cell(h);
		shown_money(h, "market_value", p->value_known, p->market_value);
		shown_cell_end(h);
		shown_cell(h);
		shown_percent(h, "weight_pct", p->weight_known, p->weight_pct);
		shown_cell_end(h);
		shown_cell(h);
		shown_percent(h, "unrealized_pct", p->pct_known, p->unrealized_pct);
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

void overview_page(struct ctx *ctx)
{
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
	write_totals(h, &t.all.whole);
	write_portfolios(h, &t);
	layout_periods(h, &past.history);
	layout_benchmarks(h, past.benchmarks);
	layout_months(h, &past.history);
	write_positions(h, &t.all);
	html_page_end(h);
}
