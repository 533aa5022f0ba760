/* SPDX-License-Identifier: Apache-2.0 */
/*
 * links_page.c: the links that show a portfolio, made and ended by the person who administers it.
 *
 * GET, POST /portfolios/{id}/links, POST /portfolios/{id}/links/{link}/end
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/entry.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/person/portfolio_link.h"
#include "core/number_text.h"
#include "http/response.h"

#define HERE "/links"
#define DAYS 30	     /* that a link is proposed to be good for */
#define DAYS_MAX 365 /* and at most */

static const char *const shows[] = { "shares", "amounts", NULL };
enum { SHOWS_SHARES, SHOWS_AMOUNTS };

/* ---- the form ---- */

static void draw_shows(struct ctx *ctx, struct html *h, const struct entry *e)
{
	static const char *const labels[][2] = {
		[SHOWS_SHARES] = { "Só as parcelas",
				   "Quanto por cento é cada ativo, em inteiros, sem nenhum valor em reais." },
		[SHOWS_AMOUNTS] = { "Parcelas e valores",
				    "Também o valor e o lucro de cada ativo, em reais." },
	};
	const char *chosen = entry_value(ctx, e, "shows");

	html_group(h, "O que o link mostra");
	for (size_t i = 0; shows[i]; i++)
		html_choice(h,
			    &(struct html_choice){ .name = "shows",
						   .value = shows[i],
						   .label = labels[i][0],
						   .hint = labels[i][1],
						   .one = true,
						   .chosen = chosen && str_eq(chosen, shows[i]) });
	html_group_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_p(h,
	       "Quem tem o link vê os ativos desta carteira e a rentabilidade dela, sem entrar no "
	       "serviço e sem mudar nada. Não vê lançamentos, anotações, o nome da carteira nem o "
	       "seu. De cada ativo o link mostra o código, como você o escreveu.");
	html_p_link(h, layout_path(ctx, "/readers"),
		    "Mostrar antes a uma pessoa, que entra com a conta dela");
	html_form(h, layout_path(ctx, HERE), csrf_token(ctx));
	site_once(h);
	draw_shows(ctx, h, e);
	entry_field(ctx, h, e,
		    (struct html_field){ .name = "ends_on",
					 .label = "Último dia de validade",
					 .type = "date",
					 .hint = "No máximo, daqui a um ano." });
	html_send(h, "Criar o link");
}

/* The first of the choices. */
static const char *field_of(struct ctx *ctx UNUSED, const struct entry *e UNUSED,
			    const char *pointer)
{
	const char *name = text_after_last(pointer, '/');

	return str_eq(name, "shows") ? "shows-shares" : name;
}

const struct entry_form portfolio_link_form = {
	.title = "Mostrar por um link",
	.here = HERE,
	.draw = draw,
	.field = field_of,
	.refused = "O link não foi criado.",
};

/* Filled in with the more careful choice. */
static void write_form(struct ctx *ctx, struct html *h)
{
	const char *values = pool_printf(ctx->pool, "{\"shows\":\"shares\",\"ends_on\":\"%s\"}",
					 day_iso(ctx->pool, day_plus(ctx->today, DAYS)));

	draw(ctx, h, &(struct entry){ .values = json_read(ctx->pool, slice_of(values)) });
}

/* ---- the list ---- */

static void write_link(struct html *h, const struct portfolio_link *l)
{
	void *pool = h->ctx->pool;
	const char *made = site_day(h->ctx, l->created_ms);

	html_row(h);
	html_cell(h, made);
	html_cell(h, date_text(pool, l->ends));
	html_cell(h, l->amounts ? "Parcelas e valores" : "Só as parcelas");
	html_cell(h, l->opened ? site_day(h->ctx, l->opened_ms) : "Ainda não");
	html_cell_open(h, NULL);
	html_form(h, layout_path(h->ctx, pool_printf(pool, HERE "/%s/end", uuid_text(pool, l->id))),
		  csrf_token(h->ctx));
	site_once(h);
	html_send(h, pool_printf(pool, "Encerrar o de %s", made));
	html_close(h, "td");
	html_row_end(h);
}

