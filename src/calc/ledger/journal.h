/* SPDX-License-Identifier: Apache-2.0 */
/*
 * journal.h: the actions of a fold, entry by entry, for explaining a position.
 *
 * The fold decides (order of a day, day trades, coverage); the journal records the decision and its
 * row, event or succession, without the arithmetic, which calc/explain/explain_fold.c writes down.
 * Nothing is recorded unless fold_input.journal is set.
 */
#ifndef LASTRO_CALC_LEDGER_JOURNAL_H
#define LASTRO_CALC_LEDGER_JOURNAL_H

#include "calc/amounts/amounts.h"

enum journal_act {
	JOURNAL_TRADE,	    /* a row becomes a trade with its amount */
	JOURNAL_PART,	    /* a part of a trade */
	JOURNAL_REST,	    /* the rest of it after the part */
	JOURNAL_MATCH,	    /* a purchase against a sale of the day */
	JOURNAL_BUY,	    /* into the stock */
	JOURNAL_SELL,	    /* out of the stock */
	JOURNAL_UNCOVERED,  /* sold without stock */
	JOURNAL_SHORT,	    /* an option written without stock */
	JOURNAL_COVER,	    /* a purchase settles what was written */
	JOURNAL_SPLIT,	    /* by .ratio */
	JOURNAL_BONUS,	    /* shares received */
	JOURNAL_ADJUST_IN,  /* quantity or cost added, or only the cost corrected */
	JOURNAL_ADJUST_OUT, /* custody moved elsewhere */
	JOURNAL_EXCHANGE,   /* shares exchanged; .cost says what happens to the cost */
	JOURNAL_RETURN,	    /* of capital, or the cash of a succession */
	JOURNAL_SUCCEED,    /* .ticker becomes .to by .succession */
	JOURNAL_FORFEIT,    /* an option that expired is settled at zero */
	JOURNAL_SPIN_OUT,   /* a share of the cost leaves by spin-off .spin, */
	JOURNAL_SPIN_IN,    /* and waits for a credit of the other paper */
};

/* The source of a JOURNAL_PART's quantity. */
enum journal_qty { QTY_OF_TRADE, QTY_OF_TICKER, QTY_OF_SHORT };

/* The effect of a JOURNAL_EXCHANGE on the cost. */
enum journal_cost {
	COST_STAYS,
	COST_WAITS,	 /* removed by a debit of all, until a credit brings it back */
	COST_COMES_BACK, /* what waits */
	COST_OF_PRICE,	 /* the price of the row enters */
	COST_UNKNOWN,
};

#define JOURNAL_NONE SIZE_MAX

/* The origin of an action; each may be NULL. */
struct journal_origin {
	const struct ledger_row *row;
	const struct reference_event *event;
	const struct succession *succession;
	const struct capital_return *returned;
};

struct journal_entry {
	enum journal_act act;
	struct day day;
	size_t ticker, to; /* indices of tickers */
	/*
	 * Other entries.  trade: the whole of a PART, the trade that a REST remains of, the trade of
	 * BUY to COVER, the purchase of a MATCH.  with: the sale of a MATCH, the PART that a REST
	 * lacks, and with QTY_OF_TRADE the trade that determines the quantity of a PART.
	 */
	size_t trade, with;
	enum journal_qty qty_of;
	enum journal_cost cost;
	bool known;  /* the amount */
	bool result; /* a result was determined */
	bool rated;  /* the amount was converted at .rate */
	struct close rate;
	struct qty qty; /* JOURNAL_BONUS of an event: received; JOURNAL_ADJUST_OUT: what left */
	struct ratio ratio;
	struct day expiry; /* FORFEIT: the day of its result; the quantity changes on .day */
	size_t spin;	   /* JOURNAL_SPIN_OUT, JOURNAL_SPIN_IN: index in fold_input.spins */
	struct journal_origin from;
	size_t flow; /* index of its flow, or JOURNAL_NONE */
};

struct journal {
	struct journal_entry *entries;
	size_t n, size;
	size_t n_tickers; /* those of fold_input.assets first */
	const char **tickers;
};

#endif
