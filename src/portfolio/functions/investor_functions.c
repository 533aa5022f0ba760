/* SPDX-License-Identifier: Apache-2.0 */
/*
 * investor_functions.c: a person's own portfolios as Functions: the list, and all views of one
 * portfolio.
 *
 * The results and the access rules are the wallet's own.
 */
#include "config.h"

#include "db/db_json.h"
#include "identity/caller.h"
#include "identity/portfolio_access.h"
#include "market/agenda/agenda.h"
#include "market/events/event_answers.h"
#include "market/objects/objects.h"
#include "portfolio/attention/attention.h"
#include "portfolio/functions/application_writes.h"
#include "portfolio/functions/investor_parts.h"
#include "portfolio/functions/issue_actions.h"
#include "portfolio/functions/list_cut.h"
#include "portfolio/functions/portfolio_operations.h"
#include "portfolio/portfolio.h"
#include "portfolio/show/show.h"
#include "portfolio/suitability/suitability_answers.h"
#include "portfolio/tax/tax_answers.h"

#define PORTFOLIOS_MAX 1000
/* When input.limit, or input.days, is absent. */
#define AGENDA_DAYS 30
#define HOLDINGS_SHOWN 15
#define ISSUES_SHOWN 5
#define PAPERS_SHOWN 20

static DB_STMT(
	list, "investor.portfolios",
	"select p.id, p.name, " PORTFOLIO_ACCESS(
		"$2",
		"false") " as access, p.exclude_from_consolidated, p.created_at"
			 "  from portfolio p"
			 " where p.workspace_id = $1 and p.client_id is null and " PORTFOLIO_READABLE(
				 "$2") " order by p.created_at, p.id"
				       " limit $3");

static void portfolios_list(struct call *c)
{
	const struct caller *caller = c->ctx->caller;
	const struct db_rows *r =
		db_query(c->ctx, &list,
			 DB_ARGS(db_uuid(caller->workspace), db_uuid(caller->account),
				 db_int(PORTFOLIOS_MAX)));

	db_json_rows(c->out, c->name, r, db_count(r));
}

static void attention_get(struct call *c)
{
	wallet_attention(c->ctx, c->out, c->name);
}

static const struct call_refusal reading[] = {
	{ "portfolio_not_found", 404, NULL, NULL, NULL },
	{ "invalid_parameter", 400, NULL, NULL, NULL },
	{ "invalid_cursor", 400, "/input/cursor", "cursor",
	  "meta.next_cursor de uma página da mesma consulta; a carteira pode ter mudado" },
	{ "asset_not_found", 409, "/input/symbol", "asset_not_found", "um ativo da carteira" },
	{ "figure_not_found", 409, "/input/field", "figure_not_found",
	  "um número que a carteira tenha nesse mês, dia ou item" },
	{ "targets_not_found", 409, "/subject/entity_id", "targets_not_found",
	  "uma carteira que tenha metas; wallet.portfolio_targets.set as grava" },
	{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
	  "uma carteira cujas somas caibam na escala" },
	{ .code = NULL },
};

/* The id of the portfolio of the call, in the wallet's spelling. */
static const char *subject_of(struct call *c)
{
	call_refusals(c, reading);
	return uuid_text(c->ctx->pool, c->subject);
}

static void enter_subject(struct call *c)
{
	wallet_readable(c->ctx, subject_of(c));
}

static void write_detail(struct call *c)
{
	enter_subject(c);
	wallet_detail(c->ctx, wallet_call_layers(c), wallet_call_day(c), c->out, c->name);
}

static void read_get(struct call *c)
{
	static const char *const lists[] = { "holdings", NULL };

	list_cut(c,
		 &(struct list_cut){
			 .lists = lists, .order = "market_value", .most = HOLDINGS_SHOWN },
		 write_detail);
}

static void read_moved(struct call *c)
{
	enter_subject(c);
	wallet_moved(c->ctx, call_text(c, "from"), call_text(c, "month"), c->out, c->name);
}

/* ---- views that group, rank and judge ---- */

static void read_xray(struct call *c)
{
	enter_subject(c);
	wallet_xray(c->ctx, c->out, c->name);
}

