/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan_page.c: how far a portfolio is from its targets, and where the next contribution goes (doc/calculations.md 21).
 * GET /plan, /portfolios/{id}/plan, /offices/{org}/portfolios/{id}/plan; ?contribution=&sell= divides an amount,
 * ?at= shows the targets of a day, ?format=csv is a client's plan as a sheet
 *
 * Nothing is recommended: the targets are the person's, the page does arithmetic.
 */
#include "config.h"

#include "console/form/mend_undo.h"
#include "console/form/what_if_tables.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/console_pages.h"
#include "console/person/plan_parts.h"
#include "core/text.h"
#include "core/encode.h"
#include "http/request.h"
#include "http/response.h"
#include "identity/pages/site.h"
#include "portfolio/functions/portfolio_operations.h"

#define MOVES "compras" /* the place of the page */

/* ---- what is asked ---- */

struct asked {
	struct plan_ask ask;
	const char *typed, *at;
	struct entry entry;
	struct day day;
};

static void fault(struct ctx *ctx, struct asked *q, const char *field, const char *typed,
		  const char *expected)
{
	q->entry.faults = pool_zero(ctx->pool, struct html_fault);
	q->entry.n_faults = 1;
	q->entry.faults[0] =
		(struct html_fault){ field,
				     pool_printf(ctx->pool, "Veio “%s”; esperado: %s.",
						 text_quotable(ctx->pool, typed), expected) };
}

static struct asked asked(struct ctx *ctx)
{
	struct asked q = { .typed = query_field(ctx, "contribution") };
	struct plan_ask *ask = &q.ask;

	ask->sell = query_bool(ctx, "sell", false);
	q.at = query_field(ctx, "at");
	ask->moves = q.typed || ask->sell;
	if (q.typed &&
	    !plan_amount(entry_money(ctx->pool, q.typed), ask->sell, &ask->contribution)) {
		fault(ctx, &q, "contribution", q.typed, plan_amount_expected(ask->sell));
		ask->moves = false;
	}
	if (q.at && !day_parse(slice_of(q.at), &q.day)) {
		fault(ctx, &q, "at", q.at, "um dia");
		q.at = NULL;
	}
	return q;
}

/* ---- the amount ---- */

static void write_ask(struct html *h, const struct asked *q)
{
	html_query(h, plan_path(h->ctx, ""));
	html_field(h, &(struct html_field){ .name = "contribution",
					    .label = "Quanto vai aportar, em reais",
					    .type = "text",
					    .value = q->typed,
					    .hint = "Como 2.000,00.",
					    .error = entry_fault(&q->entry, "contribution"),
					    .inputmode = "decimal",
					    .autocomplete = "off",
					    .max_length = 24,
					    .optional = true });
	html_choice(h, &(struct html_choice){
			       .name = "sell",
			       .value = "true",
			       .label = "Vender também",
			       .hint = "Até cada meta ser atingida, e não só com o que entra.",
			       .chosen = q->ask.sell });
	html_send(h, "Calcular");
}

/* The filters as query parameters, for links. */
static const char *asked_again(struct ctx *ctx, const struct plan_ask *ask)
{
	return pool_printf(ctx->pool, "?contribution=%s%s",
			   plan_plain(ctx->pool, ask->contribution.e8, MONEY_PLACES, 2),
			   ask->sell ? "&sell=true" : "");
}

static bool any_units(const struct plan_moves *m)
{
	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->slices[i].n; k++)
			if (m->slices[i].buys[k].qty_known && m->slices[i].buys[k].qty.e8)
				return true;
	return false;
}

