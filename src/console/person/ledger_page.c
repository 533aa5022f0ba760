/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_page.c: the rows of a portfolio.  GET /portfolios/{id}/transactions, GET, POST …/{transaction},
 * POST …/{transaction}/delete
 *
 * console/form/ledger_change.c shows the effect of a change before it is written.
 */
#include "config.h"

#include <assert.h>

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/form/member_words.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/form/row_form.h"
#include "console/form/row_said.h"
#include "core/encode.h"
#include "core/number_text.h"
#include "core/text.h"
#include "http/page.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/tax/tax_answers.h"

#define SHOWN 50

/* ---- the list ---- */

static const char *row_path(struct ctx *ctx, const char *id)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/transactions/%s",
					    url_encoded_but(ctx->pool, id, "")));
}

#define PRICE_PER_MONEY 10000 /* from the grid of money to that of prices */

static_assert(PRICE_PLACES - MONEY_PLACES == 4, "as PRICE_PER_MONEY says");

static void write_row(struct html *h, const struct transaction *t)
{
	struct ctx *ctx = h->ctx;
	const char *currency = currency_names[t->asset.currency];

	html_row(h);
	shown_name_cell(h, date_text(ctx->pool, t->row.day),
			row_path(ctx, uuid_text(ctx->pool, t->row.id)));
	shown_name_cell(h, t->asset.symbol, NULL);
	html_cell(h, choice_label(ctx->pool, t->row.kind == ROW_ADJUST && t->row.event
						     ? event_kind_names[t->row.event]
						     : row_kind_names[t->row.kind]));
	if (t->row.kind == ROW_SPLIT) {
		html_cell_open(h, "n");
		html_text(h, pool_printf(ctx->pool, "%s por uma",
					 decimal_text(ctx->pool, t->row.ratio_e12, 12, 12, true)));
		html_close(h, "td");
	} else {
		shown_qty_cell(h, "quantity", t->row.qty);
	}
	shown_cell(h);
	shown_price_in(h, "price", t->row.price_known, t->row.price, currency);
	shown_cell_end(h);
	shown_cell(h);
	shown_price_in(h, "fees", true, (struct price){ t->row.fees.e8 * PRICE_PER_MONEY },
		       currency);
	shown_cell_end(h);
	shown_name_cell(h, t->row.note ? t->row.note : "—", NULL);
	html_row_end(h);
}

static void write_list(struct html *h, const struct transaction_page *page)
{
	static const char *const headings[] = { "Dia",	 "Ativo", "O que foi", "Quantidade",
						"Preço", "Taxas", "Nota" };

	if (!page->n) {
		html_p(h, "Não há lançamentos.");
		return;
	}
	html_table_begin(h, "Lançamentos, do mais novo ao mais antigo");
	for (size_t i = 0; i < ARRAY_SIZE(headings); i++)
		layout_heading(h, headings[i], i >= 3 && i < 6);
	html_headings(h, headings, ARRAY_SIZE(headings));
	html_table_body(h);
	for (size_t i = 0; i < page->n; i++)
		write_row(h, &page->rows[i]);
	html_table_end(h);
}

void ledger_page(struct ctx *ctx)
{
	struct transaction_page page;
	struct json_object *done = mend_undo_asked(ctx);
	struct html *h;

	layout_signed_in(ctx);
	page = transactions_read(ctx, true, SHOWN);
	h = layout_portfolio(ctx, "Lançamentos", "/transactions");
	mend_undo_say(h, done);
	if (ctx->caller->access >= ACCESS_EDIT)
		html_p_link(h, layout_path(ctx, "/transactions/new"), "Lançar");
	write_list(h, &page);
	layout_next(h, page.next_cursor);
	html_page_end(h);
}

/* ---- an existing row ---- */

static void draw_one(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])),
		  csrf_token(ctx));
	launch_row_fields(ctx, h, e);
	change_write_button(h, row_path(ctx, ctx->path[1]), "Gravar a mudança");
	html_send(h, CHANGE_ASKED);
	html_form(h, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])),
		  csrf_token(ctx));
	html_button_away(h, "do", "delete", "Excluir o lançamento…");
	html_form_end(h);
}

const struct entry_form row_form = {
	.title = "Lançamento",
	.here = "/transactions",
	.draw = draw_one,
};

#define DOLLAR "dollar" /* among the values: the rate of a row abroad, in words */

