/* SPDX-License-Identifier: Apache-2.0 */
/*
 * agenda_page.c: upcoming events of a portfolio's holdings, and the address of its calendar.
 *
 * GET /portfolios/{id}/agenda, POST /portfolios/{id}/agenda/feeds, POST
 * /portfolios/{id}/agenda/feeds/{feed}/revoke
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "market/agenda/feed.h"
#include "market/agenda/agenda_items.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/form/member_words.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/tax_pages.h"
#include "portfolio/portfolio.h"
#include "core/encode.h"
#include "core/number_text.h"

#define SHOWN 50 /* rows of a table; the calendar has all */

/* ---- wording ---- */

static const char *status_said(const char *status)
{
	static const char *const words[][2] = {
		{ "confirmed", "Confirmado" },
		{ "declared", "Declarado" },
		{ "forecast", "Previsto" },
		{ "cancelled", "Cancelado" },
		{ "open", "A pagar" },
		{ "overdue", "Vencido" },
		{ "provisional", "Provisório" },
		{ "unknown", "Desconhecido" },
		{ "rumor", "Rumor" },
		{ "proposed", "Proposto" },
	};

	return text_paired(words, ARRAY_SIZE(words), status, status);
}

/* ---- tables ---- */

static void write_more(struct html *h, size_t n)
{
	if (n > SHOWN)
		html_p(h, "E mais %zu, que o calendário traz.", n - SHOWN);
}

static void write_rights(struct html *h, const struct agenda *a)
{
	if (!a->n_rights)
		return;
	layout_table(h, "Proventos e direitos", 5,
		     HEADINGS("Data ex", "Ativo", "O que é", "Paga em", "Certeza", "Por ação",
			      "Quantidade", "Esperado, bruto"));
	for (size_t i = 0; i < a->n_rights && i < SHOWN; i++) {
		const struct right_item *r = &a->rights[i];

		shown_explained(h, NULL);
		html_row(h);
		html_cell(h, date_text(h->ctx->pool, r->ex_day));
		shown_name_cell(h, r->ticker, NULL);
		html_cell(h, choice_label(h->ctx->pool, r->kind));
		html_cell(h, r->has_pay ? date_text(h->ctx->pool, r->pay_day) : NULL);
		html_cell(h, status_said(r->status));
		shown_cell(h);
		if (agenda_is_cash(r))
			shown_price(h, "perShare", true, r->per_share);
		else
			shown_decimal(h, "perShare", r->per_share.e12, PRICE_PLACES, 8);
		shown_cell_end(h);
		layout_explains_symbol(h, r->ticker);
		shown_qty_cell(h, "qty", r->held);
		shown_led(h, "#esperado");
		if (r->expected_known)
			shown_money_cell(h, "amount_brl", true, r->expected);
		else
			html_cell(h, NULL);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
	html_open(h, "p");
	html_attr(h, "id", "esperado");
	html_text(
		h,
		"Esperado é, sem descontar imposto, o valor por ação vezes a quantidade que a carteira tem hoje, em "
		"centavos, antes do imposto.");
	html_close(h, "p");
	write_more(h, a->n_rights);
}

static void write_releases(struct html *h, const struct agenda *a)
{
	if (!a->n_releases)
		return;
	layout_table(h, "Resultados das empresas", 5,
		     HEADINGS("Dia", "Ativo", "Empresa", "Do período até", "Certeza"));
	for (size_t i = 0; i < a->n_releases && i < SHOWN; i++) {
		const struct release_item *r = &a->releases[i];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, r->day));
		shown_name_cell(h, r->ticker, NULL);
		shown_name_cell(h, r->name, NULL);
		html_cell(h, date_text(h->ctx->pool, r->reference_date));
		html_cell(h, status_said(r->status));
		html_row_end(h);
	}
	html_table_end(h);
	write_more(h, a->n_releases);
}

/* A DARF belongs to the person: its explanation is that of all portfolios. */
static void explain_due(struct html *h, const struct wallet_tax_due *d)
{
	const char *month = month_iso(h->ctx->pool, d->period);

	tax_explains_as(h, &(struct tax_view){ .base = "/tax", .asked = d->period.n / 12 }, "darf.",
			pool_printf(h->ctx->pool, "&month=%s&code=%s", month, d->code));
}

