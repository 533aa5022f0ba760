/* SPDX-License-Identifier: Apache-2.0 */
/*
 * position.h: the result of a fold for one asset, and the investor's payments and receipts
 * (doc/calculations.md 1.3, 1.10).
 */
#ifndef LASTRO_CALC_AMOUNTS_POSITION_H
#define LASTRO_CALC_AMOUNTS_POSITION_H

#include "calc/amounts/ledger.h"
#include "calc/amounts/months.h"

struct uncovered {
	struct day day;
	struct qty qty;
};

/* The row by which the quantity last left zero (doc/market-rules.md). */
struct position_opening {
	bool known;
	struct day day; /* meaningless unless known */
};

/* An incorporation without a counterpart (1.7). */
struct unexplained {
	struct day day;
	struct qty qty; /* credited at an unknown cost; negative: removed, with all its cost */
	size_t ticker;	/* index in the fold's tickers; not stored */
	struct position_opening opening; /* of the position at that row; not stored */
};

struct applied_event { /* a reference event that the ledger lacks */
	const char *symbol;
	struct day ex_day;
	enum event_kind kind;
	struct ratio ratio;
	struct qty qty; /* the row's quantity: held for a split, received for a bonus */
};

/* Outcome of one fold, in one currency (1.3). */
struct position {
	struct qty qty;
	struct money cost;     /* remaining; meaningless unless cost_known */
	bool cost_known;       /* of the running cycle (not U in 1.3) */
	bool basis_known;      /* cost_basis_known: of the whole ledger */
	bool realized_known;   /* no result is undetermined */
	struct money realized; /* sum of the determinable results */
	struct months realized_by_month;
	struct qty short_qty; /* options written without the underlying shares */
	struct uncovered *uncovered;
	size_t n_uncovered;
	struct unexplained *unexplained;
	size_t n_unexplained;
	struct position_opening opening; /* meaningless while the quantity is zero */
	struct day added;		 /* of the first row */
	size_t tx_count;		 /* rows of the ledger, applied events aside */
	bool has_rows;
};

struct income {
	struct money received; /* sum of by_month */
	struct months by_month;
};

/* A flow of the investor in BRL; amounts of one day are one flow. */
struct flow {
	struct day day;
	struct money amount; /* negative: paid by the investor */
};

/*
 * market_value_of() - quantity times price, then times the rate when the price is foreign (@rate not
 * NULL): each product rounded once.  Values a holding on any day, with that day's price.
 */
static inline struct money market_value_of(struct qty qty, struct price price,
					   const struct price *rate, bool *range)
{
	struct money value = money_gross(qty, price, range);

	return rate ? money_times_rate(value, *rate, range) : value;
}

#endif
