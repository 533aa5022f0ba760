/* SPDX-License-Identifier: Apache-2.0 */
/* client_portfolio_list.c: a client's portfolios with their values. */
#include "config.h"

#include "office/office_overview.h"
#include "office/reach.h"
#include "portfolio/portfolio.h"

static void show(void *arg, const struct wallet_item *item)
{
	const struct portfolio *p = item->portfolio;
	struct call *c = arg;
	struct json *j = c->out;

	json_open(j, NULL);
	json_uuid(j, "id", item->id);
	json_text(j, "name", item->name);
	json_timestamp(j, "created_at", item->created_ms);
	json_boolean(j, "exclude_from_consolidated", item->simulation);
	json_int(j, "ledger_assets", (int64_t)item->assets);
	json_int(j, "open_positions", (int64_t)p->open_positions);
	json_money(j, "patrimonio", p->patrimonio);
	json_money(j, "invested", p->invested);
	json_money(j, "unrealized_pl", p->unrealized_pl);
	json_percent(j, "unrealized_pct", p->unrealized_pct);
	json_money(j, "day_change_brl", p->day_change);
	json_boolean(j, "any_unpriced", p->any_unpriced);
	json_text(j, "kind_mix", p->kind_mix);
	json_close(j);
	c->count++;
}

void client_portfolios_list(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
		  "carteiras cujas somas caibam na escala" },
		{ .code = NULL },
	};

	reach_client(c, c->subject);
	call_refusals(c, words);
	c->paged = true;
	json_array(c->out, c->name);
	wallet_client_portfolios(c->ctx,
				 &(struct wallet_client_portfolios){
					 .clients = &c->subject,
					 .n_clients = 1,
					 .as_of = c->has_at ? c->at : c->ctx->today,
					 .at = c->has_at,
					 .simulations = true,
				 },
				 show, c);
	json_array_end(c->out);
}
