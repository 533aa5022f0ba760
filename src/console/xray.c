/* SPDX-License-Identifier: Apache-2.0 */
/* xray.c: where a portfolio is concentrated.  GET /portfolios/{id}/xray */
#include "config.h"

#include "console/chart.h"
#include "console/layout.h"
#include "console/rooms.h"
#include "wallet/show/view.h"

static void write_chart(struct html *h, const char *id, const char *title,
			const struct xray_shares *s)
{
	struct chart_share *parts = pool_array(h->ctx->pool, struct chart_share, s->n);
	const struct chart c = {
		.id = id,
		.title = title,
		.description = "As parcelas estão na tabela abaixo, na mesma ordem.",
	};

	for (size_t i = 0; i < s->n; i++)
		parts[i] =
			(struct chart_share){ s->items[i].name, (double)s->items[i].pct_e2 / 100 };
	chart_shares(h, &c, parts, s->n);
}

static void write_shares(struct html *h, const char *id, const char *title,
			 const struct xray_shares *s, bool whole)
{
	static const char *const headings[] = { "Nome", "Valor", "Parcela" };

	if (!s->n)
		return;
	if (whole)
		write_chart(h, id, title, s);
	layout_table(h, title, headings, ARRAY_SIZE(headings), 1);
	for (size_t i = 0; i < s->n; i++) {
		html_row(h);
		shown_name_cell(h, s->items[i].name, NULL);
		shown_cell(h);
		shown_money(h, "value_brl", true, s->items[i].value);
		shown_cell_end(h);
		shown_cell(h);
		shown_share(h, "pct", s->items[i].pct_e2);
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_top(struct html *h, const struct xray *x)
{
	static const char *const headings[] = { "Ativo", "Valor", "Parcela" };

	layout_table(h, "Maiores posições", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = 0; i < x->n_top; i++) {
		html_row(h);
		shown_name_cell(h, x->top[i].open_position->symbol, NULL);
		shown_cell(h);
		shown_money(h, "value_brl", true, x->top[i].open_position->value);
		shown_cell_end(h);
		shown_cell(h);
		shown_share(h, "pct", x->top[i].pct_e2);
		shown_cell_end(h);
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
	for (size_t i = 0; i < x.n_flags; i++)
		html_p(h, "%s", x.flags[i]);
	write_shares(h, "classe", "Por classe", &x.by_class, true);
	write_shares(h, "moeda", "Por moeda", &x.by_currency, true);
	write_shares(h, "indexador", "Renda fixa por indexador", &x.by_indexer, true);
	write_shares(h, "setor", "Por setor", &x.by_sector, false);
	write_top(h, &x);
	if (x.ignored)
		html_p(h, "Posições sem preço, que não contam aqui: %zu.", x.ignored);
	html_page_end(h);
}
