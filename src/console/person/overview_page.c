/* SPDX-License-Identifier: Apache-2.0 */
/* overview_page.c: all portfolios as one.  GET /portfolios */
#include "config.h"

#include <math.h>

#include "operations/ask.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/overview_attention.h"
#include "core/encode.h"
#include "http/request.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/store/consolidation.h"

#define SHOWN 20     /* positions of a page */
#define LISTED "200" /* portfolios */

static void write_portfolios(struct html *h, const struct consolidation *t)
{
	layout_table(h, "Carteiras", 2,
		     HEADINGS("Carteira", "Mês a mês", "Valor", "Custo", "Em aberto", "Realizado",
			      "Proventos", "No dia", "Sobre o custo", "Ativos"));
	for (size_t i = 0; i < t->n; i++) {
		const struct valued *v = &t->list[i];
		const struct portfolio *p = &v->portfolio;
		const char *base = pool_printf(h->ctx->pool, "/portfolios/%s",
					       uuid_text(h->ctx->pool, v->in.id));

		layout_explains_at(h, base, NULL, NULL);
		html_row(h);
		shown_name_cell(h, v->in.name, base);
		shown_name_cell(h, "Histórico", pool_printf(h->ctx->pool, "%s/history", base));
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

static struct json_object *list_portfolios(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_list };

	ask_query(&ask, "limit", LISTED);
	return ask_member(ask_run(ctx, &ask), "data");
}

/* The names of the portfolios that the totals include, or exclude (@left_out). */
static void write_names(struct html *h, struct json_object *list, bool left_out)
{
	size_t n = 0;

	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i);

		if (json_object_get_boolean(ask_member(p, "exclude_from_consolidated")) != left_out)
			continue;
		if (!n++)
			html_open(h, "p");
		html_text(h, n > 1 ? ", " : left_out ? "Fora do total: " : "Carteiras: ");
		html_link(h, pool_printf(h->ctx->pool, "/portfolios/%s", ask_text(p, "id")),
			  ask_text(p, "name"));
	}
	if (n) {
		html_text(h, ".");
		html_close(h, "p");
	}
}

static void write_new(struct html *h)
{
	html_p_link(h, "/portfolios/new", "Nova carteira");
}

/* Explains a figure of all portfolios: the figures of each, and how they are consolidated. */
static void write_joining(struct html *h)
{
	static const char *const texts[][2] = {
		{ "Valor, custo, em aberto, realizado, proventos e no dia",
		  "a soma da coluna na tabela Carteiras, em que cada número abre a sua explicação." },
		{ "Sobre o custo",
		  "o resultado em aberto dividido pelo custo, das posições que têm preço e custo "
		  "conhecidos em todas as carteiras." },
		{ "Ao ano, pelos aportes",
		  "a taxa que traz a zero todos os aportes, vendas e proventos, de todas as carteiras, "
		  "e o valor de hoje, cada um no seu dia." },
		{ "Rentabilidade ponderada pelo tempo",
		  "o produto das variações do valor somado das carteiras, entre um dia de aporte ou "
		  "retirada e o seguinte. Ativos sem cotação, que valem o custo, ficam de fora." },
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
	html_attr(h, "class", "card");
	html_element(h, "h2", "Como se chega a estes números");
	html_open(h, "dl");
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		html_element(h, "dt", texts[i][0]);
		html_element(h, "dd", texts[i][1]);
	}
	html_close(h, "dl");
	html_close(h, "section");
}

/* Its holding, or its parts when several portfolios hold it. */
static const char *place_of(struct html *h, const struct consolidation *t,
			    const struct consolidated_position *p, const char *parts)
{
	char id[UUID_TEXT_SIZE], asset[UUID_TEXT_SIZE];
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->list[i].portfolio.n_holdings; k++) {
			const struct holding *x = &t->list[i].portfolio.holdings[k];

			if (x->state != HOLDING_OPEN || x->asset->type != p->type ||
			    !str_eq(x->asset->symbol, p->symbol))
				continue;
			uuid_format(t->list[i].in.id, id);
			uuid_format(x->asset->id, asset);
			n++;
		}
	return n == 1 ? pool_printf(h->ctx->pool, "/portfolios/%s/holdings/%s", id, asset) : parts;
}

