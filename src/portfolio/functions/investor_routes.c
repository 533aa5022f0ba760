/* SPDX-License-Identifier: Apache-2.0 */
/*
 * investor_routes.c: Functions and Actions of a person's own portfolios that are routes of the wallet: all
 * portfolios together, the tax, and the rows, assets, payments and imports of one.
 */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include "http/tree.h"
#include "portfolio/functions/list_cut.h"
#include "portfolio/portfolio.h"

#define LINES_SHOWN 25 /* of each part of a declaration, when input.limit is absent */
#define POSITIONS_SHOWN 100
#define QUESTIONS_SHOWN 10

static const struct call_refusal words[] = {
	{ "invalid_body", 400, NULL, NULL, NULL },
	{ "invalid_parameter", 400, NULL, NULL, NULL },
	{ "invalid_cursor", 400, "/input/cursor", "cursor",
	  "meta.next_cursor de uma página da mesma consulta; a carteira pode ter mudado" },
	{ "portfolio_not_found", 404, NULL, NULL, NULL },
	{ "transaction_not_found", 404, NULL, NULL, NULL },
	{ "income_not_found", 404, NULL, NULL, NULL },
	{ "import_not_found", 404, NULL, NULL, NULL },
	{ "asset_not_found", 404, NULL, NULL, NULL },
	{ "series_not_found", 409, "/input/code", "series_not_found",
	  "um code de wallet.series.list, ou o código de um papel que a B3 cota" },
	{ "figure_not_found", 409, "/input/field", "figure_not_found",
	  "um número que a apuração tenha nesse ano, mês e ativo" },
	{ "asset_already_exists", 409, "/input/symbol", "already_exists",
	  "um ativo que a carteira ainda não tenha" },
	{ "external_id_taken", 409, "/input/external_id", "external_id_taken",
	  "um external_id que nenhum outro lançamento da carteira tenha" },
	{ "ledger_conflict", 409, "/input/import_id", "ledger_conflict",
	  "uma importação cujas linhas ninguém mudou, ou force" },
	{ "plan_limit_reached", 409, "/input", "plan_limit", "o que cabe no plano da conta" },
	{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
	  "valores cujas somas caibam na escala" },
	{ .code = NULL },
};

/* ---- reads ---- */

void investor_read(struct call *c)
{
	call_refusals(c, words);
	if (c->operation->subject)
		wallet_readable(c->ctx, uuid_text(c->ctx->pool, c->subject));
	(void)call_route(c, c->operation->arg);
}

void investor_consolidated(struct call *c)
{
	static const char *const lists[] = { "positions", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = POSITIONS_SHOWN }, investor_read);
}

void investor_declaration(struct call *c)
{
	static const char *const lists[] = { "bens", "isentos", "exclusiva", "tributaveis", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = LINES_SHOWN }, investor_read);
}

void investor_questions(struct call *c)
{
	static const char *const lists[] = { "questions", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = QUESTIONS_SHOWN }, investor_read);
}

/* ---- writes ---- */

static void edit(struct call *c)
{
	call_refusals(c, words);
	wallet_editable(c->ctx, uuid_text(c->ctx->pool, c->subject));
}

/* Its preview adds what it changes in the figures. */
static struct json_object *write(struct call *c, struct uuid id, const struct route_call *of)
{
	return c->preview ? preview_route(c, id, of) : call_route(c, of);
}

/* The answer has the id of the new row. */
void investor_add(struct call *c)
{
	const struct row_route *row = c->operation->arg;
	struct json_object *answer;
	struct uuid id;

	edit(c);
	answer = write(c, uuid_nil(), &row->route);
	if (uuid_parse(slice_of(tree_text(tree_member(answer, "id"))), &id))
		call_target_new_inside(c, row->kind, id);
}

void investor_change(struct call *c)
{
	const struct row_route *row = c->operation->arg;
	struct uuid id = uuid_nil();

	(void)call_uuid(c, row->route.second, &id); /* the schema requires it */
	edit(c);
	call_target_inside(c, row->kind, id);
	(void)write(c, id, &row->route);
}

/* With it go its rows: the portfolio's numbers show how many. */
void investor_asset_delete(struct call *c)
{
	edit(c);
	call_target(c, &investor_portfolio_kind, c->subject);
	investor_change(c);
}
