/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_declaration.c: the lines of the yearly declaration, to be copied.
 *
 * GET /tax/declaration, GET /portfolios/{id}/tax/declaration
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/encode.h"
#include "core/number_text.h"

#define GOODS 16 /* of a page: each has its text */
#define LINES 40

static const char *coded(void *pool, const struct tax_code *c)
{
	if (!*c->code)
		return NULL;
	return *c->group ? pool_printf(pool, "%s-%s", c->group, c->code) : c->code;
}

/* The parameters that identify one of several similar figures; item: its number among the matches. */
static const char *naming(void *pool, const char *symbol, const char *code, size_t item)
{
	struct buf b;

	buf_init(&b, pool, 64);
	if (symbol)
		buf_printf(&b, "&symbol=%s", url_encoded(pool, symbol));
	if (code)
		buf_printf(&b, "&code=%s", url_encoded(pool, code));
	buf_printf(&b, "&item=%zu", item);
	return buf_text(&b);
}

static void write_text(struct html *h, const char *text)
{
	html_cell_open(h, NULL);
	html_open(h, "code");
	html_flag(h, "data-copy", true);
	html_text(h, text);
	html_close(h, "code");
	html_close(h, "td");
}

/* The rows of one portfolio: the quantity held at the end of the year. */
static void lead_to_held(struct html *h, const struct tax_view *v, const struct tax_good *g,
			 size_t portfolio)
{
	const struct tax_asset *a = &v->of.ledger.assets[g->asset];
	void *pool = h->ctx->pool;
	bool past = v->asked < day_year(h->ctx->today);

	shown_led(h, pool_printf(pool, "/portfolios/%s/explain?field=qty&symbol=%s&asset_type=%s%s",
				 v->of.ledger.portfolios[portfolio].id,
				 url_encoded(pool, a->symbol), asset_type_names[a->type],
				 past ? pool_printf(pool, "&at=%d-12-31", v->asked) : ""));
}

static void write_held(struct html *h, const struct tax_view *v, const struct tax_good *g)
{
	const struct tax_ledger *l = &v->of.ledger;
	const struct qty *held = v->year.operations.held[1][g->asset].by_portfolio;
	size_t n = 0, last = 0;

	for (size_t i = 0; v->api && i < l->n_portfolios; i++)
		if (held[i].e8) {
			n++;
			last = i;
		}
	shown_explained(h, NULL);
	if (n == 1 || (v->api && l->n_portfolios == 1))
		lead_to_held(h, v, g, last);
	shown_cell(h);
	shown_qty(h, "quantity", g->qty);
	for (size_t i = 0; n > 1 && i < l->n_portfolios; i++) {
		if (!held[i].e8)
			continue;
		html_open(h, "div");
		html_open(h, "bdi");
		html_text(h, l->portfolios[i].name);
		html_close(h, "bdi");
		html_text(h, ": ");
		lead_to_held(h, v, g, i);
		shown_qty(h, "held", held[i]);
		html_close(h, "div");
	}
	shown_cell_end(h);
}

