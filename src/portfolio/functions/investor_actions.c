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

#include "http/json_read.h"
#include "portfolio/portfolio.h"

static DB_STMT(portfolio_row, "investor.portfolio_row",
	       "select jsonb_build_object("
	       "         'name', p.name,"
	       "         'assets', (select count(*) from asset a"
	       "                     where a.workspace_id = $1 and a.portfolio_id = p.id),"
	       "         'transactions', (select count(*) from ledger l"
	       "                           where l.workspace_id = $1"
	       "                             and l.portfolio_id = p.id and l.retired_by is null),"
	       "         'income', (select count(*) from income i"
	       "                     where i.workspace_id = $1 and i.portfolio_id = p.id),"
	       "         'imports', (select count(*) from import i"
	       "                      where i.workspace_id = $1 and i.portfolio_id = p.id))::text"
	       "  from portfolio p"
	       " where p.workspace_id = $1 and p.id = $2 and p.client_id is null"
	       "   for update of p");

static const char *const of_portfolio[] = { "name", NULL };
static const char *const of_asset[] = { "name", "meta", NULL };
static const char *const of_targets[] = { "targets", NULL };
static const char *const of_transaction[] = { "note", NULL };

static const struct target_kind portfolio_kind = { "wallet.portfolio", &portfolio_row,
						   of_portfolio };
static const struct target_kind asset_kind = { "wallet.portfolio_asset", &wallet_asset_row,
					       of_asset };
static const struct target_kind transaction_kind = { "wallet.portfolio_transaction",
						     &wallet_transaction_row, of_transaction };

static const struct target_kind targets_kind = { "wallet.portfolio_targets", &wallet_targets_row,
						 of_targets };

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
	call_target(c, &portfolio_kind, c->subject);
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

	enter_subject(c);
	if (call_has(c, "transactions"))
		call_target(c, &portfolio_kind, c->subject);
	else
		call_target_new_inside(c, &transaction_kind, wallet_transaction_id(rows));
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
	call_target_inside(c, &asset_kind, asset);
	wallet_price_write(c->ctx, p, asset, c->out, c->name);
}

static void targets_set(struct call *c)
{
	wallet_call_targets(c, &targets_kind, c->subject, enter_subject);
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
	OPERATION("wallet.portfolio_price.state", price_state, WRITE("asset.updated")),
	OPERATION("wallet.portfolio_targets.set", targets_set, WRITE("targets.updated")),
	OPERATION("wallet.portfolio_transaction.add", transaction_add,
		  WRITE("transaction.created")),
	{ .id = NULL },
};
