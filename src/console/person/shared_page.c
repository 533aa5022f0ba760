/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared_page.c: the read-only page that a link opens.  GET /shared
 *
 * Without rows, notes, names and ids, and without a way into the service but its first page.  Where the link shows shares
 * alone, it has no quantity, value, price or result, and its shares are whole percents, since exact ones of papers with known
 * prices would tell the proportion of whole quantities, and so the quantities.
 */
#include "config.h"

#include <math.h>

#include "identity/pages/refusal.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/portfolio_link.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "db/db.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/show/portfolio_view.h"

#define SHOWN 100 /* papers, the largest */

struct shared {
	const struct portfolio_link *link;
	const struct portfolio *portfolio;
};

/* Neither a cache, nor a search engine, nor the next site keeps the address. */
static void keep_private(struct ctx *ctx)
{
	respond_header(ctx, "Cache-Control", "private, no-store");
	respond_header(ctx, "Referrer-Policy", "no-referrer");
	respond_header(ctx, "X-Robots-Tag", "noindex");
}

/* ---- figures ---- */

/* In a link of shares alone, whole percents: finer ones, read on a few days, would tell the quantities. */
static void share_cell(struct html *h, const struct shared *s, bool known, struct percent p)
{
	int64_t whole = (int64_t)dec_div_half_away(p.e8, E8);

	if (s->link->amounts || !known) {
		shown_percent_cell(h, "weight_pct", known, p);
		return;
	}
	shown_cell(h);
	html_text(h, p.e8 > 0 && !whole ? "menos de 1%"
					: pool_printf(h->ctx->pool, "%lld%%", (long long)whole));
	shown_cell_end(h);
}

/* ---- returns ---- */

static double one_place(double rate)
{
	return round(rate * 1000) / 1000;
}

/*
 * Exact returns and shares together tell the proportion of the quantities, too.  The day on which the portfolio began is in
 * every figure that counts from it, an index beside it most of all: spans that begin in its first month, or before, are not
 * shown, nor the whole time, nor what a year makes of a return.
 */
static void coarsen(struct history_view *v)
{
	const struct span_return *spans = v->history.spans;
	const struct month first = day_month(spans[SPAN_START].from);

	for (int k = 0; k < SPANS; k++) {
		struct span_return *s = &v->history.spans[k];
		bool shown = k != SPAN_START && day_month(s->from).n > first.n;

		s->twr.known = s->twr.known && shown;
		s->twr.cumulative = one_place(s->twr.cumulative);
		s->twr.annual_known = false;
		for (int b = 0; b < BENCHMARKS; b++) {
			struct index_value *x = &v->indices.change[k][b];

			x->known = x->known && shown;
			x->value = one_place(x->value);
		}
	}
}

/* ---- classes ---- */

struct class_part {
	enum asset_type type;
	struct money value;
};

/* The classes that have a value, the largest first; returns their number. */
static size_t classes_of(const struct portfolio *p, struct class_part out[ASSET_TYPES])
{
	struct money all[ASSET_TYPES] = { { 0 } };
	size_t n = 0;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN && p->holdings[i].value_known)
			all[p->holdings[i].asset->type].e8 += p->holdings[i].market_value.e8;
	for (int t = 0; t < ASSET_TYPES; t++) {
		size_t at = n;

		if (all[t].e8 <= 0)
			continue;
		for (; at && out[at - 1].value.e8 < all[t].e8; at--)
			out[at] = out[at - 1];
		out[at] = (struct class_part){ (enum asset_type)t, all[t] };
		n++;
	}
	return n;
}

static void write_classes(struct html *h, const struct shared *s)
{
	static const char *const headings[] = { "Classe", "Parcela", "Valor" };
	struct class_part parts[ASSET_TYPES];
	size_t n = classes_of(s->portfolio, parts);

	layout_card(h, "card flush", "Onde está");
	layout_table(h, "Por classe", 1, headings, s->link->amounts ? 3 : 2);
	for (size_t i = 0; i < n; i++) {
		bool range = false;
		struct percent p = percent_of(parts[i].value, s->portfolio->patrimonio, &range);

		html_row(h);
		html_cell(h, asset_type_titles[parts[i].type]);
		share_cell(h, s, !range, p);
		if (s->link->amounts)
			shown_money_cell(h, "class_value", true, parts[i].value);
		html_row_end(h);
	}
	html_table_end(h);
	layout_card_end(h);
}

/* ---- papers ---- */

