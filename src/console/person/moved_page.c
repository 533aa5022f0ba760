/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moved_page.c: what moved a month or a year, asset by asset.  GET /portfolios/moved, /portfolios/{id}/moved
 */
#include "config.h"

#include "console/layout.h"
#include "console/person/console_pages.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/request.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/store/consolidation.h"

#define SHOWN 60 /* assets of a page */

static void write_chip(struct html *h, const char *base, struct month_range m, const char *said,
		       bool here)
{
	void *pool = h->ctx->pool;
	const char *from = m.first.n == m.last.n
				   ? ""
				   : pool_printf(pool, "from=%s&", month_iso(pool, m.first));

	layout_chip(h, pool_printf(pool, "%s?%smonth=%s", base, from, month_iso(pool, m.last)),
		    said, here);
}

/* January to the last month that @m is in. */
static struct month_range year_of(struct month m, struct month now)
{
	int32_t first = m.n - m.n % 12;

	return (struct month_range){ { first }, { first + 11 < now.n ? first + 11 : now.n } };
}

/* The months beside it, and its year; of a year the ones beside it. */
static void write_ways(struct html *h, const char *base, const struct moved *m)
{
	struct month now = day_month(h->ctx->today), last = m->months.last;
	bool one = m->months.first.n == last.n;
	void *pool = h->ctx->pool;

	layout_chips(h, "Período");
	for (int32_t k = -1; k <= 1; k++) {
		struct month other = { last.n + k };

		/* Before a month without a result there is seldom another. */
		if (!one || other.n > now.n || (k < 0 && m->reason))
			continue;
		write_chip(h, base, (struct month_range){ other, other }, month_text(pool, other),
			   k == 0);
	}
	for (int32_t k = one ? 0 : -1; k <= (one ? 0 : 1); k++) {
		struct month other = { last.n + 12 * k };
		struct month_range year = year_of(other, now);

		if (year.first.n > now.n || (k < 0 && m->reason))
			continue;
		write_chip(h, base, year, pool_printf(pool, "%d", other.n / 12),
			   !one && k == 0 && year.first.n == m->months.first.n);
	}
	if (!one)
		write_chip(h, base, (struct month_range){ last, last }, month_text(pool, last),
			   false);
	layout_chips_end(h);
}

/* Whose months they are: of one portfolio, or else of all. */
struct whose {
	const struct portfolio *one;
	const struct consolidated *all;
};

/* The path of an asset's page; NULL: the asset is not held, and has none. */
static const char *page_of(struct html *h, struct whose w, const struct moved_part *part)
{
	void *pool = h->ctx->pool;

	for (size_t i = 0; part->symbol && w.one && i < w.one->n_holdings; i++) {
		const struct ledger_asset *a = w.one->holdings[i].asset;

		if (a->type == part->type && str_eq(a->symbol, part->symbol))
			return layout_path(
				h->ctx, pool_printf(pool, "/holdings/%s", uuid_text(pool, a->id)));
	}
	for (size_t i = 0; part->symbol && w.all && i < w.all->n; i++)
		if (w.all->positions[i].type == part->type &&
		    str_eq(w.all->positions[i].symbol, part->symbol))
			return pool_printf(pool, "/portfolios/held?symbol=%s&asset_type=%s",
					   url_encoded(pool, part->symbol),
					   asset_type_names[part->type]);
	return NULL;
}

static void write_parts(struct html *h, const char *caption, const char *of, struct whose w,
			const struct moved_part *list, size_t n)
{
	const char *const headings[] = { of, "Resultado", "Na rentabilidade" };

	layout_table(h, caption, 1, headings, ARRAY_SIZE(headings));
	for (size_t i = 0; i < n && i < SHOWN; i++) {
		html_row(h);
		shown_names_cell(h, list[i].symbol ? list[i].symbol : list[i].name,
				 list[i].symbol ? list[i].name : NULL, page_of(h, w, &list[i]));
		shown_money_cell(h, "moved_result", true, list[i].result);
		shown_percent_cell(h, "moved_points", true, list[i].points);
		html_row_end(h);
	}
	html_table_end(h);
	if (n > SHOWN)
		html_p(h, "E mais %zu, que moveram menos.", n - SHOWN);
}

static void write_all(struct html *h, const char *base, struct whose w, const struct moved *m)
{
	bool one = m->months.first.n == m->months.last.n;

	write_ways(h, base, m);
	if (m->reason) {
		html_p(h, "%s", m->reason);
		html_page_end(h);
		return;
	}
	shown_led(h, "#partes");
	shown_list(h);
	shown_money_term(h, one ? "Resultado do mês" : "Resultado do período", "moved_sum", true,
			 m->result);
	shown_percent_term(h, one ? "Rentabilidade do mês" : "Rentabilidade do período",
			   "return_pct", true, m->return_pct);
	shown_list_end(h);
	shown_explained(h, NULL);
	write_parts(h, "Por classe", "Classe", w, m->classes, m->n_classes);
	write_parts(h, "Por ativo", "Ativo", w, m->assets, m->n_assets);
	html_open(h, "p");
	html_attr(h, "id", "partes");
	html_text(
		h,
		"O resultado é o que os ativos ganharam ou perderam, com os proventos e sem os "
		"aportes; na rentabilidade, quanto dela cada um fez, em pontos. As partes somam o todo; do "
		"arredondamento sobram ");
	shown_money(h, "moved_rounding", true, m->rounding_result);
	html_text(h, ".");
	html_close(h, "p");
	html_page_end(h);
}

void moved_page(struct ctx *ctx)
{
	const char *from = query_text(ctx, "from"), *month = query_text(ctx, "month");
	struct moved_view v;

	layout_readable(ctx);
	moved_view(ctx, moved_months(ctx, from, month), &v);
	write_all(layout_portfolio(ctx, v.v.in.name, "/moved"), layout_path(ctx, "/moved"),
		  (struct whose){ .one = &v.v.portfolio }, &v.moved);
}

void moved_page_all(struct ctx *ctx)
{
	const char *from = query_text(ctx, "from"), *month = query_text(ctx, "month");
	struct consolidation t;
	struct moved moved;

	layout_person(ctx);
	consolidation_load(
		ctx,
		&(struct consolidation_want){ .as_of = ctx->today, .history = true, .steps = true },
		&t);
	consolidation_moved(ctx, &t, moved_months(ctx, from, month), &moved);
	write_all(layout_page(ctx, moved.months.first.n == moved.months.last.n
					   ? "O que moveu o mês"
					   : "O que moveu o período"),
		  "/portfolios/moved", (struct whose){ .all = &t.all }, &moved);
}