static void write_dues(struct html *h, const struct agenda *a)
{
	if (!a->n_dues)
		return;
	layout_table(h, "DARF da pessoa, de todas as carteiras", 4,
		     HEADINGS("Vence em", "Código", "Do mês", "Situação", "Valor"));
	for (size_t i = 0; i < a->n_dues && i < SHOWN; i++) {
		const struct wallet_tax_due *d = &a->dues[i];

		explain_due(h, d);
		html_row(h);
		html_cell(h, date_text(h->ctx->pool, d->due_on));
		html_cell(h, i && str_eq(d->code, a->dues[i - 1].code)
				     ? d->code
				     : pool_printf(h->ctx->pool, "%s (%s)", d->code,
						   tax_code_said(d->code)));
		html_cell(h, month_text(h->ctx->pool, d->period));
		if (d->amount_known)
			html_cell(h, status_said(d->status));
		else
			tax_why_cell(h, "Valor não apurado", d->reasons);
		shown_money_cell(h, "amount", d->amount_known, d->amount);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
}

static void write_expiries(struct html *h, const struct agenda *a)
{
	if (!a->n_expiries)
		return;
	layout_table(h, "Opções que vencem", 3,
		     HEADINGS("Vence em", "Opção", "Posição", "Quantidade"));
	for (size_t i = 0; i < a->n_expiries && i < SHOWN; i++) {
		const struct wallet_expiry *e = &a->expiries[i];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, e->day));
		shown_name_cell(h, e->ticker, NULL);
		html_cell(h, e->written ? "Lançada" : "Comprada");
		shown_led(h,
			  layout_path(h->ctx, pool_printf(h->ctx->pool, "/transactions?symbol=%s",
							  url_encoded(h->ctx->pool, e->ticker))));
		shown_qty_cell(h, "quantity", e->qty);
		html_row_end(h);
	}
	html_table_end(h);
	write_more(h, a->n_expiries);
}

static void write_ahead(struct html *h, const struct agenda *a)
{
	if (!a->ahead.n)
		return;
	layout_table(h, "Juros, amortizações e vencimentos de renda fixa", 4,
		     HEADINGS("Paga em", "Ativo", "O que é", "Sem valor porque", "Quantidade",
			      "Esperado, bruto"));
	for (size_t i = 0; i < a->ahead.n && i < SHOWN; i++) {
		const struct ahead_payment *p = &a->ahead.items[i];
		const struct wallet_fixed *f = &a->fixed[p->paper];
		struct money amount = { 0 };
		bool known = agenda_pays(h->ctx, a, p, &amount);

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, ahead_day(&p->of)));
		shown_name_cell(h, f->symbol, NULL);
		html_cell(h, ahead_title(p->of.kind));
		html_cell(h, known ? NULL : p->of.unknown);
		layout_explains_symbol(h, f->symbol);
		shown_qty_cell(h, "qty", f->qty);
		shown_led(h, "#contrato");
		if (known)
			shown_money_cell(h, "amount_brl", true, amount);
		else
			html_cell(h, NULL);
		html_row_end(h);
	}
	shown_explained(h, NULL);
	html_table_end(h);
	html_open(h, "p");
	html_attr(h, "id", "contrato");
	html_text(
		h,
		"São os pagamentos que o contrato marca, pela quantidade de hoje e antes do imposto: "
		"nada disso foi recebido ainda, e o que for recebido é preciso lançar.");
	html_close(h, "p");
	write_more(h, a->ahead.n);
}

static void write_macros(struct html *h, const struct agenda *a)
{
	if (!a->n_macros)
		return;
	layout_table(h, "Economia", 3, HEADINGS("Dia", "O que é", "Por que importa"));
	for (size_t i = 0; i < a->n_macros && i < SHOWN; i++) {
		const struct macro_item *m = &a->macros[i];

		html_row(h);
		html_cell(h, date_text(h->ctx->pool, m->day));
		html_cell(h, m->cancelled ? pool_printf(h->ctx->pool, "%s (cancelado)", m->what)
					  : m->what);
		html_cell(h, m->why);
		html_row_end(h);
	}
	html_table_end(h);
	write_more(h, a->n_macros);
}

/* ---- the calendar's address ---- */

static void write_feed(struct html *h, const struct feed *f, const char *token)
{
	void *pool = h->ctx->pool;
	const char *id = uuid_text(pool, f->id);

	html_row(h);
	shown_name_cell(h, f->name, NULL);
	html_cell(h, f->has_portfolio ? "de uma carteira" : "de tudo");
	html_cell(h, site_day(h->ctx, f->created_ms));
	html_cell(h, f->expires ? site_day(h->ctx, f->expires_ms) : NULL);
	html_cell_open(h, NULL);
	html_form(h, layout_path(h->ctx, pool_printf(pool, "/agenda/feeds/%s/revoke", id)), token);
	site_once(h);
	html_send(h, pool_printf(pool, "Revogar %s", f->name));
	html_close(h, "td");
	shown_cell(h);
	shown_decimal(h, "days", f->days, 0, 0);
	shown_cell_end(h);
	html_row_end(h);
}

