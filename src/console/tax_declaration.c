/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_declaration.c: the lines of the yearly declaration, to be copied.
 *
 * GET /tax/declaration, GET /portfolios/{id}/tax/declaration
 */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "console/tax.h"

#define GOODS 16 /* of a page: each has its text */
#define LINES 40

static const char *coded(void *pool, const struct tax_code *c)
{
	if (!*c->code)
		return NULL;
	return *c->group ? pool_printf(pool, "%s-%s", c->group, c->code) : c->code;
}

static void write_text(struct html *h, const char *text)
{
	html_open(h, "td");
	html_open(h, "code");
	html_flag(h, "data-copy", true);
	html_text(h, text);
	html_close(h, "code");
	html_close(h, "td");
}

static void write_good(struct html *h, const struct tax_good *g)
{
	html_row(h);
	shown_name_cell(h, g->symbol, NULL);
	html_cell(h, coded(h->ctx->pool, &g->code));
	html_cell(h, g->country);
	html_cell(h, g->tax_id);
	write_text(h, g->discrimination);
	tax_why_cell(h, g->reasons);
	shown_qty_cell(h, "quantity", g->qty);
	tax_figure_cell(h, "previous", g->previous);
	tax_figure_cell(h, "current", g->current);
	html_row_end(h);
}

static void write_goods(struct html *h, const struct tax_view *v, const struct tax_declaration *d,
			size_t page)
{
	static const char *const headings[] = { "Ativo",      "Grupo e código", "País",
						"CNPJ",	      "Discriminação",	"Por quê",
						"Quantidade", "Um ano antes",	"No fim do ano" };
	size_t from = (page - 1) * GOODS;

	html_element(h, "h2", "Bens e Direitos");
	if (!d->n_goods) {
		html_p(h, "Nada a declarar.");
		return;
	}
	layout_table(h, "Bens e Direitos", headings, ARRAY_SIZE(headings), 6);
	for (size_t i = from; i < d->n_goods && i < from + GOODS; i++)
		write_good(h, &d->goods[i]);
	html_table_end(h);
	layout_pages(h, pool_printf(h->ctx->pool, "%s/declaration?year=%d&", v->base, v->asked),
		     page, GOODS, d->n_goods);
}

static const char *symbols_said(void *pool, const struct tax_line *l)
{
	struct buf b;

	buf_init(&b, pool, 64);
	for (size_t i = 0; i < l->n_symbols && i < 6; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", l->symbols[i]);
	if (l->n_symbols > 6)
		buf_printf(&b, " e mais %zu", l->n_symbols - 6);
	return l->n_symbols ? buf_text(&b) : NULL;
}

static void write_line(struct html *h, const struct tax_line *l)
{
	const char *symbols = symbols_said(h->ctx->pool, l);

	html_row(h);
	html_cell(h, l->code);
	shown_name_cell(h, l->payer_name ? l->payer_name : "—", NULL);
	html_cell(h, l->payer_tax_id);
	shown_name_cell(h, symbols ? symbols : "—", NULL);
	tax_why_cell(h, l->reasons);
	tax_figure_cell(h, "amount", l->amount);
	shown_money_cell(h, "withheld", l->has_withheld && l->withheld.known, l->withheld.m);
	shown_money_cell(h, "ledger_amount", l->has_ledger && l->ledger.known, l->ledger.m);
	html_row_end(h);
}

static void write_lines(struct html *h, const char *title, const struct tax_lines *lines)
{
	static const char *const headings[] = { "Linha",  "Quem pagou",	      "CNPJ",
						"Ativos", "Por quê",	      "Valor",
						"Retido", "Pelos lançamentos" };

	if (!lines->n)
		return;
	layout_table(h, title, headings, ARRAY_SIZE(headings), 5);
	for (size_t i = 0; i < lines->n && i < LINES; i++)
		write_line(h, &lines->items[i]);
	html_table_end(h);
	if (lines->n > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", lines->n - LINES);
}

static void write_taxable(struct html *h, const struct tax_declaration *d)
{
	static const char *const headings[] = { "Mês", "Ativo", "Por quê", "Valor",
						"Imposto no exterior" };

	if (!d->n_taxable)
		return;
	layout_table(h, "Rendimentos tributáveis, mês a mês", headings, ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < d->n_taxable && i < LINES; i++) {
		html_row(h);
		html_cell(h, shown_month(h->ctx->pool, d->taxable[i].month));
		shown_name_cell(h, d->taxable[i].symbol, NULL);
		tax_why_cell(h, d->taxable[i].reasons);
		tax_figure_cell(h, "amount", d->taxable[i].amount);
		tax_figure_cell(h, "foreign_tax", d->taxable[i].foreign_tax);
		html_row_end(h);
	}
	html_table_end(h);
	if (d->n_taxable > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", d->n_taxable - LINES);
}

static void write_abroad(struct html *h, const struct tax_exterior *x)
{
	static const char *const headings[] = { "Ativo", "Por quê", "Rendimento ou perda",
						"Imposto pago no exterior" };

	if (!x || !x->n)
		return;
	layout_table(h, "Aplicações financeiras no exterior", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < x->n && i < LINES; i++) {
		html_row(h);
		shown_name_cell(h, x->items[i].symbol, NULL);
		tax_why_cell(h, x->items[i].reasons);
		tax_figure_cell(h, "rendimento_ou_perda", x->items[i].amount);
		tax_figure_cell(h, "imposto_pago_exterior", x->items[i].foreign_tax);
		html_row_end(h);
	}
	html_table_end(h);
	if (x->n > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", x->n - LINES);
}

void tax_declaration_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	struct tax_declaration d;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	tax_declare(ctx, &v.of, &v.year, &d);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Declaração do ano de %d", v.asked),
		     "/declaration");
	if (d.provisional)
		html_p(h, "O ano está aberto: os valores são provisórios, até %s.",
		       shown_day(ctx->pool, d.as_of));
	write_goods(h, &v, &d, page);
	/* The other groups stand on the first page. */
	if (page == 1) {
		html_element(h, "h2", "Rendimentos");
		write_lines(h, "Rendimentos isentos e não tributáveis", &d.exempt);
		write_lines(h, "Tributação exclusiva", &d.exclusive);
		write_taxable(h, &d);
		write_abroad(h, d.sheets->exterior);
	}
	html_open(h, "p");
	html_link(h, pool_printf(ctx->pool, "%s/declaration?year=%d&format=csv", v.api, v.asked),
		  "A declaração em CSV");
	html_close(h, "p");
	html_page_end(h);
}
