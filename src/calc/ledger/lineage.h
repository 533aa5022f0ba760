/* SPDX-License-Identifier: Apache-2.0 */
/* lineage.h: groups ledger assets into holdings by succession (doc/calculations.md 1.7). */
#ifndef LASTRO_CALC_LEDGER_LINEAGE_H
#define LASTRO_CALC_LEDGER_LINEAGE_H

#include "calc/amounts/amounts.h"

/* A ticker of a lineage. */
struct lineage_ticker {
	const char *symbol;
	const struct ledger_asset *asset; /* NULL: only a succession names it */
	struct day until;		  /* its succession; DAY_FAR_FUTURE for today's ticker */
};

struct lineage {
	const struct ledger_asset *head; /* gives the holding its symbol */
	struct lineage_ticker *tickers;	 /* oldest first, today's ticker last */
	size_t n_tickers;
	struct succession *successions; /* among them, ascending by day */
	size_t n_successions;
};

/*
 * lineages_find() - every asset of the ledger is in exactly one lineage; heads in the ledger's order.
 * @as_of: ignores successions after this day
 * @n:     their number
 *
 * O(assets x log).  Points into @ledger and @market.
 */
struct lineage *lineages_find(void *pool, const struct ledger *ledger, const struct market *market,
			      struct day as_of, size_t *n);

#endif
