/* SPDX-License-Identifier: Apache-2.0 */
/* client_tax.c: the income tax of a client, over all portfolios that the office keeps for it. */
#include "config.h"

#include "office/client.h"

#include "office/reach.h"
#include "portfolio/portfolio.h"

static const struct call_refusal words[] = {
	{ "invalid_parameter", 400, NULL, NULL, NULL },
	{ "figure_not_found", 409, "/input/field", "figure_not_found",
	  "um número que a apuração do cliente tenha nesse ano, mês e ativo" },
	{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
	  "um cliente cujas somas caibam na escala" },
	{ .code = NULL },
};

static const char *number_of(struct call *c, const char *name)
{
	int64_t n = call_int(c, name, 0);

	return n ? pool_printf(c->ctx->pool, "%lld", (long long)n) : NULL;
}

void client_tax_get(struct call *c)
{
	reach_client(c, c->subject);
	call_refusals(c, words);
	wallet_client_tax(c->ctx, c->subject, number_of(c, "year"), c->out, c->name);
}

void client_tax_declaration(struct call *c)
{
	reach_client(c, c->subject);
	call_refusals(c, words);
	wallet_client_declaration(c->ctx, c->subject, number_of(c, "year"), c->out, c->name);
}

void client_tax_explain(struct call *c)
{
	const struct wallet_tax_figure asked = {
		.year = number_of(c, "year"),
		.field = call_text(c, "field"),
		.month = call_text(c, "month"),
		.symbol = call_text(c, "symbol"),
		.code = call_text(c, "code"),
		.item = number_of(c, "item"),
		.meta = call_meta(c),
	};

	reach_client(c, c->subject);
	call_refusals(c, words);
	wallet_client_tax_explain(c->ctx, c->subject, &asked, c->out, c->name);
}
