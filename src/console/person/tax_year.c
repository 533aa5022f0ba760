/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_year.c: the income tax of a year, and of a month.
 *
 * GET /tax, /tax/month, and of one portfolio: DARF to copy, amounts carried forward, months and their
 * baskets.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "http/request.h"

static const char *const basket_names[TAX_BASKETS] = { "common", "day_trade", "fii" };

static const char *plain_month(void *pool, struct month m)
{
	char text[MONTH_TEXT_SIZE];

	month_format(m, text);
	return pool_strdup(pool, text);
}

/* ---- DARF ---- */

static const char *darf_said(const struct tax_darf *d)
{
	static const char *const words[] = {
		[DARF_PAID] = "Pago",
		[DARF_PROVISIONAL] = "Provisório: o mês não acabou",
		[DARF_OVERDUE] = "Vencido",
		[DARF_OPEN] = "A pagar",
		[DARF_UNKNOWN] = "Desconhecido",
	};

	return words[d->status];
}

static void write_copied(struct html *h, const char *name, const char *text)
{
	html_cell_open(h, NULL);
	html_open(h, "data");
	html_attr(h, "class", name);
	html_attr(h, "value", text);
	html_attr(h, "data-copy", text);
	html_text(h, text);
	html_close(h, "data");
	html_close(h, "td");
}

/* "1234,56", as the Receita's form takes it. */
static const char *typed(void *pool, struct money m)
{
	return decimal_text(pool, m.e8, MONEY_PLACES, 2, false);
}

static void write_darf(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	void *pool = h->ctx->pool;

	tax_explains_as(
		h, v, "",
		pool_printf(pool, "&month=%s&code=%s", plain_month(pool, d->period), d->code));
	html_row(h);
	write_copied(h, "code", d->code);
	html_cell(h, month_text(pool, d->period));
	write_copied(h, "due_on", date_text(pool, d->due_on));
	html_cell(h, darf_said(d));
	if (d->amount.known)
		write_copied(h, "typed", typed(pool, d->amount.m));
	else
		tax_why_cell(h, d->reasons);
	tax_figure_cell(h, "darf.amount", d->amount);
	tax_figure_cell(h, "darf.includes_earlier", d->includes_earlier);
	shown_money_cell(h, "darf.paid", true, d->paid);
	html_row_end(h);
}

/* ---- overdue ---- */

/* In hundredths, as the Receita writes them. */
static void pct_cell(struct html *h, const char *name, bool known, struct percent pct)
{
	shown_cell(h);
	if (known)
		shown_decimal(h, name, pct.e8, MONEY_PLACES, 2);
	else
		shown_percent(h, name, false, pct);
	shown_cell_end(h);
}

static void write_late(struct html *h, const struct tax_view *v, const struct tax_darf *d)
{
	void *pool = h->ctx->pool;
	const struct tax_late *l = &d->late;

	tax_explains_as(
		h, v, "",
		pool_printf(pool, "&month=%s&code=%s", plain_month(pool, d->period), d->code));
	html_row(h);
	html_cell(h, d->code);
	html_cell(h, month_text(pool, d->period));
	tax_why_cell(h, l->rate_known ? 0 : TAX_WHY(TAX_RATE_MISSING));
	pct_cell(h, "darf.late.fine_pct", true, l->fine_pct);
	tax_figure_cell(h, "darf.late.fine", tax_is(l->fine));
	pct_cell(h, "darf.late.interest_pct", l->rate_known, l->interest_pct);
	tax_figure_cell(h, "darf.late.interest", (struct tax_figure){ l->rate_known, l->interest });
	tax_figure_cell(h, "darf.late.total", (struct tax_figure){ l->rate_known, l->total });
	html_row_end(h);
}

static void write_lates(struct html *h, const struct tax_view *v)
{
	static const char *const headings[] = { "Código", "Do mês",	 "Por quê", "Multa, em %",
						"Multa",  "Juros, em %", "Juros",   "Total" };
	const struct tax_year *y = &v->year;
	bool any = false;

	for (size_t i = 0; i < y->n_darf; i++)
		any |= y->darf[i].is_late;
	if (!any)
		return;
	layout_table(h, "DARF em atraso", headings, ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < y->n_darf; i++)
		if (y->darf[i].is_late)
			write_late(h, v, &y->darf[i]);
	html_table_end(h);
	shown_explained(h, NULL);
	html_p(h, "Para pagamento em %s. É uma estimativa; o Sicalc decide.",
	       date_text(h->ctx->pool, y->as_of));
}