static void write_good(struct html *h, const struct tax_view *v, const struct tax_declaration *d,
		       const struct tax_good *g)
{
	size_t item = 1;

	for (const struct tax_good *x = d->goods; x != g; x++)
		item += str_eq(x->symbol, g->symbol);
	html_row(h);
	shown_name_cell(h, g->symbol, NULL);
	html_cell(h, coded(h->ctx->pool, &g->code));
	html_cell(h, g->country);
	html_cell(h, g->tax_id);
	write_text(h, g->discrimination);
	tax_why_cell(h, g->reasons);
	write_held(h, v, g);
	tax_explains_as(h, v, "bens.", naming(h->ctx->pool, g->symbol, NULL, item));
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
		write_good(h, v, d, &d->goods[i]);
	html_table_end(h);
	shown_explained(h, NULL);
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

/* Whether @x matches what @l names: its first symbol, and its code. */
static bool answers(const struct tax_line *x, const struct tax_line *l)
{
	if (l->code && (!x->code || !str_eq(x->code, l->code)))
		return false;
	for (size_t i = 0; l->n_symbols && i < x->n_symbols; i++)
		if (str_eq(x->symbols[i], l->symbols[0]))
			return true;
	return !l->n_symbols && l->code;
}

enum line_figure { AMOUNT, WITHHELD, LEDGER };

static bool has(const struct tax_line *l, enum line_figure f)
{
	return f == WITHHELD ? l->has_withheld : f == LEDGER ? l->has_ledger : true;
}

static void explain_line(struct html *h, const struct tax_view *v, const char *prefix,
			 const struct tax_lines *lines, const struct tax_line *l,
			 enum line_figure f)
{
	size_t item = 1;

	shown_explained(h, NULL);
	if (!l->n_symbols && !l->code)
		return;
	for (const struct tax_line *x = lines->items; x != l; x++)
		item += has(x, f) && answers(x, l);
	tax_explains_as(h, v, prefix,
			naming(h->ctx->pool, l->n_symbols ? l->symbols[0] : NULL, l->code, item));
}

static void write_line(struct html *h, const struct tax_view *v, const char *prefix,
		       const struct tax_lines *lines, const struct tax_line *l)
{
	const char *symbols = symbols_said(h->ctx->pool, l);

	html_row(h);
	html_cell(h, l->code);
	shown_name_cell(h, l->payer_name ? l->payer_name : "—", NULL);
	html_cell(h, l->payer_tax_id);
	shown_name_cell(h, symbols ? symbols : "—", NULL);
	tax_why_cell(h, l->reasons);
	explain_line(h, v, prefix, lines, l, AMOUNT);
	tax_figure_cell(h, "amount", l->amount);
	if (l->has_withheld) {
		explain_line(h, v, prefix, lines, l, WITHHELD);
		tax_figure_cell(h, "withheld", l->withheld);
	} else {
		html_cell(h, NULL);
	}
	if (l->has_ledger) {
		explain_line(h, v, prefix, lines, l, LEDGER);
		tax_figure_cell(h, "ledger_amount", l->ledger);
	} else {
		html_cell(h, NULL);
	}
	html_row_end(h);
}

static void write_lines(struct html *h, const struct tax_view *v, const char *title,
			const char *prefix, const struct tax_lines *lines)
{
	static const char *const headings[] = { "Linha",  "Quem pagou",	      "CNPJ",
						"Ativos", "Por quê",	      "Valor",
						"Retido", "Pelos lançamentos" };

	if (!lines->n)
		return;
	layout_table(h, title, headings, ARRAY_SIZE(headings), 5);
	for (size_t i = 0; i < lines->n && i < LINES; i++)
		write_line(h, v, prefix, lines, &lines->items[i]);
	html_table_end(h);
	shown_explained(h, NULL);
	if (lines->n > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", lines->n - LINES);
}

static void explain_taxable(struct html *h, const struct tax_view *v,
			    const struct tax_declaration *d, const struct tax_taxable *x)
{
	char month[MONTH_TEXT_SIZE];
	size_t item = 1;

	for (const struct tax_taxable *y = d->taxable; y != x; y++)
		item += y->month.n == x->month.n && str_eq(y->symbol, x->symbol);
	month_format(x->month, month);
	tax_explains_as(h, v, "tributaveis.",
			pool_printf(h->ctx->pool, "&month=%s%s", month,
				    naming(h->ctx->pool, x->symbol, NULL, item)));
}

static void write_taxable(struct html *h, const struct tax_view *v, const struct tax_declaration *d)
{
	static const char *const headings[] = { "Mês", "Ativo", "Por quê", "Valor",
						"Imposto no exterior" };

	if (!d->n_taxable)
		return;
	layout_table(h, "Rendimentos tributáveis, mês a mês", headings, ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < d->n_taxable && i < LINES; i++) {
		html_row(h);
		html_cell(h, month_text(h->ctx->pool, d->taxable[i].month));
		shown_name_cell(h, d->taxable[i].symbol, NULL);
		tax_why_cell(h, d->taxable[i].reasons);
		explain_taxable(h, v, d, &d->taxable[i]);
		tax_figure_cell(h, "amount", d->taxable[i].amount);
		tax_figure_cell(h, "foreign_tax", d->taxable[i].foreign_tax);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
	if (d->n_taxable > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", d->n_taxable - LINES);
}

static void explain_abroad(struct html *h, const struct tax_view *v, const struct tax_exterior *x,
			   const struct tax_exterior_item *one)
{
	size_t item = 1;

	for (const struct tax_exterior_item *y = x->items; y != one; y++)
		item += str_eq(y->symbol, one->symbol);
	tax_explains_as(h, v, "exterior.", naming(h->ctx->pool, one->symbol, NULL, item));
}

static void write_abroad(struct html *h, const struct tax_view *v, const struct tax_exterior *x)
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
		explain_abroad(h, v, x, &x->items[i]);
		tax_figure_cell(h, "rendimento_ou_perda", x->items[i].amount);
		tax_figure_cell(h, "imposto_pago_exterior", x->items[i].foreign_tax);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
	if (x->n > LINES)
		html_p(h, "E mais %zu, que o CSV traz.", x->n - LINES);
}

void tax_declaration_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	bool sheet = tax_sheet_asked(ctx);
	struct tax_declaration d;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	tax_declare(ctx, &v.of, &v.year, &d);
	if (sheet) {
		tax_sheet_respond(ctx, "declaracao", &v, tax_declaration_csv(ctx->pool, &d));
		return;
	}
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Declaração do ano de %d", v.asked),
		     "/declaration");
	if (d.provisional)
		html_p(h, "O ano está aberto: os valores são provisórios, até %s.",
		       date_text(ctx->pool, d.as_of));
	write_goods(h, &v, &d, page);
	/* The other groups are on the first page. */
	if (page == 1) {
		html_element(h, "h2", "Rendimentos");
		write_lines(h, &v, "Rendimentos isentos e não tributáveis", "isentos.", &d.exempt);
		write_lines(h, &v, "Tributação exclusiva", "exclusiva.", &d.exclusive);
		write_taxable(h, &v, &d);
		write_abroad(h, &v, d.sheets->exterior);
	}
	tax_sheet(h, &v, "/declaration", "A declaração em CSV");
	html_page_end(h);
}
