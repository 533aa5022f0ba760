/* SPDX-License-Identifier: Apache-2.0 */
/* overview_page.c: all portfolios as one.  GET /portfolios */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "http/request.h"
#include "portfolio/store/consolidation.h"

#define SHOWN 40 /* positions of a page */

static void write_portfolios(struct html *h, const struct consolidation *t)
{
	static const char *const headings[] = { "Carteira",	 "Mês a mês", "Valor",	   "Custo",
						"Em aberto",	 "Realizado", "Proventos", "Hoje",
						"Sobre o custo", "Ativos" };

	layout_table(h, "Carteiras", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < t->n; i++) {
		const struct valued *v = &t->list[i];
		const struct portfolio *p = &v->portfolio;
		char id[UUID_TEXT_SIZE];

		uuid_format(v->in.id, id);
		layout_explains_at(h, pool_printf(h->ctx->pool, "/portfolios/%s", id), NULL, NULL);
		html_row(h);
		shown_name_cell(h, v->in.name, pool_printf(h->ctx->pool, "/portfolios/%s", id));
		shown_name_cell(h, "Histórico",
				pool_printf(h->ctx->pool, "/portfolios/%s/history", id));
		shown_money_cell(h, "patrimonio", true, p->patrimonio);
		shown_money_cell(h, "invested", true, p->invested);
		shown_money_cell(h, "unrealized_pl", true, p->unrealized_pl);
		shown_money_cell(h, "realized_pl", true, p->realized_pl);
		shown_money_cell(h, "income_received", true, p->income_received);
		shown_money_cell(h, "day_change_brl", true, p->day_change);
		shown_percent_cell(h, "unrealized_pct", true, p->unrealized_pct);
		shown_count_cell(h, p->open_positions);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
}

/* Explains a figure of all portfolios: the figures of each, and how they are consolidated. */
static void write_joining(struct html *h)
{
	static const char *const texts[][2] = {
		{ "Valor, custo, em aberto, realizado, proventos e hoje",
		  "a soma da coluna na tabela Carteiras, em que cada número abre a sua explicação." },
		{ "Sobre o custo",
		  "o resultado em aberto dividido pelo custo, das posições que têm preço e custo "
		  "conhecidos em todas as carteiras." },
		{ "Ao ano, pelos aportes",
		  "a taxa que traz a zero todos os aportes, vendas e proventos, de todas as carteiras, "
		  "e o valor de hoje, cada um no seu dia." },
		{ "Rentabilidade ponderada pelo tempo",
		  "o produto das variações do valor somado das carteiras, entre um dia de aporte ou "
		  "retirada e o seguinte." },
		{ "Ao lado dos índices",
		  "o que seria dos mesmos aportes e retiradas, de todas as carteiras, feitos no índice "
		  "nos mesmos dias." },
		{ "Classes",
		  "o valor dos ativos da classe dividido pelo valor de tudo, em por cento inteiros; o "
		  "raio-x de cada carteira tem a sua parte." },
		{ "Mês a mês",
		  "a soma do mês em cada carteira; o histórico de cada uma, na tabela Carteiras, "
		  "explica a sua parte." },
		{ "O que há",
		  "a soma do ativo em cada carteira que o tem: o número leva às partes." },
	};

	html_open(h, "section");
	html_attr(h, "id", "contas");
	html_element(h, "h2", "Como se chega a estes números");
	html_open(h, "dl");
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		html_element(h, "dt", texts[i][0]);
		html_element(h, "dd", texts[i][1]);
	}
	html_close(h, "dl");
	html_close(h, "section");
}

static void write_positions(struct html *h, const struct consolidated *all, size_t page)
{
	size_t from = (page - 1) * SHOWN;
	static const char *const headings[] = { "Ativo", "Classe",  "Quantidade",
						"Valor", "Parcela", "Sobre o custo" };

	layout_table(h, "O que há, onde quer que esteja", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = from; i < all->n && i < from + SHOWN; i++) {
		const struct consolidated_position *p = &all->positions[i];

		shown_led(h, pool_printf(h->ctx->pool, "/portfolios/held?symbol=%s&asset_type=%s",
					 url_encoded(h->ctx->pool, p->symbol),
					 asset_type_names[p->type]));
		html_row(h);
		shown_names_cell(h, p->symbol, p->name, NULL);
		html_cell(h, asset_type_titles[p->type]);
		shown_qty_cell(h, "qty", p->qty);
		shown_money_cell(h, "market_value", p->value_known, p->market_value);
		shown_percent_cell(h, "weight_pct", p->weight_known, p->weight_pct);
		shown_percent_cell(h, "unrealized_pct", p->pct_known, p->unrealized_pct);
		html_row_end(h);
	}
	shown_explained(h, NULL);
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
		html_p(h,
		       "Ainda não há carteiras. Crie uma e traga os extratos da Área do Investidor da B3, ou uma "
		       "planilha sua; lançar à mão também serve.");
		html_page_end(h);
		return;
	}
	layout_explains(h, "", "");
	layout_totals(h, &t.all.whole);
	shown_percent_term(h, "Sobre o custo", "unrealized_pct", true, t.all.whole.unrealized_pct);
	layout_result(h, &t.all.whole);
	layout_explains(h, "", "");
	shown_list_end(h);
	layout_result_said(h);
	layout_value(h, &past.history);
	write_portfolios(h, &t);
	layout_kinds(h, &t.all.whole);
	layout_periods(h, &past.history);
	layout_benchmarks(h, "Suas carteiras", &t.all.whole, &past.history, past.benchmarks);
	layout_months(h, &past.history, "/portfolios", page);
	write_positions(h, &t.all, positions);
	write_joining(h);
	html_page_end(h);
}
