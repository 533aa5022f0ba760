/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deriving.h: a ledger being derived.
 *
 * Internal to derive, and open to calc/explain, which folds the same inputs again.
 */
#ifndef LASTRO_CALC_LEDGER_DERIVING_H
#define LASTRO_CALC_LEDGER_DERIVING_H

#include "calc/ledger/aggregate.h"
#include "calc/ledger/derived.h"
#include "calc/ledger/lineage.h"

/* A holding in the making. */
struct lineage_fold {
	const struct lineage *lineage;
	const struct market_symbol *market; /* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
	bool folded;   /* before its income, which changes nothing of the fold */
	size_t needs;  /* so many assets of the ledger hold all of its rows */
	size_t passed; /* how many spin-offs a cost that it received may have come through */
	struct spin_link **spins; /* that it gives or receives, ascending by day */
	size_t n_spins;
	bool finished;
};

#define SPINS_PASSED_MAX                                                                           \
	((size_t)64) /* that a cost came through; what came through more is not known */

/* A spin-off between two lineages, or inside one. */
struct spin_link {
	const struct spin_off *spin;
	size_t from,
		to; /* places of lineages; to: FOLD_ELSEWHERE where the ledger has no asset for it */
	size_t from_ticker, to_ticker;
	size_t passed; /* how many spin-offs its cost may have come through, itself among them */
	size_t needs;  /* so many assets of the ledger hold all that the giver's cost rests on */
	struct spin_source source; /* what it gave, */
	bool folded;		   /* once it is known */
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
	bool again;		    /* one of those was derived anew since: no longer */
};

/*
 * derive_lineages() - the lineages of c->ledger with what goes into their folds, income derived; the
 * folds are the caller's.
 */
enum calc_err derive_lineages(struct deriving_ledger *c) MUST_CHECK;

/* ---- spins.c ---- */

/*
 * spins_link() - which lineages the spin-offs of c->ledger are between.  A lineage that receives needs what those
 * that give to it need.
 */
void spins_link(struct deriving_ledger *c);

/* spins_hand() - into the input of the lineage at @place: what it gives, and what it received before @before. */
void spins_hand(const struct deriving_ledger *c, size_t place, struct day before,
		struct fold_input *in);

/* ---- derive_income.c ---- */

/*
 * derive_income() - what a lineage was paid, from the rows of w->in.
 * @elsewhere: by month, what other papers of its company paid; NULL: they are not looked at
 */
enum calc_err derive_income(const struct deriving_ledger *c, struct lineage_fold *w,
			    const struct months *elsewhere) MUST_CHECK;

/* may_lower_cost() - whether something that it was paid may give back capital. */
bool may_lower_cost(const struct deriving_ledger *c, const struct lineage_fold *w);

/* hand_lots() - the lots of a holding whose paper has terms, from its rows and what it paid. */
enum calc_err hand_lots(const struct deriving_ledger *c, const struct lineage_fold *w,
			struct derived_holding *h) MUST_CHECK;

#endif
