/* SPDX-License-Identifier: Apache-2.0 */
/* holding_page.c: one holding and its history.  GET /portfolios/{id}/holdings/{asset} */
#include "config.h"

#include <math.h>

#include "identity/caller.h"
#include "console/chart.h"
#include "console/layout.h"
#include "calc/tax/tax.h"
#include "calc/views/views.h"
#include "console/form/member_words.h"
#include "console/form/mend_said.h"
#include "console/form/remedy_form.h"
#include "console/person/console_pages.h"
#include "core/problem.h"
#include "http/json_read.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/show/portfolio_view.h"
#include "core/number_text.h"

#define SHOWN 18	      /* months of a page */
#define PRICE_PER_MONEY 10000 /* from the grid of money to that of prices */

static struct price as_price(struct money m)
{
	return (struct price){ m.e8 * PRICE_PER_MONEY };
}

/* ---- cards ---- */

static void card_open(struct html *h, const char *class, const char *title)
{
	html_open(h, "section");
	html_attr(h, "class", class);
	html_element(h, "h2", title);
}

static void card_end(struct html *h)
{
	html_close(h, "section");
}

/* The figures that follow are explained as those of the holding. */
static void explained(struct html *h, const struct holding *x)
{
	layout_explains_asset(h, "", x->asset->symbol, x->asset->type, "");
}

/* The sentence that says what a figure without an explanation of its own is made of. */
static void write_said(struct html *h, const char *id, const char *text)
{
	html_open(h, "p");
	html_attr(h, "class", "foot");
	html_attr(h, "id", id);
	html_text(h, text);
	html_close(h, "p");
}

/* ---- what it is worth ---- */

static void write_position(struct html *h, const struct holding *x)
{
	const struct position *p = &x->brl;
	bool closed = x->state == HOLDING_CLOSED;
	bool known = x->state == HOLDING_OPEN && p->cost_known;

	shown_list(h);
	shown_qty_term(h, "Quantidade", "qty", p->qty);
	shown_price_term(h, "Preço médio", "avg_price", x->mean_known, x->mean);
	shown_money_term(h, "Valor investido", "invested_cost", known || closed,
			 (struct money){ closed ? 0 : p->cost.e8 });
	shown_price_term(h, x->valuation == VALUATION_ACCRUAL ? "Preço" : "Cotação", "price",
			 x->price_known, x->price);
	shown_list_end(h);
}

/* The same in the currency of a foreign asset. */
static void write_native(struct html *h, const struct holding *x)
{
	if (!x->has_native)
		return;
	html_element(h, "h3", "Em dólares");
	layout_explains_asset(h, "native.", x->asset->symbol, x->asset->type, "");
	shown_list(h);
	shown_term(h, "Preço médio");
	shown_price_in(h, "avg_price", x->native_mean_known, x->native_mean, "USD");
	shown_term_end(h);
	shown_term(h, "Cotação");
	shown_price_in(h, "price", x->native_price_known, x->price_native, "USD");
	shown_term_end(h);
	shown_term(h, "Valor");
	shown_price_in(h, "market_value", x->native_value_known, as_price(x->native_value), "USD");
	shown_term_end(h);
	shown_term(h, "Em aberto");
	shown_price_in(h, "unrealized_pl", x->native_pl_known, as_price(x->native_pl), "USD");
	shown_term_end(h);
	shown_list_end(h);
	explained(h, x);
}

/* Whose price it is, where that is not plain. */
static void write_source(struct html *h, const struct holding *x)
{
	if (x->valuation == VALUATION_MARKET && x->stated)
		html_p(h, "Pelo preço que você informou de %s.",
		       date_text(h->ctx->pool, x->quote_day));
	else if (x->valuation == VALUATION_MARKET)
		html_p(h, "Cotação de %s.", date_text(h->ctx->pool, x->quote_day));
	else if (x->valuation == VALUATION_ACCRUAL)
		html_p(h, "Pelo que foi contratado, até hoje.");
	else if (x->valuation == VALUATION_COST)
		html_p(h, "Pelo que custou: %s.", unpriced_text(h->ctx->pool, x));
}

