/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deriving.h: a ledger being derived.
 *
 * Internal to derive, and open to calc/explain, which folds the same inputs again.
 */
#ifndef LASTRO_CALC_DERIVE_DERIVING_H
#define LASTRO_CALC_DERIVE_DERIVING_H

#include "calc/derive/aggregate.h"
#include "calc/derive/derived.h"
#include "calc/derive/lineage.h"

/* A holding in the making. */
struct lineage_fold {
	const struct lineage *lineage;
	const struct market_symbol *market; /* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
	bool folded;  /* before its income, which changes nothing of the fold */
	size_t needs; /* so many assets of the ledger hold all of its rows */
	bool finished;
};

struct deriving_ledger {
	void *pool;
	const struct ledger *ledger;
	const struct market *market;
	struct day as_of;
	struct lineage_fold *lineages;
	size_t n, first;		/* those before @first are finished */
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
