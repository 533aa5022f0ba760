/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_year.c: the income tax of a year.
 *
 * GET /tax, GET /portfolios/{id}/tax: whether there is something to pay, and until when (tax_standing.c); the DARF to pay;
 * the twelve months; losses; assets abroad.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "db/db.h"
#include "http/request.h"
#include "identity/caller.h"

/* ---- DARF of the year ---- */

/* The one that the address names, else the oldest unpaid; d NULL: none. */
static struct tax_due chosen(void *pool, const struct tax_view *v, const struct tax_dues *dues,
			     const char *asked)
{
	bool alone = v->of.scope == TAX_PORTFOLIO;

	for (size_t i = 0; asked && !alone && i < v->year.n_darf; i++)
		if (str_eq(tax_darf_name(pool, &v->year.darf[i]), asked))
			return (struct tax_due){ v, &v->year.darf[i] };
	return dues->n ? dues->items[0] : (struct tax_due){ v, NULL };
}

static bool has_code(const struct tax_year *y, const char *code)
{
	for (size_t i = 0; i < y->n_darf; i++)
		if (str_eq(y->darf[i].code, code))
			return true;
	return false;
}

static void write_darfs(struct html *h, const struct tax_view *v, const struct tax_dues *dues,
			bool beside)
{
	const struct tax_year *y = &v->year;
	int first = v->asked;

	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].v->asked < first)
			first = dues->items[i].v->asked;
	layout_card(h, beside ? "card span4" : "card",
		    first == v->asked ? "DARF do ano"
				      : pool_printf(h->ctx->pool, "DARF de %d %s %d", first,
						    first == v->asked - 1 ? "e" : "a", v->asked));
	for (int i = 0; i < TAX_CODES; i++) /* each has one */
		if (has_code(y, y->under_minimum[i].code))
			tax_text(h, "p", "dim small",
				 pool_printf(h->ctx->pool, "Código %s: %s.",
					     y->under_minimum[i].code,
					     tax_code_said(y->under_minimum[i].code)));
	tax_rows(h);
	for (size_t i = 0; i < dues->n; i++)
		if (dues->items[i].v->asked < v->asked)
			tax_darf_row(h, dues->items[i].v, dues->items[i].d);
	for (size_t i = 0; i < y->n_darf; i++)
		tax_darf_row(h, v, &y->darf[i]);
	html_close(h, "ul");
	if (!y->n_darf)
		html_p(h, first < v->asked ? "De %d, nenhum DARF." : "Nenhum DARF no ano.",
		       v->asked);
	for (int i = 0; i < TAX_CODES; i++) {
		if (!y->under_minimum[i].amount.e8)
			continue;
		tax_explains_as(h, v, "",
				pool_printf(h->ctx->pool, "&code=%s", y->under_minimum[i].code));
		html_open(h, "p");
		html_text(h,
			  pool_printf(h->ctx->pool, "Espera o mínimo de R$\u00a010,00, código %s: ",
				      y->under_minimum[i].code));
		shown_money(h, "under_minimum", true, y->under_minimum[i].amount);
		html_close(h, "p");
		shown_explained(h, NULL);
	}
	html_close(h, "section");
}

/* ---- losses ---- */

