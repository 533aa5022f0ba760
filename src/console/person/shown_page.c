/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shown_page.c: the portfolios that other persons show, and their invitations.
 *
 * GET /shown, POST /shown/{share}/accept, /shown/{share}/end
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/portfolio_share.h"
#include "core/number_text.h"

#define PAGE "/shown"

static void write_button(struct html *h, const struct portfolio_shown_to *s, const char *verb,
			 const char *label)
{
	html_form(h, pool_printf(h->ctx->pool, PAGE "/%s/%s", uuid_text(h->ctx->pool, s->id), verb),
		  csrf_token(h->ctx));
	site_once(h);
	html_send(h, label);
}

static void write_invitation(struct html *h, const struct portfolio_shown_to *s)
{
	layout_card(h, "card", "Um convite");
	html_p(h,
	       "%s (%s) quer mostrar uma carteira a você. Você a lê e não muda nada nela; de você "
	       "nada se mostra, além de que aceitou. O convite vale até %s.",
	       s->person, s->email, date_text(h->ctx->pool, s->ends));
	write_button(h, s, "accept", "Aceitar");
	write_button(h, s, "end", "Recusar");
	layout_card_end(h);
}

static void write_reading(struct html *h, const struct portfolio_shown_to *s)
{
	html_row(h);
	shown_name_cell(
		h, s->title,
		pool_printf(h->ctx->pool, "/portfolios/%s", uuid_text(h->ctx->pool, s->portfolio)));
	shown_name_cell(h, s->person, NULL);
	shown_name_cell(h, s->email, NULL);
	html_cell_open(h, NULL);
	write_button(h, s, "end", pool_printf(h->ctx->pool, "Deixar de ler %s", s->title));
	html_close(h, "td");
	html_row_end(h);
}

static void write_readings(struct html *h, const struct portfolio_shown_to *all, size_t n)
{
	layout_table(h, "Carteiras que mostram a você", 4,
		     HEADINGS("Carteira", "De quem é", "E-mail", "Encerrar"));
	for (size_t i = 0; i < n; i++)
		if (all[i].accepted)
			write_reading(h, &all[i]);
	html_table_end(h);
}

void shown_page(struct ctx *ctx)
{
	const struct portfolio_shown_to *all;
	size_t n, accepted = 0;
	struct html *h;

	layout_person(ctx);
	all = shares_mine(ctx, &n);
	h = layout_page(ctx, "Carteiras que mostram a você");
	for (size_t i = 0; i < n; i++) {
		accepted += all[i].accepted;
		if (!all[i].accepted)
			write_invitation(h, &all[i]);
	}
	if (accepted)
		write_readings(h, all, n);
	if (!n)
		html_p(h, "Ninguém mostra uma carteira a você. Quem quiser convida o seu e-mail.");
	html_page_end(h);
}

/* ---- on the overview ---- */

void shown_write(struct html *h)
{
	size_t n, accepted = 0;
	const struct portfolio_shown_to *all = shares_mine(h->ctx, &n);

	if (!n)
		return;
	html_open(h, "p");
	for (size_t i = 0; i < n; i++) {
		if (!all[i].accepted)
			continue;
		html_text(h, accepted++ ? ", " : "Mostram a você: ");
		html_link(h,
			  pool_printf(h->ctx->pool, "/portfolios/%s",
				      uuid_text(h->ctx->pool, all[i].portfolio)),
			  pool_printf(h->ctx->pool, "%s, de %s", all[i].title, all[i].person));
	}
	html_text(h, accepted ? ". " : "");
	html_link(h, PAGE,
		  n > accepted ? "Um convite para ler uma carteira espera a sua resposta"
			       : "Convites e leituras");
	html_text(h, ".");
	html_close(h, "p");
}

static void press(struct ctx *ctx, void (*run)(struct ctx *ctx, const char *id))
{
	layout_person(ctx);
	if (site_button(ctx)) {
		run(ctx, ctx->path[0]);
		site_done(ctx);
	}
	site_go(ctx, PAGE);
}

void shown_accept(struct ctx *ctx)
{
	press(ctx, share_accept);
}

void shown_end(struct ctx *ctx)
{
	press(ctx, share_end);
}
