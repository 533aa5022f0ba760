/* SPDX-License-Identifier: Apache-2.0 */
/*
 * detail.c: positions, costs, results and return of a portfolio.  GET /v1/portfolios/{id}
 *
 * Load, compute, render: one round trip after the one that found out who asks, two when cold.  `at`
 * cuts rows, closes and rates at a day; then the live dollar plays no part.
 */
#include "config.h"

#include "access/caller.h"
#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "wallet/load.h"
#include "wallet/portfolio.h"
#include "wallet/render.h"

static const char *const layers[] = { "closed", "monthly", "transactions", NULL };

static struct render_want read_query(struct ctx *ctx, bool *at)
{
	struct render_want want = { .layers = query_set(ctx, "include", layers),
				    .as_of = ctx->today };
	char text[DAY_TEXT_SIZE];

	*at = query_day(ctx, "at", &want.as_of);
	if (*at && day_before(ctx->today, want.as_of)) {
		day_format(want.as_of, text);
		fail_parameter(ctx, "at", text, "uma data até hoje");
	}
	query_done(ctx);
	return want;
}

/*
 * Who reads the portfolio only because it is unlisted or public sees no transactions
 * (completions.md 3). The layer is refused, not left out: a row of `transactions: []` would say
 * that there are none.
 */
static void check_reader(struct ctx *ctx, struct render_want *want)
{
	want->public_reader = ctx->caller->access == ACCESS_PUBLIC;
	if (want->public_reader && (want->layers & LAYER_TRANSACTIONS))
		fail(ctx, 403, "wallet_resource_forbidden",
		     "Quem lê a carteira %s por ser pública não vê os lançamentos dela.",
		     ctx->path[0]);
}

void portfolio_detail(struct ctx *ctx)
{
	struct load_want load = { .at = false };
	struct render_want want = read_query(ctx, &load.at);
	struct portfolio p;
	struct loaded in;
	int64_t start;

	access_resource(ctx);
	check_reader(ctx, &want);
	load.as_of = want.as_of;
	load.transactions = want.layers & LAYER_TRANSACTIONS;
	load.monthly = want.layers & LAYER_MONTHLY;
	load_portfolio(ctx, &load, &in);
	load_compute(ctx, &in, load.as_of, &p);
	start = clock_monotonic_us();
	detail_render(ctx->pool, respond_json(ctx, 200), &in, &p, &want);
	ctx->json_us += clock_monotonic_us() - start;
}
