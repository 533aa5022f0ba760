/* SPDX-License-Identifier: Apache-2.0 */
/* option.h: when an option expires and when what is left of it is settled (doc/calculations.md 1.4). */
#ifndef LASTRO_CALC_AMOUNTS_OPTION_H
#define LASTRO_CALC_AMOUNTS_OPTION_H

#include "core/day.h"
#include "core/decimal.h"

/* What is known of an option's expiry besides its code. */
struct option_terms {
	bool listed, stated; /* by the listing; by the statement or the person */
	struct day listing, statement;
};

/* What became of one cycle of an option whose expiry is known. */
struct option_end {
	struct day expiry;
	struct day settled; /* the opening at which what was left was settled at zero */
	bool open;	    /* that opening is still to come, and something is left */
	bool written;	    /* what was left: short, else bought */
	struct qty qty;	    /* 0: nothing was left */
};

struct option_ends {
	struct option_end *items; /* ascending */
	size_t n;
};

/* option_settlement() - the day after the five business days in which rows still count. */
struct day option_settlement(struct day expiry);

/*
 * option_code_expiry() - out of the code: the month's third Friday (before May 2021 its third Monday), Wn
 * the n-th Friday, on a closed day the session before; of the first year in which rows of @first count.
 * Returns false when the code says none.
 */
bool option_code_expiry(const char *symbol, struct day first, struct day *out);

/*
 * option_cycle_expiry() - of a cycle that begins on @first: the listing, else the statement, else the code.
 * A listing a year or more behind what the code says is another series under a code that came again.
 */
bool option_cycle_expiry(const struct option_terms *terms, const char *symbol, struct day first,
			 struct day *out);

/* option_expired() - whether what is held at the end of @day is of a cycle whose expiry is past. */
bool option_expired(const struct option_ends *ends, struct day day);

#endif
