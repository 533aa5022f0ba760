/* SPDX-License-Identifier: Apache-2.0 */
/* holding_chart.c: a holding through time: its price beside its mean cost, with purchases, sales and payments. */
#include "config.h"

#include <math.h>

#include "console/chart.h"
#include "console/layout.h"
#include "console/person/holding_parts.h"

#define SHOWN 18 /* months of a page */

/* ---- through time ---- */

/* Purchases and sales of a month are one mark each, payments a third. */
enum { MARKS = MARK_PAY + 1 };

struct month_marks {
	struct qty moved[MARKS];
	struct price price[MARKS];
	bool any[MARKS];
};

static void see_rows(const struct ledger_asset *a, struct month month, struct month_marks *m)
{
	bool range = false;

	for (size_t i = 0; i < a->n_rows; i++) {
		const struct ledger_row *r = &a->rows[i];
		int kind = r->kind == ROW_SELL ? MARK_SELL : MARK_BUY;

		if ((r->kind != ROW_BUY && r->kind != ROW_SELL) || day_month(r->day).n != month.n)
			continue;
		m->any[kind] = true;
		m->moved[kind] = qty_add(m->moved[kind], r->qty, &range);
		m->price[kind] = r->price_known && a->currency == CURRENCY_BRL
					 ? r->price
					 : (struct price){ -1 };
	}
}

static void see_payments(const struct derived_holding *d, struct month month, struct day today,
			 struct month_marks *m)
{
	for (size_t i = 0; i < d->n_entries; i++)
		m->any[MARK_PAY] |= day_month(d->entries[i].pay_day).n == month.n &&
				    !day_before(today, d->entries[i].pay_day);
}

static const char *mark_said(void *pool, int kind, struct qty q, const char *month)
{
	char text[DEC_TEXT_SIZE];

	if (kind == MARK_PAY)
		return pool_printf(pool, "Pagamento em %s", month);
	dec_format(text, q.e8, QTY_PLACES, QTY_PLACES, true);
	return pool_printf(pool, "%s de %s em %s", kind == MARK_SELL ? "Venda" : "Compra",
			   grouped_text(pool, text), month);
}

/* Where the price of a row is unknown, or in dollars, the mark is on the line. */
static size_t marks_of(struct ctx *ctx, const struct holding_view *v, size_t first,
		       const double *price, const double *mean, struct chart_mark *out)
{
	const struct holding *x = v->holding;
	size_t n = 0;

	for (size_t i = 0; first + i < v->history.n_months; i++) {
		struct month month = v->history.months[first + i].month;
		struct month_marks m = { .any = { false } };

		for (size_t k = 0; k < x->n_merged; k++)
			see_rows(x->merged[k], month, &m);
		see_rows(x->asset, month, &m);
		see_payments(v->derived, month, ctx->today, &m);
		for (int kind = 0; kind < MARKS; kind++) {
			double on_line = isnan(price[i]) ? mean[i] : price[i];
			double at = m.price[kind].e12 >= 0 && kind != MARK_PAY
					    ? price_double(m.price[kind])
					    : on_line;

			if (m.any[kind] && (kind == MARK_PAY || !isnan(at)))
				out[n++] = (struct chart_mark){
					.kind = (enum chart_mark_kind)kind,
					.at = i,
					.value = at,
					.text = mark_said(ctx->pool, kind, m.moved[kind],
							  month_text(ctx->pool, month)),
				};
		}
	}
	return n;
}

static void write_chart(struct html *h, const struct holding_view *v, size_t n)
{
	void *pool = h->ctx->pool;
	size_t first = v->history.n_months - n;
	double *price = pool_array(pool, double, n);
	double *mean = pool_array(pool, double, n);
	const char **labels = pool_array(pool, const char *, n);
	struct chart_mark *marks = pool_array(pool, struct chart_mark, MARKS * n);
	const struct chart_series lines[] = {
		{ .name = "Preço", .values = price },
		{ .name = "Preço médio", .values = mean, .steps = true }
	};

	for (size_t i = 0; i < n; i++) {
		const struct unit_month *u = &v->units[first + i];

		labels[i] = month_text(pool, v->history.months[first + i].month);
		price[i] = u->price_known ? price_double(u->price) : (double)NAN;
		mean[i] = u->mean_known ? price_double(u->mean) : (double)NAN;
	}
	chart_lines(h,
		    &(struct chart){
			    .id = "preco",
			    .title = "Preço e preço médio",
			    .description =
				    "Fim de cada mês, em reais por unidade, com compras, vendas e "
				    "pagamentos marcados.",
			    .labels = labels,
			    .n = n,
			    .series = lines,
			    .n_series = ARRAY_SIZE(lines),
			    .marks = marks,
			    .n_marks = marks_of(h->ctx, v, first, price, mean, marks),
		    });
}

static void write_unit_month(struct html *h, const struct holding_view *v, size_t i)
{
	const struct ledger_asset *a = v->holding->asset;
	const struct unit_month *u = &v->units[i];
	const struct shown_explained *of_day;
	struct day last = month_last(v->history.months[i].month);
	const char *at =
		day_iso(h->ctx->pool, day_before(h->ctx->today, last) ? h->ctx->today : last);

	layout_explains_asset(
		h, "", a->symbol, a->type,
		day_before(h->ctx->today, last) ? "" : pool_printf(h->ctx->pool, "&at=%s", at));
	html_row(h);
	html_cell(h, month_text(h->ctx->pool, v->history.months[i].month));
	shown_qty_cell(h, "qty", u->qty);
	shown_price_cell(h, "avg_price", u->mean_known, u->mean);
	/* Value divided by quantity, so that the chart can compare. */
	of_day = h->explained;
	shown_led(h, "#epoca");
	shown_price_cell(h, "month_price", u->price_known, u->price);
	if (u->price_known)
		shown_explained(h, of_day);
	shown_money_cell(h, "market_value", u->price_known, v->history.months[i].equity);
	html_row_end(h);
}

void holding_story(struct html *h, const struct holding_view *v, const struct chart_span *span)
{
	size_t n = v->history.n_months;

	if (!n)
		return;
	layout_card(h, "card span8", "A cotação e o que você pagou");
	chart_span_chips(
		h, layout_path(h->ctx, pool_printf(h->ctx->pool, "/holdings/%s", h->ctx->path[1])),
		chart_spans_long, span);
	write_chart(h, v, chart_span_months(span, h->ctx->today, n));
	layout_card_end(h);
}

void holding_months(struct html *h, const struct holding_view *v, size_t page)
{
	size_t n = v->history.n_months, skipped = (page - 1) * SHOWN;

	if (!n)
		return;
	html_open_of(h, "details", "more");
	html_flag(h, "open", page > 1);
	html_element(h, "summary", "Mês a mês");
	html_open(h, "p");
	html_attr(h, "id", "epoca");
	html_text(
		h,
		"Cada preço é o da sua época, sem ajuste por desdobramentos e bonificações: o valor "
		"dividido pela quantidade. Onde não havia preço, ou só um antigo, fica um traço.");
	html_close(h, "p");
	layout_table(h, "No fim de cada mês", 1,
		     HEADINGS("Mês", "Quantidade", "Preço médio", "Preço", "Valor"));
	for (size_t i = skipped; i < n && i < skipped + SHOWN; i++)
		write_unit_month(h, v, n - 1 - i);
	html_table_end(h);
	layout_explains(h, "", "");
	layout_pages(
		h, layout_path(h->ctx, pool_printf(h->ctx->pool, "/holdings/%s?", h->ctx->path[1])),
		page, SHOWN, n);
	html_close(h, "details");
}