static void write_links(struct html *h, const struct plan_view *v)
{
	struct ctx *ctx = h->ctx;
	const char *of = plan_of_all(ctx) ? "/v1/portfolio/plan"
			 : plan_of_client(ctx)
				 ? plan_path(ctx, "")
				 : pool_printf(ctx->pool, "/v1%s", plan_path(ctx, ""));
	const char *again = v->ask.moves ? asked_again(ctx, &v->ask) : "?";

	html_open_of(h, "p", "acts");
	if (v->ask.moves && !plan_of_all(ctx) && !plan_of_client(ctx) && plan_editable(ctx) &&
	    any_units(&v->moves)) {
		html_open_of(h, "a", "btn go");
		html_attr(h, "href", plan_path(ctx, pool_printf(ctx->pool, "/trades%s", again)));
		html_text(h,
			  v->ask.sell ? "Lançar estas compras e vendas" : "Lançar estas compras");
		html_close(h, "a");
	}
	html_link(h, pool_printf(ctx->pool, "%s%s%sformat=csv", of, again, v->ask.moves ? "&" : ""),
		  "Baixar em planilha");
	html_close(h, "p");
}

static void write_next(struct html *h, const struct plan_view *v, const struct asked *q)
{
	layout_card(h, "card span5", "O próximo aporte");
	write_ask(h, q);
	if (v->ask.moves && v->moves.level_known) {
		html_open(h, "p");
		html_text(h, "Vai primeiro ao que está mais longe da meta, até as mais baixas "
			     "ficarem todas no mesmo nível: em reais, ");
		plan_explains(h, v, "plan.level", NULL, NULL);
		shown_exact_short(h, "level", plan_plain(h->ctx->pool, v->moves.level_e8, 8, 8),
				  plan_plain(h->ctx->pool, v->moves.level_e8, 8, 2));
		shown_explained(h, NULL);
		html_text(h, " por ponto de meta. Nada é vendido.");
		html_close(h, "p");
	}
	if (v->ask.sell && v->moves.missing_cash.e8 < 0) {
		html_open(h, "p");
		html_text(h, "O que se vende em unidades inteiras não paga tudo: faltam ");
		shown_led(h, "#" MOVES);
		shown_money(h, "missing_cash", true, (struct money){ -v->moves.missing_cash.e8 });
		shown_explained(h, NULL);
		html_text(h, ".");
		html_close(h, "p");
	}
	write_links(h, v);
	layout_card_end(h);
}

/* ---- what to buy ---- */

static void write_moves(struct html *h, const struct plan_view *v)
{
	const char *title = v->ask.sell ? "O que comprar e vender" : "O que comprar";

	layout_card(h, "card flush", title);
	html_open(h, "div");
	html_attr(h, "id", MOVES);
	layout_table(h, title, 1,
		     HEADINGS("Meta e ativo", "Parte", "Quantidade", "Preço", "Valor", "Sobra"));
	plan_moves_rows(h, v);
	html_table_end(h);
	html_close(h, "div");
	html_open_of(h, "p", "foot");
	html_text(h, v->ask.sell
			     ? "Com sinal de menos, vende-se. Onde a meta é de uma classe há só o "
			       "valor: o ativo é escolha sua."
			     : "Onde a meta é de uma classe há só o valor: o ativo é escolha "
			       "sua. A sobra é menor que uma unidade.");
	if (!plan_of_client(h->ctx) && plan_editable(h->ctx)) {
		html_text(h, " ");
		html_link(h,
			  plan_of_all(h->ctx) ? "/launch"
					      : layout_path(h->ctx, "/transactions/new"),
			  "Lançar o que escolheu");
	}
	html_close(h, "p");
	layout_card_end(h);
}

/* ---- the targets of a day ---- */

static void write_day_asked(struct html *h, const struct asked *q)
{
	html_open_of(h, "details", "more");
	html_attr(h, "open", q->at || entry_fault(&q->entry, "at") ? "open" : NULL);
	html_element(h, "summary", "As metas de outro dia");
	html_query(h, plan_path(h->ctx, ""));
	html_field(h, &(struct html_field){ .name = "at",
					    .label = "Dia",
					    .type = "date",
					    .value = q->at,
					    .error = entry_fault(&q->entry, "at") });
	html_send(h, "Ver as metas desse dia");
	html_close(h, "details");
}

