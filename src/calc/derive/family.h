/* SPDX-License-Identifier: Apache-2.0 */
/*
 * family.h: which ledger assets are one holding, because a paper succeeded another
 * (calculations.md 1.7).
 */
#ifndef LASTRO_CALC_DERIVE_FAMILY_H
#define LASTRO_CALC_DERIVE_FAMILY_H

#include "calc/base/ledger.h"

/* A ticker of a family. */
struct family_paper {
	const char *symbol;
	const struct ledger_asset *asset; /* NULL: only a succession names it */
	struct day until;		  /* its succession; DAY_FAR_FUTURE for today's ticker */
};

struct family {
	const struct ledger_asset *head; /* gives the holding its symbol */
	struct family_paper *papers;	 /* oldest first, today's ticker last */
	size_t n_papers;
	struct succession *successions; /* among them, ascending by day */
	size_t n_successions;
};

/*
 * families_find() - every asset of the ledger is in exactly one family; heads in the ledger's
 * order.
 * @as_of: successions after this day are not known yet
 * @n:     how many
 *
 * O(assets x log).  Points into @ledger and @market.
 */
struct family *families_find(void *pool, const struct ledger *ledger, const struct market *market,
			     struct day as_of, size_t *n);

#endif
