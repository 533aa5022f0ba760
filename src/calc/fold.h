/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fold.h: replay a ledger into a position, average-cost method (calculations.md 1).
 */
#ifndef LASTRO_CALC_FOLD_H
#define LASTRO_CALC_FOLD_H

#include "calc/portfolio.h"

/* One asset of a family (a paper and its predecessors), with what the fold needs to know of it. */
struct fold_asset {
	const char *symbol;
	const struct ledger_row *rows;		/* ascending by day, order of insertion within */
	size_t n_rows;
	const struct reference_event *events;	/* those that the ledger may lack; ascending */
	size_t n_events;			/* 0 when meta declines them */
};

/* A capital return of section 2.5, native currency. */
struct capital_return {
	struct day day;
	struct money amount;
};

/* What a day's flow was, for XIRR (6.1), history (7) and TWR (6.2). */
enum flow_kind { FLOW_BUY, FLOW_SELL, FLOW_ADJUST, FLOW_CAPITAL, FLOW_SHORT_RESULT };

struct fold_flow {
	struct day day;
	enum flow_kind kind;
	struct money amount;	/* investor's side, in the fold's currency: a purchase is negative */
	bool known;		/* false: price unknown, the XIRR series is null */
	struct qty qty;		/* moved, for pricing an unknown one at market */
};

struct fold_input {
	enum asset_type type;
	const struct fold_asset *assets;	/* successor last; predecessors oldest first */
	size_t n_assets;
	const struct succession *successions;	/* among those assets, ascending by day */
	size_t n_successions;
	const struct capital_return *returns;	/* ascending by day */
	size_t n_returns;
	struct day as_of;
	/* BRL side of a foreign asset: amounts of a row times the official rate of its date. */
	const struct fx_series *convert;	/* NULL: amounts stay in the rows' currency */
};

struct fold_output {
	struct position position;
	struct fold_flow *flows;	/* ascending by day */
	size_t n_flows;
	struct applied_event *applied;
	size_t n_applied;
};

/*
 * fold() - the ledger of one family of assets.
 * Each product and quotient is rounded once to the money grid, half away from zero (0.1).  CALC_RANGE
 * when a sum leaves the grid, CALC_ORDER when rows are not ascending.  O(rows).
 */
enum calc_err fold(void *pool, const struct fold_input *in, struct fold_output *out) MUST_CHECK;

/* quantity_at() - what is held after the rows of @day (or before them), reference events applied. */
enum calc_err quantity_at(void *pool, const struct fold_input *in, struct day day, struct qty *out) MUST_CHECK;

/* ratio_rationalise() - a decimal ratio as a fraction (1.5). @e12 > 0; @places given in the source. */
struct ratio ratio_rationalise(int64_t e12);

#endif