static void write_doubts(struct html *h, const struct tax_view *v)
{
	void *pool = h->ctx->pool;

	for (size_t i = 0; i < v->year.n_darf; i++) {
		const struct tax_darf *d = &v->year.darf[i];

		if (!d->in_doubt.e8)
			continue;
		tax_explains_as(h, v, "",
				pool_printf(pool, "&month=%s&code=%s", plain_month(pool, d->period),
					    d->code));
		html_open(h, "p");
		html_text(h, pool_printf(pool,
					 "DARF %s de %s: do que foi retido não se sabe se já foi "
					 "usado, e não se deduziu: ",
					 d->code, month_text(pool, d->period)));
		shown_money(h, "darf.in_doubt", true, d->in_doubt);
		html_close(h, "p");
		shown_explained(h, NULL);
	}
}

static void write_darfs(struct html *h, const struct tax_view *v)
{
	static const char *const headings[] = { "Código",	  "Do mês",	  "Vence em",
						"Situação",	  "Para digitar", "Valor",
						"De meses antes", "Pago" };
	const struct tax_year *y = &v->year;

	html_element(h, "h2", "DARF");
	if (!y->n_darf)
		html_p(h, "Nenhum DARF no ano.");
	if (y->n_darf) {
		layout_table(h, "DARF do ano", headings, ARRAY_SIZE(headings), 5);
		for (size_t i = 0; i < y->n_darf; i++)
			write_darf(h, v, &y->darf[i]);
		html_table_end(h);
		shown_explained(h, NULL);
		write_doubts(h, v);
		write_lates(h, v);
	}
	for (int i = 0; i < TAX_CODES; i++)
		if (y->under_minimum[i].amount.e8) {
			tax_explains_as(
				h, v, "",
				pool_printf(h->ctx->pool, "&code=%s", y->under_minimum[i].code));
			html_open(h, "p");
			html_text(h, pool_printf(h->ctx->pool,
						 "Espera o mínimo de R$\u00a010,00, código %s: ",
						 y->under_minimum[i].code));
			shown_money(h, "under_minimum", true, y->under_minimum[i].amount);
			html_close(h, "p");
		}
	shown_explained(h, NULL);
}

/* ---- losses ---- */

static void write_losses(struct html *h, const struct tax_view *v)
{
	const struct tax_year *y = &v->year;
	void *pool = h->ctx->pool;
	static const char *const headings[] = { "Cesta", "Prejuízo trazido", "Prejuízo a levar",
						"Retido que resta" };

	tax_explains(h, v, NULL);
	layout_table(h, "Prejuízos e retenções", headings, ARRAY_SIZE(headings), 1);
	for (int b = 0; b < TAX_BASKETS; b++) {
		html_row(h);
		html_cell(h, tax_basket_said(b));
		tax_figure_cell(h, pool_printf(pool, "carry_in.%s", basket_names[b]),
				y->carry_in[b]);
		tax_figure_cell(h, pool_printf(pool, "carry_out.%s", basket_names[b]),
				y->carry_out[b]);
		tax_figure_cell(h, pool_printf(pool, "withheld_left.%s", basket_names[b]),
				y->withheld_left[b]);
		html_row_end(h);
	}
	html_table_end(h);
	shown_explained(h, NULL);
}

/* ---- months ---- */

static const char *exempt_said(const struct tax_month *m)
{
	if (!m->exempt_known)
		return m->shares_sold ? "não se sabe" : NULL;
	return m->exempt ? "isento" : "tributado";
}

static void write_month(struct html *h, const struct tax_view *v, const struct tax_month *m)
{
	static const char *const names[TAX_BASKETS] = { "months.common.result",
							"months.day_trade.result",
							"months.fii.result" };
	void *pool = h->ctx->pool;

	tax_explains(h, v, &m->month);
	html_row(h);
	shown_name_cell(
		h, month_text(pool, m->month),
		pool_printf(pool, "%s/month?month=%s", v->base, plain_month(pool, m->month)));
	html_cell(h, exempt_said(m));
	tax_figure_cell(h, "months.share_sales", m->share_sales);
	tax_figure_cell(h, "months.exempt_gain", m->exempt_gain);
	for (int b = 0; b < TAX_BASKETS; b++)
		tax_figure_cell(h, names[b], m->basket[b].result);
	tax_figure_cell(h, "months.due", m->due);
	html_row_end(h);
}

