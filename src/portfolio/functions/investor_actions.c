/* SPDX-License-Identifier: Apache-2.0 */
/*
 * investor_actions.c: Actions by which a person has an assistant write to an own portfolio: ledger
 * rows, a statement, the price of an asset, and targets.
 *
 * They use the wallet's code: faults of the input are refused before the portfolio is looked up, those
 * that depend on its ledger afterwards, as conflicts.
 */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include "identity/caller.h"
#include "http/json_read.h"
#include "http/tree.h"
#include "portfolio/portfolio.h"

/* Once the portfolio is found, only its ledger can refuse. */
static const struct call_refusal writing[] = {
	{ "invalid_body", 409, NULL, NULL, NULL },
	{ "portfolio_not_found", 404, NULL, NULL, NULL },
	{ "external_id_taken", 409, "/input", "external_id_taken",
	  "um external_id que nenhum outro lançamento da carteira tenha" },
	{ "asset_not_found", 404, NULL, NULL, NULL },
	{ "stated_price_not_found", 409, "/input/date", "stated_price_not_found",
	  "um dia de que um preço do ativo foi informado" },
	{ "targets_not_found", 409, "/input/targets", "targets_not_found", "metas que haja" },
	{ "plan_limit_reached", 409, "/input", "plan_limit", "o que cabe no plano da conta" },
	{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
	  "valores cujas somas caibam na escala" },
	{ .code = NULL },
};

static void enter_subject(struct call *c)
{
	char id[UUID_TEXT_SIZE];

	call_refusals(c, writing);
	uuid_format(c->subject, id);
	wallet_editable(c->ctx, id);
}

/* ---- the Actions ---- */

static void import_file(struct call *c)
{
	const char *pointer;
	struct slice file = call_file(c, &pointer);
	const struct call_refusal *of_file = wallet_upload_refusals(c->ctx->pool, pointer);
	struct upload *u;

	call_refusals(c, of_file);
	u = wallet_upload(c->ctx, call_text(c, "filename"), file);
	enter_subject(c);
	call_refusals(c, of_file);
	call_target(c, &investor_portfolio_kind, c->subject);
	if (c->preview)
		preview_import(c, u);
	else
		wallet_call_warn(c, wallet_upload_write(c->ctx, u, c->out, c->name));
}

/* One row in the input itself, or many in input.transactions. */
static struct transactions *read_transactions(struct call *c)
{
	struct body *b = body_of(c->ctx, c->input, "/input");

	wallet_call_reading(c);
	return wallet_transactions_of(c->ctx, b, call_has(c, "transactions"));
}

static void transaction_add(struct call *c)
{
	struct transactions *rows = read_transactions(c);
	struct json_object *list = tree_member(c->input, "transactions");

	enter_subject(c);
	if (call_has(c, "transactions"))
		call_target(c, &investor_portfolio_kind, c->subject);
	else
		call_target_new_inside(c, &investor_transaction_kind, wallet_transaction_id(rows));
	if (c->preview && (!list || json_object_array_length(list) <= PREVIEWED_ROWS))
		preview_figures(c, rows);
	else
		wallet_call_warn(c, wallet_transactions_add(c->ctx, rows, c->out, c->name));
}

static void price_state(struct call *c)
{
	struct body *b = body_of(c->ctx, c->input, "/input");
	struct uuid asset = uuid_nil();
	struct stated_price *p;

	wallet_call_reading(c);
	(void)body_uuid(b, "asset_id", REQUIRED, &asset);
	p = wallet_price_read(c->ctx, b);
	enter_subject(c);
	call_target_inside(c, &investor_asset_kind, asset);
	wallet_price_write(c->ctx, p, asset, c->out, c->name);
}

static void targets_set(struct call *c)
{
	wallet_call_targets(c, &investor_targets_kind, c->subject, enter_subject);
}

void portfolio_what_if(struct call *c)
{
	struct transactions *rows;

	wallet_call_reading(c);
	rows = wallet_transactions_of(c->ctx, body_of(c->ctx, c->input, "/input"), true);
	enter_subject(c);
	wallet_what_if(c->ctx, rows, c->out, c->name);
}

#define WRITE(what) .subject = "wallet.portfolio", .scope = SCOPE_ACCOUNT_WRITE, .event = (what)

const struct operation investor_actions[] = {
	OPERATION("wallet.portfolio.import", import_file, WRITE("import.created")),
	OPERATION("wallet.portfolio_import.undo", investor_import_undo, WRITE("import.undone")),
	OPERATION("wallet.portfolio_asset.add", investor_asset_add, WRITE("asset.created")),
	OPERATION("wallet.portfolio_asset.change", investor_asset_change, WRITE("asset.updated")),
	OPERATION("wallet.portfolio_asset.delete", investor_asset_delete, WRITE("asset.deleted")),
	OPERATION("wallet.portfolio_income.add", investor_income_add, WRITE("income.created")),
	OPERATION("wallet.portfolio_income.change", investor_income_change,
		  WRITE("income.updated")),
	OPERATION("wallet.portfolio_income.delete", investor_income_delete,
		  WRITE("income.deleted")),
	OPERATION("wallet.portfolio_price.state", price_state, WRITE("asset.updated")),
	OPERATION("wallet.portfolio_succession.state", investor_succession, WRITE("asset.updated")),
	OPERATION("wallet.portfolio_targets.set", targets_set, WRITE("targets.updated")),
	OPERATION("wallet.portfolio_transaction.add", transaction_add,
		  WRITE("transaction.created")),
	OPERATION("wallet.portfolio_transaction.change", investor_transaction_change,
		  WRITE("transaction.updated")),
	OPERATION("wallet.portfolio_transaction.delete", investor_transaction_delete,
		  WRITE("transaction.deleted")),
	{ .id = NULL },
};
