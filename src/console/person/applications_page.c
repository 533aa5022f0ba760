/* SPDX-License-Identifier: Apache-2.0 */
/*
 * applications_page.c: what keys and applications wrote, and its undo.  GET /account/applications, POST
 * /account/applications/{id}/undo
 *
 * The parameter org selects an organization of which the person is a member.  To undo a write to a client's portfolio, the
 * person must still be allowed to execute the Action; the undo is recorded in the organization's trail.
 */
#include "config.h"

#include "identity/caller.h"
#include "identity/session.h"
#include "identity/pages/refusal.h"
#include "identity/pages/site.h"
#include "console/form/mend_undo.h"
#include "console/layout.h"
#include "console/organization/work.h"
#include "console/person/account_pages.h"
#include "core/clock.h"
#include "core/problem.h"
#include "core/text.h"
#include "db/db.h"
#include "core/encode.h"
#include "http/problem_answer.h"
#include "office/advisor.h"
#include "office/client_portfolio.h"
#include "operations/audit.h"
#include "portfolio/functions/investor.h"
#include "portfolio/functions/portfolio_operations.h"

#define PAGE "/account/applications"
#define SHOWN "25"

#define OF_WALLET "wallet." /* Actions by protocol */
#define OF_OFFICE "advisor."
#define OF_DESK "credit."

static DB_STMT(organizations, "applications.organizations",
	       "select id, name from oauth_organizations()");

/* What the page shows. */
struct writes {
	struct json_object *answer;	     /* NULL: it could not be read */
	const struct db_rows *organizations; /* of the person: id, name */
};

/* ---- whose ---- */

static const char *organization_of(struct ctx *ctx)
{
	return query_text(ctx, "org");
}

static const char *page_path(struct ctx *ctx, const char *rest)
{
	const char *org = organization_of(ctx);

	return org ? pool_printf(ctx->pool, PAGE "%s?org=%s", rest, url_encoded(ctx->pool, org))
		   : pool_printf(ctx->pool, PAGE "%s", rest);
}

static void enter(struct ctx *ctx, enum route_transaction transaction)
{
	if (organization_of(ctx))
		ctx->req->workspace = organization_of(ctx);
	access_enter(ctx, transaction);
}

static void write_choice(struct ctx *ctx, struct html *h, const struct db_rows *r)
{
	const char *org = organization_of(ctx);

	if (!r || !db_count(r))
		return;
	layout_chips(h, "Onde gravaram");
	layout_chip(h, PAGE, "Nas suas carteiras", !org);
	for (size_t i = 0; i < db_count(r); i++) {
		const char *id = uuid_text(ctx->pool, db_get_uuid(r, i, 0));

		layout_chip(h, pool_printf(ctx->pool, PAGE "?org=%s", id), db_get_text(r, i, 1),
			    org && str_eq(org, id));
	}
	layout_chips_end(h);
}

/* ---- the list ---- */

static const char *moment_of(struct ctx *ctx, struct json_object *x, const char *name)
{
	const char *text = ask_text(x, name);
	int64_t ms;

	return text && timestamp_parse(slice_of(text), &ms) ? account_moment(ctx, ms) : NULL;
}

/* Where else it can be put right. */
static void write_elsewhere(struct ctx *ctx, struct html *h, const char *action)
{
	const char *org = organization_of(ctx);
	bool desk = text_starts(action, OF_DESK);

	html_text(h, "Não se desfaz por aqui");
	if (!org || text_starts(action, OF_WALLET))
		return;
	html_text(h, ": mude ");
	html_link(h,
		  pool_printf(ctx->pool, "%s/%s", desk ? work_desk.base : work_office.base,
			      url_encoded(ctx->pool, org)),
		  desk ? "na mesa" : "no escritório");
}

static void write_undo(struct ctx *ctx, struct html *h, struct json_object *x, const char *token)
{
	const char *undone = moment_of(ctx, x, "undone_at");
	const char *rest = pool_printf(ctx->pool, "/%s/undo", ask_text(x, "id"));

	html_cell_open(h, NULL);
	if (ctx->problem && str_eq(pool_printf(ctx->pool, PAGE "%s", rest), ctx->req->path)) {
		html_text(h, mend_changed_said(ctx));
	} else if (json_object_get_boolean(ask_member(x, "can_undo"))) {
		html_form(h, page_path(ctx, rest), token);
		html_send(h, "Desfazer");
	} else if (undone) {
		html_text(h, pool_printf(ctx->pool, "Desfeito em %s", undone));
	} else {
		write_elsewhere(ctx, h, ask_text(x, "action"));
	}
	html_close(h, "td");
}

