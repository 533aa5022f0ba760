/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_page.c: the rows of a portfolio.  GET, POST /portfolios/{id}/transactions, GET …/new, GET, POST …/{transaction},
 * POST …/{transaction}/delete
 *
 * console/form/ledger_change.c shows the effect of a change before it is written.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/ledger_change.h"
#include "console/layout.h"
#include "console/person/console_pages.h"
#include "console/form/row_form.h"
#include "core/encode.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define SHOWN "50"

/* ---- the list ---- */

static const char *row_path(struct ctx *ctx, const char *id)
{
	return layout_path(ctx, pool_printf(ctx->pool, "/transactions/%s",
					    url_encoded_but(ctx->pool, id, "")));
}

static void write_row(struct ctx *ctx, struct html *h, struct json_object *row)
{
	html_row(h);
	shown_name_cell(h, shown_date(ctx->pool, ask_text(row, "trade_date")),
			row_path(ctx, ask_text(row, "id")));
	shown_name_cell(h, ask_text(row, "symbol"), NULL);
	html_cell(h, row_kind_said(ask_text(row, "kind")));
	shown_cell(h);
	shown_plain(h, "quantity", ask_text(row, "quantity"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain_in(h, "price", ask_text(row, "price"), ask_text(row, "currency"));
	shown_cell_end(h);
	shown_cell(h);
	shown_plain_in(h, "fees", ask_text(row, "fees"), ask_text(row, "currency"));
	shown_cell_end(h);
	shown_name_cell(h, ask_text(row, "note") ? ask_text(row, "note") : "—", NULL);
	html_row_end(h);
}

static void write_list(struct ctx *ctx, struct html *h, struct json_object *list)
{
	static const char *const headings[] = { "Dia",	 "Ativo", "O que foi", "Quantidade",
						"Preço", "Taxas", "Nota" };

	if (!ask_items(list)) {
		html_p(h, "Não há lançamentos.");
		return;
	}
	html_table_begin(h, "Lançamentos, do mais novo ao mais antigo");
	for (size_t i = 0; i < ARRAY_SIZE(headings); i++)
		layout_heading(h, headings[i], i >= 3 && i < 6);
	html_table_body(h);
	for (size_t i = 0; i < ask_items(list); i++)
		write_row(ctx, h, json_object_array_get_idx(list, i));
	html_table_end(h);
}

static void write_next(struct ctx *ctx, struct html *h, const char *symbol, const char *cursor)
{
	const char *more = symbol ? pool_printf(ctx->pool, "&symbol=%s",
						url_encoded_but(ctx->pool, symbol, ""))
				  : "";

	if (!cursor)
		return;
	html_open(h, "p");
	html_link(h,
		  layout_path(ctx, pool_printf(ctx->pool, "/transactions?cursor=%s%s",
					       url_encoded_but(ctx->pool, cursor, ""), more)),
		  "Mais antigos");
	html_close(h, "p");
}

void ledger_page(struct ctx *ctx)
{
	const char *cursor = query_text(ctx, "cursor"), *symbol = query_text(ctx, "symbol");
	struct ask ask = { .run = transaction_list };
	struct json_object *answer;
	struct html *h;

	layout_readable(ctx);
	ask_query(&ask, "limit", SHOWN);
	ask_query(&ask, "order", "desc");
	ask_query(&ask, "cursor", cursor);
	ask_query(&ask, "symbol", symbol);
	answer = ask_run(ctx, &ask);
	h = layout_portfolio(ctx, "Lançamentos", "/transactions");
	if (ctx->caller->access >= ACCESS_EDIT) {
		html_open(h, "p");
		html_link(h, layout_path(ctx, "/transactions/new"), "Novo lançamento");
		html_close(h, "p");
	}
	write_list(ctx, h, ask_member(answer, "data"));
	write_next(ctx, h, symbol, ask_text(ask_member(answer, "meta"), "next_cursor"));
	html_page_end(h);
}

/* ---- a new row ---- */

static void draw_new(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, layout_path(ctx, "/transactions/preview"), csrf_token(ctx));
	row_fields(ctx, h, e, true);
	html_button(h, "Ver o que muda");
	html_form_end(h);
}

const struct entry_form row_new_form = {
	.title = "Novo lançamento",
	.here = "/transactions",
	.draw = draw_new,
};

void row_new_page(struct ctx *ctx)
{
	layout_readable(ctx);
	entry_page(ctx, 200, &row_new_form, &(struct entry){ .values = NULL });
}

static struct body *take_form(struct ctx *ctx)
{
	layout_person(ctx);
	return site_form(ctx);
}

static struct ask creation(struct ctx *ctx, struct body *form)
{
	struct ask ask = { .run = transaction_create, .json = row_json(ctx, form, true) };

	entry_take(form, &ask);
	body_done(form);
	access_resource(ctx);
	return ask;
}

/* Stores the typed values and redirects to their preview. */
static void hold(struct ctx *ctx, const char *path)
{
	struct body *form = take_form(ctx);

	access_resource(ctx);
	entry_hold(ctx, path, body_whole(form));
}

void row_new_preview_post(struct ctx *ctx)
{
	hold(ctx, layout_path(ctx, "/transactions/preview"));
}

void row_new_preview(struct ctx *ctx)
{
	struct body *form = entry_held(ctx);
	struct ask ask;

	if (!form) {
		entry_gone(ctx, &row_new_form);
		return;
	}
	ask = creation(ctx, form);

	change_page(ctx, &(struct change){ .ask = &ask,
					   .title = "O que o lançamento muda",
					   .form = &row_new_form,
					   .values = body_whole(form),
					   .fresh = true,
					   .action = layout_path(ctx, "/transactions"),
					   .button = "Gravar o lançamento" });
}

void row_new_post(struct ctx *ctx)
{
	struct body *form = take_form(ctx);
	const struct ask ask = creation(ctx, form);

	(void)ask_run(ctx, &ask); /* its effect was shown before */
	site_go(ctx, layout_path(ctx, "/transactions"));
}

/* ---- an existing row ---- */

static void draw_one(struct ctx *ctx, struct html *h, const struct entry *e)
{
	html_form(h, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])),
		  csrf_token(ctx));
	row_fields(ctx, h, e, false);
	html_button_of(h, "do", "change", "Ver o que muda");
	html_form_end(h);
	html_form(h, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])),
		  csrf_token(ctx));
	html_button_of(h, "do", "delete", "Excluir o lançamento…");
	html_form_end(h);
}

