/* SPDX-License-Identifier: Apache-2.0 */
/* tax_exchange.c: "Renda Variável" of the declaration: a table each month, in the order of the Receita's program. */
#include "config.h"

#include "console/layout.h"
#include "console/person/tax_pages.h"

static bool is_traded(const struct tax_month *m, int basket)
{
	struct tax_figure sum;

	for (int k = 0; k < TAX_MARKETS; k++)
		if (tax_market_sum(m, (enum tax_basket)basket, (enum tax_market)k, &sum))
			return true;
	return m->withheld[basket].m.e8 != 0;
}

/* The results by market, in a cell: the program has a field for each. */
static void write_markets(struct html *h, const struct tax_month *m, int basket)
{
	struct tax_figure sum;

	html_cell_open(h, NULL);
	for (int k = 0; k < TAX_MARKETS; k++) {
		if (!tax_market_sum(m, (enum tax_basket)basket, (enum tax_market)k, &sum))
			continue;
		html_open(h, "div");
		html_text(h, tax_market_said((enum tax_market)k));
		html_text(h, ": ");
		shown_money(h, "market", sum.known, sum.m);
		html_close(h, "div");
	}
	html_close(h, "td");
}

static void write_basket(struct html *h, const struct tax_month *m, int b)
{
	const struct tax_basket_month *x = &m->basket[b];
	void *pool = h->ctx->pool;
	const struct {
		const char *name;
		struct tax_figure f;
	} figures[] = {
		{ "result", x->result },
		{ "loss_brought", x->loss_brought },
		{ "loss_used", x->loss_used },
		{ "base", x->base },
		{ "tax", x->tax },
	};

	html_row(h);
	html_cell(h, tax_basket_said(b));
	write_markets(h, m, b);
	for (size_t i = 0; i < ARRAY_SIZE(figures); i++)
		tax_figure_cell(
			h, pool_printf(pool, "months.%s.%s", tax_basket_names[b], figures[i].name),
			figures[i].f);
	tax_figure_cell(h, pool_printf(pool, "months.withheld.%s", tax_basket_names[b]),
			m->withheld[b]);
	html_row_end(h);
}

static void write_month(struct html *h, const struct tax_view *v, const struct tax_month *m)
{
	void *pool = h->ctx->pool;

	html_open(h, "h3");
	html_link(h, pool_printf(pool, "%s/month?month=%s", v->base, month_iso(pool, m->month)),
		  tax_month_title(pool, m->month));
	html_close(h, "h3");
	tax_explains(h, v, &m->month);
	layout_table(h, tax_month_title(pool, m->month), 2,
		     HEADINGS("Operações", "Por mercado", "Resultado", "Prejuízo trazido",
			      "Prejuízo usado", "Base", "Imposto", "Retido na fonte"));
	for (int b = 0; b < TAX_BASKETS; b++)
		if (is_traded(m, b))
			write_basket(h, m, b);
	html_table_end(h);
	shown_list(h);
	tax_figure_term(h, "Imposto a pagar no mês", "months.due", m->due);
	shown_explained(h, NULL);
	tax_figure_term(h, "Imposto pago", "months.paid", tax_is(tax_paid_of(&v->year, m->month)));
	shown_list_end(h);
	tax_why(h, tax_month_why_due(m));
}

void tax_exchange_sheets(struct html *h, const struct tax_view *v)
{
	if (!v->year.n_months)
		return;
	layout_card(h, "card", "Renda Variável");
	tax_text(h, "p", "dim",
		 "Mês a mês, como o programa da Receita pergunta; FII e Fiagro têm ficha própria. "
		 "O ganho isento fica fora daqui: está nos rendimentos isentos.");
	for (size_t i = 0; i < v->year.n_months; i++)
		write_month(h, v, &v->year.months[i]);
	html_close(h, "section");
}