/* The pages of a portfolio are those of the person's own, or of the office that it is a client's of. */
static const char *portfolio_path(struct ctx *ctx, struct json_object *x)
{
	const char *org = organization_of(ctx), *id = ask_text(x, "portfolio_id");

	if (!org)
		return pool_printf(ctx->pool, "/portfolios/%s/transactions", id);
	return text_starts(ask_text(x, "action"), OF_OFFICE)
		       ? pool_printf(ctx->pool, "%s/%s/portfolios/%s", work_office.base,
				     url_encoded(ctx->pool, org), id)
		       : NULL;
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
		shown_name_cell(h, ask_text(x, "portfolio_name"), portfolio_path(ctx, x));
	else
		shown_name_cell(h, text_starts(ask_text(x, "action"), OF_WALLET) ? "Todas" : "—",
				NULL);
	write_undo(ctx, h, x, token);
	html_row_end(h);
}

static struct writes writes_read(struct ctx *ctx, const char *cursor)
{
	struct ask ask = { .run = application_writes_get };
	struct writes w;

	ask_query(&ask, "cursor", cursor);
	ask_query(&ask, "limit", SHOWN);
	w.answer = ask_run(ctx, &ask);
	w.organizations = db_query(ctx, &organizations, DB_NO_ARGS);
	return w;
}

static void write_list(struct ctx *ctx, struct html *h, struct json_object *answer)
{
	struct json_object *list = ask_member(answer, "data");
	const char *token = csrf_token(ctx);

	layout_table(h, "O mais novo primeiro", 5,
		     HEADINGS("O que gravou", "Quando", "Quem", "Carteira", "Desfazer"));
	for (size_t i = 0; i < ask_items(list); i++)
		write_write(ctx, h, json_object_array_get_idx(list, i), token);
	html_table_end(h);
	layout_next(h, ask_text(ask_member(answer, "meta"), "next_cursor"));
}

static void write_page(struct ctx *ctx, const struct writes *w, int status, const char *error)
{
	struct html *h =
		layout_answer(ctx, &(struct layout){ .status = status,
						     .title = "O que os aplicativos fizeram",
						     .error = error });

	write_choice(ctx, h, w->organizations);
	if (ask_items(ask_member(w->answer, "data")))
		write_list(ctx, h, w->answer);
	else if (w->answer)
		html_p(h, "Nenhum aplicativo e nenhuma chave sua gravou nada por um assistente.");
	html_p_link(h, "/grants", "Aplicativos com acesso");
	html_p_link(h, "/keys", "Chaves de acesso");
	html_page_end(h);
}

void applications_page(struct ctx *ctx)
{
	const char *cursor = query_text(ctx, "cursor");
	struct writes w;

	enter(ctx, TX_READ);
	layout_person(ctx);
	w = writes_read(ctx, cursor);
	write_page(ctx, &w, 200, NULL);
}

/* ---- an undo ---- */

/* The wallet writes by its own rules; the office checks its member, and its trail says what was undone. */
static void take_back(struct ctx *ctx, const struct application_write *w)
{
	struct call *c;

	if (!text_starts(w->action, OF_OFFICE)) {
		(void)protocol_entered(ctx, &investor_protocol, w->action); /* for its refusals */
		mend_take_back(ctx, ask_parsed(ctx->pool, w->requests));
		return;
	}
	work_as_member(ctx, &work_office);
	c = protocol_entered(ctx, &advisor_protocol, w->action);
	(void)client_portfolio_register(c, w->portfolio); /* whose it is does not matter */
	access_as_named(ctx);
	mend_take_back(ctx, ask_parsed(ctx->pool, w->requests));
	audit_undone(c, w->portfolio);
}

void application_undo_post(struct ctx *ctx)
{
	const char *asked = ctx->path[0], *back = page_path(ctx, "");
	struct uuid id, none = { { 0 } };
	struct application_write w;

	enter(ctx, TX_WRITE);
	body_done(layout_form(ctx));
	ctx->path[0] = NULL; /* it is no portfolio: the requests have theirs */
	w = application_write_take(ctx, uuid_parse(slice_of(asked), &id) ? id : none);
	if (w.requests)
		take_back(ctx, &w);
	site_go(ctx, back);
}

/* In a transaction of its own, after that of the undo was rolled back. */
static void read_again(struct ctx *ctx, void *arg)
{
	struct writes *w = arg;

	db_begin_read(ctx);
	access_resume(ctx);
	*w = writes_read(ctx, NULL);
	db_commit(ctx);
}

static const char *why_refused(struct ctx *ctx)
{
	const struct problem *p = ctx->problem;

	if (p->status == 403 || str_eq(p->code, "subject_not_found"))
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
	struct writes w = { .answer = NULL };
	const char *why;

	if (!ctx->req->csrf_checked || refusal->status < 400 || refusal->status == 401 ||
	    refusal->status == 429 || refusal->status >= 500) {
		site_refuse(ctx);
		return;
	}
	why = why_refused(ctx);
	if (!ctx_attempt(ctx, read_again, &w))
		w.answer = NULL; /* the reason alone is shown */
	ctx->problem = refusal;
	write_page(ctx, &w, refusal->status, why);
	problem_headers(ctx);
}
