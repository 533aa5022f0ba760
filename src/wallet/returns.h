/* SPDX-License-Identifier: Apache-2.0 */
/*
 * returns.h: returns through time of loaded portfolios.
 *
 * The detail shows only the time-weighted return; the worker keeps it by portfolio, with the versions
 * that it was computed at, so that a detail asked for again reads no flows and no closes (1,024
 * portfolios, 128 kB).
 */
#ifndef LASTRO_WALLET_RETURNS_H
#define LASTRO_WALLET_RETURNS_H

#include "calc/performance.h"
#include "http/json_write.h"
#include "wallet/load.h"

/* returns_kept() - of ctx->caller's portfolio today; false when it must be computed. */
bool returns_kept(struct ctx *ctx, struct twr *out) MUST_CHECK;

/* returns_keep() - what was computed for today. */
void returns_keep(struct ctx *ctx, const struct twr *twr);

/* A loaded portfolio with its prices. */
struct valued {
	struct loaded in; /* with its tails and all closes */
	struct portfolio portfolio;
};

/* returns_history() - all of them as one; 422 ledger_out_of_range when a sum leaves the grid. */
void returns_history(struct ctx *ctx, const struct valued *list, size_t n, struct day as_of,
		     struct history *out);

/* returns_sentence() - 6.3. */
const char *returns_sentence(void *pool, const struct portfolio *p, const struct twr *twr);

/* twr_render() - PortfolioTwr, or null. */
void twr_render(struct json *j, const char *name, const struct twr *t);

/* What the answer of a history holds besides its months. */
struct history_shown {
	const struct history *history;
	struct day as_of;
	const char *explain; /* NULL: not shown */
	size_t skip, most;   /* of the months; most 0: all */
	const struct benchmark_result *benchmarks;
};

/* history_render() - {data, meta}. */
void history_render(struct json *j, const struct history_shown *s);
/* history_render_whole() - one object: months, and what meta has. */
void history_render_whole(struct json *j, const char *name, const struct history_shown *s);

#endif