static void write_links(struct ctx *ctx, struct html *h)
{
	size_t n;
	const struct portfolio_link *links = links_of(ctx, &n);

	html_element(h, "h2", "Links que valem");
	if (!n) {
		html_p(h, "Nenhum link mostra esta carteira.");
		return;
	}
	layout_table(
		h, "Links que valem", 5,
		HEADINGS("Criado em", "Vale até", "Mostra", "Aberto pela última vez", "Encerrar"));
	for (size_t i = 0; i < n; i++)
		write_link(h, &links[i]);
	html_table_end(h);
}

void links_page(struct ctx *ctx)
{
	struct html *h;

	layout_readable(ctx);
	h = layout_portfolio(ctx, portfolio_link_form.title, HERE);
	if (ctx->caller->access == ACCESS_CONTROL) {
		write_form(ctx, h);
		write_links(ctx, h);
	} else {
		html_p(h, "Só quem administra a carteira a mostra por um link.");
	}
	html_page_end(h);
}

/* ---- making, ending ---- */

static struct portfolio_link read_form(struct ctx *ctx, struct body *form)
{
	struct day last = day_plus(ctx->today, DAYS_MAX);
	const char *shown = body_text(form, "shows", OPTIONAL, 1, 20);
	int what = shown ? enum_find(shows, shown) : -1;
	struct portfolio_link l = { .amounts = what == SHOWS_AMOUNTS };

	if (what < 0)
		body_error(form, "shows", "required", "só as parcelas, ou parcelas e valores",
			   NULL);
	if (body_day(form, "ends_on", REQUIRED, &l.ends) &&
	    (day_before(l.ends, ctx->today) || day_before(last, l.ends)))
		body_error(form, "ends_on", "range",
			   pool_printf(ctx->pool, "um dia de %s a %s",
				       date_text(ctx->pool, ctx->today),
				       date_text(ctx->pool, last)),
			   NULL);
	return l;
}

static void write_way_back(struct ctx *ctx, struct html *h)
{
	html_p_link(h, layout_path(ctx, HERE), "Os links desta carteira");
	html_page_end(h);
}

/* The same button pressed twice. */
static void show_made(struct ctx *ctx)
{
	struct html *h = layout_portfolio(ctx, "O link já foi criado", HERE);

	html_p(h, "Ele foi mostrado na primeira vez, e não será de novo. Se não foi copiado, "
		  "encerre-o e crie outro.");
	write_way_back(ctx, h);
}

void links_post(struct ctx *ctx)
{
	struct portfolio_link l;
	struct body *form;
	const char *url, *once;
	struct html *h;

	layout_readable(ctx);
	form = site_form(ctx);
	l = read_form(ctx, form);
	once = site_take_once(form);
	body_done(form);
	if (site_done_before(ctx, once)) {
		show_made(ctx);
		return;
	}
	url = link_make(ctx, &l);
	site_done(ctx);
	h = layout_portfolio(ctx, "O link foi criado", HERE);
	html_p(h, "Copie o link agora: ele não será mostrado de novo.");
	html_copied(h, "o link", url);
	html_p(h,
	       "Vale até %s, e mostra %s. Quem o receber pode passá-lo adiante; para que deixe "
	       "de valer antes, encerre-o na página dos links.",
	       date_text(ctx->pool, l.ends), l.amounts ? "parcelas e valores" : "só as parcelas");
	write_way_back(ctx, h);
}

void links_end(struct ctx *ctx)
{
	layout_readable(ctx);
	if (site_button(ctx)) {
		link_end(ctx, ctx->path[1]);
		site_done(ctx);
	}
	site_go(ctx, layout_path(ctx, HERE));
}
