/* SPDX-License-Identifier: Apache-2.0 */
/*
 * look_through_page.c: a portfolio's direct and indirect holdings, through its funds.  GET
 * /portfolios/{id}/look-through
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "portfolio/show/portfolio_view.h"

#define SHOWN 80 /* the largest exposures; the page tells how many more there are */

static const char *funds_said(void *pool, const struct exposure *e)
{
	struct buf b;

	if (!e->n_via)
		return NULL;
	buf_init(&b, pool, 128);
	for (size_t i = 0; i < e->n_via && i < 3; i++)
		buf_printf(&b, "%s%s", i ? "; " : "",
			   e->via[i].fund->name ? e->via[i].fund->name : e->via[i].fund->symbol);
	if (e->n_via > 3)
		buf_printf(&b, " e mais %zu", e->n_via - 3);
	return buf_text(&b);
}

static void write_exposures(struct html *h, const struct look_through *l)
{
	layout_table(h, "Exposições", 3,
		     HEADINGS("Ativo", "Classe", "Por meio de", "Direto", "Indireto", "Ao todo",
			      "Parcela"));
	for (size_t i = 0; i < l->n_exposures && i < SHOWN; i++) {
		const struct exposure *e = &l->exposures[i];

		layout_explains(h, "look_through.exposures.",
				pool_printf(h->ctx->pool, "&item=%s:%s", asset_type_names[e->type],
					    url_encoded(h->ctx->pool, e->symbol)));
		html_row(h);
		shown_name_cell(h, e->symbol, NULL);
		html_cell(h, asset_type_titles[e->type]);
		html_cell(h, funds_said(h->ctx->pool, e));
		shown_money_cell(h, "direct_value_brl", true, e->direct);
		shown_money_cell(h, "indirect_value_brl", true, e->indirect);
		shown_money_cell(h, "total_value_brl", true, e->total);
		shown_cell(h);
		if (e->pct_known)
			shown_share(h, "pct_of_portfolio", e->pct_e2, e->total, l->patrimonio);
		else
			shown_text(h, "pct_of_portfolio", NULL);
		shown_cell_end(h);
		html_row_end(h);
	}
	html_table_end(h);
	if (l->n_exposures > SHOWN || l->truncated)
		html_p(h, "E mais %zu, menores.",
		       l->truncated + (l->n_exposures > SHOWN ? l->n_exposures - SHOWN : 0));
}

static void write_opened(struct html *h, const struct look_through *l)
{
	if (!l->n_opened)
		return;
	layout_table(h, "Fundos abertos", 4,
		     HEADINGS("Fundo", "CNPJ", "Composição de", "Conta", "Valor",
			      "Do fundo se conhece"));
	for (size_t i = 0; i < l->n_opened; i++) {
		const struct opened_fund *o = &l->opened[i];

		layout_explains_asset(h, "look_through.funds_opened.", o->open_position->symbol,
				      ASSET_FUND, "");
		html_row(h);
		shown_name_cell(h, o->open_position->name ? o->open_position->name : "—", NULL);
		html_cell(h, o->open_position->symbol);
		html_cell(h, date_text(h->ctx->pool, o->day));
		html_cell(h, o->by_pl ? "sobre o patrimônio líquido" : "sobre o que divulga");
		shown_money_cell(h, "position_value_brl", true, o->open_position->value);
		shown_share_cell(h, "coverage_pct", o->coverage_e2, (struct money){ 0 },
				 (struct money){ 0 });
		html_row_end(h);
	}
	html_table_end(h);
}

static void write_unopened(struct html *h, const struct look_through *l)
{
	if (!l->n_unopened)
		return;
	layout_table(h, "Fundos que não se abrem", 3,
		     HEADINGS("Fundo", "Nome", "Por quê", "Valor"));
	for (size_t i = 0; i < l->n_unopened; i++) {
		const struct unopened_fund *u = &l->unopened[i];

		layout_explains_asset(h, "look_through.not_opened.", u->open_position->symbol,
				      ASSET_FUND, "");
		html_row(h);
		shown_name_cell(h, u->open_position->symbol, NULL);
		html_cell(h, u->open_position->name);
		html_cell(h, u->reason);
		shown_money_cell(h, "position_value_brl", u->open_position->value_known,
				 u->open_position->value);
		html_row_end(h);
	}
	html_table_end(h);
}

void look_through_page(struct ctx *ctx)
{
	struct look_through l;
	const char *name;
	struct html *h;

	layout_readable(ctx);
	name = look_through_view(ctx, &l);
	h = layout_portfolio(ctx, name, "/look-through");
	if (!l.n_exposures && !l.n_unopened) {
		layout_nothing(h, layout_path(ctx, ""));
		html_page_end(h);
		return;
	}
	if (!l.has_funds)
		html_p(h, "%s", LOOK_THROUGH_NO_FUNDS);
	write_exposures(h, &l);
	write_opened(h, &l);
	write_unopened(h, &l);
	html_p(h, "%s", LOOK_THROUGH_CAVEAT);
	html_page_end(h);
}