static void read_costs(struct call *c)
{
	enter_subject(c);
	wallet_costs(c->ctx, c->out, c->name);
}

static void read_look_through(struct call *c)
{
	enter_subject(c);
	wallet_look_through(c->ctx, c->out, c->name);
}

static void write_issues(struct call *c)
{
	const struct wallet_issues_tried tried = { call_text(c, "symbol"),
						   call_text(c, "asset_type"),
						   call_text(c, "severity"), call_text(c, "code") };

	enter_subject(c);
	wallet_issues(c->ctx, call_bool(c, "effects", false) ? &tried : NULL, c->out, c->name);
}

static void read_issues(struct call *c)
{
	static const char *const lists[] = { "data", NULL };

	list_cut(c,
		 &(struct list_cut){
			 .lists = lists, .most = ISSUES_SHOWN, .item = issue_actions_write },
		 write_issues);
}

static void read_agenda(struct call *c)
{
	agenda_of_portfolio(c->ctx, subject_of(c), (int)call_int(c, "days", AGENDA_DAYS), c->out,
			    c->name);
}

/* ---- targets ---- */

/* Null data: the reason, and the Action that writes targets, whose input is the document. */
static void write_none(struct call *c, const char *action)
{
	struct json *meta = call_meta(c);

	json_null(c->out, c->name);
	json_open(meta, NULL);
	json_text(meta, "reason", "targets_not_found");
	json_open(meta, "next");
	json_text(meta, "action", action);
	if (c->operation->subject) {
		json_open(meta, "subject");
		json_uuid(meta, "entity_id", c->subject);
		json_close(meta);
	}
	json_close(meta);
	json_close(meta);
}

static void read_targets(struct call *c)
{
	enter_subject(c);
	if (!wallet_targets(c->ctx, false, wallet_call_day(c), c->out, c->name))
		write_none(c, "wallet.portfolio_targets.set");
}

static void read_plan(struct call *c)
{
	enter_subject(c);
	if (wallet_targets(c->ctx, false, NULL, NULL, NULL))
		wallet_call_plan(c, NULL);
	else
		write_none(c, "wallet.portfolio_targets.set");
}

/* ---- the same of all portfolios together ---- */

static void enter_all(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "invalid_parameter", 400, NULL, NULL, NULL },
		{ "invalid_cursor", 400, "/input/cursor", "cursor",
		  "meta.next_cursor de uma página da mesma consulta; uma carteira pode ter mudado" },
		{ "asset_not_found", 409, "/input/symbol", "asset_not_found", "um ativo da fatia" },
		{ "figure_not_found", 409, "/input/field", "figure_not_found",
		  "um número que o plano tenha dessa fatia" },
		{ "targets_not_found", 409, "/input", "targets_not_found",
		  "metas de todas as carteiras, que ainda não há; wallet.targets.set as grava" },
		{ "ledger_out_of_range", 409, "/input", "ledger_out_of_range",
		  "carteiras cujas somas caibam na escala" },
		{ .code = NULL },
	};

	call_refusals(c, words);
}

static void joint_targets(struct call *c)
{
	enter_all(c);
	if (!wallet_targets(c->ctx, true, wallet_call_day(c), c->out, c->name))
		write_none(c, "wallet.targets.set");
}

static void joint_plan(struct call *c)
{
	enter_all(c);
	if (wallet_targets(c->ctx, true, NULL, NULL, NULL))
		wallet_call_plan_of_all(c);
	else
		write_none(c, "wallet.targets.set");
}

static void write_fixed_income(struct call *c)
{
	enter_all(c);
	wallet_fixed_income(c->ctx, c->out, c->name);
}

static void joint_fixed_income(struct call *c)
{
	static const char *const lists[] = { "holdings", NULL };

	list_cut(c, &(struct list_cut){ .lists = lists, .most = PAPERS_SHOWN }, write_fixed_income);
}

#define ALL .scope = SCOPE_ACCOUNT_READ, .enter = enter_all
#define ONE .subject = "wallet.portfolio", .scope = SCOPE_ACCOUNT_READ, .enter = enter_subject
#define ONE_AT ONE, .temporal = "trade_date"
#define ROUTE(...)                                                                                 \
	.arg = &(const struct route_call)                                                          \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}

