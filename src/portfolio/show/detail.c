/* SPDX-License-Identifier: Apache-2.0 */
/*
 * detail.c: positions, costs, results and return of a portfolio.  GET /v1/portfolios/{id}
 *
 * Load, compute, render: one round trip after authentication, two when nothing is cached.  `at` cuts
 * rows, closes and rates at a day, without the live dollar.
 */
#include "config.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "portfolio/store/cached_rows.h"
#include "portfolio/show/detail_json.h"
#include "portfolio/show/show.h"
#include "portfolio/show/portfolio_view.h"
#include "portfolio/portfolio.h"

/* Enough for a holding without its rows, and its share of the rest: an answer that outgrows its buffer is copied, in fresh pages. */
#define HOLDING_ROOM 6144

const char *const wallet_layers[] = { "closed", "monthly", "transactions", "result", NULL };

static unsigned read_query(struct ctx *ctx, struct day *at, bool *has_at)
{
	unsigned layers = query_set(ctx, "include", wallet_layers);

	*has_at = query_day(ctx, "at", at);
	if (*has_at && day_before(ctx->today, *at))
		fail_parameter(ctx, "at", day_iso(ctx->pool, *at), "uma data até hoje");
	query_done(ctx);
	return layers;
}

/*
 * A reader of an unlisted or public portfolio sees no transactions. The layer is
 * refused, not left out: `transactions: []` would say that there are none.
 */
static void check_reader(struct ctx *ctx, unsigned layers)
{
	if (ctx->caller->access == ACCESS_PUBLIC && (layers & LAYER_TRANSACTIONS))
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Quem lê a carteira %s por ser pública não vê os lançamentos dela.",
		     ctx->path[0]);
}

/* The reader's access to the portfolio; an operation shows it as its own contract says. */
static const char *access_name(const struct ctx *ctx)
{
	if (ctx->caller->operation)
		return NULL;
	switch (ctx->caller->access) {
	case ACCESS_CONTROL:
		return "control";
	case ACCESS_EDIT:
		return "edit";
	case ACCESS_READ:
		return "read";
	case ACCESS_PUBLIC:
	case ACCESS_NONE:
		break;
	}
	return NULL;
}

/* The time-weighted return, from the cached history or computed. */
static void find_return(struct ctx *ctx, const struct load_want *load, struct detail_view *d)
{
	struct history h;

	if (load->at)
		returns_history(ctx, &d->v, 1, load->as_of, &h);
	else
		returns_finish(ctx, &returns_own_prefix(ctx, &d->v, false)->prefix, &d->v, 1, &h);
	d->twr = h.twr;
	if (!load->at)
		returns_keep(ctx, &d->twr);
}

void detail_view(struct ctx *ctx, struct load_want *load, struct detail_view *out)
{
	bool cached = !load->at && returns_cached(ctx, &out->twr);

	load->prefix = !cached;
	load_portfolio(ctx, load, &out->v.in);
	load_compute(ctx, &out->v.in, load->as_of, &out->v.portfolio);
	if (!cached)
		find_return(ctx, load, out);
}

void written_view(struct ctx *ctx, struct valued *out)
{
	load_whole(ctx, &out->in);
	load_compute(ctx, &out->in, ctx->today, &out->portfolio);
}

/* The holdings with their tails, by the index of their asset. */
static const struct derived_holding *const *by_asset(struct ctx *ctx, const struct loaded *in)
{
	const struct derived_holding **list =
		pool_array(ctx->pool, const struct derived_holding *, in->ledger.n_assets);

	for (size_t i = 0; i < in->derived.n; i++)
		list[in->derived.holdings[i].head - in->ledger.assets] = &in->derived.holdings[i];
	return list;
}

void wallet_detail(struct ctx *ctx, unsigned layers, const struct day *at, struct json *out,
		   const char *name)
{
	struct render_want want = {
		.layers = layers,
		.as_of = at ? *at : ctx->today,
		.public_reader = ctx->caller->access == ACCESS_PUBLIC,
		.client = ctx->caller->operation,
		.access = access_name(ctx),
	};
	struct load_want load = {
		.as_of = want.as_of,
		.at = at != NULL,
		.transactions = layers & LAYER_TRANSACTIONS,
		.cached_rows = layers & LAYER_TRANSACTIONS && !at,
		.monthly = layers & (LAYER_MONTHLY | LAYER_RESULT),
	};
	struct detail_view d;
	const struct loaded *in = &d.v.in;
	int64_t start;

	detail_view(ctx, &load, &d);
	want.twr = d.twr;
	want.cached_rows = in->cached_rows;
	if (in->cached_rows) /* reserved at once: growing step by step would copy it many times */
		(void)buf_room(out->out, cached_rows_size(in) + in->derived.n * HOLDING_ROOM);
	want.assets = in->ledger.assets;
	if (load.monthly)
		want.derived = by_asset(ctx, in);
	start = clock_monotonic_us();
	detail_render(ctx->pool, out, name, in, &d.v.portfolio, &want);
	ctx->json_us += clock_monotonic_us() - start;
	if (load.cached_rows && !in->cached_rows)
		cached_rows_save_later(ctx, in);
}

void portfolio_detail(struct ctx *ctx)
{
	struct day at;
	bool has_at;
	unsigned layers = read_query(ctx, &at, &has_at);

	access_resource(ctx);
	check_reader(ctx, layers);
	wallet_detail(ctx, layers, has_at ? &at : NULL, respond_json(ctx, 200), NULL);
}
