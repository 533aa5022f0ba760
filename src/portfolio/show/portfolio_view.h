/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_view.h: what a portfolio shows, before it is written as anything: the JSON and the pages have one load and
 * one computation, and a renderer each.
 */
#ifndef LASTRO_PORTFOLIO_SHOW_PORTFOLIO_VIEW_H
#define LASTRO_PORTFOLIO_SHOW_PORTFOLIO_VIEW_H

#include "calc/views/views.h"
#include "portfolio/store/returns_load.h"

/* A portfolio with its prices and its time-weighted return. */
struct detail_view {
	struct valued v;
	struct twr twr;
};

/* detail_view() - of ctx->caller's portfolio, as @load says; its prefix is the function's business. */
void detail_view(struct ctx *ctx, struct load_want *load, struct detail_view *out);

/* written_view() - the same without a return, out of the ledger as this transaction has it: before and after a write. */
void written_view(struct ctx *ctx, struct valued *out);

/* A portfolio month by month. */
struct history_view {
	struct valued v;
	struct history history;
	struct day as_of;
	const char *explain;
	const struct benchmark_result *benchmarks;
};

/* history_view() - of ctx->caller's portfolio. @symbol: of this paper alone, or NULL; @at: a day of the past, or NULL */
void history_view(struct ctx *ctx, const char *symbol, const struct day *at,
		  struct history_view *out);

/* One holding and its story. */
struct holding_view {
	struct valued v;	       /* of the portfolio as if it held nothing else */
	const struct holding *holding; /* NULL: the portfolio has no such asset */
	const struct derived_holding *derived;
	struct history history;
	const struct unit_month *units; /* of the months of the history */
};

/* holding_view() - of ctx->caller's portfolio today. @rows: those of the ledger, too */
void holding_view(struct ctx *ctx, struct uuid asset, bool rows, struct holding_view *out);

/* xray_view() - where ctx->caller's portfolio is concentrated today; its name. */
const char *xray_view(struct ctx *ctx, struct xray *out);

/* costs_view() - what ctx->caller's positions cost a year; the name of the portfolio. */
const char *costs_view(struct ctx *ctx, struct costs *out);

/* look_through_view() - what the funds of ctx->caller's portfolio hold; the name of the portfolio. */
const char *look_through_view(struct ctx *ctx, struct look_through *out);

/* What makes the figures weak. */
struct issues_view {
	struct loaded in;
	struct portfolio portfolio;
	const struct issue *list;
	size_t n;
	size_t n_dismissed; /* behind those of the list (issues_dismiss.h) */
};

/* issues_view() - of ctx->caller's portfolio today. */
void issues_view(struct ctx *ctx, struct issues_view *out);

#endif
