/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rederive.h: derives a ledger after few of its assets were touched, without folding the others.
 *
 * The result equals that of ledger_derive() over the whole ledger; there is none when more than the
 * touched assets' own figures could have changed: a lineage of papers, a spin-off, a company's R$
 * 50,000 test.
 *
 * A second way to the figures of ledger_derive(), on purpose: a write of one row must not wait for ten
 * years of all the others.  t/unit/calc/ledger/rederive_property.c and `verify` check that both give
 * the same bytes.
 */
#ifndef LASTRO_CALC_LEDGER_REDERIVE_H
#define LASTRO_CALC_LEDGER_REDERIVE_H

#include "calc/ledger/derived.h"

struct rederivation {
	void *pool;
	const struct uuid *touched; /* assets that were changed, created or deleted */
	size_t n_touched;
	struct ledger cached_ledger; /* the old assets, ascending by id; no rows */
	struct derived cached;	     /* their derived figures */
	struct ledger now; /* the touched assets that still exist, with rows; the coverage */
	const struct market *market; /* of rederive_assets() */
	struct day as_of;

	struct derived gone;	    /* the old touched holdings; the caller adds their tails */
	struct ledger next_ledger;  /* all present assets */
	struct derived fresh, next; /* the touched ones as they are now, and all */
};

/* rederive_gone() - fills `gone` from cached; false when a touched asset belongs to a lineage. */
bool rederive_gone(struct rederivation *r) MUST_CHECK;

/*
 * rederive_assets() - fills next_ledger from cached_ledger and now. Returns the assets whose market is
 * needed: those, and the deleted ones.
 */
struct ledger rederive_assets(struct rederivation *r);

/*
 * rederive_touched() - fills fresh and next; the errors of ledger_derive().
 * @rederived: false when everything must be derived
 */
enum calc_err rederive_touched(struct rederivation *r, bool *rederived) MUST_CHECK;

#endif