static void write_positions(struct html *h, const struct consolidation *t, size_t page)
{
	const struct consolidated *all = &t->all;
	size_t from = (page - 1) * SHOWN;

	layout_table(
		h, "O que há, onde quer que esteja", 2,
		HEADINGS("Ativo", "Classe", "Quantidade", "Valor", "Parcela", "Sobre o custo"));
	for (size_t i = from; i < all->n && i < from + SHOWN; i++) {
		const struct consolidated_position *p = &all->positions[i];

		const char *parts = pool_printf(
			h->ctx->pool, "/portfolios/held?symbol=%s&asset_type=%s",
			url_encoded(h->ctx->pool, p->symbol), asset_type_names[p->type]);

		shown_led(h, parts);
		html_row(h);
		shown_names_cell(h, p->symbol, p->name, place_of(h, t, p, parts));
		html_cell(h, asset_type_titles[p->type]);
		shown_qty_cell(h, "qty", p->qty);
		shown_money_cell(h, "market_value", p->value_known, p->market_value);
		shown_percent_cell(h, "weight_pct", p->weight_known, p->weight_pct);
		shown_percent_cell(h, "unrealized_pct", p->pct_known && p->priced,
				   p->unrealized_pct);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
	if (all->n && from >= all->n)
		html_p(h, "Nenhum ativo aqui.");
	layout_pages_of(h, "/portfolios?", "positions", page, SHOWN, all->n);
}

/* ---- the head: how much, today, this year ---- */

static void write_fact(struct html *h, const char *label)
{
	html_open(h, "div");
	html_element(h, "dt", label);
	html_open(h, "dd");
}

static void write_fact_end(struct html *h)
{
	html_close(h, "dd");
	html_close(h, "div");
}

/* The day of the newest quote of any portfolio; false when there is none. */
static bool newest_quote(const struct consolidation *t, struct day *out)
{
	bool found = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct portfolio *p = &t->list[i].portfolio;

		for (size_t k = 0; k < p->n_holdings; k++) {
			const struct holding *x = &p->holdings[k];

			if (x->valuation != VALUATION_MARKET || !x->price_known ||
			    (found && !day_before(*out, x->quote_day)))
				continue;
			*out = x->quote_day;
			found = true;
		}
	}
	return found;
}

static void write_today(struct html *h, const struct consolidation *t)
{
	const struct portfolio *p = &t->all.whole;
	struct day quoted;

	write_fact(h, newest_quote(t, &quoted) ? pool_printf(h->ctx->pool, "No dia %s",
							     date_text(h->ctx->pool, quoted))
					       : "No dia");
	shown_money(h, "day_change_brl", true, p->day_change);
	html_text(h, " · ");
	shown_percent(h, "day_change_pct", true, p->day_change_pct);
	write_fact_end(h);
}

/* To the cent, as the JSON has it. */
static struct money cents(double v)
{
	return (struct money){ llround(v * 100) * (E8 / 100) };
}

/* @result: also in reais. */
static void write_span(struct html *h, const char *label, const struct span_return *s, bool result,
		       const struct index_value *cdi)
{
	if (!s->reached || !s->twr.known)
		return;
	write_fact(h, label);
	if (result) {
		shown_money(h, "result", true, cents(s->result));
		html_text(h, " · ");
	}
	shown_rate(h, "cumulative", true, s->twr.cumulative);
	if (cdi && cdi->known) {
		shown_explained(h, NULL);
		html_text(h, ", CDI ");
		shown_rate(h, "ytd.index_cdi", true, cdi->value);
		layout_explains(h, "", "");
	}
	write_fact_end(h);
}

static void write_head(struct html *h, const struct consolidation *t, const struct history *past,
		       const struct span_indices *indices)
{
	const struct portfolio *p = &t->all.whole;
	char id[UUID_TEXT_SIZE];
	size_t largest = 0;

	for (size_t i = 1; i < t->n; i++)
		if (t->list[i].portfolio.patrimonio.e8 > t->list[largest].portfolio.patrimonio.e8)
			largest = i;
	uuid_format(t->list[largest].in.id, id);
	html_div(h, "head");
	html_open(h, "div");
	html_element_of(h, "h1", "small dim",
			pool_printf(h->ctx->pool, "Patrimônio em %s",
				    date_text(h->ctx->pool, h->ctx->today)));
	html_div(h, "hero");
	shown_money(h, "patrimonio", true, p->patrimonio);
	html_close(h, "div");
	html_open_of(h, "dl", "line-facts");
	write_today(h, t);
	shown_led(h, "/portfolios/moved");
	write_span(h, "No mês", &past->spans[SPAN_MONTH], true, NULL);
	layout_explains(h, "", "");
	write_span(h, "No ano", &past->spans[SPAN_YTD], true,
		   &indices->change[SPAN_YTD][BENCHMARK_CDI]);
	write_span(h, "Desde o início", &past->spans[SPAN_START], false, NULL);
	html_close(h, "dl");
	layout_measured(h, p);
	html_close(h, "div");
	html_div(h, "acts");
	html_open_of(h, "a", "btn go");
	html_attr(h, "href", pool_printf(h->ctx->pool, "/portfolios/%s/imports", id));
	html_text(h, "Importar extrato");
	html_close(h, "a");
	html_open_of(h, "a", "btn");
	html_attr(h, "href", "/launch");
	html_text(h, "Lançar");
	html_close(h, "a");
	html_close(h, "div");
	html_close(h, "div");
}

