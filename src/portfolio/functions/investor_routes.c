/* SPDX-License-Identifier: Apache-2.0 */
/*
 * investor_routes.c: Functions and Actions of a person's own portfolios that are routes of the wallet: all
 * portfolios together, the tax, and the rows, assets, payments and imports of one.
 */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include "http/tree.h"
#include "identity/caller.h"
#include "market/events/event_answers.h"
#include "portfolio/functions/application_writes.h"
#include "portfolio/functions/list_cut.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/show.h"
#include "portfolio/suitability/suitability_answers.h"
#include "portfolio/tax/tax_answers.h"

#define LINES_SHOWN 25 /* of each part of a declaration, when input.limit is absent */
#define POSITIONS_SHOWN 100

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
	{ "series_not_found", 404, NULL, NULL, NULL },
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

static void read_all(struct call *c, void (*run)(struct ctx *ctx))
{
	call_refusals(c, words);
	(void)call_route(c, &(struct route_call){ .run = run });
}

static void read_one(struct call *c, const struct route_call *of)
{
	call_refusals(c, words);
	wallet_readable(c->ctx, uuid_text(c->ctx->pool, c->subject));
	(void)call_route(c, of);
}

void investor_application_writes(struct call *c)
{
	read_all(c, application_writes_get);
}

static void write_consolidated(struct call *c)
{
	call_refusals(c, words);
	(void)call_route(c, &(struct route_call){ .run = portfolio_context, .only = "" });
}

void investor_consolidated(struct call *c)
{
	static const char *const lists[] = { "positions", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = POSITIONS_SHOWN },
		 write_consolidated);
}

void investor_consolidated_moved(struct call *c)
{
	read_all(c, portfolio_context_moved);
}

/* The year alone: the rest of the input chooses what is shown of it. */
static void read_year(struct call *c, void (*run)(struct ctx *ctx))
{
	call_refusals(c, words);
	(void)call_route(c, &(struct route_call){ .run = run, .only = "year" });
}

void investor_tax(struct call *c)
{
	read_year(c, tax_year_get);
}

static void write_declaration(struct call *c)
{
	read_year(c, tax_declaration_get);
}

void investor_declaration(struct call *c)
{
	static const char *const lists[] = { "bens", "isentos", "exclusiva", "tributaveis", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = LINES_SHOWN }, write_declaration);
}

void investor_tax_explain(struct call *c)
{
	read_all(c, tax_explain_get);
}

void investor_tax_inputs(struct call *c)
{
	read_all(c, tax_inputs_get);
}

void investor_suitability(struct call *c)
{
	read_all(c, suitability_get);
}

void investor_series_list(struct call *c)
{
	read_all(c, series_list);
}

void investor_series(struct call *c)
{
	call_refusals(c, words);
	(void)call_route(c, &(struct route_call){ .run = series_get, .first = "code" });
}

void investor_assets(struct call *c)
{
	read_one(c, &(struct route_call){ .run = asset_list });
}

void investor_imports(struct call *c)
{
	read_one(c, &(struct route_call){ .run = import_list });
}

void investor_import_rows(struct call *c)
{
	read_one(c, &(struct route_call){ .run = import_rows, .second = "import_id" });
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

/* A new row, whose id the answer has. */
static void add(struct call *c, const struct target_kind *kind, void (*run)(struct ctx *ctx))
{
	const struct route_call of = { .run = run, .body = true };
	struct json_object *answer;
	struct uuid id;

	edit(c);
	answer = write(c, uuid_nil(), &of);
	if (uuid_parse(slice_of(tree_text(tree_member(answer, "id"))), &id))
		call_target_new_inside(c, kind, id);
}

/* A row that the input names by @member is changed or, without a body, deleted. */
static void change(struct call *c, const struct target_kind *kind, const char *member,
		   void (*run)(struct ctx *ctx), bool body)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, member, &id); /* the schema requires it */
	edit(c);
	call_target_inside(c, kind, id);
	(void)write(c, id, &(struct route_call){ .run = run, .second = member, .body = body });
}

void investor_transaction_change(struct call *c)
{
	change(c, &investor_transaction_kind, "transaction_id", transaction_update, true);
}

void investor_transaction_delete(struct call *c)
{
	change(c, &investor_transaction_kind, "transaction_id", transaction_delete, false);
}

void investor_income_add(struct call *c)
{
	add(c, &investor_income_kind, income_create);
}

void investor_income_change(struct call *c)
{
	change(c, &investor_income_kind, "income_id", income_update, true);
}

void investor_income_delete(struct call *c)
{
	change(c, &investor_income_kind, "income_id", income_delete, false);
}

void investor_asset_add(struct call *c)
{
	add(c, &investor_asset_kind, asset_create);
}

void investor_asset_change(struct call *c)
{
	change(c, &investor_asset_kind, "asset_id", asset_update, true);
}

void investor_succession(struct call *c)
{
	change(c, &investor_asset_kind, "asset_id", succession_put, true);
}

/* With it go its rows: the portfolio's numbers show how many. */
void investor_asset_delete(struct call *c)
{
	edit(c);
	call_target(c, &investor_portfolio_kind, c->subject);
	change(c, &investor_asset_kind, "asset_id", asset_delete, false);
}
