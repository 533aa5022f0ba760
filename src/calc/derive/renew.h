/* SPDX-License-Identifier: Apache-2.0 */
/*
 * renew.h: what a ledger comes to after few of its assets were touched, without folding the others.
 *
 * What comes out is what ledger_derive() of the whole ledger would give, or nothing where more than the
 * touched assets' own figures could have changed: a family of papers, a company's R$ 50,000 test.
 */
#ifndef LASTRO_CALC_DERIVE_RENEW_H
#define LASTRO_CALC_DERIVE_RENEW_H

#include "calc/derive/derived.h"

struct renewal {
	void *pool;
	const struct uuid *touched; /* assets that were changed, made or deleted */
	size_t n_touched;
	struct ledger kept_ledger; /* assets as they were, ascending by id; no rows */
	struct derived kept;	   /* what they came to */
	struct ledger now;	   /* the touched assets that are there, with rows; the coverage */
	const struct market *market; /* of renewal_assets() */
	struct day as_of;

	struct derived gone;	    /* touched holdings as they were; the caller adds their tails */
	struct ledger next_ledger;  /* all assets as they are */
	struct derived fresh, next; /* the touched ones as they are, and all */
};

/* renewal_gone() - fill `gone` from kept; false when a touched asset is of a family. */
bool renewal_gone(struct renewal *r) MUST_CHECK;

/*
 * renewal_assets() - fill next_ledger from kept_ledger and now.
 * Returns the assets that a market is wanted for: those, and the ones that are gone.
 */
struct ledger renewal_assets(struct renewal *r);

/*
 * renewal_derive() - fill fresh and next; the errors of ledger_derive().
 * @renewed: false when all has to be derived
 */
enum calc_err renewal_derive(struct renewal *r, bool *renewed) MUST_CHECK;

#endif
