/* SPDX-License-Identifier: Apache-2.0 */
/* client_portfolio.c: what is in a client's portfolio. */
#include "config.h"

#include "advisor/client_portfolio.h"

#include "access/caller.h"
#include "advisor/reach.h"
#include "protocol/tree.h"
#include "wallet/wallet.h"

#define MONTHS_SHOWN 120 /* when input.limit is absent */

/* It was there on a day when it had been recorded by then, or tells of that day or one before. */
static struct db_stmt find =
	DB_STMT("client_portfolio.find",
		"select p.ledger_version"
		"  from portfolio p"
		"  join client c on c.workspace_id = $1 and c.id = p.client_id"
		" where p.workspace_id = $1 and p.id = $2"
		"   and (p.created_at < $3"
		"        or exists (select from ledger l"
		"                    where l.workspace_id = $1 and l.portfolio_id = p.id"
		"                      and l.trade_date <= $4 and l.retired_by is null))"
		"   and " REACH("$5"));

struct db_stmt *const client_portfolio_stmts[] = { &find };
const size_t n_client_portfolio_stmts = ARRAY_SIZE(client_portfolio_stmts);

void client_portfolio_register(struct call *c, struct uuid portfolio)
{
	struct db_rows *r = db_query(
		c->ctx, &find,
		DB_ARGS(db_uuid(c->ctx->caller->workspace), db_uuid(portfolio), reach_until(c),
			db_day(c->has_at ? c->at : c->ctx->today), reach_member(c)));

	if (!db_count(r))
		call_not_found(c);
	access_client(c->ctx, portfolio, db_get_int(r, 0, 0));
}

/* The portfolio that the call is about, for reading. */
static void enter_subject(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "portfolio_not_found", 404, NULL, NULL, NULL },
		{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
		  "uma carteira cujas somas caibam na escala" },
		{ .code = NULL },
	};

	client_portfolio_register(c, c->subject);
	call_refusals(c, words);
}

static const struct day *day_of(const struct call *c)
{
	return c->has_at ? &c->at : NULL;
}

/* The places of wallet_layers that input.include names, as bits. */
static unsigned layers_of(struct call *c)
{
	struct json_object *list = tree_member(c->input, "include");
	size_t n = list ? json_object_array_length(list) : 0;
	unsigned layers = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = tree_text(json_object_array_get_idx(list, i));

		for (unsigned k = 0; wallet_layers[k]; k++)
			if (str_eq(wallet_layers[k], name))
				layers |= 1U << k;
	}
	return layers;
}

void client_portfolio_get(struct call *c)
{
	enter_subject(c);
	wallet_detail(c->ctx, layers_of(c), day_of(c), c->out, c->name);
}

void client_portfolio_history(struct call *c)
{
	static const struct page_key by_day = { DB_DAY, false };
	struct wallet_months m = {
		.symbol = call_text(c, "symbol"),
		.at = day_of(c),
		.limit = (size_t)call_int(c, "limit", MONTHS_SHOWN),
	};
	struct db_arg after[2];
	bool more;

	call_after(c, &by_day, after);
	enter_subject(c);
	m.after = day_month(after[0].day);
	more = wallet_history(c->ctx, &m, c->out, c->name);
	c->paged = true;
	c->count = (int64_t)m.count;
	if (more)
		call_next_day(c, month_first(m.last));
}

void client_portfolio_ledger(struct call *c)
{
	static const struct page_key by_day = { DB_DAY, false };
	struct wallet_rows want = {
		.symbol = call_text(c, "symbol"),
		.to = c->has_at ? c->at : DAY_FAR_FUTURE,
		.limit = call_limit(c),
	};
	struct db_arg after[2];
	struct db_rows *rows;
	size_t n;

	call_after(c, &by_day, after);
	want.after = after;
	enter_subject(c);
	rows = wallet_rows(c->ctx, &want);
	n = call_page(c, &by_day, rows, WALLET_ROW_DAY, WALLET_ROW_ID);
	json_array(c->out, c->name);
	for (size_t i = 0; i < n; i++)
		wallet_row(c->out, rows, i);
	json_array_end(c->out);
}