/* The official rate that the row counts at (doc/calculations.md 5); NULL: in reais, or unknown. */
static const char *dollar_said(struct ctx *ctx, struct json_object *row)
{
	const char *type = ask_text(row, "asset_type"), *text = ask_text(row, "trade_date");
	struct taxpayer of;
	struct close rate;
	struct day day;

	if (!type || !str_eq(type, asset_type_names[ASSET_US]) || !text ||
	    !day_parse(slice_of(text), &day))
		return NULL;
	tax_load_portfolio(ctx, &of);
	if (!fx_ptax(&of.ledger.sell, day, &rate))
		return NULL;
	return pool_printf(
		ctx->pool,
		"Em reais, vale pelo dólar de %s: R$\u00a0%s, PTAX de fechamento do Banco "
		"Central, taxa de venda.",
		date_text(ctx->pool, rate.day),
		decimal_text(ctx->pool, rate.price.e12, PRICE_PLACES, 4, false));
}

/* For who may not change it: a sentence, without a form that would only refuse. */
static void write_read_only(struct ctx *ctx, struct html *h, struct json_object *row)
{
	const char *note = ask_text(row, "note"), *institution = ask_text(row, "institution");

	html_p(h, "%s", row_said(ctx->pool, row));
	if (institution)
		html_p(h, "Onde: %s", institution);
	if (note)
		html_p(h, "Anotação: %s", note);
}

static void draw_stored(struct ctx *ctx, struct html *h, const struct entry *e)
{
	const char *dollar = ask_text(e->values, DOLLAR);

	if (dollar)
		html_p(h, "%s", dollar);
	if (ctx->caller->access >= ACCESS_EDIT)
		draw_one(ctx, h, e);
	else
		write_read_only(ctx, h, e->values);
}

void row_page(struct ctx *ctx)
{
	struct entry e = { .stored = true };
	const char *dollar;

	layout_readable(ctx);
	e.values = ask_run(ctx, &(struct ask){ .run = transaction_get });
	dollar = dollar_said(ctx, e.values);
	if (dollar)
		json_object_object_add(e.values, DOLLAR, json_object_new_string(dollar));
	entry_page(ctx, 200,
		   &(struct entry_form){ .title = pool_printf(ctx->pool, "Lançamento de %s",
							      ask_text(e.values, "symbol")),
					 .here = row_form.here,
					 .draw = draw_stored },
		   &e);
}

static struct ask changing(struct ctx *ctx, struct body *form)
{
	struct ask ask = { .run = transaction_update, .json = row_json(ctx, form, false, NULL) };

	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	return ask;
}

static struct ask deletion(struct ctx *ctx, struct body *form)
{
	struct ask ask = { .run = transaction_delete };

	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	return ask;
}

void row_preview_post(struct ctx *ctx)
{
	change_hold(ctx, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])));
}

/* The typed values have expired: shows the row as it is. */
static void go_back(struct ctx *ctx)
{
	access_resource(ctx);
	site_go(ctx, row_path(ctx, ctx->path[1]));
}

void row_preview(struct ctx *ctx)
{
	struct body *form = entry_held(ctx);
	const char *what;
	struct ask ask;
	bool drop;

	if (!form) {
		go_back(ctx);
		return;
	}
	what = body_line(form, "do", OPTIONAL, 1, 10);
	drop = what && str_eq(what, "delete");
	ask = drop ? deletion(ctx, form) : changing(ctx, form);

	change_page(ctx,
		    &(struct change){
			    .ask = &ask,
			    .title = drop ? "O que a exclusão muda" : "O que a mudança muda",
			    .form = drop ? NULL : &row_form,
			    .values = body_whole(form),
			    .action = pool_printf(ctx->pool, "%s%s", row_path(ctx, ctx->path[1]),
						  drop ? "/delete" : ""),
			    .button = drop ? "Excluir o lançamento" : "Gravar a mudança" });
}

static void write_change(struct ctx *ctx, const struct ask *ask)
{
	mend_write(ctx,
		   &(struct mend_request){ .run = ask->run,
					   .captures = { [1] = ctx->path[1] },
					   .warned_unwritten = true },
		   ask, layout_path(ctx, "/transactions"));
}

void row_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	const struct ask ask = changing(ctx, form);

	write_change(ctx, &ask);
}

void row_delete(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	const struct ask ask = deletion(ctx, form);

	write_change(ctx, &ask);
}
