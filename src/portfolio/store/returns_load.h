/* SPDX-License-Identifier: Apache-2.0 */
/*
 * returns_load.h: returns through time of loaded portfolios.
 *
 * The detail shows only the time-weighted return; the worker caches it by portfolio, with the versions
 * of its inputs, so that a repeated detail reads no flows and no closes (1,024 portfolios, 128 kB).
 */
#ifndef LASTRO_PORTFOLIO_STORE_RETURNS_LOAD_H
#define LASTRO_PORTFOLIO_STORE_RETURNS_LOAD_H

#include "portfolio/store/valued.h"

/* returns_cached() - the return of ctx->caller's portfolio today; false when it must be computed. */
bool returns_cached(struct ctx *ctx, struct twr *out) MUST_CHECK;

/* returns_keep() - caches the return computed for today. */
void returns_keep(struct ctx *ctx, const struct twr *twr);

/* A loaded portfolio with its prices. */
struct valued {
	struct loaded in; /* with its prefix, or else with its tails and all closes */
	struct portfolio portfolio;
};

/* A prefix to be made: all its flows, and its cache key. */
struct prefix_request {
	bool since_held; /* begins when a paper was first held, even without a flow */
	struct day as_of;
	struct prefix_subject of;
	struct prefix_stamp stamp;
	bool keep; /* of all, today: saved after the answer */
	const struct cached_prefix
		*earlier; /* of today and this market, from earlier ledgers; or NULL */
	bool indices; /* their comparison is shown, too; otherwise it is computed after the answer */
	const struct flow *flows;
	size_t n_flows;
	bool complete;
};

/*
 * returns_prefix() - of all portfolios as one, walked and compared now.  422 ledger_out_of_range when a
 * sum leaves the grid.
 */
const struct cached_prefix *returns_prefix(struct ctx *ctx, const struct valued *list, size_t n,
					   const struct prefix_request *asked);

/*
 * returns_walked() - of one portfolio, walked now and not cached.
 * @since_held: as in a request
 */
const struct cached_prefix *returns_walked(struct ctx *ctx, const struct valued *v,
					   struct day as_of, bool since_held);

/*
 * returns_own_prefix() - of one portfolio today: the one it was loaded with, or made now.
 * @indices: its benchmarks are shown
 */
const struct cached_prefix *returns_own_prefix(struct ctx *ctx, const struct valued *v,
					       bool indices);

/* returns_finish() - completes a prefix with the portfolios' present value. */
void returns_finish(struct ctx *ctx, const struct history_prefix *prefix, const struct valued *list,
		    size_t n, struct history *out);

/*
 * returns_history() - both at once, with the points, which are not cached; the portfolios were loaded
 * with tails and all closes.
 */
void returns_history(struct ctx *ctx, const struct valued *list, size_t n, struct day as_of,
		     struct history *out);

/*
 * returns_moved() - what moved @months; the portfolios were loaded with tails and all closes.
 * @cached: the prefix of these or of earlier ledgers, of today; or NULL
 */
void returns_moved(struct ctx *ctx, const struct valued *list, size_t n,
		   const struct cached_prefix *cached, struct month_range months,
		   struct moved *out);

/* returns_sentence() - 6.3. */
const char *returns_sentence(void *pool, const struct portfolio *p, const struct twr *twr);

/* returns_indices() - the change of the indices in each span of @h, at most one round trip for each that is not cached. */
void returns_indices(struct ctx *ctx, const struct history *h, struct day as_of,
		     struct span_indices *out);

#endif
