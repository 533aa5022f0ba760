/* SPDX-License-Identifier: Apache-2.0 */
/* holding_page.c: one holding and its history.  GET /portfolios/{id}/holdings/{asset} */
#include "config.h"

#include <math.h>

#include "identity/caller.h"
#include "console/chart.h"
#include "console/layout.h"
#include "console/form/remedy_form.h"
#include "console/person/console_pages.h"
#include "core/problem.h"
#include "http/json_read.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/show/portfolio_view.h"
#include "core/number_text.h"

#define SHOWN 18 /* months of a page */

static void write_cost(struct html *h, const struct holding *x)
{
	const struct position *p = &x->brl;
	bool known = x->state == HOLDING_OPEN && p->cost_known;

	shown_price_term(h, "Preço médio", "avg_price", x->mean_known, x->mean);
	shown_money_term(h, "Custo", "invested_cost", known || x->state == HOLDING_CLOSED,
			 (struct money){ x->state == HOLDING_CLOSED ? 0 : p->cost.e8 });
}

static void write_figures(struct html *h, const struct holding *x)
{
	layout_explains_asset(h, "", x->asset->symbol, x->asset->type, "");
	shown_list(h);
	shown_qty_term(h, "Quantidade", "qty", x->brl.qty);
	write_cost(h, x);
	shown_price_term(h, "Preço", "price", x->price_known, x->price);
	shown_money_term(h, "Valor", "market_value", x->value_known, x->market_value);
	shown_money_term(h, "Em aberto", "unrealized_pl", x->pl_known, x->unrealized_pl);
	shown_money_term(h, "Realizado", "realized_pl",
			 x->state != HOLDING_WATCHLIST && x->brl.realized_known, x->brl.realized);
	shown_money_term(h, "Proventos", "income_received", true, x->income.received);
	shown_list_end(h);
}

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

	html_row(h);
	html_cell(h, date_text(h->ctx->pool, r->day));
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

static void write_chart(struct html *h, const struct holding_view *v)
{
	void *pool = h->ctx->pool;
	size_t n = v->history.n_months;
	double *price = pool_array(pool, double, n);
	double *mean = pool_array(pool, double, n);
	const char **labels = pool_array(pool, const char *, n);
	const struct chart_series lines[] = { { .name = "Preço", .values = price },
					      { .name = "Preço médio", .values = mean, .steps = true } };

	for (size_t i = 0; i < n; i++) {
		const struct unit_month *u = &v->units[i];

		labels[i] = month_text(pool, v->history.months[i].month);
		price[i] = u->price_known ? price_double(u->price) : (double)NAN;
		mean[i] = u->mean_known ? price_double(u->mean) : (double)NAN;
	}
	chart_lines(h, &(struct chart){
			       .id = "preco",
			       .title = "Preço e preço médio",
			       .description = "De cada mês, na tabela abaixo, em reais por unidade.",
			       .labels = labels,
			       .n = n,
			       .series = lines,
			       .n_series = ARRAY_SIZE(lines) });
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

static void write_story(struct html *h, const struct holding_view *v, size_t page)
{
	static const char *const headings[] = { "Mês", "Quantidade", "Preço médio", "Preço",
						"Valor" };
	size_t n = v->history.n_months, skipped = (page - 1) * SHOWN;

	if (!n)
		return;
	write_chart(h, v);
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
	mend_forms(ctx, h, json_parse(ctx->pool, slice_of(mend), &offset, &reason), n, "issues");
}

/* ---- the page ---- */

static void write_heading(struct html *h, const struct holding *x)
{
	const char *name = holding_name(x);
	const char *why = unpriced_text(h->ctx->pool, x);

	html_open(h, "h2");
	html_open(h, "bdi");
	html_text(h, x->asset->symbol);
	html_close(h, "bdi");
	html_close(h, "h2");
	html_open(h, "p");
	if (name && !str_eq(name, x->asset->symbol)) {
		html_element(h, "bdi", name);
		html_text(h, " · ");
	}
	html_text(h, asset_type_titles[x->asset->type]);
	if (x->valuation == VALUATION_MARKET)
		html_text(h, pool_printf(h->ctx->pool, " · preço de %s",
					 date_text(h->ctx->pool, x->quote_day)));
	html_close(h, "p");
	if (why)
		html_p(h, "%s", why);
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
	h = layout_portfolio(ctx, v.v.in.name, "/holdings");
	write_heading(h, v.holding);
	write_figures(h, v.holding);
	write_story(h, &v, page);
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