static void write_of_day(struct html *h, const struct asked *q)
{
	void *pool = h->ctx->pool;
	const char *day = date_text(pool, q->day);
	struct targets t;

	targets_find(h->ctx, plan_of_all(h->ctx), &q->day, &t);
	layout_card(h, "card flush", pool_printf(pool, "As metas em %s", day));
	if (!t.exist) {
		html_p(h, "Não havia metas em %s.", day);
		layout_card_end(h);
		return;
	}
	layout_table(h, "As metas desse dia", 3, HEADINGS("Meta", "Alvo", "Classes e ativos"));
	for (size_t i = 0; i < t.plan.n; i++) {
		const struct plan_slice *s = &t.plan.slices[i];

		html_row(h);
		html_cell(h, s->name);
		shown_cell(h);
		shown_led(h, plan_path(h->ctx, pool_printf(pool, "?at=%s", q->at)));
		plan_points(h, "pct", s->pct);
		shown_explained(h, NULL);
		shown_cell_end(h);
		html_cell(h, targets_holds(pool, s));
		html_row_end(h);
	}
	html_table_end(h);
	html_p(h, "Valiam desde %s.", site_day(h->ctx, t.since_ms));
	layout_card_end(h);
}

/* ---- the page ---- */

/* The Action's form, with the portfolio in its path. */
static const char *client_edit(struct ctx *ctx)
{
	const char *id = url_encoded(ctx->pool, ctx->path[1]);

	return work_path(ctx, &work_office,
			 pool_printf(ctx->pool,
				     "/actions/advisor.client_targets.set?back=%s&portfolio_id=%s",
				     url_encoded(ctx->pool, plan_path(ctx, "")), id));
}

static void write_edit(struct html *h, bool exist)
{
	if (!plan_editable(h->ctx))
		return;
	html_open_of(h, "p", "acts");
	html_open_of(h, "a", exist ? "btn" : "btn go");
	html_attr(h, "href",
		  plan_of_client(h->ctx) ? client_edit(h->ctx) : plan_path(h->ctx, "/targets"));
	html_text(h, exist ? "Editar metas" : "Definir as metas");
	html_close(h, "a");
	if (exist && !plan_of_client(h->ctx)) /* the Action's form withdraws them, too */
		html_link(h, plan_path(h->ctx, "/targets/withdraw"), "Retirar as metas");
	html_close(h, "p");
}

/* The portfolios, which have plans of their own. */
static void write_portfolios(struct html *h, struct json_object *list)
{
	layout_card(h, "card flush", "Carteira por carteira");
	html_open_of(h, "ul", "rows");
	for (size_t i = 0; i < ask_items(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i);

		html_open(h, "li");
		html_open_of(h, "a", "over");
		html_attr(h, "href",
			  pool_printf(h->ctx->pool, "/portfolios/%s/plan", ask_text(p, "id")));
		html_element(h, "bdi", ask_text(p, "name"));
		html_close(h, "a");
		html_close(h, "li");
	}
	html_close(h, "ul");
	layout_card_end(h);
}

static struct json_object *portfolios(struct ctx *ctx)
{
	struct ask ask = { .run = portfolio_list };

	if (!plan_of_all(ctx))
		return NULL;
	ask_query(&ask, "limit", "200");
	return ask_member(ask_run(ctx, &ask), "data");
}

static void write_tax(struct html *h, const struct plan_tax *t)
{
	layout_card(h, "card flush", "O imposto destas vendas");
	if (t->any)
		what_if_tax_write(h, &t->of, 1, &t->before, &t->after, t->scope);
	else
		html_p(h, "Nada é vendido.");
	layout_card_end(h);
}

/* @tax: of a plan that sells, for who may edit it; or NULL */
static void write_found(struct html *h, const struct plan_view *v, const struct asked *q,
			const struct plan_tax *tax)
{
	plan_out_said(h, &v->state);
	html_div(h, "grid");
	plan_shares_write(h, v);
	write_next(h, v, q);
	if (v->ask.moves)
		write_moves(h, v);
	if (tax)
		write_tax(h, tax);
	plan_left_out_write(h, v);
	html_close(h, "div");
}