static void write_worth(struct html *h, const struct holding *x)
{
	card_open(h, "card span4", "Vale hoje");
	explained(h, x);
	html_open(h, "p");
	html_attr(h, "class", "big");
	shown_money(h, "market_value", x->value_known, x->market_value);
	html_close(h, "p");
	if (x->day_known) {
		html_open(h, "p");
		html_text(h, "No dia: ");
		shown_money(h, "day_change_brl", true, x->day_change);
		html_close(h, "p");
	}
	write_source(h, x);
	write_position(h, x);
	write_native(h, x);
	card_end(h);
}

/* An option that was written is owed, and is no part of the value. */
static void write_owed(struct html *h, const struct holding *x)
{
	void *pool = h->ctx->pool;
	const struct market_symbol *m = x->market;
	char qty[DEC_TEXT_SIZE];

	if (qty_is_zero(x->brl.short_qty))
		return;
	dec_format(qty, x->brl.short_qty.e8, QTY_PLACES, QTY_PLACES, true);
	html_open(h, "p");
	html_attr(h, "class", "note warn");
	html_text(h, pool_printf(pool,
				 "Você lançou %s opções %s a descoberto%s: é uma obrigação, e o "
				 "patrimônio não a desconta.",
				 comma_text(pool, qty), x->asset->symbol,
				 m && m->expires ? pool_printf(pool, ", que vencem em %s",
							       date_text(pool, m->expiry))
						 : ""));
	html_close(h, "p");
}

/* ---- what it has yielded ---- */

static void write_result(struct html *h, const struct holding_view *v)
{
	const struct holding *x = v->holding;
	struct holding_result r = { 0 };

	if (x->state == HOLDING_WATCHLIST ||
	    holding_result(x, v->derived, h->ctx->today, &r) != CALC_OK)
		return;
	card_open(h, "card span6", "Resultado");
	shown_list(h);
	if (r.dollar_known) {
		shown_led(h, "#resultado");
		shown_money_term(h, "Pelo preço, em aberto", "result_price", true, r.price);
		shown_money_term(h, "Pelo dólar, em aberto", "result_dollar", true, r.dollar);
		explained(h, x);
	}
	shown_money_term(h, "Lucro não realizado", "unrealized_pl", x->pl_known, x->unrealized_pl);
	shown_money_term(h, "Lucro realizado", "realized_pl", x->brl.realized_known,
			 x->brl.realized);
	shown_money_term(h, "Proventos", "income_received", true, x->income.received);
	shown_led(h, "#resultado");
	shown_money_term(h, "Resultado, com proventos", "result_with_income", r.total_known,
			 r.total);
	shown_led(h, "#rendimento");
	shown_money_term(h, "Proventos de 12 meses", "income_12m", true, r.income_12m);
	shown_percent_term(h, "Sobre o custo, 12 meses", "yield_on_cost", r.on_cost_known,
			   r.on_cost);
	shown_percent_term(h, "Sobre o valor, 12 meses", "yield_on_value", r.on_value_known,
			   r.on_value);
	shown_list_end(h);
	explained(h, x);
	write_said(
		h, "resultado",
		r.dollar_known
			? "O resultado é a soma do lucro não realizado, do realizado e dos proventos. Pelo "
			  "preço: o lucro em dólares pelo dólar de hoje; pelo dólar: o resto do lucro não realizado."
			: "O resultado é a soma do lucro não realizado, do realizado e dos proventos.");
	write_said(h, "rendimento",
		   "Os proventos líquidos pagos nos últimos 12 meses, divididos pelo que custou e "
		   "pelo que vale o que você tem hoje.");
	card_end(h);
}

/* ---- fixed income ---- */

