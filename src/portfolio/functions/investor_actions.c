/* SPDX-License-Identifier: Apache-2.0 */
/*
 * investor_actions.c: Actions by which a person has an assistant write to an own portfolio: ledger
 * rows, a statement, the price of an asset, and targets; and their common part with those on a client's.  The targets of all
 * portfolios, and what was told to the tax, are the account's.
 */
#include "config.h"

#include "portfolio/functions/investor_parts.h"

#include "core/text.h"
#include "http/json_read.h"
#include "http/tree.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"
#include "portfolio/tax/tax_answers.h"

/* ---- on a person's own portfolio or a client's (portfolio/portfolio.h) ---- */

static const struct wallet_kinds *kinds_of(const struct call *c)
{
	return c->operation->arg;
}

struct uuid wallet_call_portfolio(const struct call *c)
{
	struct uuid id = c->subject;

	if (!c->operation->subject)
		(void)call_uuid(c, "portfolio_id", &id); /* the schema requires it */
	return id;
}

struct body *wallet_call_input(struct call *c)
{
	struct body *b = body_of(c->ctx, c->input, "/input");

	(void)body_json(b, "org", OPTIONAL); /* the call's own */
	(void)body_json(b, "portfolio_id", OPTIONAL);
	wallet_call_reading(c);
	return b;
}

void wallet_call_writing(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "invalid_body", 409, NULL, NULL, NULL },
		{ "portfolio_not_found", 404, NULL, NULL, NULL },
		{ "external_id_taken", 409, "/input", "external_id_taken",
		  "um external_id que nenhum outro lançamento da carteira tenha" },
		{ "asset_not_found", 404, NULL, NULL, NULL },
		{ "import_not_found", 404, NULL, NULL, NULL },
		{ "ledger_conflict", 409, "/input/import_id", "ledger_conflict",
		  "uma importação cujas linhas ninguém mudou, ou force" },
		{ "stated_price_not_found", 409, "/input/date", "stated_price_not_found",
		  "um dia de que um preço do ativo foi informado" },
		{ "targets_not_found", 409, "/input/targets", "targets_not_found",
		  "metas que haja" },
		{ "targets_conflict", 409, "/input/targets", "targets_conflict",
		  "metas que nenhum outro pedido esteja gravando" },
		{ "tax_inputs_conflict", 409, "/input/version", "tax_inputs_conflict",
		  "a versão que wallet.tax.inputs mostra agora" },
		{ "plan_limit_reached", 409, "/input", "plan_limit",
		  "o que cabe no plano da conta" },
		{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
		  "valores cujas somas caibam na escala" },
		{ .code = NULL },
	};

	call_refusals(c, words);
}

void wallet_call_import(struct call *c)
{
	const char *pointer;
	struct slice file = call_file(c, &pointer);
	const struct call_refusal *of_file = wallet_upload_refusals(c->ctx->pool, pointer);
	struct upload *u;

	call_refusals(c, of_file);
	file = wallet_file_open(c->ctx, file, call_text(c, "password"));
	u = wallet_upload(c->ctx, call_text(c, "filename"), file);
	wallet_upload_accept(u, call_bool(c, "accept_difference", false));
	c->operation->enter(c);
	call_refusals(c, of_file);
	call_target(c, kinds_of(c)->portfolio, wallet_call_portfolio(c));
	if (c->preview)
		preview_import(c, u);
	else
		wallet_call_warn(c, wallet_upload_write(c->ctx, u, c->out, c->name));
}

void wallet_call_import_undo(struct call *c)
{
	c->operation->enter(c);
	call_target(c, kinds_of(c)->portfolio, wallet_call_portfolio(c));
	(void)call_route(c, &(struct route_call){
				    .run = import_undo, .second = "import_id", .only = "force" });
}

struct transactions *wallet_call_transactions(struct call *c)
{
	return wallet_transactions_of(c->ctx, wallet_call_input(c), call_has(c, "transactions"));
}

struct transactions *wallet_call_transaction_begin(struct call *c)
{
	struct transactions *rows = wallet_call_transactions(c);

	c->operation->enter(c);
	if (call_has(c, "transactions"))
		call_target(c, kinds_of(c)->portfolio, wallet_call_portfolio(c));
	else
		call_target_new_inside(c, kinds_of(c)->transaction, wallet_transaction_id(rows));
	return rows;
}

void wallet_call_transaction_write(struct call *c, const struct transactions *rows)
{
	wallet_call_warn(c, wallet_transactions_add(c->ctx, rows, c->out, c->name));
}

void wallet_call_price_state(struct call *c)
{
	struct body *b = wallet_call_input(c);
	struct uuid asset = uuid_nil();
	struct stated_price *p;

	(void)body_uuid(b, "asset_id", REQUIRED, &asset);
	p = wallet_price_read(c->ctx, b);
	c->operation->enter(c);
	call_target_inside(c, kinds_of(c)->asset, asset);
	wallet_price_write(c->ctx, p, asset, c->out, c->name);
}

void wallet_call_targets(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "invalid_body", 400, NULL, NULL, NULL },
		{ "targets_not_100", 400, "/input/targets/slices", "targets_not_100",
		  "metas que somem 100,00" },
		{ .code = NULL },
	};
	struct json_object *sent = tree_member(c->input, "targets");
	const struct plan_targets *t = NULL;
	const char *outside;

	call_refusals(c, words);
	if (sent)
		t = wallet_targets_read(c->ctx, body_of(c->ctx, sent, "/input/targets"));
	if (kinds_of(c)) {
		c->operation->enter(c);
		call_target(c, kinds_of(c)->targets, wallet_call_portfolio(c));
	} else {
		wallet_call_writing(c);
		call_target(c, &investor_joint_targets_kind, c->ctx->caller->account);
	}
	wallet_targets_set(c->ctx, !kinds_of(c), t, c->out, c->name);
	if (!c->preview || !t)
		return;
	outside = wallet_targets_warning(c->ctx, !kinds_of(c));
	if (outside)
		call_warn(c, "%s", outside);
}