/* Of the tax, the rest of the input chooses what is shown of the year. */
const struct operation investor_functions[] = {
	OPERATION("wallet.portfolios.list", portfolios_list, .scope = SCOPE_ACCOUNT_READ),
	OPERATION("wallet.attention.get", attention_get, .scope = SCOPE_ACCOUNT_READ),
	OPERATION("wallet.application_writes.list", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = application_writes_get)),
	OPERATION("wallet.consolidated.get", investor_consolidated, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = portfolio_context, .only = "")),
	OPERATION("wallet.consolidated.history", wallet_call_history, ALL),
	OPERATION("wallet.consolidated.moved", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = portfolio_context_moved)),
	OPERATION("wallet.income.list", wallet_call_income, ALL),
	OPERATION("wallet.fixed_income.list", joint_fixed_income, .scope = SCOPE_ACCOUNT_READ),
	OPERATION("wallet.tax.get", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = tax_year_get, .only = "year")),
	OPERATION("wallet.tax.declaration", investor_declaration, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = tax_declaration_get, .only = "year")),
	OPERATION("wallet.tax.missing", investor_questions, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = tax_missing_get, .only = "year")),
	OPERATION("wallet.tax.explain", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = tax_explain_get)),
	OPERATION("wallet.tax.inputs", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = tax_inputs_get)),
	OPERATION("wallet.suitability.get", investor_read, .scope = SCOPE_ACCOUNT_READ,
		  ROUTE(.run = suitability_get)),
	OPERATION("wallet.targets.get", joint_targets, .scope = SCOPE_ACCOUNT_READ,
		  .temporal = "since"),
	OPERATION("wallet.plan.get", joint_plan, .scope = SCOPE_ACCOUNT_READ, .undone = true),
	OPERATION("wallet.plan.explain", wallet_call_explain, ALL),
	OPERATION("wallet.portfolio.get", read_get, ONE_AT),
	OPERATION("wallet.portfolio.history", wallet_call_history, ONE_AT),
	OPERATION("wallet.portfolio.moved", read_moved, ONE),
	OPERATION("wallet.portfolio.ledger", wallet_call_ledger, ONE_AT),
	OPERATION("wallet.portfolio.income", wallet_call_income, ONE),
	OPERATION("wallet.portfolio.assets", investor_read, ONE, ROUTE(.run = asset_list)),
	OPERATION("wallet.portfolio.imports", investor_read, ONE, ROUTE(.run = import_list)),
	OPERATION("wallet.portfolio.import_rows", investor_read, ONE,
		  ROUTE(.run = import_rows, .second = "import_id")),
	OPERATION("wallet.portfolio.xray", read_xray, ONE),
	OPERATION("wallet.portfolio.costs", read_costs, ONE),
	OPERATION("wallet.portfolio.look_through", read_look_through, ONE),
	OPERATION("wallet.portfolio.explain", wallet_call_explain, ONE_AT),
	OPERATION("wallet.portfolio.issues", read_issues, ONE, .undone = true),
	OPERATION("wallet.portfolio.targets", read_targets, ONE, .temporal = "since"),
	OPERATION("wallet.portfolio.plan", read_plan, ONE, .undone = true),
	OPERATION("wallet.portfolio.what_if", portfolio_what_if, ONE, .undone = true),
	OPERATION("wallet.portfolio.agenda", read_agenda, .subject = "wallet.portfolio",
		  .scope = SCOPE_ACCOUNT_READ | SCOPE_MARKET_READ),
	OPERATION("wallet.series.list", investor_read, .scope = SCOPE_MARKET_READ,
		  ROUTE(.run = series_list)),
	OPERATION("wallet.series.get", investor_read, .scope = SCOPE_MARKET_READ,
		  ROUTE(.run = series_get, .first = "code")),
	OPERATION("wallet.paper.get", paper_call, .scope = SCOPE_MARKET_READ),
	OPERATION("wallet.objects.resolve", objects_resolve_call, .scope = SCOPE_MARKET_READ,
		  .temporal = "since"),
	{ .id = NULL },
};
