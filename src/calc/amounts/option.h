/* SPDX-License-Identifier: Apache-2.0 */
/* option.h: when an option expires and when the remainder is settled (doc/calculations.md 1.4). */
#ifndef LASTRO_CALC_AMOUNTS_OPTION_H
#define LASTRO_CALC_AMOUNTS_OPTION_H

#include "core/day.h"
#include "core/decimal.h"

/* The known expiries of an option, besides its code's. */
struct option_terms {
	bool listed, stated; /* from the listing; from a statement or the person */
	struct day listing, statement;
};

/* The outcome of one cycle of an option with a known expiry. */
struct option_end {
	struct day expiry;
	struct day settled; /* the opening at which the remainder was settled at zero */
	bool open;	    /* that opening is in the future, and something remains */
	bool written;	    /* the remainder: short, else bought */
	struct qty qty;	    /* 0: nothing remained */
};

struct option_ends {
	struct option_end *items; /* ascending */
	size_t n;
};

/* option_settlement() - the day after the five business days in which rows still count. */
struct day option_settlement(struct day expiry);

/*
 * option_code_expiry() - the expiry that the code implies: the month's third Friday (before May 2021
 * its third Monday), Wn the n-th Friday, on a closed day the session before; of the first year in which
 * rows of @first count. Returns false when the code implies none.
 */
bool option_code_expiry(const char *symbol, struct day first, struct day *out);

/*
 * option_cycle_expiry() - of a cycle that begins on @first: the listing's, else the statement's, else
 * the code's. A listing a year or more before the code's expiry belongs to another series with a reused
 * code.
 */
bool option_cycle_expiry(const struct option_terms *terms, const char *symbol, struct day first,
			 struct day *out);

/* option_expired() - whether the holding at the end of @day belongs to a cycle whose expiry is past. */
bool option_expired(const struct option_ends *ends, struct day day);

#endif