static void write_term(struct html *h, const char *label, const char *text)
{
	shown_term(h, label);
	html_text(h, text);
	shown_term_end(h);
}

static const char *percent_said(void *pool, struct percent p)
{
	char text[DEC_TEXT_SIZE];

	dec_format(text, p.e8, MONEY_PLACES, 4, true);
	return pool_printf(pool, "%s%%", comma_text(pool, text));
}

/* "110% do CDI", "IPCA + 6,5% ao ano", "12% ao ano". */
static const char *rate_said(void *pool, const struct accrual_terms *t)
{
	const struct percent *more = t->has_rate ? &t->rate : t->has_spread ? &t->spread : NULL;
	const char *index, *pct;

	if (t->indexer == INDEXER_OTHER)
		return "não informado";
	index = choice_word(indexer_names[t->indexer]);
	if (t->indexer == INDEXER_PREFIXADO)
		return more ? pool_printf(pool, "%s ao ano, prefixado", percent_said(pool, *more))
			    : index;
	pct = t->has_pct ? pool_printf(pool, "%s do %s", percent_said(pool, t->pct), index) : index;
	return more ? pool_printf(pool, "%s + %s ao ano", pct, percent_said(pool, *more)) : pct;
}

/* Income tax and IOF of a sale of everything today (doc/tax.md 20.8); false when unknown. */
static bool sale_taxed(struct ctx *ctx, const struct holding *x, struct money *tax)
{
	const struct ledger_asset *a = x->asset;
	struct ledger_row *rows = pool_array(ctx->pool, struct ledger_row, a->n_rows + 1);
	struct tax_fixed_sale *sales;
	bool range = false;
	size_t n;

	if (x->state != HOLDING_OPEN || !x->priced || x->n_merged)
		return false;
	for (size_t i = 0; i < a->n_rows; i++)
		rows[i] = a->rows[i];
	rows[a->n_rows] = (struct ledger_row){
		.day = ctx->today,
		.kind = ROW_SELL,
		.qty = x->brl.qty,
		.price_known = true,
		.price = x->price,
	};
	if (tax_fixed_income(ctx->pool, rows, a->n_rows + 1, ctx->today, a->terms->exempt,
			     a->type != ASSET_DEBENTURE, &sales, &n) != CALC_OK ||
	    !n || sales[n - 1].why != TAX_KNOWN)
		return false;
	*tax = (struct money){ 0 };
	for (size_t i = 0; i < sales[n - 1].n; i++)
		*tax = money_add(
			*tax,
			money_add(sales[n - 1].parts[i].tax, sales[n - 1].parts[i].iof, &range),
			&range);
	return !range;
}

static void write_terms(struct html *h, const struct holding *x, bool rows)
{
	const struct accrual_terms *t = x->asset->terms;
	void *pool = h->ctx->pool;
	struct money tax;
	bool known, range = false;

	if (!t)
		return;
	card_open(h, "card span6", "O que foi contratado");
	shown_list(h);
	write_term(h, "Rende", rate_said(pool, t));
	if (t->has_maturity)
		write_term(h, "Vencimento", date_text(pool, t->maturity));
	if (t->paper)
		write_term(h, "Espécie", t->paper);
	if (t->issuer)
		write_term(h, "Quem emitiu", t->issuer);
	known = rows && sale_taxed(h->ctx, x, &tax);
	shown_money_term(h, "Valor bruto hoje", "market_value", x->value_known, x->market_value);
	if (rows) {
		shown_led(h, "#liquido");
		shown_money_term(h, "Imposto, se vendido hoje", "sale_tax", known,
				 known ? tax : (struct money){ 0 });
		shown_money_term(h, "Valor líquido hoje", "net_value", known,
				 known ? money_sub(x->market_value, tax, &range)
				       : (struct money){ 0 });
		explained(h, x);
	}
	shown_list_end(h);
	if (rows)
		write_said(
			h, "liquido",
			t->exempt
				? "Isento de imposto de renda."
				: "O líquido desconta o imposto de renda, de 22,5% a 15% do ganho de cada compra, "
				  "e o IOF dos primeiros 30 dias.");
	card_end(h);
}

