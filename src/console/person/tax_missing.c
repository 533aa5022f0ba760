/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_missing.c: the unknown facts of a year, their reasons, and one form that answers those of a page.
 *
 * GET /tax/missing, GET /portfolios/{id}/tax/missing.  The form is written by tax_missing_post.c.
 */
#include "config.h"

#include "console/person/tax_missing.h"

#include <stdlib.h>

#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/console_pages.h"
#include "console/person/tax_statements.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "identity/pages/site.h"
#include "identity/session.h"

/* ---- questions ---- */

struct mend_fields tax_missing_row(void *pool, const struct tax_gap *g)
{
	return (struct mend_fields){ .body = ask_text(g->asked.request, "body"),
				     .fill = ask_member(g->asked.request, "fill"),
				     .prefix = tax_missing_prefix(pool, g),
				     .optional = true };
}

bool tax_missing_asked(struct ctx *ctx, const struct tax_view *v, const struct tax_gap *g)
{
	struct mend_fields row;

	if (v->name || v->seen || !tax_answerable(&v->of, g))
		return false;
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		return !tax_was_exercised(&v->of, g);
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		row = tax_missing_row(ctx->pool, g);
		return g->asked.request && mend_fields_known(ctx, &row);
	case ANSWER_GROSS:
	case ANSWER_CARRY:
	case ANSWER_LOWER:
	case ANSWER_NONE:
		break;
	}
	return true;
}

struct tax_gap *tax_missing_of(const struct tax_gaps *l, const char *field)
{
	uint64_t key = *field == 'q' ? strtoull(field + 1, NULL, 16) : 0;

	for (size_t i = 0; i < l->n + l->n_unstated; i++) {
		struct tax_gap *g = i < l->n ? &l->items[i] : &l->unstated[i - l->n];

		if (g->key == key && text_starts(field, tax_missing_prefix(l->pool, g)))
			return g;
	}
	return NULL;
}

/* The form of the trade that exercised it: a purchase for its holder if it is a call. */
static const char *exercise_path(void *pool, const struct tax_view *v,
				 const struct tax_own_asset *own)
{
	const struct tax_asset *a = &v->of.ledger.assets[own->asset];

	return pool_printf(pool, "/portfolios/%s/transactions/new?tipo=%s&option=%s",
			   v->of.ledger.portfolios[own->portfolio].id,
			   a->option.kind_known && !a->option.call ? "venda" : "compra",
			   url_encoded_but(pool, a->symbol, ""));
}

/* ---- one answer ---- */

static void write_fact(struct html *h, const struct tax_view *v, const struct tax_gap *g,
		       const struct entry *e)
{
	const char *fact = tax_remedy(g->why).fact;
	void *pool = h->ctx->pool;

	if (!tax_was_exercised(&v->of, g)) {
		tax_fact_field(h, e, fact,
			       pool_printf(pool, "%s%s", tax_missing_prefix(pool, g), fact), true);
		return;
	}
	html_p(h, "Foi exercida: falta o lançamento do ativo comprado ou vendido pelo exercício.");
	html_link(h, exercise_path(pool, v, tax_asset_asked(&v->of, g)), "Lançar o exercício");
}

static void write_gross(struct html *h, const struct tax_view *v, const struct tax_gap *g,
			const struct entry *e)
{
	const struct tax_income *in = g->paid;
	void *pool = h->ctx->pool;

	html_p(h, "Pago em %s, líquido %s.", date_text(pool, in->pay_day),
	       v->of.ledger.assets[in->asset].currency == CURRENCY_BRL
		       ? brl_text(pool, in->net)
		       : decimal_text(pool, in->net.e8, MONEY_PLACES, 2, false));
	entry_field(h->ctx, h, e,
		    (struct html_field){
			    .name = pool_printf(pool, "%s" TAX_GROSS, tax_missing_prefix(pool, g)),
			    .label = "Valor bruto",
			    .type = "text",
			    .hint = "Antes do imposto retido, como 117,65.",
			    .autocomplete = "off",
			    .inputmode = "decimal",
			    .max_length = 40,
			    .optional = true });
}

static void write_row_asked(struct html *h, const struct tax_view *v, const struct tax_gap *g,
			    const struct entry *e)
{
	const struct tax_request *r = &g->asked;
	struct mend_fields fields = tax_missing_row(h->ctx->pool, g);
	void *pool = h->ctx->pool;
	const char *base = r->base ? r->base
				   : pool_printf(pool, "/portfolios/%s",
						 v->of.ledger.portfolios[g->portfolio].id);

	html_p(h, "%s", r->text ? r->text : tax_remedy(g->why).text);
	if (r->request)
		mend_fields_write(h, &fields, e);
	else
		html_link(h, pool_printf(pool, "%s/%s", base, r->text ? "issues" : "transactions"),
			  r->text ? "Nas pendências da carteira" : "Nos lançamentos da carteira");
}

