/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger.h: the plain structs that go into a computation.
 *
 * Loaded by portfolio/store/valued, typed by tests; calc keeps no pointer into them except where noted.
 */
#ifndef LASTRO_CALC_AMOUNTS_LEDGER_H
#define LASTRO_CALC_AMOUNTS_LEDGER_H

#include <stdint.h>

#include "calc/amounts/calc.h"
#include "core/day.h"
#include "core/decimal.h"
#include "core/uuid.h"

struct ledger_row {
	struct day day; /* trade_date */
	enum row_kind kind;
	enum event_kind event;
	bool price_known;
	bool applied;	    /* not in the ledger: a reference event applied by the fold */
	struct qty qty;	    /* > 0; signed for ROW_ADJUST; informative for ROW_SPLIT */
	struct price price; /* in the row's currency; meaningless unless price_known */
	struct money fees;
	int64_t ratio_e12; /* ROW_SPLIT: new shares per old, 12 places; else 0 */
	int64_t order; /* insertion order: ascends within a day, also between the tickers of a lineage */
	struct uuid id;	  /* set only when the transactions layer is requested */
	const char *note; /* likewise, may be NULL */
};

/* Income in the ledger: imported or typed, net. */
struct income_row {
	struct day pay_day;
	enum income_kind kind;
	struct money amount; /* net, in the asset's currency */
	bool imported;	     /* from a movement file (rules over the calendar, 2.1) */
	struct uuid id;
};

#define OPTION_SYMBOL_MAX 60 /* characters, of the option named by an exercise */
#define INSTITUTION_MAX 120  /* characters, of a row's broker or custodian */

/* What the tax needs of a payment beyond the credited amount (doc/tax.md 20.9). */
struct income_facts {
	bool gross_known, record_known, approved_known, old_profits;
	struct money gross;  /* currency of the asset, in cents; at least what was credited */
	struct day record;   /* its holders are paid */
	struct day approved; /* by the payer */
};

static inline bool income_facts_any(const struct income_facts *f)
{
	return f->gross_known || f->record_known || f->approved_known || f->old_profits;
}

struct close;	   /* below */
struct succession; /* likewise */
struct spin_off;
struct accrual_terms; /* calc/amounts/accrual.h */
struct rates;

/* One asset of a portfolio. */
struct ledger_asset {
	struct uuid id;
	const char *symbol;
	enum asset_type type;
	enum currency currency;
	const char *name;		   /* or NULL */
	const char *meta;		   /* JSON object as stored, or NULL */
	const char *contract;		   /* of a debenture: its terms as published, or NULL */
	const struct accrual_terms *terms; /* contracted, from meta or contract; or NULL */
	const char *quoted_as; /* symbol of its closes when it differs from its own; or NULL */
	bool expiry_stated;    /* option: by meta.expiry, from a statement or a person */
	struct day expiry;
	const struct succession *succession; /* typed here, by meta.succession; or NULL */
	enum asset_type succession_type;     /* of the successor */
	const struct spin_off *spin_off;     /* likewise typed, instead of a succession; or NULL */
	bool decline_events;		     /* meta.corporate_events = "ledger" */
	const struct close *stated; /* prices typed by the person (3.1), one a day, ascending */
	size_t n_stated;
	const struct ledger_row *rows; /* ascending by day; within a day in order of insertion */
	size_t n_rows;
	const struct income_row *income; /* ascending by pay_day */
	size_t n_income;
};

struct day_range {
	struct day from, to; /* inclusive */
};

struct ledger {
	const struct ledger_asset *assets;
	size_t n_assets;
	const struct day_range *coverage; /* imported movement files of the portfolio (2.1) */
	size_t n_coverage;
};

/* ---- market data ---- */

struct close {
	struct day day;
	struct price price; /* native currency, as traded (unadjusted) */
};

/* A reference event of one symbol: a split, grouping or bonus, effective on its ex day. */
struct reference_event {
	struct day ex_day;
	enum event_kind kind; /* EVENT_SPLIT or EVENT_BONUS */
	struct ratio ratio;   /* new shares per old; a bonus of 5 % is 21/20 */
	bool unit_cost_known; /* bonus: cost attributed by the company */
	struct price unit_cost;
};

