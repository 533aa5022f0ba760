/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history.c: a portfolio month by month.  GET /v1/portfolios/{id}/history
 *
 * What was until yesterday is kept; where it does not stand, the closes of all its papers are walked.
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
	struct load_want load = { .as_of = ctx->today, .past = true };
	const struct kept_past *kept;
	struct history h;
	struct valued v;
	int64_t start;

	query_done(ctx);
	access_resource(ctx);
	load_portfolio(ctx, &load, &v.in);
	load_compute(ctx, &v.in, load.as_of, &v.portfolio);
	kept = returns_own_past(ctx, &v);
	returns_finish(ctx, &kept->past, &v, 1, &h);
	start = clock_monotonic_us();
	history_render(respond_json(ctx, 200),
		       &(struct history_shown){
			       .history = &h,
			       .as_of = load.as_of,
			       .explain = returns_sentence(ctx->pool, &v.portfolio, &h.twr),
			       .benchmarks = kept->benchmarks,
		       });
	ctx->json_us += clock_monotonic_us() - start;
}
