/* SPDX-License-Identifier: Apache-2.0 */
/*
 * income_page.c: what was received, summed, and what is announced.  GET /income, /portfolios/{id}/income
 *
 * income_list_page.c shows it payment by payment.
 */
#include "config.h"

#include "console/chart.h"
#include "console/form/member_words.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/income_pages.h"
#include "core/encode.h"
#include "http/request.h"

#define CHART_MONTHS 24
#define PAYERS_SHOWN 60
#define LEFT_OUT_SHOWN 6
#define ANNOUNCED_SHOWN 30
#define NEWEST_SHOWN 6

/* What the page is of. */
struct of {
	const struct income_view *v;
	const char *base; /* of its pages */
	bool all, rows;	  /* rows: the payments may be seen */
};

static void write_yield(struct html *h, const char *name, struct money year, bool known,
			struct money cost)
{
	double pct;

	known = income_yield(year, cost, &pct) && known;
	shown_points(h, name, known, pct);
}

static void write_head(struct html *h, const struct of *of)
{
	const struct income_sums *s = &of->v->sums;

	html_open_of(h, "section", "card span8");
	html_element(h, "h2", "Recebidos em 12 meses, líquidos");
	shown_led(h, "#pagadores");
	html_div(h, "hero");
	shown_money(h, "income_12m", true, s->year);
	html_close(h, "div");
	shown_list(h);
	shown_money_term(h, "Neste mês", "income_month", true, s->month);
	shown_money_term(h, "Neste ano", "income_year", true, s->this_year);
	shown_money_term(h, "Desde o início", "income_received", true, s->all);
	shown_term(h, "Sobre o custo, em 12 meses");
	write_yield(h, "yield_on_cost", s->year, true, s->cost);
	shown_term_end(h);
	shown_list_end(h);
	shown_explained(h, NULL);
	if (s->without_rate)
		html_p(h, "Sem cotação do dólar no dia, ficam fora das somas: %zu em dólar.",
		       s->without_rate);
	layout_card_end(h);
}

static double month_value(const struct income_sums *s, struct month m)
{
	for (size_t i = 0; i < s->n_months; i++)
		if (s->months[i].month.n == m.n)
			return money_double(s->months[i].amount);
	return 0;
}

static void write_chart(struct html *h, const struct of *of)
{
	void *pool = h->ctx->pool;
	double *values = pool_array(pool, double, CHART_MONTHS);
	const char **labels = pool_array(pool, const char *, CHART_MONTHS);
	const struct chart_series bars[] = { { .name = "Recebido", .values = values } };

	for (int i = 0; i < CHART_MONTHS; i++) {
		const struct month m = { day_month(h->ctx->today).n - (CHART_MONTHS - 1) + i };

		values[i] = month_value(&of->v->sums, m);
		labels[i] = month_text(pool, m);
	}
	layout_card(h, "card span8", "Mês a mês");
	chart_bars(h, &(struct chart){ .id = "proventos",
				       .title = "Proventos por mês",
				       .description = "Recebidos em cada um dos últimos 24 meses; "
						      "os números estão na tabela abaixo.",
				       .labels = labels,
				       .n = CHART_MONTHS,
				       .series = bars,
				       .n_series = 1 });
	layout_card_end(h);
}

/* ---- by year ---- */

static void write_years(struct html *h, const struct of *of)
{
	const struct income_sums *s = &of->v->sums;

	layout_card(h, "card flush span4", "Ano a ano");
	layout_table(h, "Proventos por ano", 1, HEADINGS("Ano", "Recebido"));
	for (size_t i = s->n_years; i-- > 0;) {
		int year = s->years[i].month.n / 12;
		const char *path = income_year_path(h->ctx->pool, of->base, year);

		html_row(h);
		shown_name_cell(h, pool_printf(h->ctx->pool, "%d", year), of->rows ? path : NULL);
		shown_led(h, of->rows ? path : "#pagadores");
		shown_money_cell(h, "year_sum", true, s->years[i].amount);
		shown_explained(h, NULL);
		html_row_end(h);
	}
	html_table_end(h);
	layout_card_end(h);
}

/* ---- what is announced ---- */

static const char *pay_said(void *pool, const struct income_payment *p)
{
	return p->dated ? pool_printf(pool, "paga em %s", date_text(pool, p->day))
			: "sem dia de pagamento";
}