void wallet_call_imports(struct call *c)
{
	c->operation->enter(c);
	(void)call_route(c, &(struct route_call){ .run = import_list });
}

/* ---- on an own portfolio ---- */

static void enter(struct call *c)
{
	wallet_call_writing(c);
	wallet_editable(c->ctx, uuid_text(c->ctx->pool, c->subject));
}

static const struct wallet_kinds own = { &investor_portfolio_kind, &investor_asset_kind,
					 &investor_transaction_kind, &investor_targets_kind };

static void transaction_add(struct call *c)
{
	struct transactions *rows = wallet_call_transaction_begin(c);
	struct json_object *list = tree_member(c->input, "transactions");

	if (!c->preview || (list && json_object_array_length(list) > PREVIEWED_ROWS) ||
	    !preview_figures(c, rows))
		wallet_call_transaction_write(c, rows);
}

/* ---- of the account ---- */

static void tax_inputs_write(struct call *c)
{
	static const struct call_refusal words[] = { { "invalid_body", 400, NULL, NULL, NULL },
						     { .code = NULL } };
	struct json_object *given = tree_empty(c->ctx->pool);
	size_t n;
	struct tree_member *list = tree_members(c->ctx->pool, c->input, &n);

	for (size_t i = 0; i < n; i++)
		if (!str_eq(list[i].name, "version"))
			json_object_object_add(given, list[i].name, json_object_get(list[i].value));
	call_refusals(c, words);
	tax_inputs_judge(c->ctx, body_of(c->ctx, given, "/input"));
	wallet_call_writing(c);
	call_target(c, &investor_tax_inputs_kind, c->ctx->caller->account);
	if (c->preview)
		preview_tax_inputs(c, given);
	else
		tax_inputs_set(c->ctx, call_int(c, "version", 0), given, c->out, c->name);
}

void portfolio_what_if(struct call *c)
{
	struct transactions *rows = wallet_call_transactions(c);

	enter(c);
	(void)wallet_what_if(c->ctx, rows, c->out, c->name, NULL);
}

#define WRITE(what) .subject = "wallet.portfolio", .scope = SCOPE_ACCOUNT_WRITE, .event = (what)
#define WRITE_OWN(what) WRITE(what), .enter = enter, .arg = &own
/* A row of this kind; its changes are a route of the wallet. */
#define ROW(kind, ...)                                                                             \
	.arg = &(const struct row_route)                                                           \
	{                                                                                          \
		&(kind),                                                                           \
		{                                                                                  \
			__VA_ARGS__                                                                \
		}                                                                                  \
	}

const struct operation investor_actions[] = {
	OPERATION("wallet.portfolio.import", wallet_call_import, WRITE_OWN("import.created")),
	OPERATION("wallet.portfolio_import.undo", wallet_call_import_undo,
		  WRITE_OWN("import.undone")),
	OPERATION("wallet.portfolio_asset.add", investor_add, WRITE("asset.created"),
		  ROW(investor_asset_kind, .run = asset_create, .body = true)),
	OPERATION(
		"wallet.portfolio_asset.change", investor_change, WRITE("asset.updated"),
		ROW(investor_asset_kind, .run = asset_update, .second = "asset_id", .body = true)),
	OPERATION("wallet.portfolio_asset.delete", investor_asset_delete, WRITE("asset.deleted"),
		  ROW(investor_asset_kind, .run = asset_delete, .second = "asset_id")),
	OPERATION("wallet.portfolio_income.add", investor_add, WRITE("income.created"),
		  ROW(investor_income_kind, .run = income_create, .body = true)),
	OPERATION("wallet.portfolio_income.change", investor_change, WRITE("income.updated"),
		  ROW(investor_income_kind, .run = income_update, .second = "income_id",
		      .body = true)),
	OPERATION("wallet.portfolio_income.delete", investor_change, WRITE("income.deleted"),
		  ROW(investor_income_kind, .run = income_delete, .second = "income_id")),
	OPERATION("wallet.portfolio_price.state", wallet_call_price_state,
		  WRITE_OWN("asset.updated")),
	OPERATION("wallet.portfolio_succession.state", investor_change, WRITE("asset.updated"),
		  ROW(investor_asset_kind, .run = succession_put, .second = "asset_id",
		      .body = true)),
	OPERATION("wallet.portfolio_targets.set", wallet_call_targets,
		  WRITE_OWN("targets.updated")),
	OPERATION("wallet.portfolio_transaction.add", transaction_add,
		  WRITE_OWN("transaction.created")),
	OPERATION("wallet.portfolio_transaction.change", investor_change,
		  WRITE("transaction.updated"),
		  ROW(investor_transaction_kind, .run = transaction_update,
		      .second = "transaction_id", .body = true)),
	OPERATION("wallet.portfolio_transaction.delete", investor_change,
		  WRITE("transaction.deleted"),
		  ROW(investor_transaction_kind, .run = transaction_delete,
		      .second = "transaction_id")),
	OPERATION("wallet.targets.set", wallet_call_targets, .scope = SCOPE_ACCOUNT_WRITE,
		  .event = "targets.updated"),
	OPERATION("wallet.tax_inputs.set", tax_inputs_write, .scope = SCOPE_ACCOUNT_WRITE,
		  .event = "tax_inputs.updated"),
	{ .id = NULL },
};