static void write_months(struct html *h, const struct tax_view *v)
{
	static const char *const headings[] = {
		"Mês",	  "Vendas de ações", "Vendido em ações", "Ganho isento",
		"Comuns", "Day trade",	     "FII e Fiagro",	 "Devido"
	};

	html_element(h, "h2", "Mês a mês");
	if (!v->year.n_months) {
		html_p(h, "Nenhuma venda na bolsa no ano.");
		return;
	}
	layout_table(h, "Meses", headings, ARRAY_SIZE(headings), 2);
	for (size_t i = 0; i < v->year.n_months; i++)
		write_month(h, v, &v->year.months[i]);
	html_table_end(h);
	shown_explained(h, NULL);
}

/* ---- gains by month, and abroad ---- */

static void write_gain(struct html *h, const struct tax_view *v, const struct tax_gain *g)
{
	tax_explains_as(h, v, "",
			pool_printf(h->ctx->pool, "&month=%s&code=%s",
				    plain_month(h->ctx->pool, g->month),
				    g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE));
	html_row(h);
	html_cell(h, month_text(h->ctx->pool, g->month));
	html_cell(h, g->foreign ? "Exterior" : "Criptoativos");
	html_cell(h, g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE);
	html_cell(h, !g->exempt_known ? "não se sabe" : g->exempt ? "isento" : "tributado");
	tax_why_cell(h, g->reasons);
	tax_figure_cell(h, "gcap.sales", g->sales);
	tax_figure_cell(h, "gcap.gain", g->gain);
	tax_figure_cell(h, "gcap.tax", g->tax);
	html_row_end(h);
}

static void write_gains(struct html *h, const struct tax_view *v)
{
	static const char *const headings[] = { "Mês",	   "De que",
						"Código",  "Até o limite de R$ 35.000,00",
						"Por quê", "Vendas",
						"Ganho",   "Imposto" };

	if (!v->year.n_gains)
		return;
	layout_table(h, "Ganho de capital (GCAP)", headings, ARRAY_SIZE(headings), 5);
	for (size_t i = 0; i < v->year.n_gains; i++)
		write_gain(h, v, &v->year.gains[i]);
	html_table_end(h);
	shown_explained(h, NULL);
}

static void write_exterior(struct html *h, const struct tax_view *v)
{
	const struct tax_exterior *x = v->year.exterior;

	if (!x)
		return;
	html_element(h, "h2", "Aplicações no exterior, no ano (Lei 14.754)");
	tax_explains(h, v, NULL);
	shown_list(h);
	tax_figure_term(h, "Total", "exterior.total", x->total);
	tax_figure_term(h, "Prejuízo trazido", "exterior.loss_brought", x->loss_brought);
	tax_figure_term(h, "Prejuízo usado", "exterior.loss_used", x->loss_used);
	tax_figure_term(h, "Base", "exterior.base", x->base);
	tax_figure_term(h, "Imposto", "exterior.tax", x->tax);
	tax_figure_term(h, "Pago no exterior", "exterior.foreign_tax", x->foreign_tax);
	tax_figure_term(h, "Que se abate", "exterior.credit", x->credit);
	tax_figure_term(h, "Devido", "exterior.due", x->due);
	tax_figure_term(h, "Prejuízo a levar", "exterior.loss_carried", x->loss_carried);
	shown_list_end(h);
	shown_explained(h, NULL);
	tax_why(h, x->reasons);
}

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
	static const char *const headings[] = { "Mês", "Ativo", "Aviso" };

	if (!w->n)
		return;
	layout_table(h, "Avisos", headings, ARRAY_SIZE(headings), ARRAY_SIZE(headings));
	for (size_t i = 0; i < w->n && i < 60; i++) {
		html_row(h);
		html_cell(h, month_text(h->ctx->pool, w->items[i].month));
		shown_name_cell(h, w->items[i].symbol ? w->items[i].symbol : "—", NULL);
		html_cell(h, warning_text(h->ctx->pool, &w->items[i]));
		html_row_end(h);
	}
	html_table_end(h);
}

