/* SPDX-License-Identifier: Apache-2.0 */
/* holding.c: one holding and its story.  GET /portfolios/{id}/holdings/{asset} */
#include "config.h"

#include "access/caller.h"
#include "console/layout.h"
#include "console/rooms.h"
#include "ctx/problem.h"
#include "wallet/show/view.h"

static const struct holding *find(struct ctx *ctx, const struct portfolio *p)
{
	struct uuid id;

	if (uuid_parse(slice_of(ctx->path[1]), &id))
		for (size_t i = 0; i < p->n_holdings; i++)
			if (uuid_same(p->holdings[i].asset->id, id))
				return &p->holdings[i];
	fail(ctx, 404, "asset_not_found", "A carteira não tem o ativo \"%s\".",
	     problem_shown(ctx->pool, ctx->path[1]));
}

static void write_cost(struct html *h, const struct holding *x)
{
	const struct position *p = &x->brl;
	bool known = x->state == HOLDING_OPEN && p->cost_known;
	bool range = false;
	struct price mean = { 0 };

	if (known && p->qty.e8 > 0)
		mean = money_per_unit(p->cost, p->qty, &range);
	shown_price_term(h, "Preço médio", "avg_price", known && p->qty.e8 > 0 && !range, mean);
	shown_money_term(h, "Custo", "invested_cost", known || x->state == HOLDING_CLOSED,
			 (struct money){ x->state == HOLDING_CLOSED ? 0 : p->cost.e8 });
}

static void write_figures(struct html *h, const struct holding *x)
{
	layout_explains_asset(h, "", x->asset->symbol, x->asset->type);
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
	html_cell(h, shown_day(h->ctx->pool, r->day));
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

static void write_income(struct html *h, const struct ledger_asset *a, const struct months *m)
{
	char month[MONTH_TEXT_SIZE];
	static const char *const headings[] = { "Mês", "Proventos" };

	if (!m->n)
		return;
	layout_table(h, "Proventos, mês a mês", headings, ARRAY_SIZE(headings), 1);
	for (size_t i = 0; i < m->n; i++) {
		month_format(m->items[i].month, month);
		layout_explains_in_month(h, a->symbol, a->type, month);
		html_row(h);
		html_cell(h, shown_month(h->ctx->pool, m->items[i].month));
		shown_money_cell(h, "income_by_month", true, m->items[i].amount);
		html_row_end(h);
	}
	html_table_end(h);
}

void holding_page(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today, .transactions = true, .monthly = true };
	const struct holding *x;
	struct detail_view d;
	struct html *h;
	const char *why;

	layout_readable(ctx);
	load.transactions = ctx->caller->access != ACCESS_PUBLIC;
	detail_view(ctx, &load, &d);
	x = find(ctx, &d.v.portfolio);
	why = unpriced_text(ctx->pool, x);
	h = layout_portfolio(ctx, d.v.in.name, "/holdings");
	html_open(h, "h2");
	html_open(h, "bdi");
	html_text(h, x->asset->symbol);
	html_close(h, "bdi");
	html_close(h, "h2");
	html_p(h, "%s", asset_type_titles[x->asset->type]);
	if (why)
		html_p(h, "%s", why);
	write_figures(h, x);
	layout_explains(h, "", "");
	write_income(h, x->asset, &x->income.by_month);
	layout_explains(h, "", "");
	for (size_t i = 0; i < x->n_merged; i++)
		write_rows(h, x->merged[i]);
	if (load.transactions)
		write_rows(h, x->asset);
	html_page_end(h);
}
