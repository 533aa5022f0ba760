/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shown_page.c: the portfolios that other persons show, and their invitations; what the person shows to others.
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
#include "core/text.h"
#include "operations/ask.h"
#include "portfolio/functions/portfolio_operations.h"

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
	       "nada se mostra, além de que aceitou ou recusou. O convite vale até %s.",
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

/* ---- what the person shows ---- */

/* Listed among the person's, or else unnamed: one of an organization. */
static const char *name_of(struct ctx *ctx, struct json_object *list, struct uuid id)
{
	const char *text = uuid_text(ctx->pool, id);

	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i);

		if (str_eq(ask_text(p, "id"), text))
			return ask_text(p, "name");
	}
	return "De uma organização";
}

static void write_given(struct html *h, struct json_object *list, const struct portfolio_showing *s)
{
	void *pool = h->ctx->pool;
	const char *of = pool_printf(pool, "/portfolios/%s/%s", uuid_text(pool, s->portfolio),
				     s->email ? "readers" : "links");
	const char *ends = date_text(pool, s->ends);

	html_row(h);
	shown_name_cell(h, name_of(h->ctx, list, s->portfolio), of);
	shown_name_cell(h, s->email ? s->email : "Quem tiver o link", NULL);
	html_cell(h, s->email ? (s->accepted ? "Lê a carteira inteira"
					     : pool_printf(pool, "Convidado até %s", ends))
			      : pool_printf(pool, "%s, até %s",
					    s->amounts ? "Parcelas e valores" : "Só as parcelas",
					    ends));
	html_cell_open(h, NULL);
	html_form(h, pool_printf(pool, "%s/%s/end", of, uuid_text(pool, s->id)),
		  csrf_token(h->ctx));
	site_once(h);
	html_send(h, pool_printf(pool, "Encerrar: %s", s->email ? s->email : ends));
	html_close(h, "td");
	html_row_end(h);
}

static void write_all_given(struct ctx *ctx, struct html *h)
{
	struct ask ask = { .run = portfolio_list };
	struct json_object *list;
	size_t n;
	const struct portfolio_showing *all = shares_given(ctx, &n);

	html_element(h, "h2", "O que você mostra a outros");
	if (!n) {
		html_p(h,
		       "Nada. Na página de uma carteira, “Mostrar a alguém” a mostra a uma pessoa "
		       "ou por um link.");
		return;
	}
	ask_query(&ask, "limit", "200");
	list = ask_member(ask_run(ctx, &ask), "data");
	layout_table(h, "O que você mostra a outros", 4,
		     HEADINGS("Carteira", "A quem", "O que vê", "Encerrar"));
	for (size_t i = 0; i < n; i++)
		write_given(h, list, &all[i]);
	html_table_end(h);
}

void shown_page(struct ctx *ctx)
{
	const struct portfolio_shown_to *all;
	size_t n, accepted = 0;
	struct html *h;

	layout_person(ctx);
	all = shares_mine(ctx, &n);
	h = layout_page(ctx, "O que se mostra");
	html_element(h, "h2", "Carteiras que mostram a você");
	for (size_t i = 0; i < n; i++) {
		accepted += all[i].accepted;
		if (!all[i].accepted)
			write_invitation(h, &all[i]);
	}
	if (accepted)
		write_readings(h, all, n);
	if (!n)
		html_p(h, "Ninguém mostra uma carteira a você. Quem quiser convida o seu e-mail.");
	write_all_given(ctx, h);
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