void tax_year_page(struct ctx *ctx)
{
	bool sheet = tax_sheet_asked(ctx);
	struct tax_view v;
	struct html *h;

	tax_view(ctx, &v);
	if (sheet) {
		tax_sheet_respond(ctx, "imposto", &v, tax_year_csv(ctx->pool, &v.year));
		return;
	}
	h = tax_page(ctx, &v, pool_printf(ctx->pool, "Imposto de renda de %d", v.asked), "");
	if (!v.year.closed)
		html_p(h, "O ano está aberto: os valores são provisórios, até %s.",
		       date_text(ctx->pool, v.year.as_of));
	write_darfs(h, &v);
	write_months(h, &v);
	write_losses(h, &v);
	write_gains(h, &v);
	write_exterior(h, &v);
	write_warnings(h, &v.year.warnings);
	tax_sheet(h, &v, "", "O ano em CSV");
	html_page_end(h);
}

/* ---- one month ---- */

#define OPERATIONS 40 /* of a page */

static void write_basket(struct html *h, int b, const struct tax_basket_month *m)
{
	void *pool = h->ctx->pool;
	const struct {
		const char *name;
		struct tax_figure f;
	} figures[] = {
		{ "result", m->result },
		{ "loss_brought", m->loss_brought },
		{ "loss_used", m->loss_used },
		{ "base", m->base },
		{ "tax", m->tax },
		{ "loss_carried", m->loss_carried },
	};

	html_row(h);
	html_cell(h, tax_basket_said(b));
	tax_why_cell(h, m->reasons);
	for (size_t i = 0; i < ARRAY_SIZE(figures); i++)
		tax_figure_cell(h,
				pool_printf(pool, "months.%s.%s", basket_names[b], figures[i].name),
				figures[i].f);
	html_row_end(h);
}

static void write_baskets(struct html *h, const struct tax_month *m)
{
	void *pool = h->ctx->pool;
	static const char *const headings[] = { "Cesta",	  "Por quê",
						"Resultado",	  "Prejuízo trazido",
						"Prejuízo usado", "Base",
						"Imposto",	  "Prejuízo a levar" };
	static const char *const kept[] = { "Cesta", "Retido", "Retido usado",
					    "Retido, por estimativa" };

	layout_table(h, "Cestas", headings, ARRAY_SIZE(headings), 2);
	for (int b = 0; b < TAX_BASKETS; b++)
		write_basket(h, b, &m->basket[b]);
	html_table_end(h);
	layout_table(h, "Imposto retido na fonte", kept, ARRAY_SIZE(kept), 1);
	for (int b = 0; b < TAX_BASKETS; b++) {
		html_row(h);
		html_cell(h, tax_basket_said(b));
		tax_figure_cell(h, pool_printf(pool, "months.withheld.%s", basket_names[b]),
				m->withheld[b]);
		tax_figure_cell(h, pool_printf(pool, "months.withheld_used.%s", basket_names[b]),
				m->withheld_used[b]);
		shown_money_cell(h,
				 pool_printf(pool, "months.withheld_estimate.%s", basket_names[b]),
				 true, m->withheld_estimate[b]);
		html_row_end(h);
	}
	html_table_end(h);
}

/* The row of the operation; there is no page for a client's, or without a row. */
static const char *row_path(struct html *h, const struct tax_view *v,
			    const struct tax_operation *op)
{
	const struct tax_row *row;
	char id[UUID_TEXT_SIZE];

	if (op->row == TAX_NO_ROW || !v->api)
		return NULL;
	row = &v->of.ledger.rows[op->row];
	if (row->row.applied)
		return NULL;
	uuid_format(row->row.id, id);
	return pool_printf(h->ctx->pool, "/portfolios/%s/transactions/%s",
			   v->of.ledger.portfolios[row->portfolio].id, id);
}

static void explain_operation(struct html *h, const struct tax_view *v, const struct tax_month *m,
			      size_t place)
{
	const struct tax_operation *op = m->operations[place];
	void *pool = h->ctx->pool;
	size_t item = 1;

	for (size_t i = 0; i < place; i++)
		item += str_eq(m->operations[i]->symbol, op->symbol);
	tax_explains_as(h, v, "operations.",
			pool_printf(pool, "&month=%s&symbol=%s&item=%zu",
				    plain_month(pool, m->month), url_encoded(pool, op->symbol),
				    item));
}

