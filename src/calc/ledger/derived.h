/* SPDX-License-Identifier: Apache-2.0 */
/*
 * derived.h: the figures of a ledger before any price is known.
 *
 * ledger_derive() is the only function that makes them (architecture.md, Speed); they may be cached and
 * read on another day, so they have days of validity.  portfolio_mark() values them at prices.  The
 * database caches exactly this struct, so both ways to a figure meet here.
 */
#ifndef LASTRO_CALC_LEDGER_DERIVED_H
#define LASTRO_CALC_LEDGER_DERIVED_H

#include "calc/amounts/accrual.h"
#include "calc/ledger/income.h"
#include "calc/ledger/fold.h"

/*
 * Number of days before as_of whose rows are included: a price may be 30 days old and the one before it
 * 10 days more (3.1, 3.3), and a row counts against the price before it.
 */
#define RECENT_DAYS 60

/* A ticker under which a holding traded. */
struct derived_ticker {
	const char *symbol;
	struct day until; /* its succession; DAY_FAR_FUTURE for today's ticker */
	/*
	 * Quantities while it traded; empty for an only ticker, whose quantities are in the holding's
	 * steps.
	 */
	struct qty_steps held;
};

/* One holding: a paper with its predecessors. */
struct derived_holding {
	const struct ledger_asset *head;    /* gives its symbol, type, metadata */
	const char *current;		    /* today's ticker */
	enum asset_type current_type;	    /* a paper may have changed its kind */
	const char **merged_from;	    /* oldest first; NULL when none */
	const struct ledger_asset **merged; /* their ledger assets, same order */
	size_t n_merged;
	bool succeeded;		   /* succession_day is known */
	struct day succession_day; /* the newest */

	struct position brl, native; /* native: of a foreign asset only */
	struct income income;	     /* BRL */
	struct money native_income;
	const struct ledger_row
		*recent; /* all papers: rows after as_of - RECENT_DAYS, and every split */
	size_t n_recent; /* ascending by paper, then day */

	const struct derived_ticker *tickers; /* oldest first, today's ticker last */
	size_t n_tickers;
	const struct own_split *splits; /* ascending by day; .paper is an index of papers */
	size_t n_splits;
	const struct fold_step *steps; /* BRL side, ascending */
	size_t n_steps;
	const struct fold_flow *flows; /* BRL side, ascending */
	size_t n_flows;
	const struct income_entry *entries; /* ascending by pay_day; capital returns are flows */
	size_t n_entries;
	bool flows_known;	     /* no series null of 1.10 among the flows */
	struct day unknown_flow_day; /* the last such flow; meaningless when flows_known */
	bool taxed; /* its dividends enter the R$ 50,000 test of the company (2.3) */
	const struct applied_event *applied; /* ascending by day */
	size_t n_applied;
	struct option_ends ends;  /* of an option */
	struct accrual_lots lots; /* of paper with contracted terms */
	struct slice packed; /* its bytes in derived.packed, while it is unchanged since; or none */
};

/* derived_ticker_at() - index of the ticker that traded on @day. */
static inline size_t derived_ticker_at(const struct derived_holding *h, struct day day)
{
	size_t at = 0;

	while (at + 1 < h->n_tickers && !day_before(day, h->tickers[at].until))
		at++;
	return at;
}

struct derived {
	struct day as_of; /* includes rows, payments and events up to here */
	struct day until; /* the next change is due on this day: valid up to the day before */
	struct derived_holding *holdings;
	size_t n;
	size_t merged_assets;
	bool foreign;	    /* has an asset of another currency: needs a valuation rate */
	struct flow *flows; /* of all holdings, one a day; with room for one more at the end */
	size_t n_flows;
	bool flows_complete;	     /* false: a series null of 1.10 */
	struct day unknown_flow_day; /* the last of those; meaningless when flows_complete */
	const struct xirr_flows *rate_flows; /* @flows prepared for xirr_of(); NULL: not prepared */
	struct months realized_by_month, income_by_month; /* of all holdings */
	size_t *realized_holders,
		*income_holders; /* number of holdings with each of those months */
	struct applied_event *applied;
	size_t n_applied;
	const struct packed_head *packed; /* the head that it comes from; or NULL */
};

/*
 * ledger_derive() - folds every lineage, derives its income, and sums the investor's payments and
 * receipts.
 * @market: events, distributions, successions and official rates; its closes are not read
 * @out:    filled on CALC_OK, untouched otherwise; points into @ledger, @market and @pool
 *
 * The errors of fold().  O(rows + distributions log rows).  rederive.h is the other way to the same
 * figures, after few assets were touched.
 */
enum calc_err ledger_derive(void *pool, const struct ledger *ledger, const struct market *market,
			    struct day as_of, struct derived *out) MUST_CHECK;

/*
 * The same while rows are still arriving: ledger_derive_begin() needs the assets of @ledger, in their
 * order, and their income; ledger_derive_some() derives the lineages that only need the rows of the
 * first @n_assets; ledger_derive_end() the rest, once all rows are there.  @ledger and @market must
 * stay valid until then.
 */
struct deriving_ledger;
struct deriving_ledger *ledger_derive_begin(void *pool, const struct ledger *ledger,
					    const struct market *market, struct day as_of);
enum calc_err ledger_derive_some(struct deriving_ledger *c, size_t n_assets) MUST_CHECK;
enum calc_err ledger_derive_end(struct deriving_ledger *c, struct derived *out) MUST_CHECK;

/*
 * derived_aggregate() - the totals of all holdings: flows, months, applied events. Leaves `until`
 * unchanged.
 */
enum calc_err derived_aggregate(void *pool, struct derived *d) MUST_CHECK;

/* derived_gather() - flags, counts and applied events from the holdings' own. */
void derived_gather(void *pool, struct derived *d);

/*
 * aggregate_replace() - replaces some holdings in the totals: flows, months, applied events and their
 * flags.  The caller changes the list d->holdings before.
 * @out: removed holdings, with their tails; @in: their replacements
 */
enum calc_err aggregate_replace(void *pool, struct derived *d, const struct derived_holding *out,
				size_t n_out, const struct derived_holding *in,
				size_t n_in) MUST_CHECK;

#endif
