/* SPDX-License-Identifier: Apache-2.0 */
/* xray_page.c: a portfolio's concentration.  GET /portfolios/{id}/xray */
#include "config.h"

#include "console/chart.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/figure_words.h"
#include "core/encode.h"
#include "portfolio/show/portfolio_view.h"

static void write_chart(struct html *h, const char *id, const char *title, const char *field,
			const struct xray_shares *s)
{
	struct chart_share *parts = pool_array(h->ctx->pool, struct chart_share, s->n);
	const struct chart c = {
		.id = id,
		.title = title,
		.description = "As parcelas estão na tabela abaixo, na mesma ordem.",
	};

	for (size_t i = 0; i < s->n; i++)
		parts[i] = (struct chart_share){ figure_item_said(field, s->items[i].name),
						 (double)s->items[i].pct_e2 / 100 };
	chart_shares(h, &c, parts, s->n);
}

static void write_shares(struct html *h, const char *id, const char *title, const char *field,
			 const struct xray_shares *s, struct money of, bool chart)
{
	if (!s->n)
		return;
	field = pool_printf(h->ctx->pool, "xray.%s.", field);
	if (chart)
		write_chart(h, id, title, field, s);
	layout_table(h, title, 1, HEADINGS("Nome", "Valor", "Parcela"));
	for (size_t i = 0; i < s->n; i++) {
		layout_explains(h, field,
				pool_printf(h->ctx->pool, "&item=%s",
					    url_encoded(h->ctx->pool, s->items[i].name)));
		html_row(h);
		shown_name_cell(h, figure_item_said(field, s->items[i].name), NULL);
		shown_money_cell(h, "value_brl", true, s->items[i].value);
		shown_share_cell(h, "pct", s->items[i].pct_e2, s->items[i].value, of);
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_top(struct html *h, const struct xray *x)
{
	if (!x->n_top)
		return;
	layout_table(h, "Maiores posições", 1, HEADINGS("Ativo", "Valor", "Parcela"));
	for (size_t i = 0; i < x->n_top; i++) {
		layout_explains_asset(h, "xray.top_positions.", x->top[i].open_position->symbol,
				      x->top[i].open_position->type, "");
		html_row(h);
		shown_name_cell(h, x->top[i].open_position->symbol, NULL);
		shown_money_cell(h, "value_brl", true, x->top[i].open_position->value);
		shown_share_cell(h, "pct", x->top[i].pct_e2, x->top[i].open_position->value,
				 x->patrimonio);
		html_row_end(h);
	}
	html_table_end(h);
}

void xray_page(struct ctx *ctx)
{
	const char *name;
	struct xray x;
	struct html *h;

	layout_readable(ctx);
	name = xray_view(ctx, &x);
	h = layout_portfolio(ctx, name, "/xray");
	if (!x.n_top && !x.ignored) {
		layout_nothing(h, layout_path(ctx, ""));
		html_page_end(h);
		return;
	}
	for (size_t i = 0; i < x.n_flags; i++)
		html_p(h, "%s", x.flags[i]);
	write_shares(h, "classe", "Por classe", "by_class", &x.by_class, x.patrimonio, true);
	write_shares(h, "moeda", "Por moeda", "by_currency", &x.by_currency, x.patrimonio, true);
	write_shares(h, "indexador", "Renda fixa por indexador", "by_indexer", &x.by_indexer,
		     x.rf_total, true);
	write_shares(h, "setor", "Por setor", "by_sector", &x.by_sector, x.patrimonio, false);
	write_top(h, &x);
	if (x.ignored)
		html_p(h, "Posições sem preço, que não contam aqui: %zu.", x.ignored);
	html_page_end(h);
}
