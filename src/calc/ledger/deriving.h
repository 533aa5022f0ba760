/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deriving.h: a ledger while it is being derived.
 *
 * Internal to derive, and open to calc/explain, which folds the same inputs again.
 */
#ifndef LASTRO_CALC_LEDGER_DERIVING_H
#define LASTRO_CALC_LEDGER_DERIVING_H

#include "calc/ledger/aggregate.h"
#include "calc/ledger/derived.h"
#include "calc/ledger/lineage.h"

/* A holding while it is being derived. */
struct lineage_fold {
	const struct lineage *lineage;
	const struct market_symbol *market; /* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
	bool folded;   /* before its income, which does not affect the fold */
	size_t needs;  /* number of leading assets of the ledger that include all of its rows */
	size_t passed; /* longest chain of spin-offs through which a received cost came */
	struct spin_link **spins; /* given or received, ascending by day */
	size_t n_spins;
	bool finished;
};

#define SPINS_PASSED_MAX ((size_t)64) /* longest chain of spin-offs; beyond it a cost is unknown */

/* A spin-off between two lineages, or inside one. */
struct spin_link {
	const struct spin_off *spin;
	size_t from,
		to; /* indices of lineages; to: FOLD_ELSEWHERE when the ledger has no asset for it */
	size_t from_ticker, to_ticker;
	size_t passed; /* length of the chain of spin-offs of its cost, including this one */
	size_t needs;  /* number of leading assets that determine the giver's cost */
	struct spin_source source; /* what it gave, */
	bool folded;		   /* its cost is known */
};

struct deriving_ledger {
	void *pool;
	const struct ledger *ledger;
	const struct market *market;
	struct day as_of;
	struct lineage_fold *lineages;
	size_t n, first;	 /* those before @first are finished */
	struct spin_link *spins; /* ascending by day */
	size_t n_spins;
	struct derived_ticker *tickers; /* of lineages that have one */
	struct derived out;
	struct aggregate aggregate; /* of the finished ones */
	bool again;		    /* a finished one was derived again: the aggregate is invalid */
};

/*
 * derive_lineages() - the lineages of c->ledger with the inputs of their folds, income derived; the
 * caller folds.
 */
enum calc_err derive_lineages(struct deriving_ledger *c) MUST_CHECK;

/* ---- spins.c ---- */

/*
 * spins_link() - the lineages that the spin-offs of c->ledger connect.  A receiving lineage needs all
 * that its givers need.
 */
void spins_link(struct deriving_ledger *c);

/*
 * spins_add_costs() - adds the costs that the lineage at @place gives, and those that it received
 * before @before, to its input.
 */
void spins_add_costs(const struct deriving_ledger *c, size_t place, struct day before,
		     struct fold_input *in);

/* ---- derive_income.c ---- */

/*
 * derive_income() - the payments of a lineage, from the rows of w->in.
 * @elsewhere: by month, payments of the company's other papers; NULL: ignores them
 */
enum calc_err derive_income(const struct deriving_ledger *c, struct lineage_fold *w,
			    const struct months *elsewhere) MUST_CHECK;

/* may_lower_cost() - whether one of its payments may return capital. */
bool may_lower_cost(const struct deriving_ledger *c, const struct lineage_fold *w);

/* ---- derive_lots.c ---- */

/* derive_lots() - the lots of a holding whose paper has terms, from its rows and payments. */
enum calc_err derive_lots(const struct deriving_ledger *c, const struct lineage_fold *w,
			  struct derived_holding *h) MUST_CHECK;

#endif
