/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fold.h: replay a ledger into a position, average-cost method (doc/calculations.md 1).
 */
#ifndef LASTRO_CALC_LEDGER_FOLD_H
#define LASTRO_CALC_LEDGER_FOLD_H

#include "calc/ledger/journal.h"

/* One asset of a lineage (a ticker and its predecessors), with the fold's data about it. */
struct fold_asset {
	const char *symbol;
	const struct ledger_row *rows; /* ascending by day, order of insertion within */
	size_t n_rows;
	const struct reference_event *events; /* those that the ledger may lack; ascending */
	size_t n_events;		      /* 0 when meta declines them */
};

/* The source of income, for explanations; empty when figures come from the cache. */
struct income_origin {
	const struct income_row *row;		 /* of the ledger, or NULL */
	const struct distribution *distribution; /* of the calendar, or NULL */
	struct day right;			 /* last day of entitlement */
	struct qty entitled;			 /* held at the end of that day */
	struct percent tax;			 /* the rate */
};

/* A capital return of section 2.5, native currency. */
struct capital_return {
	struct day day;
	struct money amount;
	struct income_origin origin;
};

/* The kind of a day's flow, for XIRR (6.1), history (7) and TWR (6.2). */
enum flow_kind { FLOW_BUY, FLOW_SELL, FLOW_ADJUST, FLOW_CAPITAL, FLOW_SHORT_RESULT };

/*
 * A line of the table of 1.10.  A row may give two: the part matched as a day trade and the rest, or
 * the covered part of a sale and a marker (known false, quantity 0) for the uncovered part.
 */
struct fold_flow {
	struct day day;
	enum flow_kind kind;
	struct money
		amount; /* investor's side, in the fold's currency: negative for a purchase; 0 unless known */
	bool known;	    /* false: "series null", no XIRR is defined */
	bool at_market;	    /* TWR values qty at the day's price instead of using the amount */
	bool of_succession; /* FLOW_CAPITAL: cash of a succession, not a capital return */
	struct qty qty;	    /* moved; signed for FLOW_ADJUST, else > 0 or 0 */
};

/* flow_is_mark() - no movement: an uncovered sale is only reported. */
static inline bool flow_is_mark(const struct fold_flow *f)
{
	return !f->known && !f->at_market && f->kind == FLOW_SELL;
}

/* The part of a cost that a spin-off moved. */
enum spin_state { SPIN_NOTHING /* nothing was held */, SPIN_UNKNOWN, SPIN_KNOWN };
struct spin_part {
	enum spin_state state;
	struct money cost;
};

/*
 * A cost given by another lineage, from its own folds: in its currency, and in reais when that is not
 * the real.
 */
struct spin_source {
	const struct fold_input
		*in;  /* that lineage, with what it received before the day; for explanations */
	size_t place; /* index of the spin-off in in->spins */
	struct spin_part native, brl;
};

/* A spin-off that the lineage gives, receives, or both. */
#define FOLD_ELSEWHERE SIZE_MAX
struct fold_spin {
	const struct spin_off *spin;
	size_t from, to;		  /* indices of fold_input.assets, or FOLD_ELSEWHERE */
	const struct spin_source *source; /* when from is FOLD_ELSEWHERE */
};

struct fold_input {
	enum asset_type type;
	/*
	 * Successor last; predecessors oldest first.  A ticker of a succession need not have an asset
	 * here, but the current one should, even without rows, so that its reference events count.
	 */
	const struct fold_asset *assets;
	size_t n_assets;
	const struct succession *successions; /* among those assets, ascending by day */
	size_t n_successions;
	const struct fold_spin *spins; /* ascending by day */
	size_t n_spins;
	const struct capital_return *returns; /* ascending by day */
	size_t n_returns;
	struct option_terms option; /* ASSET_OPTION */
	struct day as_of;
	/* BRL side of a foreign asset: amounts of a row times the official rate of its date. */
	const struct fx_series *convert; /* NULL: amounts stay in the rows' currency */
	struct journal *journal;	 /* fold() writes its actions here; NULL: none */
};

/* The state at the end of a day, until the next step. */
struct fold_step {
	struct day day;
	struct qty qty;
	bool cost_known; /* of the running cycle */
	struct money cost;
};

/* A split that is a row of the ledger. */
struct own_split {
	struct day day;
	struct ratio ratio;
	size_t ticker; /* index of the asset in fold_input.assets */
};

struct fold_output {
	struct position position;
	struct fold_step *steps; /* ascending by day, one for each day that changed something */
	size_t n_steps;
	struct fold_flow *flows; /* ascending by day */
	size_t n_flows;
	struct applied_event *applied; /* ascending by day; symbols point into the input */
	size_t n_applied;
	struct own_split *splits; /* ascending by day */
	size_t n_splits;
	/* an option's cycles settled at zero or closed after their expiry, and the running one */
	struct option_ends ends;
	struct spin_part *given; /* by fold_input.spins */
};

/*
 * fold() - the ledger of one lineage of assets.
 * Each product and quotient is rounded once to the money grid, half away from zero (0.1).  CALC_RANGE
 * when a sum leaves the grid, CALC_ORDER when rows, events, successions, spin-offs or returns are not ascending,
 * CALC_INPUT when a row contradicts its kind.  @out is untouched unless CALC_OK.  O(rows).
 *
 * Rows of two tickers of a lineage on one day are taken in the order of the assets.
 */
enum calc_err fold(void *pool, const struct fold_input *in, struct fold_output *out) MUST_CHECK;

/*
 * quantity_at() - the lineage's quantity after the rows of @day, reference events applied.  The
 * quantity before them is quantity_at(the day before).
 */
enum calc_err quantity_at(void *pool, const struct fold_input *in, struct day day,
			  struct qty *out) MUST_CHECK;

/* fold_step_at() - the last step on or before @day, by bisection; NULL before the first. */
const struct fold_step *fold_step_at(const struct fold_step *steps, size_t n, struct day day);

/* Quantity at the end of a day on which it changed, until the next step. */
struct qty_step {
	struct day day;
	struct qty qty;
};

struct qty_steps {
	struct qty_step *items; /* ascending by day */
	size_t n;
};

/*
 * quantity_steps() - all quantities up to as_of in one pass, without any money.
 * @symbol: one ticker of the lineage, followed into its successors; NULL for the whole lineage
 */
enum calc_err quantity_steps(void *pool, const struct fold_input *in, const char *symbol,
			     struct qty_steps *out) MUST_CHECK;

/* qty_steps_at() - the quantity after @day, by bisection. */
struct qty qty_steps_at(const struct qty_steps *steps, struct day day);

#endif
