/* SPDX-License-Identifier: Apache-2.0 */
/*
 * open_figures.c: today's open positions, for the views that group and rank them.
 *
 * Loaded and valued as in the detail, so that a position has the same value on every page.
 */
#include "config.h"

#include "portfolio/show/open_figures.h"

#include "identity/caller.h"
#include "core/clock.h"
#include "http/request.h"

void figures_readable(struct ctx *ctx)
{
	query_done(ctx);
	access_resource(ctx);
}

void figures_load(struct ctx *ctx, struct figures *out)
{
	struct load_want want = { .as_of = ctx->today };

	*out = (struct figures){ .n = 0 };
	load_portfolio(ctx, &want, &out->in);
	load_compute(ctx, &out->in, want.as_of, &out->portfolio);
	out->open_positions = open_positions_of(ctx->pool, &out->portfolio, &out->n);
}

void figures_done(struct ctx *ctx, const struct figures *f, enum calc_err err, int64_t start_us)
{
	ctx->calc_us += clock_monotonic_us() - start_us;
	load_judge(ctx, f->in.name, err);
}

const char **figures_funds(struct ctx *ctx, const struct figures *f, size_t *n)
{
	const char **out = pool_array(ctx->pool, const char *, f->n);

	*n = 0;
	for (size_t i = 0; i < f->n; i++)
		if (f->open_positions[i].type == ASSET_FUND)
			out[(*n)++] = f->open_positions[i].symbol;
	return out;
}