/* ---- rows ---- */

static const char *kind_said(const struct ledger_row *r)
{
	static const char *const kinds[] = {
		[ROW_BUY] = "Compra",
		[ROW_SELL] = "Venda",
		[ROW_SPLIT] = "Desdobramento ou grupamento",
		[ROW_ADJUST] = "Ajuste de quantidade",
	};

	return kinds[r->kind];
}

static void write_row(struct html *h, const struct ledger_asset *a, const struct ledger_row *r)
{
	const char *currency = currency_names[a->currency];
	char id[UUID_TEXT_SIZE];

	uuid_format(r->id, id);
	html_row(h);
	shown_name_cell(h, date_text(h->ctx->pool, r->day),
			layout_path(h->ctx, pool_printf(h->ctx->pool, "/transactions/%s", id)));
	html_cell(h, kind_said(r));
	shown_name_cell(h, r->note ? r->note : "—", NULL);
	shown_qty_cell(h, "quantity", r->qty);
	shown_cell(h);
	shown_price_in(h, "row_price", r->price_known, r->price, currency);
	shown_cell_end(h);
	html_row_end(h);
}

static void write_rows(struct html *h, const struct ledger_asset *a)
{
	static const char *const headings[] = { "Dia", "O que foi", "Nota", "Quantidade", "Preço" };

	layout_table(h, pool_printf(h->ctx->pool, "Lançamentos de %s", a->symbol), headings,
		     ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < a->n_rows; i++)
		write_row(h, a, &a->rows[i]);
	html_table_end(h);
}

