/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_portfolio_write.c: changes to clients' portfolios.
 *
 * They use the wallet's code: faults of the input are refused before the portfolio is looked up, those
 * that depend on its ledger afterwards, as conflicts.
 */
#include "config.h"

#include "office/client_portfolio.h"
#include "office/reach.h"
#include "http/json_read.h"
#include "portfolio/portfolio.h"

static DB_STMT(portfolio_row, "client_portfolio.row",
	       "select jsonb_build_object("
	       "         'client_id', p.client_id, 'name', p.name,"
	       "         'exclude_from_consolidated', p.exclude_from_consolidated,"
	       "         'assets', (select count(*) from asset a"
	       "                     where a.workspace_id = $1 and a.portfolio_id = p.id),"
	       "         'transactions', (select count(*) from ledger l"
	       "                           where l.workspace_id = $1"
	       "                             and l.portfolio_id = p.id and l.retired_by is null),"
	       "         'income', (select count(*) from income i"
	       "                     where i.workspace_id = $1 and i.portfolio_id = p.id),"
	       "         'imports', (select count(*) from import i"
	       "                      where i.workspace_id = $1"
	       "                        and i.portfolio_id = p.id))::text"
	       "  from portfolio p"
	       " where p.workspace_id = $1 and p.id = $2 and p.client_id is not null"
	       "   for update of p");

static const char *const of_portfolio[] = { "name", NULL };
static const char *const of_asset[] = { "name", "meta", NULL };
static const char *const of_targets[] = { "targets", NULL };
static const char *const of_transaction[] = { "note", NULL };

static const struct target_kind portfolio_kind = { "advisor.client_portfolio", &portfolio_row,
						   of_portfolio };
static const struct target_kind asset_kind = { "advisor.client_portfolio_asset", &wallet_asset_row,
					       of_asset };
static const struct target_kind transaction_kind = { "advisor.client_portfolio_transaction",
						     &wallet_transaction_row, of_transaction };

static const struct target_kind targets_kind = { "advisor.client_targets", &wallet_targets_row,
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
	{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
	  "valores cujas somas caibam na escala" },
	{ .code = NULL },
};

static struct uuid portfolio_id(const struct call *c)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, "portfolio_id", &id); /* the schema requires it */
	return id;
}

static void enter(struct call *c)
{
	(void)client_portfolio_register(c, portfolio_id(c)); /* whose it is does not matter */
	call_refusals(c, writing);
}

/* The input in the form in which the wallet reads bodies; org and portfolio_id are ours. */
static struct body *input_body(struct call *c)
{
	struct body *b = body_of(c->ctx, c->input, "/input");

	(void)body_json(b, "org", OPTIONAL);
	(void)body_json(b, "portfolio_id", OPTIONAL);
	wallet_call_reading(c);
	return b;
}

static void write_deleted(struct call *c, struct uuid id)
{
	json_open(c->out, c->name);
	json_boolean(c->out, "deleted", true);
	json_uuid(c->out, "id", id);
	json_close(c->out);
}

/* ---- portfolios ---- */

void client_portfolio_create(struct call *c)
{
	const char *name = call_line(c, "name");
	bool exclude = call_bool(c, "exclude_from_consolidated", false);
	struct uuid id = uuid_new(), client = uuid_nil();

	(void)call_uuid(c, "client_id", &client); /* the schema requires it */
	reach_client_locked(c, client);
	call_target_new(c, &portfolio_kind, id);
	call_unique(c, "portfolio_name_unique", "/input/name", "name_taken",
		    "um nome que nenhuma carteira do cliente tenha", name);
	wallet_client_portfolio_add(c->ctx, client, id, name, exclude);
	json_open(c->out, c->name);
	json_uuid(c->out, "id", id);
	json_uuid(c->out, "client_id", client);
	json_text(c->out, "name", name);
	json_boolean(c->out, "exclude_from_consolidated", exclude);
	json_timestamp(c->out, "created_at", c->ctx->now_ms);
	json_close(c->out);
}

void client_portfolio_delete(struct call *c)
{
	enter(c);
	call_target(c, &portfolio_kind, portfolio_id(c));
	wallet_client_portfolio_drop(c->ctx);
	write_deleted(c, portfolio_id(c));
}

/* ---- import ---- */

void client_portfolio_import(struct call *c)
{
	const char *pointer;
	struct slice file = call_file(c, &pointer);
	const struct call_refusal *of_file = wallet_upload_refusals(c->ctx->pool, pointer);
	struct upload *u;

	call_refusals(c, of_file);
	u = wallet_upload(c->ctx, call_text(c, "filename"), file);
	enter(c);
	call_refusals(c, of_file);
	call_target(c, &portfolio_kind, portfolio_id(c));
	wallet_call_warn(c, wallet_upload_write(c->ctx, u, c->out, c->name));
}

/* ---- assets ---- */

void client_portfolio_asset_add(struct call *c)
{
	struct new_asset *a = wallet_asset_read(c->ctx, input_body(c));

	enter(c);
	call_target_new_inside(c, &asset_kind, wallet_asset_id(a));
	call_unique(c, "asset_symbol_unique", "/input/symbol", "already_exists",
		    "um ativo que a carteira ainda não tenha", call_text(c, "symbol"));
	wallet_asset_add(c->ctx, a, c->out, c->name);
}

void client_portfolio_asset_remove(struct call *c)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, "asset_id", &id); /* the schema requires it */
	enter(c);
	call_target_inside(c, &asset_kind, id);
	call_target(c, &portfolio_kind, portfolio_id(c)); /* number of rows deleted with it */
	if (!wallet_asset_drop(c->ctx, id))
		call_not_found(c);
	write_deleted(c, id);
}

void client_portfolio_price_state(struct call *c)
{
	struct body *b = input_body(c);
	struct uuid asset = uuid_nil();
	struct stated_price *p;

	(void)body_uuid(b, "asset_id", REQUIRED, &asset);
	p = wallet_price_read(c->ctx, b);
	enter(c);
	call_target_inside(c, &asset_kind, asset);
	wallet_price_write(c->ctx, p, asset, c->out, c->name);
}

/* ---- targets ---- */

void client_targets_set(struct call *c)
{
	wallet_call_targets(c, &targets_kind, portfolio_id(c), enter);
}

/* ---- transactions ---- */

/* One row in the input itself, or many in input.transactions. */
static struct transactions *read_transactions(struct call *c)
{
	return wallet_transactions_of(c->ctx, input_body(c), call_has(c, "transactions"));
}

void client_portfolio_transaction_add(struct call *c)
{
	struct transactions *rows = read_transactions(c);

	enter(c);
	if (call_has(c, "transactions"))
		call_target(c, &portfolio_kind, portfolio_id(c));
	else
		call_target_new_inside(c, &transaction_kind, wallet_transaction_id(rows));
	wallet_call_warn(c, wallet_transactions_add(c->ctx, rows, c->out, c->name));
}

void client_portfolio_transaction_delete(struct call *c)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, "transaction_id", &id); /* the schema requires it */
	enter(c);
	call_target_inside(c, &transaction_kind, id);
	if (!wallet_transaction_drop(c->ctx, id))
		call_not_found(c);
	write_deleted(c, id);
}