/* The name is the market's: one that the person typed is theirs. */
static void write_paper(struct html *h, const struct shared *s, const struct holding *x)
{
	html_row(h);
	shown_names_cell(h, x->asset->symbol, x->market ? x->market->name : NULL, NULL);
	html_cell(h, asset_type_titles[x->asset->type]);
	share_cell(h, s, x->weight_known, x->weight_pct);
	if (s->link->amounts) {
		shown_money_cell(h, "market_value", x->value_known, x->market_value);
		shown_money_cell(h, "unrealized_pl", layout_gains(x), x->unrealized_pl);
	}
	html_row_end(h);
}

static void write_papers(struct html *h, const struct shared *s)
{
	static const char *const headings[] = { "Ativo", "Classe", "Parcela", "Valor",
						"Lucro não realizado" };
	const struct portfolio *p = s->portfolio;
	size_t n = 0;

	layout_card(h, "card flush", "Ativos");
	layout_table(h, "Ativos", 2, headings, s->link->amounts ? 5 : 3);
	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN && n++ < SHOWN)
			write_paper(h, s, &p->holdings[i]);
	html_table_end(h);
	if (n > SHOWN)
		html_p(h, "E mais %zu, menores.", n - SHOWN);
	layout_card_end(h);
}

/* ---- the page ---- */

static void write_head(struct html *h, const struct shared *s)
{
	const struct portfolio *p = s->portfolio;
	void *pool = h->ctx->pool;

	html_div(h, "head");
	html_open(h, "div");
	html_element(h, "h1", pool_printf(pool, "Carteira em %s", date_text(pool, h->ctx->today)));
	html_p(h, "Mostrada por um link, só para ler, até %s.", date_text(pool, s->link->ends));
	if (s->link->amounts && p->open_positions) {
		shown_list(h);
		shown_money_term(h, "Valor", "patrimonio", true, p->patrimonio);
		shown_money_term(h, "Valor investido", "invested", true, p->invested);
		shown_money_term(h, "Lucro não realizado", "unrealized_pl", true, p->unrealized_pl);
		shown_list_end(h);
	}
	html_close(h, "div");
	html_close(h, "div");
}

/* Where the figures of the page lead, which has no way to their explanations. */
static void write_words(struct html *h, const struct shared *s)
{
	html_open(h, "section");
	html_attr(h, "id", "contas");
	html_attr(h, "class", "card");
	html_element(h, "h2", "Como se chega a estes números");
	html_p(h,
	       "Parcela é o valor de hoje do ativo, ou da classe, dividido pelo da carteira. Ativos "
	       "sem preço valem o custo; opções lançadas ficam de fora.");
	if (s->link->amounts)
		html_p(h,
		       "O lucro não realizado é o valor de hoje menos o custo do que a carteira ainda tem.");
	html_p(h,
	       "A rentabilidade é o produto das variações do valor entre um dia de aporte ou "
	       "retirada e o seguinte. Ativos sem cotação, que valem o custo, ficam de fora dela.");
	if (!s->link->amounts)
		html_p(h,
		       "Parcelas e rentabilidades são aproximadas, e o que diria desde quando a carteira "
		       "existe não se mostra. Quem as olha por muitos dias pode estimar a proporção entre "
		       "os ativos.");
	html_close(h, "section");
}

static void write_page(struct html *h, const struct shared *s, const struct history_view *v)
{
	shown_led(h, "#contas");
	write_head(h, s);
	if (!s->portfolio->open_positions) {
		html_p(h, "Não há ativos nesta carteira.");
		return;
	}
	layout_measured(h, s->portfolio);
	html_div(h, "grid");
	write_classes(h, s);
	layout_card(h, "card flush", "Rentabilidade");
	layout_periods(h, &v->history, &v->indices);
	layout_card_end(h);
	shown_led(h, "#contas");
	write_papers(h, s);
	write_words(h, s);
	html_close(h, "div");
}

void shared_page(struct ctx *ctx)
{
	struct portfolio_link link;
	struct history_view v;
	struct html *h;

	/* Other parameters are whatever a messenger added. */
	link_open(ctx, query_text(ctx, "token"), &link);
	history_view(ctx, NULL, NULL, &v);
	if (!link.amounts)
		coarsen(&v);
	db_commit(ctx);
	h = html_page(ctx, 200, &(struct html_page){ .title = "Carteira", .own_head = true });
	keep_private(ctx);
	write_page(h, &(struct shared){ &link, &v.v.portfolio }, &v);
	html_page_end(h);
}

/* The same page for every link that opens nothing, also of a request that could not be read. */
void shared_page_refuse(struct ctx *ctx)
{
	if (ctx->problem->status < 500 && ctx->problem->status != 429 &&
	    ctx->problem->status != 409) {
		ctx->problem->status = 404;
		ctx->problem->code = "link_not_found";
		site_refuse_as(ctx, "Este link não abre nada",
			       "O link não existe, foi encerrado ou passou da validade.");
	} else {
		site_refuse(ctx);
	}
	keep_private(ctx);
}
