/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history.c: a portfolio month by month.  GET /v1/portfolios/{id}/history
 *
 * The closes of all its papers come once and stay with the worker; everything else is arithmetic.
 */
#include "config.h"

#include "access/caller.h"
#include "core/clock.h"
#include "http/request.h"
#include "http/response.h"
#include "wallet/portfolio.h"
#include "wallet/returns.h"

void portfolio_history(struct ctx *ctx)
{
	struct load_want load = { .as_of = ctx->today, .monthly = true, .series = true };
	struct benchmark_result benchmarks[BENCHMARKS];
	struct benchmark_data indices;
	struct history h;
	struct valued v;
	int64_t start;

	query_done(ctx);
	access_resource(ctx);
	load_portfolio(ctx, &load, &v.in);
	market_benchmarks(ctx, &indices);
	load_compute(ctx, &v.in, load.as_of, &v.portfolio);
	returns_history(ctx, &v, 1, load.as_of, &h);
	start = clock_monotonic_us();
	benchmarks_of(ctx->pool, &indices, v.portfolio.flows, v.portfolio.n_flows,
		      v.portfolio.flows_complete, load.as_of, benchmarks);
	ctx->calc_us += clock_monotonic_us() - start;
	start = clock_monotonic_us();
	history_render(respond_json(ctx, 200),
		       &(struct history_shown){
			       .history = &h,
			       .as_of = load.as_of,
			       .explain = returns_sentence(ctx->pool, &v.portfolio, &h.twr),
			       .benchmarks = benchmarks,
		       });
	ctx->json_us += clock_monotonic_us() - start;
}
