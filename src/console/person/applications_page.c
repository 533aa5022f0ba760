/* SPDX-License-Identifier: Apache-2.0 */
/*
 * applications_page.c: what keys and applications wrote, and its undo.  GET /account/applications, POST
 * /account/applications/{id}/undo
 */
#include "config.h"

#include "identity/session.h"
#include "identity/pages/site.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/account_pages.h"
#include "core/clock.h"
#include "core/problem.h"
#include "core/text.h"
#include "portfolio/functions/portfolio_operations.h"

#define PAGE "/account/applications"
#define SHOWN "25"

static const char *moment_of(struct ctx *ctx, struct json_object *x, const char *name)
{
	const char *text = ask_text(x, name);
	int64_t ms;

	return text && timestamp_parse(slice_of(text), &ms) ? account_moment(ctx, ms) : NULL;
}

static void write_undo(struct ctx *ctx, struct html *h, struct json_object *x, const char *token)
{
	const char *undone = moment_of(ctx, x, "undone_at");

	html_cell_open(h, NULL);
	if (json_object_get_boolean(ask_member(x, "can_undo"))) {
		html_form(h, pool_printf(ctx->pool, PAGE "/%s/undo", ask_text(x, "id")), token);
		html_send(h, "Desfazer");
	} else if (undone) {
		html_text(h, pool_printf(ctx->pool, "Desfeito em %s", undone));
	} else {
		html_text(h, "Não se desfaz por aqui");
	}
	html_close(h, "td");
}

static void write_write(struct ctx *ctx, struct html *h, struct json_object *x, const char *token)
{
	bool key = str_eq(ask_text(x, "credential"), "key");

	html_row(h);
	shown_name_cell(h, ask_text(x, "said"), NULL);
	html_cell(h, moment_of(ctx, x, "occurred_at"));
	shown_name_cell(
		h, pool_printf(ctx->pool, "%s%s", key ? "Chave " : "", ask_text(x, "application")),
		NULL);
	shown_name_cell(
		h, ask_text(x, "portfolio_name"),
		pool_printf(ctx->pool, "/portfolios/%s/transactions", ask_text(x, "portfolio_id")));
	write_undo(ctx, h, x, token);
	html_row_end(h);
}

void applications_page(struct ctx *ctx)
{
	struct ask ask = { .run = application_writes_get };
	const char *token = csrf_token(ctx);
	struct json_object *answer, *list;
	struct html *h;

	ask_query(&ask, "cursor", query_text(ctx, "cursor"));
	ask_query(&ask, "limit", SHOWN);
	layout_person(ctx);
	answer = ask_run(ctx, &ask);
	list = ask_member(answer, "data");
	h = layout_page(ctx, "O que os aplicativos fizeram");
	if (!ask_items(list)) {
		html_p(h, "Nenhum aplicativo e nenhuma chave sua gravou nada por um assistente.");
	} else {
		layout_table(h, "O mais novo primeiro", 5,
			     HEADINGS("O que gravou", "Quando", "Quem", "Carteira", "Desfazer"));
		for (size_t i = 0; i < ask_items(list); i++)
			write_write(ctx, h, json_object_array_get_idx(list, i), token);
		html_table_end(h);
		layout_next(h, ask_text(ask_member(answer, "meta"), "next_cursor"));
	}
	html_p_link(h, "/grants", "Aplicativos com acesso");
	html_p_link(h, "/keys", "Chaves de acesso");
	html_page_end(h);
}

static void draw(struct ctx *ctx, struct html *h, const struct entry *e)
{
	(void)ctx; /* nothing of it is shown */
	(void)e;   /* nothing can be corrected */
	html_p_link(h, PAGE, "Voltar ao que os aplicativos fizeram");
}

const struct entry_form application_undo_form = {
	.title = "Desfazer",
	.draw = draw,
	.refused = "Nada foi desfeito.",
	.conflict = MEND_CHANGED,
};

void application_undo_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	const char *asked = ctx->path[0], *requests;
	struct uuid id;

	body_done(form);
	ctx->path[0] = NULL; /* it is no portfolio: the requests have theirs */
	requests = uuid_parse(slice_of(asked), &id) ? application_write_take(ctx, id) : NULL;
	if (requests)
		mend_take_back(ctx, ask_parsed(ctx->pool, requests));
	site_go(ctx, PAGE);
}