#define CHECK "Confira o que está marcado."

static int status_of(const struct asked *q)
{
	return q->entry.n_faults ? 400 : 200;
}

/* @v: NULL: there are no targets; @tax: as write_found() */
static void write_plan(struct html *h, const struct plan_view *v, const struct asked *q,
		       const struct plan_tax *tax)
{
	html_p(h, "%s%s aqui se faz a conta. Não é recomendação.",
	       v && v->name ? pool_printf(h->ctx->pool, "%s. ", v->name) : "",
	       plan_of_client(h->ctx) ? "As metas são do cliente;" : "Você diz as metas;");
	if (v)
		write_found(h, v, q, tax);
	else
		html_p(h,
		       "Ainda não há metas: diga de cada classe ou ativo a parte que %s, e "
		       "aqui se vê onde está e para onde vai o próximo aporte.",
		       plan_of_client(h->ctx) ? "o cliente quer ter" : "quer ter");
	write_edit(h, v);
	if (q->at)
		write_of_day(h, q);
	write_day_asked(h, q);
}

void plan_page(struct ctx *ctx)
{
	struct json_object *done = mend_undo_asked(ctx), *list;
	struct asked q = asked(ctx);
	bool found, taxed;
	struct plan_tax tax;
	struct plan_view v;
	struct html *h;

	plan_readable(ctx);
	taxed = q.ask.sell && q.ask.moves && plan_editable(ctx);
	if (taxed && !plan_of_all(ctx)) {
		what_if_chosen(ctx);
		what_if_hold(ctx);
	}
	found = plan_view_found(ctx, plan_of_all(ctx), q.ask, &v);
	taxed &= found;
	list = portfolios(ctx);
	if (!found && !q.at && ask_items(list) == 1) { /* all are this one */
		site_go(ctx, pool_printf(ctx->pool, "/portfolios/%s/plan",
					 ask_text(json_object_array_get_idx(list, 0), "id")));
		return;
	}
	if (taxed)
		plan_tax_of(ctx, plan_of_all(ctx), NULL, &v, &tax);
	h = layout_answer(ctx, &(struct layout){ .status = status_of(&q),
						 .title = "Plano",
						 .here = "/plan",
						 .error = q.entry.n_faults ? CHECK : NULL });
	html_faults(h, q.entry.faults, q.entry.n_faults);
	mend_undo_say(h, done);
	write_plan(h, found ? &v : NULL, &q, taxed ? &tax : NULL);
	if (ask_items(list))
		write_portfolios(h, list);
	html_page_end(h);
}

static const char *const formats[] = { "html", "csv", NULL };

void client_plan_page(struct ctx *ctx)
{
	bool csv = query_choice(ctx, "format", formats) == 1, found;
	struct asked q = asked(ctx);
	struct plan_view v;
	struct html *h;

	query_done(ctx);
	work_enter(ctx, &work_office, TX_READ);
	/* The Function checks access to the client, and chooses the portfolio. */
	(void)work_ask(ctx, &work_office, "advisor.client_targets.get");
	found = plan_view_found(ctx, false, q.ask, &v);
	if (csv && found && !q.entry.n_faults) {
		respond_bytes(ctx, 200, "text/csv; charset=utf-8", plan_csv(ctx->pool, &v));
		respond_header(ctx, "Content-Disposition", "attachment; filename=\"plano.csv\"");
		return;
	}
	h = work_frame(ctx, &work_office, status_of(&q), "Plano", "/portfolios/",
		       q.entry.n_faults ? CHECK : NULL);
	html_faults(h, q.entry.faults, q.entry.n_faults);
	html_p_link(h,
		    work_path(ctx, &work_office,
			      pool_printf(ctx->pool, "/portfolios/%s",
					  url_encoded(ctx->pool, ctx->path[1]))),
		    "A carteira");
	write_plan(h, found ? &v : NULL, &q, NULL);
	html_page_end(h);
}
