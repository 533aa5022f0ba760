/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_month.c: the income tax of a month: baskets, withholdings, operations, and gains of capital.
 *
 * GET /tax/month, GET /portfolios/{id}/tax/month
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "console/person/tax_statements.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "http/request.h"

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
	tax_why_cell(h, tax_basket_said(b), m->reasons);
	for (size_t i = 0; i < ARRAY_SIZE(figures); i++)
		tax_figure_cell(
			h, pool_printf(pool, "months.%s.%s", tax_basket_names[b], figures[i].name),
			figures[i].f);
	html_row_end(h);
}

static void write_baskets(struct html *h, const struct tax_month *m)
{
	void *pool = h->ctx->pool;

	layout_table(h, "Por tipo de operação", 1,
		     HEADINGS("Operações", "Resultado", "Prejuízo trazido", "Prejuízo usado",
			      "Base", "Imposto", "Prejuízo a levar"));
	for (int b = 0; b < TAX_BASKETS; b++)
		write_basket(h, b, &m->basket[b]);
	html_table_end(h);
	layout_table(h, "Imposto retido na fonte", 1,
		     HEADINGS("Operações", "Retido", "Retido usado", "Retido, por estimativa"));
	for (int b = 0; b < TAX_BASKETS; b++) {
		html_row(h);
		html_cell(h, tax_basket_said(b));
		tax_figure_cell(h, pool_printf(pool, "months.withheld.%s", tax_basket_names[b]),
				m->withheld[b]);
		tax_figure_cell(h,
				pool_printf(pool, "months.withheld_used.%s", tax_basket_names[b]),
				m->withheld_used[b]);
		shown_money_cell(
			h, pool_printf(pool, "months.withheld_estimate.%s", tax_basket_names[b]),
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
			pool_printf(pool, "&month=%s&symbol=%s&item=%zu", month_iso(pool, m->month),
				    url_encoded(pool, op->symbol), item));
}

static tax_reasons why_of(const struct tax_operation *op)
{
	return op->why == TAX_KNOWN ? 0 : TAX_WHY(op->why);
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
	tax_why_cell(h, op->day_trade ? "day trade" : "comum", why_of(op));
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
	void *pool = h->ctx->pool;
	size_t from = (page - 1) * OPERATIONS;

	layout_table(h, "Operações do mês", 4,
		     HEADINGS("Dia", "Ativo", "Classe", "Operação", "Quantidade", "Venda", "Custo",
			      "Resultado"));
	for (size_t i = from; i < m->n_operations && i < from + OPERATIONS; i++)
		write_operation(h, v, m, i);
	shown_explained(h, NULL);
	html_table_end(h);
	html_p(h, "O resultado é a venda menos o custo e as taxas da venda.");
	layout_pages(h, pool_printf(pool, "%s/month?month=%s&", v->base, month_iso(pool, m->month)),
		     page, OPERATIONS, m->n_operations);
}

/* ---- gains ---- */

static void write_gain(struct html *h, const struct tax_view *v, const struct tax_gain *g)
{
	tax_explains_as(h, v, "",
			pool_printf(h->ctx->pool, "&month=%s&code=%s",
				    month_iso(h->ctx->pool, g->month),
				    g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE));
	html_row(h);
	html_cell(h, month_text(h->ctx->pool, g->month));
	html_cell(h, g->foreign ? "Exterior" : "Criptoativos");
	html_cell(h, g->foreign ? TAX_FOREIGN_CODE : TAX_CRYPTO_CODE);
	tax_why_cell(h,
		     !g->exempt_known ? "não se sabe"
		     : g->exempt      ? "isento"
				      : "tributado",
		     g->reasons);
	tax_figure_cell(h, "gcap.sales", g->sales);
	tax_figure_cell(h, "gcap.gain", g->gain);
	tax_figure_cell(h, "gcap.tax", g->tax);
	html_row_end(h);
}

static bool within(const struct tax_gain *g, struct month_range of)
{
	return g->month.n >= of.first.n && g->month.n <= of.last.n;
}

static bool has_gain(const struct tax_view *v, struct month month)
{
	for (size_t i = 0; i < v->year.n_gains; i++)
		if (v->year.gains[i].month.n == month.n)
			return true;
	return false;
}

void tax_gains(struct html *h, const struct tax_view *v, struct month_range of)
{
	size_t n = 0;

	for (size_t i = 0; i < v->year.n_gains; i++) {
		if (!within(&v->year.gains[i], of))
			continue;
		if (!n++)
			layout_table(h, "Ganho de capital (GCAP)", 4,
				     HEADINGS("Mês", "De que", "Código",
					      "Até o limite de R$ 35.000,00", "Vendas", "Ganho",
					      "Imposto"));
		write_gain(h, v, &v->year.gains[i]);
	}
	if (n)
		html_table_end(h);
	shown_explained(h, NULL);
}

/* ---- sales abroad ---- */

/* The rate that the sale counts at. */
static const char *rate_of(void *pool, const struct tax_view *v, const struct tax_operation *op)
{
	struct close rate;

	if (!tax_official_rate(&v->of.ledger, op->cls, op->day, true, &rate))
		return NULL;
	return pool_printf(pool, "R$\u00a0%s, de %s",
			   decimal_text(pool, rate.price.e12, PRICE_PLACES, 4, false),
			   date_text(pool, rate.day));
}

static void write_abroad(struct html *h, const struct tax_view *v, struct month month)
{
	const struct tax_exterior *x = v->year.exterior;

	if (!tax_sold_abroad(x, month))
		return;
	layout_table(
		h, "Vendas no exterior", 3,
		HEADINGS("Dia", "Ativo", "Dólar", "Quantidade", "Venda", "Custo", "Resultado"));
	for (size_t i = 0; i < x->n_operations; i++) {
		const struct tax_operation *op = x->operations[i];

		if (day_month(op->day).n != month.n)
			continue;
		html_row(h);
		shown_name_cell(h, date_text(h->ctx->pool, op->day), row_path(h, v, op));
		shown_name_cell(h, op->symbol, NULL);
		tax_why_cell(h, rate_of(h->ctx->pool, v, op), why_of(op));
		shown_qty_cell(h, "qty", op->qty);
		shown_money_cell(h, "gross_sale", op->gross_known, op->gross);
		shown_led(h, row_path(h, v, op));
		shown_money_cell(h, "cost", op->cost_known, op->cost);
		shown_money_cell(h, "result", op->result_known, op->result);
		shown_explained(h, NULL);
		html_row_end(h);
	}
	html_table_end(h);
	html_p(h,
	       "O dólar é a PTAX de fechamento do Banco Central, taxa de venda; o custo usa a do dia de "
	       "cada compra, que o lançamento dela mostra.");
	html_p(h,
	       "A venda vai antes das taxas, que o resultado já desconta. O imposto das vendas no "
	       "exterior é do ano, e se paga com a declaração de %d.",
	       month_year(month) + 1);
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

static const struct tax_month *find(const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_months; i++)
		if (y->months[i].month.n == month.n)
			return &y->months[i];
	return NULL;
}

static void write_month(struct html *h, const struct tax_view *v, const struct tax_month *m,
			size_t page)
{
	tax_explains(h, v, &m->month);
	shown_list(h);
	tax_figure_term(h, "Vendido em ações", "months.share_sales", m->share_sales);
	tax_figure_term(h, "Ganho isento", "months.exempt_gain", m->exempt_gain);
	tax_figure_term(h, "Devido", "months.due", m->due);
	shown_list_end(h);
	if (m->exempt_why != TAX_KNOWN)
		html_p(h, "%s", tax_reason_said(m->exempt_why));
	write_baskets(h, m);
	shown_explained(h, NULL);
	write_operations(h, v, m, page);
}

/* The DARF of the month, and the days on which it was paid. */
static void write_darfs(struct html *h, const struct tax_view *v, struct month month)
{
	const struct tax_inputs *in = &v->of.ledger.inputs;
	void *pool = h->ctx->pool;

	for (size_t i = 0; i < v->year.n_darf; i++) {
		if (v->of.scope == TAX_PORTFOLIO || v->year.darf[i].period.n != month.n)
			continue;
		tax_rows(h);
		tax_darf_row(h, v, &v->year.darf[i]);
		html_close(h, "ul");
	}
	shown_led(h, pool_printf(pool, "/tax/inputs?year=%d", month_year(month)));
	for (size_t i = 0; i < in->n_paid; i++) {
		if (in->paid[i].period.n != month.n)
			continue;
		html_open(h, "p");
		html_text(h, pool_printf(pool, "DARF %s: ", in->paid[i].code));
		shown_money(h, "paid", true, in->paid[i].amount);
		html_text(h,
			  pool_printf(pool, " pagos em %s.%s", date_text(pool, in->paid[i].paid_on),
				      tax_paid_late(in->paid[i].code, month, in->paid[i].paid_on)));
		html_close(h, "p");
	}
	shown_explained(h, NULL);
}

void tax_month_page(struct ctx *ctx)
{
	struct month month = month_asked(ctx);
	size_t page = layout_page_asked(ctx);
	const struct tax_month *m;
	struct tax_gaps gaps;
	struct tax_view v;
	struct html *h;

	tax_view_of(ctx, month_year(month), &v);
	m = find(&v.year, month);
	if (!m && !has_gain(&v, month) && !tax_sold_abroad(v.year.exterior, month))
		fail(ctx, 404, "figure_not_found", "Nada foi vendido em %s.",
		     month_text(ctx->pool, month));
	h = tax_page(ctx, &v,
		     pool_printf(ctx->pool, "Imposto de renda de %s", month_text(ctx->pool, month)),
		     "/month");
	gaps = tax_gaps_year(ctx, &v.of, &v.year);
	if (tax_gaps_of(&gaps, month))
		tax_waits_write(h, &v, &gaps, month);
	write_darfs(h, &v, month);
	if (m)
		write_month(h, &v, m, page);
	tax_gains(h, &v, (struct month_range){ month, month });
	write_abroad(h, &v, month);
	tax_page_end(h);
}
