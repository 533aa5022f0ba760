/* SPDX-License-Identifier: Apache-2.0 */
/* layout.c: the common frame of the console's pages. */
#include "config.h"

#include "console/layout.h"

#include "identity/caller.h"
#include "identity/pages/site.h"
#include "console/chart.h"
#include "core/encode.h"
#include "core/text.h"
#include "http/cursor.h"
#include "http/request.h"

void layout_signed_in(struct ctx *ctx)
{
	if (ctx->caller->form != FORM_SESSION)
		fail(ctx, 401, "credential_missing", "Entre com e-mail e senha.");
}

void layout_person(struct ctx *ctx)
{
	query_done(ctx);
	layout_signed_in(ctx);
}

struct body *layout_form(struct ctx *ctx)
{
	layout_person(ctx);
	return site_form(ctx);
}

void layout_readable(struct ctx *ctx)
{
	layout_person(ctx);
	access_resource(ctx);
}

void layout_ledger_readable(struct ctx *ctx)
{
	layout_readable(ctx);
	/* As the JSON: neither rows nor figures derived from them. */
	if (ctx->caller->access == ACCESS_PUBLIC)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Quem lê a carteira %s por ser pública não vê os lançamentos dela.",
		     ctx->path[0]);
}

bool layout_explainable(const struct ctx *ctx)
{
	return ctx->caller->access > ACCESS_PUBLIC;
}

const char *layout_path(struct ctx *ctx, const char *rest)
{
	/* Figures of all portfolios together have no explanation, so the path is not used. */
	const char *id = ctx->path[0] ? url_encoded_but(ctx->pool, ctx->path[0], "") : "";

	return pool_printf(ctx->pool, "/portfolios/%s%s", id, rest);
}

/* ---- navigation ---- */

struct way {
	const char *path, *name;
	enum resource_access needs;
};
#define WAY(path, name)                                                                            \
	{                                                                                          \
		path, name, ACCESS_PUBLIC                                                          \
	}

/* The pages of a portfolio: a tab each list, whose first page is the tab's own. */
static const struct tab {
	const char *name;
	struct way ways[6];
} tabs[] = {
	{ "Posição", { WAY("", "Posição") } },
	{ "Lançamentos",
	  { WAY("/transactions", "Todos"),
	    { "/imports", "Importar", ACCESS_EDIT },
	    { "/reconcile", "Conferir", ACCESS_EDIT },
	    WAY("/export", "Exportar") } },
	{ "Proventos",
	  { WAY("/income", "Somas e anunciados"), WAY("/income/received", "Recebidos"),
	    WAY("/agenda", "Agenda") } },
	{ "Plano", { WAY("/plan", "Plano") } },
	{ "Análise",
	  { WAY("/history", "Histórico"), WAY("/moved", "O que moveu o mês"),
	    WAY("/xray", "Raio-x"), WAY("/look-through", "Dentro dos fundos"),
	    WAY("/costs", "Custos"), WAY("/tax", "Imposto só desta") } },
	{ "Pendências", { WAY("/issues", "Pendências") } },
	{ "Ajustes",
	  { { "/settings", "Ajustes", ACCESS_EDIT },
	    { "/readers", "Mostrar a uma pessoa", ACCESS_CONTROL },
	    { "/links", "Mostrar por um link", ACCESS_CONTROL } } },
};

static bool may_go(const struct ctx *ctx, const struct way *w)
{
	return ctx->caller->access >= w->needs;
}

static bool tab_has(const struct tab *t, const char *here)
{
	for (size_t i = 0; i < ARRAY_SIZE(t->ways) && t->ways[i].path; i++)
		if (str_eq(t->ways[i].path, here))
			return true;
	return false;
}

void layout_chips(struct html *h, const char *label)
{
	html_open_of(h, "nav", "chips");
	html_attr(h, "aria-label", label);
}

void layout_chip(struct html *h, const char *href, const char *text, bool current)
{
	html_open(h, "a");
	html_attr(h, "href", href);
	html_attr(h, "aria-current", current ? "page" : NULL);
	html_text(h, text);
	html_close(h, "a");
}

void layout_chips_end(struct html *h)
{
	html_close(h, "nav");
}

/* The other pages of the tab. */
static void write_chips(struct html *h, const struct tab *t, const char *here)
{
	if (!t->ways[1].path)
		return;
	layout_chips(h, t->name);
	for (size_t i = 0; i < ARRAY_SIZE(t->ways) && t->ways[i].path; i++)
		if (may_go(h->ctx, &t->ways[i]))
			layout_chip(h, layout_path(h->ctx, t->ways[i].path), t->ways[i].name,
				    str_eq(t->ways[i].path, here));
	layout_chips_end(h);
}

static void write_another(struct html *h)
{
	html_open(h, "p");
	html_text(h, "Esta carteira é de outra pessoa, que a mostra a você: só para ler. ");
	html_link(h, "/shown", "O que mostram a você");
	html_close(h, "p");
}

static void write_tabs(struct html *h, const char *here)
{
	const struct tab *current = NULL;

	html_open_of(h, "nav", "tabs");
	html_attr(h, "aria-label", "Nesta carteira");
	html_open(h, "ul");
	for (size_t i = 0; i < ARRAY_SIZE(tabs); i++) {
		if (tab_has(&tabs[i], here))
			current = &tabs[i];
		if (!may_go(h->ctx, &tabs[i].ways[0]))
			continue;
		html_open(h, "li");
		layout_chip(h, layout_path(h->ctx, tabs[i].ways[0].path), tabs[i].name,
			    current == &tabs[i]);
		html_close(h, "li");
	}
	html_close(h, "ul");
	html_close(h, "nav");
	if (current)
		write_chips(h, current, here);
	if (caller_reads_another(h->ctx->caller))
		write_another(h);
}