static void write_income(struct html *h, const struct holding *x)
{
	static const char *const headings[] = { "Mês", "Proventos" };
	const struct months *m = &x->income.by_month;

	if (!m->n)
		return;
	layout_table(h, "Proventos, mês a mês", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = m->n; i--;) {
		char month[MONTH_TEXT_SIZE];

		month_format(m->items[i].month, month);
		layout_explains_asset(h, "", x->asset->symbol, x->asset->type,
				      pool_printf(h->ctx->pool, "&month=%s", month));
		html_row(h);
		html_cell(h, month_text(h->ctx->pool, m->items[i].month));
		shown_money_cell(h, "income_by_month", true, m->items[i].amount);
		html_row_end(h);
	}
	html_table_end(h);
}

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
static size_t marks_of(struct ctx *ctx, const struct holding_view *v, const double *price,
		       const double *mean, struct chart_mark *out)
{
	const struct holding *x = v->holding;
	size_t n = 0;

	for (size_t i = 0; i < v->history.n_months; i++) {
		struct month month = v->history.months[i].month;
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

static void write_chart(struct html *h, const struct holding_view *v)
{
	void *pool = h->ctx->pool;
	size_t n = v->history.n_months;
	double *price = pool_array(pool, double, n);
	double *mean = pool_array(pool, double, n);
	const char **labels = pool_array(pool, const char *, n);
	struct chart_mark *marks = pool_array(pool, struct chart_mark, MARKS * n);
	const struct chart_series lines[] = {
		{ .name = "Preço", .values = price },
		{ .name = "Preço médio", .values = mean, .steps = true }
	};

	for (size_t i = 0; i < n; i++) {
		const struct unit_month *u = &v->units[i];

		labels[i] = month_text(pool, v->history.months[i].month);
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
			    .n_marks = marks_of(h->ctx, v, price, mean, marks),
		    });
}

static void write_unit_month(struct html *h, const struct holding_view *v, size_t i)
{
	const struct ledger_asset *a = v->holding->asset;
	const struct unit_month *u = &v->units[i];
	const struct shown_explained *of_day;
	struct day last = month_last(v->history.months[i].month);
	char at[DAY_TEXT_SIZE];

	day_format(day_before(h->ctx->today, last) ? h->ctx->today : last, at);
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

static void write_story(struct html *h, const struct holding_view *v)
{
	if (!v->history.n_months)
		return;
	card_open(h, "card span8", "A cotação e o que você pagou");
	write_chart(h, v);
	card_end(h);
}

static void write_months(struct html *h, const struct holding_view *v, size_t page)
{
	static const char *const headings[] = { "Mês", "Quantidade", "Preço médio", "Preço",
						"Valor" };
	size_t n = v->history.n_months, skipped = (page - 1) * SHOWN;

	if (!n)
		return;
	html_open(h, "details");
	html_attr(h, "class", "more");
	html_flag(h, "open", page > 1);
	html_element(h, "summary", "Mês a mês");
	html_open(h, "p");
	html_attr(h, "id", "epoca");
	html_text(
		h,
		"Cada preço é o da sua época, sem ajuste por desdobramentos e bonificações: o valor "
		"dividido pela quantidade. Onde não havia preço, ou só um antigo, fica um traço.");
	html_close(h, "p");
	layout_table(h, "No fim de cada mês", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = skipped; i < n && i < skipped + SHOWN; i++)
		write_unit_month(h, v, n - 1 - i);
	html_table_end(h);
	layout_explains(h, "", "");
	layout_pages(
		h, layout_path(h->ctx, pool_printf(h->ctx->pool, "/holdings/%s?", h->ctx->path[1])),
		page, SHOWN, n);
	html_close(h, "details");
}

/* Events of the paper that are not ledger rows. */
static void write_events(struct html *h, const struct holding_view *v)
{
	static const char *const headings[] = { "Dia", "O que foi", "Ativo", "Quantidade" };
	static const char *const kinds[] = {
		[EVENT_SPLIT] = "Desdobramento ou grupamento, aplicado",
		[EVENT_BONUS] = "Bonificação, aplicada",
		[EVENT_INCORPORATION] = "Incorporação, aplicada",
		[EVENT_SUBSCRIPTION] = "Subscrição",
		[EVENT_FRACTION] = "Frações vendidas",
		[EVENT_EXERCISE] = "Exercício",
	};
	const struct derived_holding *d = v->derived;

	if (!d->n_applied && d->n_tickers < 2)
		return;
	layout_table(h, "Eventos que não são lançamentos", headings, ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < d->n_applied; i++) {
		const struct applied_event *e = &d->applied[i];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, e->ex_day));
		html_cell(h, kinds[e->kind]);
		shown_name_cell(h, e->symbol, NULL);
		shown_qty_cell(h, "event_quantity", e->qty);
		html_row_end(h);
	}
	for (size_t i = 0; i + 1 < d->n_tickers; i++) {
		html_row(h);
		html_cell(h, date_text(h->ctx->pool, d->tickers[i].until));
		html_cell(h,
			  pool_printf(h->ctx->pool, "Sucessão por %s", d->tickers[i + 1].symbol));
		shown_name_cell(h, d->tickers[i].symbol, NULL);
		html_cell(h, NULL);
		html_row_end(h);
	}
	html_table_end(h);
}

/* A typed succession or spin-off can be withdrawn here: the issue that offered it is gone. */
struct typed {
	const struct ledger_asset *asset;
	struct json_object *said;
};

/* Runs before the page begins, since an operation resets the answer. */
static size_t typed_of(struct ctx *ctx, const struct holding *x, struct typed *out)
{
	const struct ask ask = { .run = succession_get };
	const char *path = ctx->path[1];
	size_t n = 0;

	for (size_t i = 0; i <= x->n_merged; i++) {
		const struct ledger_asset *a = i < x->n_merged ? x->merged[i] : x->asset;
		char id[UUID_TEXT_SIZE];

		if (!a->succession && !a->spin_off)
			continue;
		uuid_format(a->id, id);
		ctx->path[1] = pool_strdup(ctx->pool, id);
		out[n++] = (struct typed){ a, ask_run(ctx, &ask) };
	}
	ctx->path[1] = path;
	return n;
}

