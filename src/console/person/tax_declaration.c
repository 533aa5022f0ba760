/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_declaration.c: the lines of the yearly declaration, to be copied, in the order of the Receita's program.
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
	return *c->group ? pool_printf(pool, "grupo %s, código %s", c->group, c->code)
			 : pool_printf(pool, "código %s", c->code);
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

static void open_block(struct html *h, const char *title, const char *note)
{
	html_open_of(h, "section", "card");
	html_open(h, "header");
	html_element(h, "h2", title);
	if (note)
		html_element(h, "small", note);
	html_close(h, "header");
	tax_rows(h);
}

static void close_block(struct html *h)
{
	html_close(h, "ul");
	html_close(h, "section");
}

/* One line of the program: its name, what else identifies it, and its reasons; close_line() ends it. */
static void open_line(struct html *h, const char *name, const char *more, tax_reasons reasons)
{
	tax_row_begin(h);
	html_element(h, "b", name);
	if (more && *more)
		html_element(h, "small", more);
	tax_why(h, reasons);
	html_open_of(h, "dl", "line-facts");
}

static void close_line(struct html *h)
{
	html_close(h, "dl");
	html_close(h, "div");
	html_close(h, "li");
	shown_explained(h, NULL);
}

/* The parts that are there, with dots between. */
static const char *joined(void *pool, const char *const *parts, size_t n)
{
	struct buf b;

	buf_init(&b, pool, 64);
	for (size_t i = 0; i < n; i++)
		if (parts[i])
			buf_printf(&b, "%s%s", b.n ? " · " : "", parts[i]);
	return buf_text(&b);
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
	shown_term(h, "Quantidade");
	shown_qty(h, "quantity", g->qty);
	for (size_t i = 0; n > 1 && i < l->n_portfolios; i++) {
		if (!held[i].e8)
			continue;
		html_open(h, "div");
		html_element(h, "bdi", l->portfolios[i].name);
		html_text(h, ": ");
		lead_to_held(h, v, g, i);
		shown_qty(h, "held", held[i]);
		html_close(h, "div");
	}
	shown_term_end(h);
}

static void write_good(struct html *h, const struct tax_view *v, const struct tax_declaration *d,
		       const struct tax_good *g)
{
	const char *const named[] = { g->symbol, coded(h->ctx->pool, &g->code) };
	void *pool = h->ctx->pool;
	const char *const more[] = {
		g->country ? pool_printf(pool, "País %s, %s", g->country,
					 str_eq(g->country, "105") ? "Brasil" : "Estados Unidos")
			   : NULL,
		g->tax_id ? pool_printf(pool, "CNPJ %s", tax_id_text(pool, g->tax_id)) : NULL
	};
	size_t item = 1;

	for (const struct tax_good *x = d->goods; x != g; x++)
		item += str_eq(x->symbol, g->symbol);
	open_line(h, joined(pool, named, ARRAY_SIZE(named)), joined(pool, more, ARRAY_SIZE(more)),
		  g->reasons);
	write_held(h, v, g);
	tax_explains_as(h, v, "bens.", naming(pool, g->symbol, NULL, item));
	tax_figure_term(h, pool_printf(pool, "Em 31/12/%d", v->asked - 1), "previous", g->previous);
	tax_figure_term(h,
			v->year.closed ? pool_printf(pool, "Em 31/12/%d", v->asked)
				       : pool_printf(pool, "Em %s", date_text(pool, v->year.as_of)),
			"current", g->current);
	html_close(h, "dl");
	html_copied(h, "a discriminação", g->discrimination);
	html_close(h, "div");
	html_close(h, "li");
	shown_explained(h, NULL);
}

