/* SPDX-License-Identifier: Apache-2.0 */
/* tax_operations.h: every disposal of a taxpayer, from one ledger over all portfolios (doc/tax.md 20.3). */
#ifndef LASTRO_CALC_TAX_TAX_OPERATIONS_H
#define LASTRO_CALC_TAX_TAX_OPERATIONS_H

#include "calc/tax/tax_classes.h"

enum tax_nature {
	TAX_SALE,     /* of a holding */
	TAX_MATCH,    /* a day trade */
	TAX_EXERCISE, /* shares delivered by, or paired with, an exercise */
	TAX_COVER,    /* a purchase settles a written option */
	TAX_EXPIRY,
	TAX_RETURN, /* capital returned above the cost */
	TAX_CASH,   /* of a succession */
};

#define TAX_NO_ROW SIZE_MAX

struct tax_operation {
	struct day day;
	const char *symbol;
	size_t asset, portfolio;
	enum tax_class cls;
	bool day_trade;
	bool right; /* a subscription right is sold: the asset's basket, its own class */
	enum tax_basket basket; /* BASKET_NONE: no monthly basket */
	enum tax_nature nature;
	struct qty qty;
	bool gross_known, cost_known, result_known;
	bool bonus_missing;	    /* bonus shares without a declared value lower the cost */
	struct money gross;	    /* of a sale, before fees, reais */
	struct money proceeds;	    /* after fees; meaningless unless result_known */
	struct money cost, result;  /* reais, 8 places */
	struct money native_result; /* currency of the asset; where result_known */
	enum tax_reason why;	    /* TAX_KNOWN, or why result is unknown */
	size_t row, with; /* indices of the rows: the disposal, and its purchase; or TAX_NO_ROW */
	size_t order;	  /* as they arose */
};

/* The holding of an asset at the end of a day. */
struct tax_position {
	struct qty qty, short_qty;
	struct money cost, native_cost; /* reais; currency of the asset */
	enum tax_reason why;		/* TAX_KNOWN, or why the cost is unknown */
	bool bonus_missing;		/* includes bonus shares at no cost */
	bool converted;			/* a succession turned the holding into another paper */
	size_t into; /* the asset to which its entries belong; its own while it lives */
	struct day converted_on;
	const struct qty *by_portfolio; /* of the ledger's portfolios */
	bool *sent_maybe; /* likewise: a position that left may or may not be one that another holds; NULL: none */
};

/* A bonus received: declared value (isentos 18). */
struct tax_bonus {
	struct day day;
	size_t asset;
	bool known;
	struct money value;
};

/* An occurrence that a report warns about. */
enum tax_event { TAX_EVENT_SUCCESSION, TAX_EVENT_EXPIRY_UNKNOWN, TAX_EVENT_TRANSFER_MAYBE };
struct tax_noticed {
	enum tax_event event;
	struct day day;
	size_t asset;
	const struct tax_row *out, *in; /* of an uncertain transfer; else NULL */
};

/* The changes of a holding's cost, recorded only for an explanation. */
enum tax_change_kind {
	TAX_COST_IN,	 /* adds amount, which may be negative */
	TAX_COST_PART,	 /* removes the cost of qty of .of units */
	TAX_COST_SHARE,	 /* removes .share % of it */
	TAX_COST_MERGED, /* adds that of .from, which became this asset */
	TAX_COST_ENDS,	 /* nothing is held, or no cost is left: starts again at 0 */
};

struct tax_change {
	enum tax_change_kind kind;
	struct day day;
	size_t asset, from;
	struct money amount; /* reais */
	struct qty qty, of;
	struct percent share;
	size_t row;	  /* its index, or TAX_NO_ROW */
	const char *text; /* pt-BR */
};

struct tax_trace {
	struct tax_change *items; /* in order */
	size_t n, size;
};

#define TAX_SNAPSHOTS 2

struct tax_operations {
	struct tax_operation *items; /* by day, symbol, kind, then as they occurred */
	size_t n;
	struct tax_position *held[TAX_SNAPSHOTS]; /* by asset, at the end of the requested days */
	struct tax_bonus *bonuses;
	size_t n_bonuses;
	struct tax_noticed *noticed;
	size_t n_noticed;
};

/*
 * tax_operations() - replays the joint ledger.
 * @days: ascending; positions are recorded at the end of each, at most as_of
 *
 * Roundings as in fold(): each product and quotient once to the money grid.  CALC_RANGE when a sum
 * leaves it, CALC_ORDER when rows are not ascending, CALC_INPUT when a row contradicts its kind,
 * CALC_STOPPED. O(n log n) of rows, events, income and successions.
 */
enum calc_err tax_operations(void *pool, const struct tax_ledger *ledger,
			     const struct day days[TAX_SNAPSHOTS],
			     struct tax_operations *out) MUST_CHECK;

/* tax_trace() - replays it again, and records every change of a cost in reais. */
enum calc_err tax_trace(void *pool, const struct tax_ledger *ledger,
			struct tax_trace *out) MUST_CHECK;

#endif
