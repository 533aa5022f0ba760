/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_portfolio_write.c: changes to clients' portfolios.
 *
 * They use the wallet's code.
 */
#include "config.h"

#include "office/client_portfolio.h"
#include "office/reach.h"
#include "portfolio/portfolio.h"

static DB_STMT(
	portfolio_row, "client_portfolio.row",
	"select jsonb_build_object("
	"         'client_id', p.client_id, 'name', p.name,"
	"         'exclude_from_consolidated', p.exclude_from_consolidated," WALLET_ROW_COUNTS
	")::text"
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

void client_portfolio_change(struct call *c)
{
	(void)client_portfolio_register(c,
					wallet_call_portfolio(c)); /* whose it is does not matter */
	wallet_call_writing(c);
}

const struct wallet_kinds client_kinds = { &portfolio_kind, &asset_kind, &transaction_kind,
					   &targets_kind };

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
	client_portfolio_change(c);
	call_target(c, &portfolio_kind, wallet_call_portfolio(c));
	wallet_client_portfolio_drop(c->ctx);
	write_deleted(c, wallet_call_portfolio(c));
}

/* ---- assets ---- */

void client_portfolio_asset_add(struct call *c)
{
	struct new_asset *a = wallet_asset_read(c->ctx, wallet_call_input(c));

	client_portfolio_change(c);
	call_target_new_inside(c, &asset_kind, wallet_asset_id(a));
	call_unique(c, "asset_symbol_unique", "/input/symbol", "already_exists",
		    "um ativo que a carteira ainda não tenha", call_text(c, "symbol"));
	wallet_asset_add(c->ctx, a, c->out, c->name);
}

void client_portfolio_asset_remove(struct call *c)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, "asset_id", &id); /* the schema requires it */
	client_portfolio_change(c);
	call_target_inside(c, &asset_kind, id);
	call_target(c, &portfolio_kind,
		    wallet_call_portfolio(c)); /* number of rows deleted with it */
	if (!wallet_asset_drop(c->ctx, id))
		call_not_found(c);
	write_deleted(c, id);
}

/* ---- transactions ---- */

void client_portfolio_transaction_add(struct call *c)
{
	wallet_call_transaction_write(c, wallet_call_transaction_begin(c));
}

void client_portfolio_transaction_delete(struct call *c)
{
	struct uuid id = uuid_nil();

	(void)call_uuid(c, "transaction_id", &id); /* the schema requires it */
	client_portfolio_change(c);
	call_target_inside(c, &transaction_kind, id);
	if (!wallet_transaction_drop(c->ctx, id))
		call_not_found(c);
	write_deleted(c, id);
}