static void write_losses(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
			 const struct tax_gap *g, const struct entry *e)
{
	struct month month = tax_losses_month(l, g);
	void *pool = h->ctx->pool;

	html_p(h, "Os prejuízos que restavam ao fim de %s de %d:", tax_month_name(month),
	       month_year(month));
	tax_statement_amounts(h, tax_statement_of("carry"), e, tax_missing_prefix(pool, g));
	html_p_link(h,
		    pool_printf(pool, "/tax/input?about=carry&back=%s",
				url_encoded(pool, pool_printf(pool, "%s/missing?year=%d", v->base,
							      v->asked))),
		    "Informar os de outro mês");
	if (v->asked == TAX_FIRST_YEAR)
		return;
	html_p_link(h, pool_printf(pool, "%s/missing?year=%d", v->base, v->asked - 1),
		    pool_printf(pool, "O que falta em %d", v->asked - 1));
}

static void write_answer(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
			 const struct tax_gap *g, const struct entry *e)
{
	if (v->name) { /* a client's ledger is changed on its own pages */
		html_p(h, "%s", tax_remedy(g->why).text);
		if (v->of.ledger.n_portfolios)
			html_link(h,
				  work_path(h->ctx, &work_office,
					    pool_printf(h->ctx->pool, "/portfolios/%s",
							v->of.ledger.portfolios[g->portfolio].id)),
				  "Na carteira do cliente");
		return;
	}
	if (v->seen) {
		html_p(h, "%s", tax_remedy(g->why).text);
		return;
	}
	switch (tax_remedy(g->why).answer) {
	case ANSWER_FACT:
		write_fact(h, v, g, e);
		break;
	case ANSWER_GROSS:
		write_gross(h, v, g, e);
		break;
	case ANSWER_PRICE:
	case ANSWER_TRADE:
		write_row_asked(h, v, g, e);
		break;
	case ANSWER_CARRY:
		write_losses(h, v, l, g, e);
		break;
	case ANSWER_LOWER: /* not in this list */
	case ANSWER_NONE:
		break;
	}
}

/* Later months that wait for the same answer. */
static void write_waiting(struct html *h, const struct tax_view *v, const struct tax_gap *g)
{
	bool own = month_year(g->month) == v->asked;
	unsigned later = !g->has_month ? 0
			 : own	       ? g->waiting & ~(1U << (g->month.n % 12))
				       : g->waiting;
	size_t told = 0;
	struct buf b;

	if (!later)
		return;
	buf_init(&b, h->ctx->pool, 64);
	for (int m = 0; m < 12; m++)
		if (later & (1U << m)) {
			later &= ~(1U << m);
			buf_printf(&b, "%s%s",
				   !told++ ? ""
				   : later ? ", "
					   : " e ",
				   month_name((struct month){ m }));
		}
	html_element(h, "small",
		     pool_printf(h->ctx->pool, "A mesma resposta serve a %s.", buf_text(&b)));
}

static void write_gap(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		      const struct tax_gap *g, const struct entry *e)
{
	const struct tax_remedy remedy = tax_remedy(g->why);
	bool asked = tax_missing_asked(h->ctx, v, g);

	tax_row_begin(h);
	html_open(h, asked ? "fieldset" : "div");
	if (g->symbol) {
		html_open(h, asked ? "legend" : "b");
		html_element(h, "bdi", tax_paper_said(h->ctx->pool, &v->of, g->symbol));
		html_close(h, asked ? "legend" : "b");
	} else if (asked) {
		html_element(h, "legend", tax_reason_said(g->why));
	}
	if (g->symbol || !asked)
		html_element(h, "small", tax_reason_said(g->why));
	if (tax_answerable(&v->of, g))
		write_answer(h, v, l, g, e);
	else
		html_element(
			h, "small",
			remedy.text && v->of.scope == TAX_PORTFOLIO && remedy.answer == ANSWER_CARRY
				? "Informe no imposto da conta, com todas as carteiras."
			: remedy.text ? remedy.text
				      : "Confira no informe de rendimentos ou com um contador.");
	write_waiting(h, v, g);
	html_close(h, asked ? "fieldset" : "div");
	html_close(h, "div");
	html_close(h, "li");
}

/* ---- the page ---- */

/* A month's has its name in an address: the first page and the year lead to it. */
static void open_card(struct html *h, const struct tax_view *v, const struct tax_gap *g)
{
	html_open_of(h, "section", "card");
	html_attr(h, "id",
		  g->has_month && tax_answerable(&v->of, g) ? month_iso(h->ctx->pool, g->month)
							    : NULL);
	html_open(h, "header");
	html_element(h, "h2", g->where);
	html_close(h, "header");
	tax_rows(h);
}

static void close_card(struct html *h)
{
	html_close(h, "ul");
	html_close(h, "section");
}