static void write_losses(struct html *h, const struct tax_view *v)
{
	const struct tax_year *y = &v->year;
	void *pool = h->ctx->pool;

	html_open_of(h, "section", "card");
	html_open(h, "header");
	html_element(h, "h2", "Prejuízos a compensar");
	if (v->of.scope == TAX_ACCOUNT)
		html_link(h, pool_printf(pool, "/tax/inputs?year=%d", v->asked),
			  "Informar os de antes");
	html_close(h, "header");
	tax_explains(h, v, NULL);
	layout_table(
		h, "Prejuízos e retenções", 1,
		HEADINGS("Operações", "Trazido", "Criado", "Usado", "A levar", "Retido que resta"));
	for (int b = 0; b < TAX_BASKETS; b++) {
		const struct {
			const char *name;
			struct tax_figure f;
		} columns[] = {
			{ "carry_in", y->carry_in[b] },
			{ "carry_created", y->carry_created[b] },
			{ "carry_used", y->carry_used[b] },
			{ "carry_out", y->carry_out[b] },
			{ "withheld_left", y->withheld_left[b] },
		};

		html_row(h);
		html_cell(h, tax_basket_said(b));
		for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
			tax_figure_cell(
				h, pool_printf(pool, "%s.%s", columns[i].name, tax_basket_names[b]),
				columns[i].f);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
	tax_text(h, "p", "foot", "O prejuízo de cada linha só compensa ganhos dela.");
	html_close(h, "section");
}

/* ---- abroad ---- */

/* Leads to the statement that a year which is over was paid, with what is left filled in. */
static void write_return(struct html *h, const struct tax_view *v)
{
	const struct money left = tax_exterior_left(v->year.exterior);
	void *pool = h->ctx->pool;

	if (v->of.scope != TAX_ACCOUNT || !v->year.closed || !left.e8)
		return;
	html_open_of(h, "p", "acts");
	html_open_of(h, "a", "btn");
	html_attr(
		h, "href",
		pool_printf(pool,
			    "/tax/input?about=" TAX_PAID "&code=" TAX_RETURN_CODE
			    "&period=12/%d&amount=%s&back=%s",
			    v->asked, decimal_text(pool, left.e8, MONEY_PLACES, 2, false),
			    url_encoded(pool, pool_printf(pool, "%s?year=%d", v->base, v->asked))));
	html_text(h, "Já paguei com a declaração");
	html_close(h, "a");
	html_close(h, "p");
}

static void write_exterior(struct html *h, const struct tax_view *v)
{
	const struct tax_exterior *x = v->year.exterior;
	struct tax_darf as_darf;
	bool paid;

	if (!x)
		return;
	paid = tax_exterior_is_paid(x);
	html_open_of(h, "section", "card");
	html_open(h, "header");
	html_element(h, "h2", "Exterior, no ano");
	tax_text(h, "span", paid ? "tag ok" : "tag",
		 paid ? "pago com a declaração" : "com a declaração, sem DARF");
	html_close(h, "header");
	tax_explains(h, v, NULL);
	shown_list(h);
	tax_figure_term(h, "Resultado", "exterior.total", x->total);
	tax_figure_term(h, "Prejuízo trazido", "exterior.loss_brought", x->loss_brought);
	tax_figure_term(h, "Prejuízo usado", "exterior.loss_used", x->loss_used);
	tax_figure_term(h, "Base", "exterior.base", x->base);
	tax_figure_term(h, "Imposto, 15%", "exterior.tax", x->tax);
	tax_figure_term(h, "Pago no exterior", "exterior.foreign_tax", x->foreign_tax);
	tax_figure_term(h, "Que se abate", "exterior.credit", x->credit);
	tax_figure_term(h, "Devido", "exterior.due", x->due);
	if (x->paid.e8)
		tax_figure_term(h, "Pago com a declaração", "exterior.paid", tax_is(x->paid));
	tax_figure_term(h, "Prejuízo a levar", "exterior.loss_carried", x->loss_carried);
	shown_list_end(h);
	shown_explained(h, NULL);
	tax_why(h, x->reasons);
	if (x->is_late) {
		as_darf = tax_exterior_darf(x);
		tax_darf_late(h, v, &as_darf);
	}
	write_return(h, v);
	tax_text(
		h, "p", "foot",
		"Em reais pela PTAX de fechamento do Banco Central de cada dia: compras, vendas e "
		"rendimentos pela taxa de venda; o imposto pago lá fora, pela de compra. O mês e o "
		"lançamento mostram a taxa.");
	html_close(h, "section");
}

/* ---- warnings ---- */

#define WARNINGS 60

static const char *warning_text(void *pool, const struct tax_warning *w)
{
	const char *said = tax_warning_said(w->code);

	if (!w->out)
		return said;
	return pool_printf(pool, "%s Saída em %s, entrada em %s.", said,
			   date_text(pool, w->out->row.day), date_text(pool, w->in->row.day));
}

static void write_warnings(struct html *h, const struct tax_warnings *w)
{
	void *pool = h->ctx->pool;

	if (!w->n)
		return;
	layout_card(h, "card", "Avisos");
	tax_rows(h);
	for (size_t i = 0; i < w->n && i < WARNINGS; i++) {
		const struct tax_warning *one = &w->items[i];

		tax_row_begin(h);
		html_text(h, warning_text(pool, one));
		html_open(h, "small");
		html_text(h, tax_month_title(pool, one->month));
		if (one->symbol) {
			html_text(h, " · ");
			html_element(h, "bdi", one->symbol);
		}
		html_close(h, "small");
		html_close(h, "div");
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "section");
}

/* @typed: what was refused of the card's form, or NULL */
static void write_year(struct html *h, const struct tax_view *v, const struct tax_dues *dues,
		       const struct tax_gaps *gaps, struct tax_due card, const struct entry *typed)
{
	tax_standing(h, v, dues, gaps);
	html_div(h, "grid");
	if (card.d)
		tax_darf_card(h, card.v, card.d, typed);
	if (v->of.scope != TAX_PORTFOLIO)
		write_darfs(h, v, dues, card.d != NULL);
	tax_tiles(h, v);
	write_losses(h, v);
	write_exterior(h, v);
	write_warnings(h, &v->year.warnings);
	html_close(h, "div");
	tax_sheet(h, v, "", "O ano em planilha");
}

void tax_year_page(struct ctx *ctx)
{
	const char *asked = query_field(ctx, "darf");
	bool sheet = tax_sheet_asked(ctx);
	struct tax_gaps gaps;
	struct tax_view v;
	struct tax_dues dues;
	struct tax_due card;
	struct html *h;

	tax_view(ctx, &v);
	if (sheet) {
		tax_sheet_respond(ctx, "imposto", &v, tax_year_csv(ctx->pool, &v.year));
		return;
	}
	tax_dues_find(ctx->pool, ctx->today, &v, &dues);
	gaps = tax_gaps_year(ctx, &v.of, &v.year);
	card = chosen(ctx->pool, &v, &dues, asked);
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Imposto de renda de %d", v.asked), "");
	write_year(h, &v, &dues, &gaps, card, NULL);
	tax_page_end(h);
}

/* ---- "I paid", refused ---- */

struct again {
	int year;
	struct tax_view v;
	struct tax_gaps gaps;
};

/* The year of a DARF's period, "10/2025"; this year when the text is no period. */
static int year_of(const struct ctx *ctx, const char *period)
{
	int year = strlen(period) == 7 ? (int)strtol(period + 3, NULL, 10) : 0;

	return year >= TAX_FIRST_YEAR && year <= day_year(ctx->today) ? year : day_year(ctx->today);
}

/* In a transaction of its own, after that of the form was rolled back. */
static void read_again(struct ctx *ctx, void *arg)
{
	struct again *a = arg;

	db_begin_read(ctx);
	access_resume(ctx);
	tax_view_of(ctx, a->year, &a->v);
	a->gaps = tax_gaps_year(ctx, &a->v.of, &a->v.year);
	db_commit(ctx);
}

bool tax_year_refused(struct ctx *ctx, struct html *h, const struct entry *typed)
{
	const char *code = ask_text(typed->values, "code");
	const char *period = ask_text(typed->values, "period");
	const struct caller *own = ctx->caller;
	struct problem *refusal = ctx->problem;
	bool read, found = false;
	struct tax_dues dues;
	struct again a = { .year = period ? year_of(ctx, period) : day_year(ctx->today) };

	read = ctx_attempt(ctx, read_again, &a);
	ctx->problem = refusal;
	ctx->caller = own;
	if (!read || !code || !period)
		return false;
	tax_dues_find(ctx->pool, ctx->today, &a.v, &dues);
	for (size_t i = 0; i < dues.n && !found; i++) {
		found = str_eq(dues.items[i].d->code, code) &&
			str_eq(month_text(ctx->pool, dues.items[i].d->period), period);
		if (found)
			tax_ways(h, &a.v, "");
		if (found)
			write_year(h, &a.v, &dues, &a.gaps, dues.items[i], typed);
	}
	return found;
}
