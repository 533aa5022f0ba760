/* SPDX-License-Identifier: Apache-2.0 */
/*
 * readers_page.c: who may read a portfolio, invited and sent away by the person who administers it.
 *
 * GET, POST /portfolios/{id}/readers, POST /portfolios/{id}/readers/{share}/end
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/portfolio_share.h"
#include "core/number_text.h"
#include "core/text.h"

#define HERE "/readers"

/* ---- the form ---- */

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_p(h,
	       "A pessoa entra com a conta dela e lê esta carteira inteira, com os lançamentos e as "
	       "anotações, e não muda nada. Não vê as outras, nem o que você informou para o "
	       "imposto.");
	html_form(h, layout_path(ctx, HERE), csrf_token(ctx));
	site_once(h);
	entry_field(ctx, h, e,
		    (struct html_field){
			    .name = "email",
			    .label = "E-mail da pessoa",
			    .type = "email",
			    .hint = "Ela recebe um convite, e o vê ao entrar com este e-mail.",
			    .autocomplete = "off" });
	html_send(h, "Convidar");
}

const struct entry_form portfolio_reader_form = {
	.title = "Mostrar a uma pessoa",
	.here = HERE,
	.draw = draw,
	.refused = "Ninguém foi convidado.",
};

/* ---- the list ---- */

static void write_reader(struct html *h, const struct portfolio_reader *r)
{
	void *pool = h->ctx->pool;

	html_row(h);
	shown_name_cell(h, r->email, NULL);
	html_cell(h, site_day(h->ctx, r->created_ms));
	html_cell(h, r->accepted
			     ? pool_printf(pool, "Lê desde %s", site_day(h->ctx, r->accepted_ms))
			     : pool_printf(pool, "Pode aceitar até %s", date_text(pool, r->ends)));
	html_cell_open(h, NULL);
	html_form(h, layout_path(h->ctx, pool_printf(pool, HERE "/%s/end", uuid_text(pool, r->id))),
		  csrf_token(h->ctx));
	site_once(h);
	html_send(h, pool_printf(pool,
				 r->accepted ? "Não mostrar mais a %s" : "Retirar o convite de %s",
				 r->email));
	html_close(h, "td");
	html_row_end(h);
}

static void write_readers(struct ctx *ctx, struct html *h)
{
	size_t n;
	const struct portfolio_reader *all = share_readers(ctx, &n);

	html_element(h, "h2", "Quem lê esta carteira");
	if (!n) {
		html_p(h, "Só você.");
		return;
	}
	layout_table(h, "Quem lê esta carteira", 4,
		     HEADINGS("E-mail", "Convite de", "Situação", "Encerrar"));
	for (size_t i = 0; i < n; i++)
		write_reader(h, &all[i]);
	html_table_end(h);
}

void readers_page(struct ctx *ctx)
{
	struct html *h;

	layout_readable(ctx);
	h = layout_portfolio(ctx, portfolio_reader_form.title, HERE);
	if (ctx->caller->access != ACCESS_CONTROL) {
		html_p(h, "Só quem administra a carteira a mostra a outra pessoa.");
	} else if (!ctx->caller->personal) {
		html_p(h, "A carteira de uma organização se mostra aos membros dela.");
	} else {
		draw(ctx, h, &(struct entry){ .values = NULL });
		write_readers(ctx, h);
	}
	html_page_end(h);
}

void readers_post(struct ctx *ctx)
{
	struct body *form;
	const char *email, *once, *fault;
	struct day ends;
	struct html *h;

	layout_readable(ctx);
	if (!ctx->caller->personal)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "A carteira de uma organização se mostra aos membros dela.");
	form = site_form(ctx);
	email = body_line(form, "email", REQUIRED, 3, 254);
	if (email && !text_email(email))
		body_error(form, "email", "format", "um e-mail, como ana@exemplo.com", NULL);
	once = site_take_once(form);
	body_done(form);
	if (site_done_before(ctx, once)) {
		site_go(ctx, layout_path(ctx, HERE));
		return;
	}
	fault = share_make(ctx, email, &ends);
	if (fault)
		body_error(form, "email", "another", fault, NULL);
	body_done(form);
	site_done(ctx);
	h = layout_portfolio(ctx, "O convite foi feito", HERE);
	html_p(h,
	       "%s pode aceitar até %s, entrando com este e-mail. Até lá, e depois, você o retira "
	       "nesta página.",
	       email, date_text(ctx->pool, ends));
	html_p_link(h, layout_path(ctx, HERE), "Quem lê esta carteira");
	html_page_end(h);
}

void readers_end(struct ctx *ctx)
{
	layout_readable(ctx);
	if (site_button(ctx)) {
		share_end(ctx, ctx->path[1]);
		site_done(ctx);
	}
	site_go(ctx, layout_path(ctx, HERE));
}