/* ---- cards ---- */

static void write_chart(struct html *h, const struct consolidation_history *past,
			const struct chart_span *span)
{
	layout_card(h, "card span8", "Como chegou aqui");
	chart_span_chips(h, "/portfolios", chart_spans, span);
	layout_value(h, &past->history, past->benchmarks, span);
	layout_card_end(h);
}

static void write_kinds(struct html *h, const struct portfolio *p)
{
	if (!p->n_kinds)
		return;
	layout_card(h, "card", "Onde está");
	layout_kinds(h, p);
	layout_card_end(h);
}

static void write_totals(struct html *h, const struct portfolio *p)
{
	layout_card(h, "card span4", "Em números");
	layout_explains(h, "", "");
	shown_list(h);
	shown_money_term(h, "Valor investido", "invested", true, p->invested);
	shown_money_term(h, "Lucro não realizado", "unrealized_pl", true, p->unrealized_pl);
	shown_percent_term(h, "Sobre o custo", "unrealized_pct", true, p->unrealized_pct);
	shown_money_term(h, "Lucro realizado", "realized_pl", true, p->realized_pl);
	shown_money_term(h, "Proventos", "income_received", true, p->income_received);
	shown_rate_term(h, "TIR, ao ano", "xirr", p->xirr_known, p->xirr);
	layout_result(h, p);
	shown_list_end(h);
	layout_result_said(h);
	layout_card_end(h);
}

/* ---- the page ---- */

static void write_beginning(struct html *h, struct json_object *listed)
{
	html_p(h,
	       "Ainda não há carteiras. Crie uma e traga os extratos da Área do Investidor da B3, ou uma "
	       "planilha sua; lançar à mão também serve.");
	write_names(h, listed, true);
	write_new(h);
}

static bool is_empty(const struct consolidation *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->list[i].portfolio.n_holdings)
			return false;
	return true;
}

static void write_empty(struct html *h, const struct consolidation *t, struct json_object *listed)
{
	const char *id = uuid_text(h->ctx->pool, t->list[0].in.id);

	layout_nothing(h, pool_printf(h->ctx->pool, "/portfolios/%s", id));
	write_names(h, listed, false);
	write_names(h, listed, true);
	write_new(h);
}

void overview_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	size_t positions = (size_t)query_int(ctx, "positions", 1, 100000, 1);
	const struct chart_span *span = chart_span_asked(ctx, chart_spans);
	struct consolidation_history past;
	struct attention attention;
	struct json_object *listed;
	struct consolidation t;
	struct html *h;

	layout_person(ctx);
	listed = list_portfolios(ctx);
	consolidation_load(
		ctx, &(struct consolidation_want){ .as_of = ctx->today, .history = true }, &t);
	consolidation_walk(ctx, &t, ctx->today, &past);
	attention_view(ctx, &t, &attention);
	h = layout_answer(ctx, &(struct layout){ .title = "Resumo", .own_head = !is_empty(&t) });
	if (is_empty(&t)) {
		shown_write(h);
		if (t.n)
			write_empty(h, &t, listed);
		else
			write_beginning(h, listed);
		html_page_end(h);
		return;
	}
	layout_explains(h, "", "");
	write_head(h, &t, &past.history, &past.indices);
	html_div(h, "grid");
	write_chart(h, &past, span);
	html_div(h, "stack span4");
	overview_attention(h, &attention);
	overview_announced(h, attention.whole);
	write_kinds(h, &t.all.whole);
	html_close(h, "div");
	write_totals(h, &t.all.whole);
	layout_card(h, "card flush span8", "Rentabilidade");
	layout_periods(h, &past.history, &past.indices);
	layout_card_end(h);
	layout_card(h, "card flush", "Os mesmos aportes nos índices");
	layout_benchmarks(h, "Suas carteiras", &t.all.whole, &past.history, &past.indices,
			  past.benchmarks);
	layout_card_end(h);
	layout_card(h, "card flush", "Carteiras");
	write_portfolios(h, &t);
	write_names(h, listed, true);
	shown_write(h);
	write_new(h);
	layout_card_end(h);
	layout_card(h, "card flush", "O que há, em todas");
	write_positions(h, &t, positions);
	layout_card_end(h);
	layout_card(h, "card flush", "Mês a mês");
	layout_months(h, &past.history, "/portfolios", page);
	layout_card_end(h);
	html_close(h, "div");
	write_joining(h);
	html_page_end(h);
}
