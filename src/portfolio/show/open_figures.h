/* SPDX-License-Identifier: Apache-2.0 */
/* open_figures.h: today's open positions, for the views that group and rank them. */
#ifndef LASTRO_PORTFOLIO_SHOW_OPEN_FIGURES_H
#define LASTRO_PORTFOLIO_SHOW_OPEN_FIGURES_H

#include "calc/views/views.h"
#include "core/json_write.h"
#include "portfolio/store/valued.h"

struct figures {
	struct loaded in;
	struct portfolio portfolio;
	struct open_position *open_positions; /* open positions, largest value first */
	size_t n;
};

/* figures_readable() - refuses query parameters, and callers who may not read ctx->caller's portfolio. */
void figures_readable(struct ctx *ctx);

/* figures_load() - ctx->caller's portfolio today. */
void figures_load(struct ctx *ctx, struct figures *out);

/* figures_done() - 422 ledger_out_of_range unless @err is CALC_OK; adds the time since @start_us. */
void figures_done(struct ctx *ctx, const struct figures *f, enum calc_err err, int64_t start_us);

/* figures_funds() - tax ids of the open positions in funds; sets @n. */
const char **figures_funds(struct ctx *ctx, const struct figures *f, size_t *n);

/* The costs of the positions, and their sources. */
struct costs_found {
	struct costs costs;
	const struct fund_cost *funds; /* of the open position with the same index */
	const struct percent *cdi_12m; /* NULL: unknown */
	struct percent cdi;
};

/* costs_find() - costs_json.c: of several portfolios; reads the registers of funds, in one round trip if there are any. */
void costs_find(struct ctx *ctx, struct figures *list, size_t n, struct costs_found *out);

/* look_through_find() - look_through_json.c: the holdings of the funds; @in is its input. */
void look_through_find(struct ctx *ctx, struct figures *f, struct look_through_input *in,
		       struct look_through *out);

/* xray_shares_render() - a partition as an array; @member names its key. */
void xray_shares_render(struct json *j, const char *name, const char *member,
			const struct xray_shares *s);

/* figures_pct() - a percentage in hundredths: 2 places. */
static inline void figures_pct(struct json *j, const char *name, int64_t pct_e2)
{
	json_decimal(j, name, pct_e2, 2, 2, false);
}

#endif
