/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio.c: one portfolio: what it holds.  GET /portfolios/{id} */
#include "config.h"

#include "console/layout.h"
#include "console/rooms.h"
#include "wallet/show/view.h"

static void write_totals(struct html *h, const struct portfolio *p, const struct twr *twr)
{
	shown_list(h);
	shown_term(h, "Valor");
	shown_money(h, "patrimonio", true, p->patrimonio);
	shown_term_end(h);
	shown_term(h, "Custo do que há");
	shown_money(h, "invested", true, p->invested);
	shown_term_end(h);
	shown_term(h, "Resultado total");
	shown_money(h, "total_pl", true, p->total_pl);
	shown_term_end(h);
	shown_term(h, "Em aberto");
	shown_money(h, "unrealized_pl", true, p->unrealized_pl);
	shown_term_end(h);
	shown_term(h, "Realizado");
	shown_money(h, "realized_pl", true, p->realized_pl);
	shown_term_end(h);
	shown_term(h, "Proventos");
	shown_money(h, "income_received", true, p->income_received);
	shown_term_end(h);
	shown_term(h, "Hoje");
	shown_money(h, "day_change_brl", true, p->day_change);
	shown_term_end(h);
	shown_term(h, "Ao ano, pelos aportes");
	shown_rate(h, "xirr", p->xirr_known, p->xirr);
	shown_term_end(h);
	shown_term(h, "Desde o início, pelo tempo");
	shown_rate(h, "twr.cumulative", twr->known, twr->cumulative);
	shown_term_end(h);
	shown_list_end(h);
}

/* What the price of a holding is worth, in words. */
static const char *price_said(void *pool, const struct holding *h)
{
	const char *why = unpriced_text(pool, h);

	if (why)
		return why;
	if (h->valuation == VALUATION_MARKET)
		return shown_day(pool, h->quote_day);
	return h->valuation == VALUATION_ACCRUAL ? "pelo contrato" : NULL;
}

static void write_figures(struct html *h, const struct holding *x)
{
	shown_cell(h);
	shown_qty(h, "qty", x->brl.qty);
	shown_cell_end(h);
	shown_cell(h);
	shown_price(h, "price", x->price_known, x->price);
	shown_cell_end(h);
	shown_cell(h);
	shown_money(h, "market_value", x->value_known, x->market_value);
	shown_cell_end(h);
	shown_cell(h);
	shown_percent(h, "weight_pct", x->weight_known, x->weight_pct);
	shown_cell_end(h);
	shown_cell(h);
	shown_money(h, "day_change_brl", x->day_known, x->day_change);
	shown_cell_end(h);
	shown_cell(h);
	shown_money(h, "unrealized_pl", x->pl_known, x->unrealized_pl);
	shown_cell_end(h);
	shown_cell(h);
	shown_percent(h, "unrealized_pct", x->pct_known, x->unrealized_pct);
	shown_cell_end(h);
}

static void write_holding(struct ctx *ctx, struct html *h, const struct holding *x)
{
	char id[UUID_TEXT_SIZE];

	uuid_format(x->asset->id, id);
	html_row(h);
	shown_name_cell(h, x->asset->symbol,
			layout_path(ctx, pool_printf(ctx->pool, "/holdings/%s", id)));
	html_cell(h, asset_type_titles[x->asset->type]);
	html_cell(h, price_said(ctx->pool, x));
	write_figures(h, x);
	html_row_end(h);
}

static void write_holdings(struct ctx *ctx, struct html *h, const struct portfolio *p)
{
	static const char *const headings[] = { "Ativo",	"Classe", "Preço de",
						"Quantidade",	"Preço",  "Valor",
						"Parcela",	"Hoje",	  "Em aberto",
						"Sobre o custo" };

	layout_table(h, "O que há na carteira", headings, ARRAY_SIZE(headings), 3);
	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN)
			write_holding(ctx, h, &p->holdings[i]);
	html_table_end(h);
}

static void write_judgement(struct ctx *ctx, struct html *h, const struct portfolio *p)
{
	if (!p->any_unpriced && !p->any_cost_unknown)
		return;
	html_open(h, "div");
	html_attr(h, "class", "warn");
	if (p->any_unpriced)
		html_p(h,
		       "Há ativos sem preço, ou com preço antigo: a coluna \"Preço de\" diz quais.");
	if (p->any_cost_unknown)
		html_p(h, "Há ativos de custo desconhecido: o resultado não os conta.");
	html_link(h, layout_path(ctx, "/issues"), "Ver o que falta");
	html_close(h, "div");
}

void portfolio_page(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today };
	struct detail_view d;
	struct html *h;

	layout_readable(ctx);
	detail_view(ctx, &load, &d);
	h = layout_portfolio(ctx, d.v.in.name, "");
	write_totals(h, &d.v.portfolio, &d.twr);
	html_p(h, "%s", returns_sentence(ctx->pool, &d.v.portfolio, &d.twr));
	write_judgement(ctx, h, &d.v.portfolio);
	write_holdings(ctx, h, &d.v.portfolio);
	html_page_end(h);
}
