/* SPDX-License-Identifier: Apache-2.0 */
/* holdings.c: a portfolio's holdings today, for modules that only match them by paper. */
#include "config.h"

#include "portfolio/portfolio.h"

#include <inttypes.h>
#include <string.h>

#include "calc/amounts/coupons.h"
#include "identity/caller.h"
#include "identity/portfolio_access.h"
#include "core/order.h"
#include "core/uuid.h"
#include "db/db.h"
#include "portfolio/store/valued.h"

static DB_STMT(readable, "holdings.readable",
	       "select p.ledger_version, " PORTFOLIO_ACCESS(
		       "$3",
		       "$4") "  from portfolio p"
			     " where p.workspace_id = $1 and p.id = $2 and p.client_id is null");

enum { C_VERSION, C_ACCESS };

static enum resource_access access_of(const char *name)
{
	if (str_eq(name, "control"))
		return ACCESS_CONTROL;
	return str_eq(name, "edit") ? ACCESS_EDIT : ACCESS_READ;
}

static void choose(struct ctx *ctx, const char *portfolio)
{
	const struct caller *c = ctx->caller;
	const struct db_rows *r;
	struct uuid id;

	if (!c->wallet)
		fail(ctx, 404, "wallet_not_installed", "Este espaço não tem a carteira instalada.");
	if (!uuid_parse(slice_of(portfolio), &id))
		fail(ctx, 404, "portfolio_not_found", "A carteira \"%.80s\" não existe.",
		     portfolio);
	r = db_query(ctx, &readable,
		     DB_ARGS(db_uuid(c->workspace), db_uuid(id), db_uuid(c->account),
			     db_bool(c->kind == CREDENTIAL_PLATFORM)));
	if (!db_count(r) || db_is_null(r, 0, C_ACCESS))
		fail(ctx, 404, "portfolio_not_found", "A carteira \"%.80s\" não existe.",
		     portfolio);
	access_chosen(ctx, id, db_get_int(r, 0, C_VERSION), access_of(db_get_text(r, 0, C_ACCESS)));
}

void wallet_readable(struct ctx *ctx, const char *portfolio)
{
	const struct caller *c = ctx->caller;
	struct uuid id;

	access_scope(ctx, SCOPE_ACCOUNT_READ);
	/* The route's own may be of another workspace. */
	if (!c->resource_checked || c->access < ACCESS_READ ||
	    !uuid_parse(slice_of(portfolio), &id) || !uuid_same(id, c->portfolio))
		choose(ctx, portfolio);
}

void wallet_editable(struct ctx *ctx, const char *portfolio)
{
	choose(ctx, portfolio);
	if (ctx->caller->access < ACCESS_EDIT)
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Esta credencial pode ler a carteira, mas não alterá-la.");
}

void wallet_entered(struct ctx *ctx, const char *portfolio)
{
	wallet_editable(ctx, portfolio);
	access_as_named(ctx);
}

static int expiry_order(const void *a, const void *b)
{
	const struct wallet_expiry *x = a, *y = b;

	if (!day_same(x->day, y->day))
		return day_before(x->day, y->day) ? -1 : 1;
	return strcmp(x->ticker, y->ticker);
}

/* The cycles of options that expire today or later with something left. */
static void take_expiries(struct ctx *ctx, const struct portfolio *p, struct wallet_holdings *out)
{
	struct wallet_expiry *list;
	size_t most = 0;

	for (size_t i = 0; i < p->n_holdings; i++)
		most += p->holdings[i].ends ? p->holdings[i].ends->n : 0;
	list = pool_array(ctx->pool, struct wallet_expiry, most);
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		for (size_t k = 0; h->ends && k < h->ends->n; k++) {
			const struct option_end *e = &h->ends->items[k];

			if (!qty_is_zero(e->qty) && !day_before(e->expiry, ctx->today))
				list[out->n_expiries++] =
					(struct wallet_expiry){ h->asset->symbol, e->expiry, e->qty,
								e->written };
		}
	}
	order_sort(list, out->n_expiries, sizeof(*list), expiry_order);
	out->expiries = list;
}

static void take_fixed(struct ctx *ctx, const struct portfolio *p, struct wallet_holdings *out)
{
	struct wallet_fixed *list = pool_array(ctx->pool, struct wallet_fixed, p->n_holdings);

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];
		const struct ledger_asset *a = h->asset;

		if (h->state != HOLDING_OPEN || !asset_is_fixed_income(a->type))
			continue;
		list[out->n_fixed] =
			(struct wallet_fixed){ .symbol = a->symbol,
					       .name = holding_name(h),
					       .market_symbol =
						       a->quoted_as ? a->quoted_as : a->symbol,
					       .type = a->type,
					       .qty = h->brl.qty,
					       .matures = a->terms && a->terms->has_maturity };
		if (list[out->n_fixed].matures)
			list[out->n_fixed].maturity = a->terms->maturity;
		out->n_fixed++;
	}
	out->fixed = list;
}

struct wallet_holdings wallet_holdings(struct ctx *ctx, const char *portfolio)
{
	struct load_want want = { .as_of = ctx->today };
	struct wallet_holdings out = { .n = 0 };
	struct wallet_holding *list;
	struct portfolio computed;
	struct loaded in = { 0 };

	wallet_readable(ctx, portfolio);
	load_portfolio(ctx, &want, &in);
	load_compute(ctx, &in, want.as_of, &computed);
	list = pool_array(ctx->pool, struct wallet_holding, computed.n_holdings);
	for (size_t i = 0; i < computed.n_holdings; i++) {
		const struct holding *h = &computed.holdings[i];

		if (h->state != HOLDING_OPEN)
			continue;
		list[out.n++] =
			(struct wallet_holding){ h->renamed_to ? h->renamed_to : h->asset->symbol,
						 h->brl.qty, h->valuation == VALUATION_MARKET,
						 h->quote_day };
	}
	out.list = list;
	take_expiries(ctx, &computed, &out);
	take_fixed(ctx, &computed, &out);
	out.version = pool_printf(ctx->pool, "%s:%" PRId64, portfolio, ctx->caller->ledger_version);
	return out;
}