static void write_gaps(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		       size_t page, const struct entry *e)
{
	size_t from = (page - 1) * TAX_GAPS_SHOWN, unstated = page == 1 ? l->n_unstated : 0;
	size_t asked = unstated;
	void *pool = h->ctx->pool;

	for (size_t i = from; i < l->n && i < from + TAX_GAPS_SHOWN; i++)
		asked += tax_missing_asked(h->ctx, v, &l->items[i]);
	if (asked) {
		html_form(h, pool_printf(pool, "%s/missing", v->base), csrf_token(h->ctx));
		site_once(h);
		html_hidden(h, "year", pool_printf(pool, "%d", v->asked));
		html_hidden(h, "page", page > 1 ? pool_printf(pool, "%zu", page) : NULL);
	}
	html_div(h, "stack");
	for (size_t i = from; i < l->n && i < from + TAX_GAPS_SHOWN; i++) {
		const struct tax_gap *g = &l->items[i];

		if (i == from || !str_eq(g->where, g[-1].where)) {
			if (i > from)
				close_card(h);
			if (unstated && !tax_answerable(l->of, g)) {
				tax_unstated_draw(h, l, e);
				unstated = 0;
			}
			open_card(h, v, g);
		}
		write_gap(h, v, l, g, e);
	}
	if (from < l->n)
		close_card(h);
	if (unstated)
		tax_unstated_draw(h, l, e);
	html_close(h, "div");
	if (asked) {
		html_button(h, asked == 1 ? "Guardar a resposta" : "Guardar as respostas");
		entry_sure(h);
		html_form_end(h);
	}
}

/* How many answers there are to give, and in which cards: of all pages. */
static void write_count(struct html *h, const struct tax_view *v, const struct tax_gaps *l)
{
	size_t n = 0, of_month = 0;
	struct month month;
	struct buf b;

	if (tax_first_open(&v->year, &month))
		of_month = tax_gaps_of(l, month);
	buf_init(&b, l->pool, 256);
	while (n < l->n &&
	       tax_answerable(l->of, &l->items[n])) { /* those of a card follow each other */
		const char *where = l->items[n].where;
		size_t first = n;

		while (n < l->n && str_eq(l->items[n].where, where))
			n++;
		buf_printf(&b, "%s%zu em %s", first ? ", " : "", n - first, where);
	}
	if (of_month && of_month < n) /* as the page of the year says */
		buf_printf(&b, ". Para fechar %s %s %zu", tax_month_name(month),
			   of_month == 1 ? "falta" : "faltam", of_month);
	if (n)
		tax_text(h, "p", "first",
			 pool_printf(l->pool, "%s %zu %s: %s.", n == 1 ? "Falta" : "Faltam", n,
				     n == 1 ? "resposta" : "respostas", buf_text(&b)));
	if (n > 1 && !v->name && !v->seen)
		html_p(h, "Responda o que souber: o que ficar vazio continua aqui.");
	if (n && n < l->n)
		html_p(h,
		       l->n - n == 1 ? "Mais %zu dado falta, sem resposta aqui."
				     : "Mais %zu dados faltam, sem resposta aqui.",
		       l->n - n);
}

/* Why the losses brought are not asked, though they are not known. */
static void write_losses_follow(struct html *h, const struct tax_view *v, const struct tax_gaps *l)
{
	int year = month_year(l->earliest);

	if (!l->losses_follow)
		return;
	html_open(h, "p");
	html_text(h, "Os prejuízos trazidos seguem destas respostas e não precisam ser "
		     "informados.");
	if (year < v->asked && year >= TAX_FIRST_YEAR) {
		html_text(h, " ");
		html_link(h, pool_printf(l->pool, "%s/missing?year=%d", v->base, year),
			  pool_printf(l->pool, "O que falta em %d", year));
	}
	html_close(h, "p");
}

void tax_missing_draw(struct html *h, const struct tax_view *v, const struct tax_gaps *l,
		      size_t page, const struct entry *e)
{
	write_count(h, v, l);
	write_losses_follow(h, v, l);
	write_gaps(h, v, l, page, e);
	layout_pages(h, pool_printf(h->ctx->pool, "%s/missing?year=%d&", v->base, v->asked), page,
		     TAX_GAPS_SHOWN, l->n);
}

void tax_missing_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	struct tax_gaps l;
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	l = tax_gaps_all(ctx, &v.of, &v.year);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "O que falta ao imposto de %d", v.asked),
		     "/missing");
	if (!l.n || !tax_answerable(&v.of, &l.items[0])) {
		html_p(h, l.n_unstated ? "Nada falta para fechar; o que pode diminuir o imposto:"
				       : "Nada falta responder.");
		if (!l.n_unstated)
			html_p_link(h, pool_printf(ctx->pool, "%s?year=%d", v.base, v.asked),
				    "Ver o ano");
	}
	tax_missing_draw(h, &v, &l, page, &(struct entry){ .values = NULL });
	tax_page_end(h);
}
