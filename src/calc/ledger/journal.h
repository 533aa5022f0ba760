/* SPDX-License-Identifier: Apache-2.0 */
/*
 * journal.h: what a fold did, entry by entry, for who explains a position.
 *
 * The fold decides (order of a day, day trades, what is covered); the journal says what it decided and
 * out of which row, event or succession, without the arithmetic, which calc/explain/explain_fold.c writes down.
 * Nothing is noted unless fold_input.journal asks for it.
 */
#ifndef LASTRO_CALC_LEDGER_JOURNAL_H
#define LASTRO_CALC_LEDGER_JOURNAL_H

#include "calc/amounts/amounts.h"

enum journal_act {
	JOURNAL_TRADE,	    /* a row becomes a trade with its amount */
	JOURNAL_PART,	    /* a part of a trade */
	JOURNAL_REST,	    /* what the part left of it */
	JOURNAL_MATCH,	    /* a purchase against a sale of the day */
	JOURNAL_BUY,	    /* into the stock */
	JOURNAL_SELL,	    /* out of the stock */
	JOURNAL_UNCOVERED,  /* sold without stock */
	JOURNAL_SHORT,	    /* an option written without stock */
	JOURNAL_COVER,	    /* a purchase settles what was written */
	JOURNAL_SPLIT,	    /* by .ratio */
	JOURNAL_BONUS,	    /* shares received */
	JOURNAL_ADJUST_IN,  /* quantity or cost added, or the cost alone corrected */
	JOURNAL_ADJUST_OUT, /* custody moved elsewhere */
	JOURNAL_EXCHANGE,   /* shares exchanged, what becomes of the cost is .cost */
	JOURNAL_RETURN,	    /* of capital, or the cash of a succession */
	JOURNAL_SUCCEED,    /* .ticker becomes .to by .succession */
	JOURNAL_FORFEIT,    /* an option that expired is settled at zero */
	JOURNAL_SPIN_OUT,   /* a share of the cost leaves by spin-off .spin, */
	JOURNAL_SPIN_IN,    /* and waits for a credit of the other paper */
};

/* Of what the quantity of a JOURNAL_PART is. */
enum journal_qty { QTY_OF_TRADE, QTY_OF_TICKER, QTY_OF_SHORT };

/* Of the cost, what a JOURNAL_EXCHANGE does. */
enum journal_cost {
	COST_STAYS,
	COST_WAITS,	 /* leaves with a debit of all, until a credit brings it back */
	COST_COMES_BACK, /* what waits */
	COST_OF_PRICE,	 /* the price of the row enters */
	COST_UNKNOWN,
};

#define JOURNAL_NONE SIZE_MAX

/* What an act comes from; each may be NULL. */
struct journal_origin {
	const struct ledger_row *row;
	const struct reference_event *event;
	const struct succession *succession;
	const struct capital_return *returned;
};

struct journal_entry {
	enum journal_act act;
	struct day day;
	size_t ticker, to; /* places in the tickers */
	/*
	 * Other entries.  trade: the whole of a PART, what a REST is left of, what BUY to COVER move, the
	 * purchase of a MATCH.  with: the sale of a MATCH, the PART that a REST lacks, and where qty_of is
	 * QTY_OF_TRADE the trade that gives a PART its quantity.
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
	struct day expiry; /* FORFEIT: its result is of this day, what is held changes on .day */
	size_t spin;	   /* JOURNAL_SPIN_OUT, JOURNAL_SPIN_IN: index in fold_input.spins */
	struct journal_origin from;
	size_t flow; /* place of the flow that it made, or JOURNAL_NONE */
};

struct journal {
	struct journal_entry *entries;
	size_t n, size;
	size_t n_tickers; /* those of fold_input.assets first */
	const char **tickers;
};

#endif