static void write_typed(struct ctx *ctx, struct html *h, const struct typed *t, size_t n)
{
	char id[UUID_TEXT_SIZE];
	const char *reason, *mend;
	size_t offset;

	mend_succession_said(h, t->asset->symbol, t->said);
	if (ctx->caller->access < ACCESS_EDIT)
		return;
	uuid_format(t->asset->id, id);
	mend = pool_printf(ctx->pool,
			   "{\"actions\": [{\"method\": \"DELETE\", \"path\": "
			   "\"/v1/portfolios/%s/assets/%s/succession\"}]}",
			   ctx->path[0], id);
	mend_forms(ctx, h, json_parse(ctx->pool, slice_of(mend), &offset, &reason),
		   &(struct mend_place){ .n = n, .back = "issues" });
}

/* ---- the page ---- */

static void write_act(struct html *h, const char *class, const char *href, const char *text)
{
	html_open(h, "a");
	html_attr(h, "class", class);
	html_attr(h, "href", href);
	html_text(h, text);
	html_close(h, "a");
}

static void write_heading(struct html *h, const struct holding *x)
{
	const char *name = holding_name(x);

	html_div(h, "head");
	html_open(h, "div");
	html_open(h, "h2");
	html_element(h, "bdi", x->asset->symbol);
	html_close(h, "h2");
	html_open(h, "p");
	html_attr(h, "class", "dim");
	if (name && !str_eq(name, x->asset->symbol)) {
		html_element(h, "bdi", name);
		html_text(h, " · ");
	}
	html_text(h, asset_type_titles[x->asset->type]);
	html_close(h, "p");
	html_close(h, "div");
	if (h->ctx->caller->access >= ACCESS_EDIT) {
		html_div(h, "acts");
		write_act(h, "btn go", layout_path(h->ctx, "/transactions/new"), "Lançar");
		write_act(h, "btn",
			  layout_path(h->ctx, pool_printf(h->ctx->pool, "/holdings/%s/edit",
							  h->ctx->path[1])),
			  "Editar ativo");
		html_close(h, "div");
	}
	html_close(h, "div");
}

void holding_page(struct ctx *ctx)
{
	size_t page = layout_page_asked(ctx);
	struct holding_view v = { 0 };
	struct typed *typed = NULL;
	size_t n_typed = 0;
	struct uuid id;
	struct html *h;
	bool rows;

	layout_readable(ctx);
	rows = ctx->caller->access != ACCESS_PUBLIC;
	if (uuid_parse(slice_of(ctx->path[1]), &id))
		holding_view(ctx, id, rows, &v);
	if (!v.holding)
		fail(ctx, 404, "asset_not_found", "A carteira não tem o ativo \"%s\".",
		     problem_shown(ctx->pool, ctx->path[1]));
	if (rows) {
		typed = pool_array(ctx->pool, struct typed, v.holding->n_merged + 1);
		n_typed = typed_of(ctx, v.holding, typed);
	}
	h = layout_portfolio(ctx, v.v.in.name, "");
	write_heading(h, v.holding);
	write_owed(h, v.holding);
	html_div(h, "grid");
	write_story(h, &v);
	write_worth(h, v.holding);
	write_result(h, &v);
	write_terms(h, v.holding, rows);
	html_close(h, "div");
	write_months(h, &v, page);
	write_income(h, v.holding);
	layout_explains(h, "", "");
	write_events(h, &v);
	for (size_t i = 0; i < n_typed; i++)
		write_typed(ctx, h, &typed[i], i);
	for (size_t i = 0; i < v.holding->n_merged; i++)
		write_rows(h, v.holding->merged[i]);
	if (rows)
		write_rows(h, v.holding->asset);
	html_page_end(h);
}
