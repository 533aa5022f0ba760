/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio_value.h: values a derived ledger (ledger_derive()) at the prices of a market: values, totals,
 * the money-weighted return (doc/calculations.md 3, 5, 6.1, 17).
 */
#ifndef LASTRO_CALC_VALUE_PORTFOLIO_VALUE_H
#define LASTRO_CALC_VALUE_PORTFOLIO_VALUE_H

#include "calc/amounts/accrual.h"
#include "calc/ledger/derive.h"

enum valuation { VALUATION_NONE, VALUATION_MARKET, VALUATION_ACCRUAL, VALUATION_COST };
enum pct_reason { PCT_DEFINED, PCT_ZERO_COST, PCT_COST_UNKNOWN };

extern const char *const valuation_names[];  /* index 0 is NULL */
extern const char *const pct_reason_names[]; /* index 0 is NULL */

/* Why an open holding has neither a market price nor an accrued value. */
enum unpriced {
	PRICED,
	UNPRICED_NO_QUOTE,
	UNPRICED_STALE,	  /* the last one is too old (3.1) */
	UNPRICED_ABSURD,  /* the last two closes contradict each other */
	UNPRICED_NO_RATE, /* of the dollar */
	UNPRICED_TERMS,	  /* fixed income: see holding.accrual_reason */
};

enum holding_state { HOLDING_OPEN, HOLDING_WATCHLIST, HOLDING_CLOSED };

struct holding {
	const struct ledger_asset *asset;   /* points into the ledger */
	const struct market_symbol *market; /* of the current ticker; may be NULL */
	enum holding_state state;
	struct position brl;
	bool mean_known;   /* not without a cost, nor of nothing held */
	struct price mean; /* cost / quantity */
	bool flows_known;
	struct day unknown_flow_day; /* last row of unknown amount; unset when flows_known */
	struct income income;
	const char *renamed_to;		    /* or NULL */
	const char **merged_from;	    /* oldest first; NULL when none */
	const struct ledger_asset **merged; /* their ledger assets, same order */
	size_t n_merged;
	const struct option_ends *ends; /* of an option; may be NULL */

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
	bool stated;	      /* the price is one that the person stated */
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
	enum accrual_reason accrual_reason; /* why terms without a price do not accrue */

	/* native block of a foreign asset */
	bool has_native;
	struct position native;
	bool native_mean_known;
	struct price native_mean;
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

/* A class of holdings, or "Outros": its share of patrimonio in whole points, which sum to 100. */
struct kind_share {
	const char *title;
	int pct;
};

/* holding_name() - as typed, else the market's, else NULL. */
const char *holding_name(const struct holding *h);
/* holding_expiry() - of the option that is held or owed; false: not known. */
bool holding_expiry(const struct holding *h, struct day *out);
/* holding_expiry_said() - ", que vencem em 18/12/2026", or "". */
const char *holding_expiry_said(void *pool, const struct holding *h, struct day today);

struct portfolio {
	struct day as_of;
	struct holding *holdings; /* open by value, watchlist, closed (17) */
	size_t n_holdings;
	size_t open_positions, closed_positions, watchlist_entries, merged_assets;
	struct money patrimonio, invested, unrealized_pl, realized_pl, income_received, total_pl,
		day_change;
	struct percent unrealized_pct, day_change_pct;
	struct months realized_by_month, income_by_month;
	bool any_unpriced, any_cost_unknown, is_watchlist;
	const struct kind_share *kinds; /* largest first, "Outros" last */
	size_t n_kinds;
	const char *kind_mix; /* the same in words */
	struct fx fx;	      /* FX_NONE without a foreign asset */
	bool xirr_known;
	double xirr;	    /* decimal a year */
	struct flow *flows; /* ascending by day, without the terminal value */
	size_t n_flows;
	bool flows_complete;	     /* false: a series null of 1.10 */
	struct day unknown_flow_day; /* the last of those; meaningless when flows_complete */
	struct applied_event *applied;
	size_t n_applied;
};

/*
 * portfolio_mark() - adds prices, totals and the money-weighted return.
 * @as_of: in [derived->as_of, derived->until)
 * @out:   filled on CALC_OK, untouched otherwise; points into all of the others
 *
 * CALC_RANGE when a sum leaves the grid.
 */
enum calc_err portfolio_mark(void *pool, const struct derived *derived, const struct market *market,
			     struct day as_of, struct portfolio *out) MUST_CHECK;

/*
 * portfolio_value() - the same without the money-weighted return, for many portfolios of one day, which
 * share the valuer.
 * @values_only: only values and sums: unordered holdings, no weights, means or change of the day, no kind_mix
 * @holdings:    zeroed room for those of @derived, so that several portfolios share one array; NULL: on
 * @pool
 */
struct valuer;
struct valuer *valuer_new(void *pool, const struct market *market, struct day as_of,
			  bool values_only);
enum calc_err portfolio_value(void *pool, struct valuer *v, const struct derived *derived,
			      struct holding *holdings, struct portfolio *out) MUST_CHECK;

/* holding_price_old() - whether the market price is old enough to be reported (3.1). */
bool holding_price_old(const struct holding *h, struct day as_of);

/* money_each() - @what / @q on the price grid; false without units, or when it leaves the grid. */
bool money_each(struct money what, struct qty q, struct price *out);

/* unpriced_text() - why @h has no price, pt-BR; NULL when it has one or nothing is held. */
const char *unpriced_text(void *pool, const struct holding *h);

#endif