static void write_coming(struct html *h, const struct of *of, const struct income_payment *p)
{
	void *pool = h->ctx->pool;
	const char *currency = currency_names[p->asset->currency];

	html_open(h, "li");
	html_div(h, "who");
	html_element(h, "b", p->asset->symbol);
	html_open(h, "small");
	html_text(h, pool_printf(pool, "%s, ", choice_label(pool, income_kind_names[p->kind])));
	income_parts(h, p);
	html_text(h, pool_printf(pool, " · %s · %s %s", pay_said(pool, p),
				 day_before(p->right, h->ctx->today) ? "de quem tinha em"
								     : "de quem tiver em",
				 date_text(pool, p->right)));
	if (of->all)
		html_text(h, pool_printf(pool, " · em %s", p->portfolio->in.name));
	html_close(h, "small");
	html_close(h, "div");
	html_open_of(h, "span", "n");
	shown_led(h, "#anunciado");
	shown_price_in(h, "expected", true, income_price(p->net), currency);
	shown_explained(h, NULL);
	if (p->tax.e8)
		html_element(h, "small", "líquido");
	html_close(h, "span");
	html_close(h, "li");
}

static void write_announced(struct html *h, const struct of *of)
{
	const struct income_payments *list = &of->v->announced;

	layout_card(h, "card span4", "A receber");
	if (!list->n) {
		html_p(h, "Nada anunciado para o que há na carteira.");
		layout_card_end(h);
		return;
	}
	html_open_of(h, "ul", "rows");
	for (size_t i = 0; i < list->n && i < ANNOUNCED_SHOWN; i++)
		write_coming(h, of, &list->items[i]);
	html_close(h, "ul");
	if (list->n > ANNOUNCED_SHOWN)
		html_p(h, "E mais %zu.", list->n - ANNOUNCED_SHOWN);
	html_open(h, "p");
	html_attr(h, "id", "anunciado");
	html_attr(h, "class", "foot");
	html_text(h, "Ao todo ");
	shown_money(h, "expected_sum", true, of->v->announced_net);
	html_text(
		h,
		" em reais, líquidos: o anunciado por unidade vezes a quantidade do dia que dá o direito, menos "
		"o imposto retido na fonte. É o que se pode esperar: só o que já foi anunciado, e nada "
		"é estimado.");
	html_close(h, "p");
	layout_card_end(h);
}

/* ---- what is in no sum ---- */

