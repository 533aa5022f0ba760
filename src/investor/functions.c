/* SPDX-License-Identifier: Apache-2.0 */
/*
 * functions.c: a person's own portfolios as Functions: the list, and of one the detail, history and ledger.
 *
 * What they show is the wallet's own; who reads a portfolio is judged as the wallet judges it.  Nothing is
 * written here.
 */
#include "config.h"

#include "investor/investor.h"

#include "access/caller.h"
#include "access/key.h"
#include "core/text.h"
#include "protocol/tree.h"
#include "wallet/wallet.h"

extern const struct spec_file investor_specs[]; /* made by json2c from schemas/ */

#define CACHED_ROWS_MAX 1000
#define MONTHS_SHOWN 120 /* when input.limit is absent */

/* As access_enter() judges who reads a portfolio of the workspace. */
static struct db_stmt list = DB_STMT(
	"investor.portfolios",
	"select p.id, p.name, case when p.controller_id = $2 then 'control' else coalesce(m.access, 'read') end,"
	"       p.exclude_from_consolidated, p.created_at"
	"  from portfolio p"
	"  left join portfolio_member m on m.workspace_id = $1 and m.portfolio_id = p.id and m.account_id = $2"
	"                              and p.audience = 'members'"
	" where p.workspace_id = $1 and p.client_id is null"
	"   and (p.controller_id = $2 or p.audience = 'workspace' or m.access is not null)"
	" order by p.created_at, p.id"
	" limit $3");
enum { C_ID, C_NAME, C_ACCESS, C_EXCLUDED, C_CREATED };

static struct db_stmt *const statements[] = { &list };

static void portfolios_list(struct call *c)
{
	const struct caller *caller = c->ctx->caller;
	const struct db_rows *r =
		db_query(c->ctx, &list,
			 DB_ARGS(db_uuid(caller->workspace), db_uuid(caller->account),
				 db_int(CACHED_ROWS_MAX)));
	struct json *j = c->out;

	json_array(j, c->name);
	for (size_t i = 0; i < db_count(r); i++) {
		json_open(j, NULL);
		json_uuid(j, "id", db_get_uuid(r, i, C_ID));
		json_text(j, "name", db_get_text(r, i, C_NAME));
		json_text(j, "access", db_get_text(r, i, C_ACCESS));
		json_boolean(j, "exclude_from_consolidated", db_get_bool(r, i, C_EXCLUDED));
		json_timestamp(j, "created_at", db_get_timestamp(r, i, C_CREATED));
		json_close(j);
	}
	json_array_end(j);
}

/* The portfolio that the call is about. */
static void enter_subject(struct call *c)
{
	static const struct call_refusal words[] = {
		{ "portfolio_not_found", 404, NULL, NULL, NULL },
		{ "ledger_out_of_range", 409, "/subject/entity_id", "ledger_out_of_range",
		  "uma carteira cujas somas caibam na escala" },
		{ .code = NULL },
	};
	char id[UUID_TEXT_SIZE];

	call_refusals(c, words);
	uuid_format(c->subject, id);
	wallet_readable(c->ctx, id);
}

static const struct day *day_of(const struct call *c)
{
	return c->has_at ? &c->at : NULL;
}

/* The places of wallet_layers that input.include names, as bits. */
static unsigned layers_of(const struct call *c)
{
	struct json_object *names = tree_member(c->input, "include");
	size_t n = names ? json_object_array_length(names) : 0;
	unsigned layers = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = tree_text(json_object_array_get_idx(names, i));

		for (unsigned k = 0; wallet_layers[k]; k++)
			if (str_eq(wallet_layers[k], name))
				layers |= 1U << k;
	}
	return layers;
}

static void portfolio_get(struct call *c)
{
	enter_subject(c);
	wallet_detail(c->ctx, layers_of(c), day_of(c), c->out, c->name);
}

static void portfolio_history(struct call *c)
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

static void portfolio_ledger(struct call *c)
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

static const struct operation functions[] = {
	{ "wallet.portfolios.list", "1.0.0", NULL, NULL, SCOPE_ACCOUNT_READ, 0, NULL, false,
	  portfolios_list },
	{ "wallet.portfolio.get", "1.0.0", "wallet.portfolio", "trade_date", SCOPE_ACCOUNT_READ, 0,
	  NULL, false, portfolio_get },
	{ "wallet.portfolio.history", "1.0.0", "wallet.portfolio", "trade_date", SCOPE_ACCOUNT_READ,
	  0, NULL, false, portfolio_history },
	{ "wallet.portfolio.ledger", "1.0.0", "wallet.portfolio", "trade_date", SCOPE_ACCOUNT_READ,
	  0, NULL, false, portfolio_ledger },
	{ .id = NULL },
};

static const struct operation actions[] = { { .id = NULL } };

/* A person belongs to no organization here. */
static void enter(struct call *c)
{
	c->org = uuid_nil();
}

static void allow(struct call *c)
{
	const struct caller *caller = c->ctx->caller;

	if (!caller_is_person(caller))
		call_forbidden(c, "user_key", credential_name(caller->kind),
			       "A operação pede uma credencial da própria pessoa.");
}

struct protocol investor_protocol = {
	.base = "/v1/mcp/wallet",
	.functions = functions,
	.actions = actions,
	.files = investor_specs,
	.enter = enter,
	.allow = allow,
};

void investor_register(void)
{
	db_register(statements, ARRAY_SIZE(statements));
}
