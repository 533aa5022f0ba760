/* SPDX-License-Identifier: Apache-2.0 */
/*
 * held_everywhere_page.c: an asset of all portfolios, in each that holds it.  GET /portfolios/held
 *
 * The rows behind a line of the overview: what it adds up, each part with its own explanation.
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "core/problem.h"
#include "http/request.h"
#include "portfolio/store/consolidation.h"

static const struct consolidated_position *position_of(const struct consolidated *all,
						       const char *symbol, enum asset_type type)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->positions[i].type == type && str_eq(all->positions[i].symbol, symbol))
			return &all->positions[i];
	return NULL;
}

static void write_part(struct html *h, const struct valued *v, const struct holding *x)
{
	void *pool = h->ctx->pool;
	const char *base = pool_printf(pool, "/portfolios/%s", uuid_text(pool, v->in.id));
	bool cost_known = x->brl.cost_known;

	layout_explains_at(h, base, x->asset->symbol, asset_type_names[x->asset->type]);
	html_row(h);
	shown_names_cell(h, v->in.name, unpriced_text(pool, x),
			 pool_printf(pool, "%s/holdings/%s", base, uuid_text(pool, x->asset->id)));
	shown_qty_cell(h, "qty", x->brl.qty);
	shown_money_cell(h, "market_value", x->value_known, x->market_value);
	shown_money_cell(h, "invested_cost", cost_known, x->brl.cost);
	shown_money_cell(h, "unrealized_pl", layout_gains(x), x->unrealized_pl);
	html_row_end(h);
}

static void write_parts(struct html *h, const struct consolidation *t,
			const struct consolidated_position *p)
{
	layout_table(h, "Em cada carteira", 1,
		     HEADINGS("Carteira", "Quantidade", "Valor", "Custo", "Em aberto"));
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->list[i].portfolio.n_holdings; k++) {
			const struct holding *x = &t->list[i].portfolio.holdings[k];

			if (x->state == HOLDING_OPEN && x->asset->type == p->type &&
			    str_eq(x->asset->symbol, p->symbol))
				write_part(h, &t->list[i], x);
		}
	shown_explained(h, NULL);
	html_table_end(h);
}

static void write_whole(struct html *h, const struct consolidation *t,
			const struct consolidated_position *p)
{
	shown_led(h, "#contas");
	shown_list(h);
	shown_qty_term(h, "Quantidade", "qty", p->qty);
	shown_money_term(h, "Valor", "market_value", p->value_known, p->market_value);
	shown_percent_term(h, "Parcela", "weight_pct", p->weight_known, p->weight_pct);
	shown_percent_term(h, "Sobre o custo", "unrealized_pct", p->pct_known && p->priced,
			   p->unrealized_pct);
	shown_led(h, "/portfolios");
	shown_money_term(h, "Valor de tudo", "patrimonio", true, t->all.whole.patrimonio);
	shown_list_end(h);
	shown_explained(h, NULL);
}

void held_page(struct ctx *ctx)
{
	const char *symbol = query_text(ctx, "symbol");
	int type = query_choice(ctx, "asset_type", asset_type_names);
	const struct consolidated_position *p;
	struct consolidation t;
	struct html *h;

	if (!symbol)
		fail_parameter(ctx, "symbol", "", "o código de um ativo");
	if (type < 0)
		fail_parameter(ctx, "asset_type", "", problem_choices(ctx->pool, asset_type_names));
	layout_person(ctx);
	consolidation_load(ctx, &(struct consolidation_want){ .as_of = ctx->today }, &t);
	p = position_of(&t.all, symbol, (enum asset_type)type);
	if (!p)
		fail(ctx, 404, "asset_not_found", "Nenhuma carteira tem o ativo \"%s\".",
		     problem_shown(ctx->pool, symbol));
	h = layout_page(ctx, pool_printf(ctx->pool, "%s em todas as carteiras", p->symbol));
	write_whole(h, &t, p);
	write_parts(h, &t, p);
	html_open(h, "p");
	html_attr(h, "id", "contas");
	html_text(
		h,
		"Quantidade e valor são a soma das carteiras da tabela, em que cada número abre a sua "
		"explicação. A parcela é o valor dividido pelo valor de tudo; sobre o custo é a soma em "
		"aberto dividida pela soma do custo.");
	html_close(h, "p");
	html_page_end(h);
}