static void write_left_out(struct html *h, const struct of *of)
{
	const struct income_view *v = of->v;
	struct buf names;

	if (!v->n_left_out)
		return;
	buf_init(&names, h->ctx->pool, 256);
	for (size_t i = 0; i < v->n_left_out && i < LEFT_OUT_SHOWN; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", v->left_out[i].asset->symbol);
	if (v->n_left_out > LEFT_OUT_SHOWN)
		buf_printf(&names, " e mais %zu", v->n_left_out - LEFT_OUT_SHOWN);
	html_p(h,
	       "Os juros e as amortizações de títulos do Tesouro, debêntures, CRI e CRA não são calculados: só "
	       "entram nas somas se você os lançar ou importar. É o caso de %s. A agenda diz quando pagam.",
	       buf_text(&names));
}

/* ---- by payer ---- */

static void write_payer(struct html *h, const struct of *of, const struct income_payer *p)
{
	void *pool = h->ctx->pool;
	const char *id = uuid_text(pool, p->portfolio->in.id);

	html_row(h);
	shown_names_cell(h, p->asset->symbol, p->name,
			 of->rows ? pool_printf(pool, "%s/received?symbol=%s&asset_type=%s",
						of->base, url_encoded(pool, p->asset->symbol),
						asset_type_names[p->asset->type])
				  : NULL);
	html_cell(h, asset_type_titles[p->asset->type]);
	shown_led(h, pool_printf(
			     pool,
			     "/portfolios/%s/explain?field=income_received&symbol=%s&asset_type=%s",
			     id, url_encoded(pool, p->asset->symbol),
			     asset_type_names[p->asset->type]));
	shown_money_cell(h, "payer_12m", true, p->year);
	shown_money_cell(h, "income_received", true, p->all);
	shown_cell(h);
	write_yield(h, "payer_yield", p->year, p->cost_known, p->cost);
	shown_cell_end(h);
	shown_explained(h, NULL);
	html_row_end(h);
}

static void write_payers(struct html *h, const struct of *of)
{
	const struct income_sums *s = &of->v->sums;
	size_t n = 0;

	layout_card(h, "card flush span8", "Quem pagou");
	html_open(h, "div");
	html_attr(h, "id", "pagadores");
	if (!of->v->received.n) {
		html_p(h,
		       "Ainda não há proventos: eles vêm do calendário dos ativos, dos extratos importados e do que você lança.");
		html_close(h, "div");
		layout_card_end(h);
		return;
	}
	layout_table(h, "Proventos por pagador", 2,
		     HEADINGS("Quem pagou", "Classe", "12 meses", "Desde o início",
			      "Sobre o custo, em 12 meses"));
	for (size_t i = 0; i < s->n_payers; i++)
		if (s->payers[i].all.e8 && n++ < PAYERS_SHOWN)
			write_payer(h, of, &s->payers[i]);
	html_table_end(h);
	html_close(h, "div");
	if (n > PAYERS_SHOWN)
		html_p(h, "E mais %zu que pagaram menos.", n - PAYERS_SHOWN);
	layout_card_end(h);
}

/* ---- the newest ---- */

static void write_newest(struct html *h, const struct of *of)
{
	const struct income_filter f = { .kind = -1,
					 .type = -1,
					 .from = DAY_FAR_PAST,
					 .to = DAY_FAR_FUTURE,
					 .newest = true,
					 .limit = NEWEST_SHOWN };
	const struct income_page page = income_select(h->ctx, of->v, &f);
	void *pool = h->ctx->pool;

	layout_card(h, "card span4", "Últimos recebidos");
	html_open_of(h, "ul", "rows");
	for (size_t i = 0; i < page.n; i++) {
		const struct income_payment *p = &page.rows[i];

		html_open(h, "li");
		html_div(h, "who");
		html_element(h, "b", p->asset->symbol);
		html_element(h, "small",
			     pool_printf(pool, "%s, %s, %s", date_text(pool, p->day),
					 choice_word(income_kind_names[p->kind]),
					 income_source_said(p->source)));
		html_close(h, "div");
		html_open_of(h, "span", "n");
		shown_price_in(h, "received", true, income_price(p->net),
			       currency_names[p->asset->currency]);
		html_close(h, "span");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_open_of(h, "p", "foot");
	html_link(h, pool_printf(pool, "%s/received", of->base), "Todos, com filtros");
	html_close(h, "p");
	layout_card_end(h);
}

static bool is_empty(const struct income_view *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->list[i].portfolio.n_holdings)
			return false;
	return !v->received.n && !v->announced.n;
}

static void write_all(struct html *h, const struct of *of)
{
	if (of->v->n && is_empty(of->v)) {
		layout_nothing(h, pool_printf(h->ctx->pool, "/portfolios/%s",
					      uuid_text(h->ctx->pool, of->v->list[0].in.id)));
		html_page_end(h);
		return;
	}
	income_launch_link(h, of->all);
	if (of->rows)
		write_left_out(h, of);
	html_div(h, "grid");
	write_head(h, of);
	if (of->rows)
		write_announced(h, of);
	if (of->v->sums.n_years) {
		write_chart(h, of);
		write_years(h, of);
	}
	if (of->rows)
		write_payers(h, of);
	if (of->rows && of->v->received.n)
		write_newest(h, of);
	html_close(h, "div");
	html_page_end(h);
}

void income_page_all(struct ctx *ctx)
{
	struct income_view v;

	layout_person(ctx);
	income_view_all(ctx, &v);
	write_all(layout_page(ctx, "Proventos"),
		  &(struct of){ .v = &v, .base = "/income", .all = true, .rows = true });
}

void income_page(struct ctx *ctx)
{
	struct json_object *done = mend_undo_asked(ctx);
	struct income_view v;
	struct html *h;

	layout_readable(ctx);
	income_view_one(ctx, &v);
	h = layout_portfolio(ctx, v.list->in.name, "/income");
	mend_undo_say(h, done);
	write_all(h, &(struct of){ .v = &v,
				   .base = layout_path(ctx, "/income"),
				   .rows = layout_explainable(ctx) });
}
