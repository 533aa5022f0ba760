/* SPDX-License-Identifier: Apache-2.0 */
/* walk.h: a portfolio, or several as one, through time (doc/calculations.md 6.2, 6.4, 7). */
#ifndef LASTRO_CALC_HISTORY_WALK_H
#define LASTRO_CALC_HISTORY_WALK_H

#include "calc/history/drawdown.h"
#include "calc/history/twr.h"
#include "calc/value/value.h"
#include "core/buf.h"

struct history_month {
	struct month month;
	struct money equity; /* at its last civil day, or as_of */
	struct money stale;  /* of equity, at old prices or at cost */
	bool stale_known;    /* there is equity */
	struct percent stale_pct;
	struct money contributed; /* accumulated, net */
	struct money income, realized;
	bool return_known;
	double return_pct;
};

/* The end of a business day of the last month, or of as_of. */
struct history_day {
	struct day day;
	struct money equity;	  /* as that of a month */
	struct money contributed; /* accumulated, net */
};

/* history_days_from() - the first civil day whose value a history has beside its months: the same day a month before. */
struct day history_days_from(struct day as_of);

/* Spans of the return: this calendar month, this year, so many months back, everything. */
enum span { SPAN_MONTH, SPAN_YTD, SPAN_M6, SPAN_M12, SPAN_M24, SPAN_M36, SPAN_START };
#define SPANS (SPAN_START + 1)

struct span_return {
	bool reached; /* false: no flow yet on its first day */
	struct day from;
	double base; /* equity measured on that day; zero when the prefix comes from the cache */
	struct money
		opening; /* equity at its end, as that of a month; zero where everything begins */
	struct twr twr;
	double result; /* BRL, of what the twr measures; meaningless unless twr.known */
};

struct history {
	struct history_month *months; /* from the first flow to as_of, without gaps */
	size_t n_months;
	struct history_day *days; /* ascending, as_of last */
	size_t n_days;
	struct twr twr;
	struct span_return spans[SPANS];
	struct drawdown drawdown;
	bool partial;			/* a holding was outside the TWR at some point */
	const struct twr_point *points; /* NULL when the prefix comes from the cache */
	size_t n_points;
};

/* The standing of a holding at a point of the TWR (doc/calculations.md 6.2). */
enum standing {
	STANDING_NONE, /* nothing held */
	STANDING_MARKET,
	STANDING_ACCRUAL,
	STANDING_OUT,  /* at cost or without value */
	STANDING_SOLD, /* nothing held, after a position outside was sold; until the next purchase */
};

/* A holding at the last point before as_of, and its flows on as_of. */
struct prefix_holding {
	struct uuid asset;
	enum standing was;
	struct money value; /* at that point; 0 outside */
	bool flows_known;
	double buys, sells, income;
};

struct prefix_month {
	struct money stale;  /* of equity: at old prices or at cost */
	struct money equity; /* that of the last month is still unknown */
	struct money contributed;
	bool known; /* a step was valid */
	double product;
};

/* A history without the market value of as_of: valid on that day while ledger and market do not change. */
struct history_prefix {
	struct day as_of;
	struct month first_month;
	struct prefix_month *months; /* up to that of as_of; none without any flow */
	size_t n_months;
	struct history_day *days; /* before as_of */
	size_t n_days;
	struct prefix_holding *holdings; /* held at the last point or moved on as_of, by asset */
	size_t n_holdings;
	struct twr_chain chain;
	struct prefix_span {
		bool reached, begun;
		struct day from;
		double base; /* equity measured on that day; not cached */
		struct money opening;
		struct twr_chain chain;
	} spans[SPANS];
	struct drawdown drawdown;
	bool partial; /* a holding was outside the TWR at a point */
	bool live;    /* the live dollar priced a flow of as_of: valid only as long as that rate */
	struct twr_point *points; /* before as_of, with room for one more; NULL: from the cache */
	size_t n_points;
	/*
	 * The state at the end of history_cut(), that day's point included, which later entries never
	 * change: a walk can continue from a cached one.  NULL when there was no flow by then.
	 */
	const struct history_prefix *cut;
};

/* history_cut() - the last day of the month before last. */
struct day history_cut(struct day as_of);

/* One portfolio with its valuation on as_of. */
struct history_source {
	const struct derived *derived;
	const struct portfolio *portfolio; /* of portfolio_mark() on as_of */
	const struct market *market;	   /* with closes */
	bool since_held; /* begins when a paper was first held, even without a flow */
};

/*
 * history_walk() - the prefix of all sources as one (6.4).
 * @as_of: that of the portfolios
 * @cut:   a prefix of the same day, closes and reference data, with the same history_inputs() for every
 *         source; NULL: walks from the first flow.  Both give identical results, to the last bit
 * @out:   filled on CALC_OK
 *
 * O(closes + flows), no search by date except at month ends of split papers; after a cut O(later closes
 * + flows).
 */
enum calc_err history_walk(void *pool, const struct history_source *sources, size_t n,
			   struct day as_of, const struct history_prefix *cut,
			   struct history_prefix *out) MUST_CHECK;

/*
 * history_inputs() - appends the data of a holding that the walk up to @last reads, except prices.
 */
void history_inputs(struct buf *out, const struct derived_holding *h, struct day last);

/*
 * history_finish() - completes the prefix with the market value of its as_of.
 * @out: filled on CALC_OK; no month without any flow
 *
 * The last month's equity is the portfolios' patrimonio, to the last place.
 */
enum calc_err history_finish(void *pool, const struct history_prefix *prefix,
			     const struct portfolio *const *portfolios, size_t n,
			     struct history *out) MUST_CHECK;

#endif
