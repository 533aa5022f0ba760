/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rederive.h: what a ledger comes to after few of its assets were touched, without folding the others.
 *
 * What comes out is what ledger_derive() of the whole ledger would give, or nothing where more than the
 * touched assets' own figures could have changed: a lineage of papers, a spin-off, a company's R$ 50,000 test.
 *
 * A second road to the figures of ledger_derive(), on purpose: a write of one row must not wait for ten
 * years of all the others.  t/unit/calc/ledger/rederive_property.c and `verify` hold both to the same bytes.
 */
#ifndef LASTRO_CALC_LEDGER_REDERIVE_H
#define LASTRO_CALC_LEDGER_REDERIVE_H

#include "calc/ledger/derived.h"

struct rederivation {
	void *pool;
	const struct uuid *touched; /* assets that were changed, made or deleted */
	size_t n_touched;
	struct ledger cached_ledger; /* assets as they were, ascending by id; no rows */
	struct derived cached;	     /* what they came to */
	struct ledger now; /* the touched assets that are there, with rows; the coverage */
	const struct market *market; /* of rederive_assets() */
	struct day as_of;

	struct derived gone;	    /* touched holdings as they were; the caller adds their tails */
	struct ledger next_ledger;  /* all assets as they are */
	struct derived fresh, next; /* the touched ones as they are, and all */
};

/* rederive_gone() - fill `gone` from cached; false when a touched asset is of a lineage. */
bool rederive_gone(struct rederivation *r) MUST_CHECK;

/*
 * rederive_assets() - fill next_ledger from cached_ledger and now.
 * Returns the assets that a market is wanted for: those, and the ones that are gone.
 */
struct ledger rederive_assets(struct rederivation *r);

/*
 * rederive_touched() - fill fresh and next; the errors of ledger_derive().
 * @rederived: false when all has to be derived
 */
enum calc_err rederive_touched(struct rederivation *r, bool *rederived) MUST_CHECK;

#endif