/* A distribution of the calendar (2.1). */
struct distribution {
	const char *symbol; /* set where calendars of a lineage are joined; NULL: its last asset */
	enum income_kind kind;
	bool record_known, ex_known, pay_known;
	struct day record_day, ex_day, pay_day;
	struct price gross; /* per share, native currency */
	bool tax_known;	    /* the event gives its rate */
	struct percent tax; /* percent */
	bool old_profits;   /* profits up to 2025 approved by 2025-12-31 (2.3) */
};

/* A calendar year of closes as stored in close_series: days after 1 January, one grid. */
struct close_year {
	struct day first; /* 1 January */
	int places;	  /* at most 12 */
	size_t n;	  /* at least 1 */
	const int16_t *days;
	const int64_t *closes; /* native currency, as traded, positive */
};

struct close_series {
	const struct close_year *years; /* ascending */
	size_t n;
};

/* The market's data about one (symbol, asset type). */
struct market_symbol {
	const char *symbol;
	enum asset_type type;
	const char *name;   /* of the instrument, or NULL */
	const char *sector; /* of its issuer, B3's first level (8), or NULL */
	const char *
		issuer; /* groups papers for the R$ 50,000 test (2.3): tax id or its root, or NULL */
	const char *tax_id;	 /* of who pays it, for the declaration: a register's, or NULL */
	struct close last, prev; /* two newest closes at as_of */
	bool has_last, has_prev;
	struct close_series closes;	      /* all of them; empty unless requested */
	const struct reference_event *events; /* ascending by ex_day */
	size_t n_events;
	const struct distribution *distributions; /* ascending by pay_day */
	size_t n_distributions;
	bool expires; /* option */
	struct day expiry;
};

/* A succession: rename, merger (1.7). */
struct succession {
	struct day day;
	const char *from, *to;
	struct ratio ratio; /* new shares per old */
	bool has_cash;
	struct price cash_per_share; /* per old share, in the asset's currency */
};

/* A spin-off (cisão): a share of a paper's cost at the opening of the day moves to another paper (1.7). */
struct spin_off {
	const char *from, *to;
	enum asset_type from_type, to_type;
	enum currency currency; /* of both */
	struct day day;
	struct percent share;
	bool disputed; /* sources disagree: the moved share is unknown */
};

/* Official rates of the dollar, ascending by day. */
struct fx_series {
	const struct close *rates; /* selling rate, BRL per dollar */
	size_t n;
};

/* The pair USDT/BRL as last fetched. */
struct fx_live {
	bool known;
	struct price rate;
	int64_t at_ms;
	bool change_known;
	struct percent change; /* 24 hours */
};

struct market {
	const struct market_symbol *symbols; /* ascending by (symbol, type) */
	size_t n_symbols;
	const struct succession *successions; /* ascending by day */
	size_t n_successions;
	struct fx_series usd;
	struct fx_live usdt;
	int64_t now_ms;		   /* for the age of the pair */
	const struct rates *rates; /* NULL: no asset of the ledger accrues by a rate */
};

/*
 * ledger_row_contradicts() - a trade of quantity zero, or a split without a ratio: the fold cannot
 * continue.
 */
bool ledger_row_contradicts(const struct ledger_row *row);

/*
 * ledger_traded() - the asset of this symbol that has rows, if they were read; else one that could have
 * them; NULL when there is none.
 */
const struct ledger_asset *ledger_traded(const struct ledger *ledger, const char *symbol);

/* market_find() - by bisection; NULL when unknown. */
const struct market_symbol *market_find(const struct market *m, const char *symbol,
					enum asset_type type);

/* market_of() - by its type; for a paper that was @succeeded, by any type of the exchange; or NULL. */
const struct market_symbol *market_of(const struct market *m, const char *symbol,
				      enum asset_type type, bool succeeded);

/*
 * row_is_large() - a row whose quantity could push a sum off the grid: of smaller ones, ninety thousand
 * would be needed.
 */
static inline bool row_is_large(const struct ledger_row *r)
{
	const int64_t large = 1000000 * (int64_t)E8;

	return r->qty.e8 >= large || r->qty.e8 <= -large;
}

#endif
