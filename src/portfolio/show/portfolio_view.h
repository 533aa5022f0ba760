/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_view.h: a portfolio's views before they are rendered: the JSON and the pages share one load
 * and one computation, with a renderer each.
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

/* detail_view() - of ctx->caller's portfolio, as @load says; sets @load->prefix itself. */
void detail_view(struct ctx *ctx, struct load_want *load, struct detail_view *out);

/*
 * written_view() - the same without a return, from the ledger in the state of this transaction: before
 * and after a write.
 */
void written_view(struct ctx *ctx, struct valued *out);

/* A portfolio month by month. */
struct history_view {
	struct valued v;
	struct history history;
	struct day as_of;
	const char *explain;
	const struct benchmark_result *benchmarks;
	struct span_indices indices;
};

/*
 * history_view() - of ctx->caller's portfolio. @symbol: only this paper, or NULL; @at: a past day, or
 * NULL
 */
void history_view(struct ctx *ctx, const char *symbol, const struct day *at,
		  struct history_view *out);

/* consolidated_history_view() - of all portfolios together, today. */
void consolidated_history_view(struct ctx *ctx, struct history_view *out);

/*
 * moved_months() - the months up to @month, as given in parameters or members "from" and "month"; NULL: that of today, and only
 * @month.  400 invalid_parameter.
 */
struct month_range moved_months(struct ctx *ctx, const char *from, const char *month);

/* What moved some months of a portfolio. */
struct moved_view {
	struct valued v; /* loaded for returns_own_prefix(), too */
	struct moved moved;
};

/* moved_view() - of ctx->caller's portfolio. */
void moved_view(struct ctx *ctx, struct month_range months, struct moved_view *out);

/* One holding and its history. */
struct holding_view {
	struct valued v;	       /* of the portfolio as if it held nothing else */
	const struct holding *holding; /* NULL: the portfolio has no such asset */
	const struct derived_holding *derived;
	struct history history;
	const struct unit_month *units; /* for the months of the history */
};

/* holding_view() - of ctx->caller's portfolio today. @rows: also those of the ledger */
void holding_view(struct ctx *ctx, struct uuid asset, bool rows, struct holding_view *out);

/* xray_view() - the concentration of ctx->caller's portfolio today; returns its name. */
const char *xray_view(struct ctx *ctx, struct xray *out);

/* costs_view() - the yearly costs of ctx->caller's positions; returns the portfolio's name. */
const char *costs_view(struct ctx *ctx, struct costs *out);

/* look_through_view() - the holdings of the funds in ctx->caller's portfolio; returns its name. */
const char *look_through_view(struct ctx *ctx, struct look_through *out);

/* What makes the figures unreliable. */
struct issues_view {
	struct loaded in;
	struct portfolio portfolio;
	const struct issue *list;
	size_t n;
	size_t n_dismissed; /* at the end of the list (issues_dismiss.h) */
};

/* issues_view() - of ctx->caller's portfolio today. */
void issues_view(struct ctx *ctx, struct issues_view *out);

/*
 * issues_of() - of several portfolios of @workspace today, each with its whole ledger and valued: sets
 * list, n and n_dismissed.  One round trip, however many there are.
 */
void issues_of(struct ctx *ctx, struct uuid workspace, struct issues_view *list, size_t n);

#endif