static void draw_feed(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, layout_path(ctx, "/agenda/feeds"), csrf_token(ctx));
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "name",
					 .label = "Nome",
					 .type = "text",
					 .hint = "Onde o endereço será usado.",
					 .max_length = 80 });
	site_once(h);
	html_send(h, "Criar o endereço");
}

const struct entry_form agenda_feed_form = {
	.title = "Assinar no seu calendário",
	.here = "/agenda",
	.draw = draw_feed,
	.refused = "O endereço não foi criado.",
};

/* A form with a name already filled in. */
static void write_form(struct html *h)
{
	static const char first[] = "{\"name\":\"Calendário\"}";

	draw_feed(h->ctx, h, &(struct entry){ .values = json_read(h->ctx->pool, slice_of(first)) });
}

static void write_feeds(struct html *h, const char *token)
{
	size_t n;
	const struct feed *feeds;

	if (caller_reads_another(h->ctx->caller))
		return;
	feeds = feeds_of(h->ctx, &n);

	html_element(h, "h2", "Assinar no seu calendário");
	html_p(h,
	       "O endereço é secreto: quem o tem lê esta agenda, e nada mais, até ser revogado.");
	write_form(h);
	if (!n)
		return;
	layout_table(h, "Endereços em uso", 5,
		     HEADINGS("Nome", "Agenda", "Criado em", "Vence em", "Revogar", "Dias"));
	for (size_t i = 0; i < n; i++)
		write_feed(h, &feeds[i], token);
	html_table_end(h);
}

/* ---- the pages ---- */

void agenda_page(struct ctx *ctx)
{
	const char *token = csrf_token(ctx);
	struct agenda a;
	struct html *h;

	layout_readable(ctx);
	access_scope(ctx, SCOPE_MARKET_READ);
	agenda_load(ctx, FEED_DAYS_MAX, &a);
	agenda_narrow(ctx, ctx->path[0], &a);
	agenda_remind(ctx, &a);
	h = layout_portfolio(ctx, "Agenda", "/agenda");
	html_p(h, "De %s a %s, do que a carteira tem.", date_text(ctx->pool, a.from),
	       date_text(ctx->pool, a.to));
	if (!a.n_rights && !a.n_releases && !a.n_dues && !a.n_expiries && !a.ahead.n)
		html_p(h, "Nada marcado para os ativos da carteira.");
	write_dues(h, &a);
	write_expiries(h, &a);
	write_rights(h, &a);
	write_ahead(h, &a);
	write_releases(h, &a);
	write_feeds(h, token);
	write_macros(h, &a);
	html_page_end(h);
}

static void write_way_back(struct ctx *ctx, struct html *h)
{
	html_p_link(h, layout_path(ctx, "/agenda"), "Voltar à agenda");
	html_page_end(h);
}

/* The same button pressed twice. */
static void show_made(struct ctx *ctx)
{
	struct html *h = layout_portfolio(ctx, "O endereço já foi criado", "/agenda");

	html_p(h, "Ele foi mostrado na primeira vez, e não será de novo. Se não foi copiado, "
		  "revogue-o e crie outro.");
	write_way_back(ctx, h);
}

void agenda_subscribe(struct ctx *ctx)
{
	struct feed f = { .days = FEED_DAYS_MAX, .has_portfolio = true };
	struct body *form;
	const char *url, *once;
	struct html *h;

	layout_readable(ctx);
	form = site_form(ctx);
	f.name = body_line(form, "name", REQUIRED, 1, 80);
	once = site_take_once(form);
	body_done(form);
	if (site_done_before(ctx, once)) {
		show_made(ctx);
		return;
	}
	f.portfolio = ctx->caller->portfolio;
	url = feed_make(ctx, &f);
	site_done(ctx);
	h = layout_portfolio(ctx, "O endereço foi criado", "/agenda");
	html_p(h,
	       "Copie o endereço agora, e assine-o no seu calendário: ele não será mostrado de novo.");
	html_copied(h, "o endereço", url);
	write_way_back(ctx, h);
}

void agenda_unsubscribe(struct ctx *ctx)
{
	layout_readable(ctx);
	if (site_button(ctx)) {
		(void)feed_end(ctx, ctx->path[1]);
		site_done(ctx);
	}
	site_go(ctx, layout_path(ctx, "/agenda"));
}