static void write_operation(struct html *h, const struct tax_view *v, const struct tax_month *m,
			    size_t place)
{
	const struct tax_operation *op = m->operations[place];

	shown_explained(h, NULL);
	html_row(h);
	shown_name_cell(h, date_text(h->ctx->pool, op->day), row_path(h, v, op));
	shown_name_cell(h, op->symbol, NULL);
	html_cell(h, tax_class_said(op->cls));
	html_cell(h, op->day_trade ? "day trade" : "comum");
	html_cell(h, op->why == TAX_KNOWN ? NULL : tax_reason_said(op->why));
	shown_qty_cell(h, "qty", op->qty);
	shown_money_cell(h, "gross_sale", op->gross_known, op->gross);
	explain_operation(h, v, m, place);
	shown_money_cell(h, "cost", op->cost_known, op->cost);
	shown_money_cell(h, "result", op->result_known, op->result);
	html_row_end(h);
}

static void write_operations(struct html *h, const struct tax_view *v, const struct tax_month *m,
			     size_t page)
{
	static const char *const headings[] = { "Dia",	    "Ativo",   "Classe",
						"Operação", "Por quê", "Quantidade",
						"Venda",    "Custo",   "Resultado" };
	void *pool = h->ctx->pool;
	size_t from = (page - 1) * OPERATIONS;

	layout_table(h, "Operações do mês", headings, ARRAY_SIZE(headings), 5);
	for (size_t i = from; i < m->n_operations && i < from + OPERATIONS; i++)
		write_operation(h, v, m, i);
	shown_explained(h, NULL);
	html_table_end(h);
	layout_pages(h,
		     pool_printf(pool, "%s/month?month=%s&", v->base, plain_month(pool, m->month)),
		     page, OPERATIONS, m->n_operations);
}

/* AAAA-MM, or the number of the month beside the year. */
static struct month month_asked(struct ctx *ctx)
{
	const char *text = query_text(ctx, "month"), *year = query_text(ctx, "year");
	const char *whole = text;
	struct day first;

	if (text && year && strlen(text) <= 2)
		whole = pool_printf(ctx->pool, "%s-%s%s", year, strlen(text) == 1 ? "0" : "", text);
	if (!whole || strlen(whole) != MONTH_TEXT_SIZE - 1 ||
	    !day_parse(slice_of(pool_printf(ctx->pool, "%s-01", whole)), &first))
		fail_parameter(ctx, "month", text, "um mês AAAA-MM, como em month=2026-03");
	if (year && (strlen(year) != 4 || strncmp(whole, year, 4) != 0))
		fail_parameter(ctx, "year", year, "o ano de month, ou só month=AAAA-MM");
	(void)tax_year_asked(ctx, pool_printf(ctx->pool, "%d", day_year(first)));
	return day_month(first);
}

static const struct tax_month *find(struct ctx *ctx, const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_months; i++)
		if (y->months[i].month.n == month.n)
			return &y->months[i];
	fail(ctx, 404, "figure_not_found", "Nada foi vendido na bolsa em %s.",
	     month_text(ctx->pool, month));
}

void tax_month_page(struct ctx *ctx)
{
	struct month month = month_asked(ctx);
	size_t page = layout_page_asked(ctx);
	const struct tax_month *m;
	struct tax_view v;
	struct html *h;

	tax_view_of(ctx, month_year(month), &v);
	m = find(ctx, &v.year, month);
	h = tax_page(ctx, &v,
		     pool_printf(ctx->pool, "Imposto de renda de %s", month_text(ctx->pool, month)),
		     "/month");
	tax_explains(h, &v, &month);
	shown_list(h);
	tax_figure_term(h, "Vendido em ações", "months.share_sales", m->share_sales);
	tax_figure_term(h, "Ganho isento", "months.exempt_gain", m->exempt_gain);
	tax_figure_term(h, "Devido", "months.due", m->due);
	shown_list_end(h);
	if (m->exempt_why != TAX_KNOWN)
		html_p(h, "%s", tax_reason_said(m->exempt_why));
	write_baskets(h, m);
	shown_explained(h, NULL);
	write_operations(h, &v, m, page);
	html_page_end(h);
}
