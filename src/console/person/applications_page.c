/* SPDX-License-Identifier: Apache-2.0 */
/*
 * applications_page.c: what keys and applications wrote, and its undo.  GET /account/applications, POST
 * /account/applications/{id}/undo
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/person/account_pages.h"
#include "core/clock.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "http/problem_answer.h"
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
	const char *action = pool_printf(ctx->pool, PAGE "/%s/undo", ask_text(x, "id"));

	html_cell_open(h, NULL);
	if (ctx->problem && str_eq(action, ctx->req->path)) {
		html_text(h, mend_changed_said(ctx));
	} else if (json_object_get_boolean(ask_member(x, "can_undo"))) {
		html_form(h, action, token);
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
	if (ask_text(x, "portfolio_id"))
		shown_name_cell(h, ask_text(x, "portfolio_name"),
				pool_printf(ctx->pool, "/portfolios/%s/transactions",
					    ask_text(x, "portfolio_id")));
	else
		shown_name_cell(h, "Todas", NULL);
	write_undo(ctx, h, x, token);
	html_row_end(h);
}

static struct json_object *writes_read(struct ctx *ctx, const char *cursor)
{
	struct ask ask = { .run = application_writes_get };

	ask_query(&ask, "cursor", cursor);
	ask_query(&ask, "limit", SHOWN);
	return ask_run(ctx, &ask);
}

/* @answer NULL: it could not be read. */
static void write_page(struct ctx *ctx, struct json_object *answer, int status, const char *error)
{
	struct json_object *list = ask_member(answer, "data");
	const char *token = csrf_token(ctx);
	struct html *h =
		layout_answer(ctx, &(struct layout){ .status = status,
						     .title = "O que os aplicativos fizeram",
						     .error = error });

	if (answer && !ask_items(list))
		html_p(h, "Nenhum aplicativo e nenhuma chave sua gravou nada por um assistente.");
	if (ask_items(list)) {
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

void applications_page(struct ctx *ctx)
{
	const char *cursor = query_text(ctx, "cursor");

	layout_person(ctx);
	write_page(ctx, writes_read(ctx, cursor), 200, NULL);
}

/* ---- an undo ---- */

void application_undo_post(struct ctx *ctx)
{
	struct body *form = layout_form(ctx);
	const char *asked = ctx->path[0], *requests;
	struct uuid id, none = { { 0 } };

	body_done(form);
	ctx->path[0] = NULL; /* it is no portfolio: the requests have theirs */
	requests = application_write_take(ctx, uuid_parse(slice_of(asked), &id) ? id : none);
	if (requests)
		mend_take_back(ctx, ask_parsed(ctx->pool, requests));
	site_go(ctx, PAGE);
}

/* In a transaction of its own, after that of the undo was rolled back. */
static void read_again(struct ctx *ctx, void *arg)
{
	struct json_object **answer = arg;

	db_begin_read(ctx);
	access_resume(ctx);
	*answer = writes_read(ctx, NULL);
	db_commit(ctx);
}

static const char *why_refused(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	if (p->status == 403)
		return "Nada foi desfeito: a sua conta não pode mais mudar esta carteira.";
	if (str_eq(p->code, "route_not_found"))
		return "Nada foi desfeito: isto não se desfaz por aqui.";
	if (p->status == 404)
		return "Nada foi desfeito: o que foi gravado não existe mais.";
	if (p->status == 409)
		return MEND_CHANGED;
	return pool_printf(ctx->pool, "Nada foi desfeito. %s", problem_detail(ctx));
}

/* The list again, with the reason; what is not about the undo is a page of its own. */
void application_undo_refuse(struct ctx *ctx)
{
	struct problem *refusal = ctx->problem;
	struct json_object *answer = NULL;
	const char *why;

	if (!ctx->req->csrf_checked || refusal->status < 400 || refusal->status == 401 ||
	    refusal->status == 429 || refusal->status >= 500) {
		site_refuse(ctx);
		return;
	}
	why = why_refused(ctx);
	if (!ctx_attempt(ctx, read_again, &answer))
		answer = NULL; /* the reason alone is shown */
	ctx->problem = refusal;
	write_page(ctx, answer, refusal->status, why);
	problem_headers(ctx);
}