const struct entry_form row_form = {
	.title = "Lançamento",
	.here = "/transactions",
	.draw = draw_one,
};

void row_page(struct ctx *ctx)
{
	struct entry e = { .stored = true };

	layout_readable(ctx);
	e.values = ask_run(ctx, &(struct ask){ .run = transaction_get });
	entry_page(ctx, 200,
		   &(struct entry_form){ .title = pool_printf(ctx->pool, "Lançamento de %s",
							      ask_text(e.values, "symbol")),
					 .here = row_form.here,
					 .draw = row_form.draw },
		   &e);
}

static struct ask changing(struct ctx *ctx, struct body *form)
{
	struct ask ask = { .run = transaction_update, .json = row_json(ctx, form, false) };

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
	hold(ctx, pool_printf(ctx->pool, "%s/preview", row_path(ctx, ctx->path[1])));
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

void row_post(struct ctx *ctx)
{
	struct body *form = take_form(ctx);
	const struct ask ask = changing(ctx, form);

	(void)ask_run(ctx, &ask); /* its effect was shown before */
	site_go(ctx, layout_path(ctx, "/transactions"));
}

void row_delete(struct ctx *ctx)
{
	struct body *form = take_form(ctx);
	const struct ask ask = deletion(ctx, form);

	(void)ask_run(ctx, &ask); /* its effect was shown before */
	site_go(ctx, layout_path(ctx, "/transactions"));
}
