/* SPDX-License-Identifier: Apache-2.0 */
/* client_portfolio.c: reads a client's portfolio. */
#include "config.h"

#include "office/client_portfolio.h"

#include "identity/caller.h"
#include "office/reach.h"
#include "portfolio/plan/plan_view.h"
#include "portfolio/portfolio.h"

/* It existed on a day when it had been recorded by then, or has entries of that day or before. */
static DB_STMT(find, "client_portfolio.find",
	       "select p.ledger_version, p.client_id"
	       "  from portfolio p"
	       "  join client c on c.workspace_id = $1 and c.id = p.client_id"
	       " where p.workspace_id = $1 and p.id = $2"
	       "   and (p.created_at < $3"
	       "        or exists (select from ledger l"
	       "                    where l.workspace_id = $1 and l.portfolio_id = p.id"
	       "                      and l.trade_date <= $4 and l.retired_by is null))"
	       "   and " REACH("$5"));

struct uuid client_portfolio_register(struct call *c, struct uuid portfolio)
{
	struct db_rows *r = db_query(
		c->ctx, &find,
		DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(portfolio), reach_until(c),
			db_day(c->has_at ? c->at : c->ctx->today), reach_member(c)));

	if (!db_count(r))
		call_not_found(c);
	access_client(c->ctx, portfolio, db_get_int(r, 0, 0));
	return db_get_uuid(r, 0, 1);
}

/* The portfolio of the call, for reading; returns whose it is. */
static struct uuid enter(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "portfolio_not_found", 404, NULL, NULL, NULL },
		{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
		  "uma carteira cujas somas caibam na escala" },
		{ "invalid_parameter", 400, NULL, NULL, NULL },
		{ "invalid_cursor", 400, "/input/cursor", "cursor",
		  "meta.next_cursor de uma página da mesma consulta; a carteira pode ter mudado" },
		{ "asset_not_found", 409, "/input/symbol", "asset_not_found",
		  "um ativo que a carteira tenha" },
		{ "targets_not_found", 409, "/subject/entity_id", "targets_not_found",
		  "uma carteira que tenha metas; advisor.client_targets.set as grava" },
		{ "figure_not_found", 409, "/input/field", "figure_not_found",
		  "um número que a carteira tenha nesse mês, dia ou item" },
		{ .code = NULL },
	};

	struct uuid client = client_portfolio_register(c, c->subject);

	call_refusals(c, words);
	return client;
}

void client_portfolio_enter(struct call *c)
{
	(void)enter(c); /* whose it is does not matter */
}

void client_plan_get(struct call *c)
{
	struct uuid client = enter(c);

	wallet_call_plan(c, &client);
}

void client_targets_get(struct call *c)
{
	struct targets *t = pool_zero(c->ctx->pool, struct targets);

	client_portfolio_enter(c);
	targets_find(c->ctx, false, wallet_call_day(c), t);
	c->shown = t;
	if (t->exist)
		targets_render(c->out, c->name, t);
	else
		json_null(c->out, c->name);
}

void client_portfolio_get(struct call *c)
{
	client_portfolio_enter(c);
	wallet_detail(c->ctx, wallet_call_layers(c), wallet_call_day(c), c->out, c->name);
}