static void write_goods(struct html *h, const struct tax_view *v, const struct tax_declaration *d,
			size_t page)
{
	size_t from = (page - 1) * GOODS;

	open_block(h, "Bens e Direitos", NULL);
	for (size_t i = from; i < d->n_goods && i < from + GOODS; i++)
		write_good(h, v, d, &d->goods[i]);
	close_block(h);
	if (!d->n_goods)
		html_p(h, "Nada a declarar.");
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

static const char *line_name(void *pool, const struct tax_line *l,
			     const char *(*said)(const char *))
{
	const char *name = l->code ? said(l->code) : NULL;

	if (!l->code)
		return l->payer_name ? l->payer_name : "Linha a confirmar";
	return pool_printf(pool, "Linha %s%s%s", l->code, name ? ": " : "", name ? name : "");
}

static const char *exempt_said(const char *code)
{
	static const char *const lines[][2] = {
		{ "05", "ganho na venda de bens de pequeno valor" },
		{ "09", "lucros e dividendos recebidos" },
		{ "12", "poupança, LCI, LCA, CRI e CRA" },
		{ "18", "bonificações em ações" },
		{ "20", "ganhos em vendas de ações até R$\u00a020.000,00 no mês" },
		{ "26", "outros" },
		{ "99", "outros" },
	};

	return text_paired(lines, ARRAY_SIZE(lines), code, NULL);
}

static const char *exclusive_said(const char *code)
{
	if (str_eq(code, "06"))
		return "rendimentos de aplicações financeiras";
	if (str_eq(code, "10"))
		return "juros sobre capital próprio";
	return str_eq(code, "12") ? "outros" : NULL;
}

static void write_line(struct html *h, const struct tax_view *v, const char *prefix,
		       const struct tax_lines *lines, const struct tax_line *l,
		       const char *(*said)(const char *))
{
	void *pool = h->ctx->pool;
	const char *const more[] = {
		l->code ? l->payer_name : NULL,
		l->payer_tax_id ? pool_printf(pool, "CNPJ %s", tax_id_text(pool, l->payer_tax_id))
				: NULL,
		symbols_said(pool, l)
	};

	open_line(h, line_name(pool, l, said), joined(pool, more, ARRAY_SIZE(more)), l->reasons);
	explain_line(h, v, prefix, lines, l, AMOUNT);
	tax_figure_term(h, "Valor", "amount", l->amount);
	if (l->has_withheld) {
		explain_line(h, v, prefix, lines, l, WITHHELD);
		tax_figure_term(h, "Retido", "withheld", l->withheld);
	}
	if (l->has_ledger) {
		explain_line(h, v, prefix, lines, l, LEDGER);
		tax_figure_term(h, "Pelos lançamentos", "ledger_amount", l->ledger);
	}
	close_line(h);
}

static void write_rest(struct html *h, size_t n)
{
	if (n > LINES)
		html_p(h, "E mais %zu, que a planilha traz.", n - LINES);
}

static void write_lines(struct html *h, const struct tax_view *v, const char *title,
			const char *prefix, const struct tax_lines *lines,
			const char *(*said)(const char *))
{
	if (!lines->n)
		return;
	open_block(h, title, NULL);
	for (size_t i = 0; i < lines->n && i < LINES; i++)
		write_line(h, v, prefix, lines, &lines->items[i], said);
	close_block(h);
	write_rest(h, lines->n);
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
	void *pool = h->ctx->pool;

	if (!d->n_taxable)
		return;
	open_block(h, "Rendimentos tributáveis", "Recebidos do exterior, mês a mês");
	for (size_t i = 0; i < d->n_taxable && i < LINES; i++) {
		const struct tax_taxable *x = &d->taxable[i];

		open_line(h, tax_month_title(pool, x->month), x->symbol, x->reasons);
		explain_taxable(h, v, d, x);
		tax_figure_term(h, "Valor", "amount", x->amount);
		tax_figure_term(h, "Imposto no exterior", "foreign_tax", x->foreign_tax);
		close_line(h);
	}
	close_block(h);
	write_rest(h, d->n_taxable);
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
	if (!x || !x->n)
		return;
	open_block(h, "Aplicações financeiras no exterior",
		   "Em Bens e Direitos, no bem de cada uma");
	for (size_t i = 0; i < x->n && i < LINES; i++) {
		open_line(h, x->items[i].symbol, NULL, x->items[i].reasons);
		explain_abroad(h, v, x, &x->items[i]);
		tax_figure_term(h, "Rendimento ou perda", "rendimento_ou_perda",
				x->items[i].amount);
		tax_figure_term(h, "Imposto pago no exterior", "imposto_pago_exterior",
				x->items[i].foreign_tax);
		close_line(h);
	}
	close_block(h);
	write_rest(h, x->n);
}

/* They have a program of their own, from which the declaration takes them. */
static void write_gains(struct html *h, const struct tax_view *v)
{
	const struct month_range year = { { v->asked * 12 }, { v->asked * 12 + 11 } };

	if (!v->year.n_gains)
		return;
	layout_card(h, "card flush", "Ganhos de capital");
	html_p(h,
	       "Os que pagam imposto se informam mês a mês no GCAP, o programa de ganhos de capital da "
	       "Receita, de onde a declaração os importa; os isentos já estão somados acima.");
	tax_gains(h, v, year);
	layout_card_end(h);
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
	html_div(h, "stack");
	/* The other groups are on the first page. */
	if (page == 1) {
		write_taxable(h, &v, &d);
		write_lines(h, &v, "Rendimentos isentos e não tributáveis", "isentos.", &d.exempt,
			    exempt_said);
		write_lines(h, &v, "Rendimentos sujeitos à tributação exclusiva", "exclusiva.",
			    &d.exclusive, exclusive_said);
	}
	write_goods(h, &v, &d, page);
	if (page == 1) {
		write_abroad(h, &v, d.sheets->exterior);
		tax_exchange_sheets(h, &v);
		write_gains(h, &v);
	}
	html_close(h, "div");
	tax_sheet(h, &v, "/declaration", "A declaração em planilha");
	tax_page_end(h);
}