/* ---- pages ---- */

struct html *layout_answer(struct ctx *ctx, const struct layout *l)
{
	struct html *h =
		site_page(ctx, l->status ? l->status : 200,
			  &(struct html_page){
				  .title = l->title, .error = l->error, .own_head = l->own_head });

	if (l->here && ctx->path[0])
		write_tabs(h, l->here);
	return h;
}

struct html *layout_page(struct ctx *ctx, const char *title)
{
	return layout_answer(ctx, &(struct layout){ .title = title });
}

struct html *layout_portfolio(struct ctx *ctx, const char *name, const char *here)
{
	return layout_answer(ctx, &(struct layout){ .title = name, .here = here });
}

void layout_card(struct html *h, const char *class, const char *title)
{
	html_open_of(h, "section", class);
	html_open(h, "header");
	html_element(h, "h2", title);
	html_close(h, "header");
}

void layout_card_end(struct html *h)
{
	html_close(h, "section");
}

void layout_heading(struct html *h, const char *text, bool figures)
{
	html_open(h, "th");
	html_attr(h, "scope", "col");
	html_attr(h, "class", figures ? "n" : NULL);
	html_text(h, text);
	html_close(h, "th");
}

/* Rounded to the cent, as shown, so that shown amounts add up. */
static struct money cents(struct money m)
{
	return (struct money){ dec_div_half_away(m.e8, E8 / 100) * (E8 / 100) };
}

void layout_result(struct html *h, const struct portfolio *p)
{
	struct money sum = { cents(p->unrealized_pl).e8 + cents(p->realized_pl).e8 +
			     cents(p->income_received).e8 };

	shown_led(h, "#resultado");
	shown_money_term(h, "Resultado total, com proventos", "result_with_income", true, sum);
	shown_explained(h, NULL);
}

void layout_result_said(struct html *h)
{
	html_open(h, "p");
	html_attr(h, "id", "resultado");
	html_text(
		h,
		"O resultado total é a soma do resultado em aberto, do realizado e dos proventos.");
	html_close(h, "p");
}

void layout_kinds(struct html *h, const struct portfolio *p)
{
	struct chart_share *parts = pool_array(h->ctx->pool, struct chart_share, p->n_kinds);

	if (!p->n_kinds)
		return;
	for (size_t i = 0; i < p->n_kinds; i++)
		parts[i] = (struct chart_share){ p->kinds[i].title, p->kinds[i].pct };
	chart_shares(
		h,
		&(struct chart){ .id = "classes", .title = "Classes", .description = p->kind_mix },
		parts, p->n_kinds);
	html_p_link(h, h->ctx->path[0] ? layout_path(h->ctx, "/xray") : "#contas", p->kind_mix);
}

void layout_nothing(struct html *h, const char *base)
{
	struct ctx *ctx = h->ctx;
	bool one = ctx->path[0] != NULL;

	html_open(h, "p");
	html_text(h, one ? "Ainda não há o que mostrar desta carteira"
			 : "Ainda não há o que mostrar das suas carteiras");
	if (!one || ctx->caller->access >= ACCESS_EDIT) {
		html_text(h, ": ");
		html_link(h, pool_printf(ctx->pool, "%s/imports", base),
			  "importe um extrato da B3 ou uma planilha sua");
		html_text(h, ", ou ");
		html_link(h, one ? pool_printf(ctx->pool, "%s/transactions/new", base) : "/launch",
			  "lance à mão");
	}
	html_text(h, ".");
	html_close(h, "p");
}

bool layout_gains(const struct holding *x)
{
	return x && x->pl_known && x->priced;
}

void layout_form_end(struct html *h, const char *button, const char *href, const char *text)
{
	html_send(h, button);
	html_p_link(h, href, text);
}

size_t layout_page_asked(struct ctx *ctx)
{
	return (size_t)query_int(ctx, "page", 1, 100000, 1);
}

void layout_pages(struct html *h, const char *before, size_t page, size_t shown, size_t n)
{
	layout_pages_of(h, before, "page", page, shown, n);
}

void layout_pages_of(struct html *h, const char *before, const char *name, size_t page,
		     size_t shown, size_t n)
{
	size_t pages = (n + shown - 1) / shown;
	void *pool = h->ctx->pool;

	if (pages < 2)
		return;
	html_open_of(h, "nav", "acts pages");
	html_attr(h, "aria-label",
		  str_eq(name, "page") ? "Páginas da tabela" : "Páginas da outra tabela");
	html_p(h, "Página %zu de %zu; ao todo %zu.", page, pages, n);
	if (page > 1)
		html_link(h, pool_printf(pool, "%s%s=%zu", before, name, page - 1), "Anterior");
	html_text(h, " ");
	if (page < pages)
		html_link(h, pool_printf(pool, "%s%s=%zu", before, name, page + 1), "Próxima");
	html_close(h, "nav");
}

void layout_next(struct html *h, const char *cursor)
{
	if (!cursor)
		return;
	html_open_of(h, "nav", "acts pages");
	html_attr(h, "aria-label", "Páginas da lista");
	html_link(h, page_next_path(h->ctx, cursor), "Próximos");
	html_close(h, "nav");
}

void layout_table(struct html *h, const char *caption, size_t texts, const char *const *headings,
		  size_t n)
{
	html_table_begin(h, caption);
	for (size_t i = 0; i < n; i++)
		layout_heading(h, headings[i], i >= texts);
	html_headings(h, headings, n);
	html_table_body(h);
}
