/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio.h: a ledger and a market become a valued portfolio (calculations.md 1-3, 5, 6.1, 17).
 *
 * portfolio_compute() is the one road from rows to figures: it groups predecessors with successors,
 * applies reference events that the ledger lacks, folds (twice for a foreign asset), derives income,
 * values, totals and solves the money-weighted return.
 */
#ifndef LASTRO_CALC_BASE_PORTFOLIO_H
#define LASTRO_CALC_BASE_PORTFOLIO_H

#include "calc/accrual/accrual.h"

struct month_amount {
	struct month month;
	struct money amount;
};

struct months { /* ascending, one entry a month */
	struct month_amount *items;
	size_t n;
};

/* months_sum() - one map from @n, a month of which is there when one of theirs is. */
struct months months_sum(void *pool, const struct months *const *maps, size_t n, bool *range);

/* months_place() - where a month stands in an ascending map, or SIZE_MAX. */
size_t months_place(const struct months *m, struct month month);

enum valuation { VALUATION_NONE, VALUATION_MARKET, VALUATION_ACCRUAL, VALUATION_COST };
enum pct_reason { PCT_DEFINED, PCT_ZERO_COST, PCT_COST_UNKNOWN };

extern const char *const valuation_names[];  /* index 0 is NULL */
extern const char *const pct_reason_names[]; /* index 0 is NULL */

struct uncovered {
	struct day day;
	struct qty qty;
};

struct applied_event { /* a reference event that the ledger lacks (completions.md 3) */
	const char *symbol;
	struct day ex_day;
	enum event_kind kind;
	struct ratio ratio;
	struct qty qty; /* what the row would say: held for a split, received for a bonus */
};

/* Outcome of one fold, in one currency (1.3). */
struct position {
	struct qty qty;
	struct money cost;     /* remaining; meaningless unless cost_known */
	bool cost_known;       /* of the running cycle (not U) */
	bool basis_known;      /* cost_basis_known: of the whole ledger */
	bool realized_known;   /* no result is undetermined */
	struct money realized; /* sum of the determinable results */
	struct months realized_by_month;
	struct qty short_qty; /* options written without stock */
	struct uncovered *uncovered;
	size_t n_uncovered;
	struct day added; /* of the first row */
	size_t tx_count;  /* rows of the ledger, applied events aside */
	bool has_rows;
};

struct income {
	struct money received; /* sum of by_month */
	struct months by_month;
};

/* Why an open holding has neither a market price nor an accrued value. */
enum unpriced {
	PRICED,
	UNPRICED_NO_QUOTE,
	UNPRICED_STALE,	  /* the last one is too old (3.1) */
	UNPRICED_ABSURD,  /* the last two contradict each other */
	UNPRICED_NO_RATE, /* of the dollar */
	UNPRICED_TERMS,	  /* fixed income: holding.accrual_reason says more */
};

enum holding_state { HOLDING_OPEN, HOLDING_WATCHLIST, HOLDING_CLOSED };

struct holding {
	const struct ledger_asset *asset;   /* points into the ledger */
	const struct market_symbol *market; /* of the current ticker; may be NULL */
	enum holding_state state;
	struct position brl;
	struct income income;
	const char *renamed_to;		    /* or NULL */
	const char **merged_from;	    /* oldest first; NULL when none */
	const struct ledger_asset **merged; /* their ledger assets, same order */
	size_t n_merged;

	/* valuation (3); each meaningful only with its flag */
	enum valuation valuation;
	bool priced;
	bool price_known;
	struct price price; /* BRL */
	bool native_price_known;
	struct price price_native;
	bool fx_known;
	struct price fx_rate;
	struct day quote_day; /* with valuation market, and of a quote that is too old */
	bool value_known;
	struct money market_value;
	bool pl_known;
	struct money unrealized_pl;
	bool pct_known;
	struct percent unrealized_pct;
	enum pct_reason pct_reason;
	bool change_known;
	struct percent change_pct;
	bool day_known;
	struct money day_change;
	bool weight_known;
	struct percent weight_pct;

	enum unpriced unpriced;
	enum accrual_reason accrual_reason; /* why paper with terms and no price is not accrued */

	/* native block of a foreign asset */
	bool has_native;
	struct position native;
	struct money native_income;
	bool native_value_known;
	struct money native_value;
	bool native_pl_known;
	struct money native_pl;
	bool native_pct_known;
	struct percent native_pct;
	bool native_change_known;
	struct percent native_change;
};

enum fx_source { FX_NONE, FX_USDT, FX_BCB };

struct fx {
	enum fx_source source;
	struct price rate;
	int64_t at_ms;	/* FX_USDT */
	struct day day; /* FX_BCB */
	bool change_known;
	struct percent change;
};

/* A flow of the investor in BRL; amounts of one day are one flow. */
struct flow {
	struct day day;
	struct money amount; /* money out of the pocket is negative */
};

struct portfolio {
	struct holding *holdings; /* open by value, watchlist, closed (17) */
	size_t n_holdings;
	size_t open_positions, closed_positions, watchlist_entries, merged_assets;
	struct money patrimonio, invested, unrealized_pl, realized_pl, income_received, total_pl,
		day_change;
	struct percent unrealized_pct, day_change_pct;
	struct months realized_by_month, income_by_month;
	bool any_unpriced, any_cost_unknown, is_watchlist;
	const char *kind_mix;
	struct fx fx; /* FX_NONE without a foreign asset */
	bool xirr_known;
	double xirr;	    /* decimal a year */
	struct flow *flows; /* ascending by day, without the terminal value */
	size_t n_flows;
	bool flows_complete; /* false: a series null of 1.10 */
	struct applied_event *applied;
	size_t n_applied;
};

/*
 * portfolio_compute() - the whole detail.
 * @as_of: rows, provents and closes after this day are ignored
 * @out:   filled on CALC_OK, untouched otherwise; points into @ledger, @market and @pool
 *
 * CALC_RANGE when a sum leaves the grid; CALC_ORDER when rows are not ascending.  O(rows).
 */
enum calc_err portfolio_compute(void *pool, const struct ledger *ledger,
				const struct market *market, struct day as_of,
				struct portfolio *out) MUST_CHECK;

/* unpriced_text() - why @h has no price, pt-BR; NULL when it has one or nothing is held. */
const char *unpriced_text(void *pool, const struct holding *h);

/* returns_explain() - the sentence of 6.3. @twr_known false: the TWR is null. */
const char *returns_explain(void *pool, bool xirr_known, double xirr, bool twr_known,
			    double twr_cumulative, bool twr_annual_known, double twr_annual);

#endif
