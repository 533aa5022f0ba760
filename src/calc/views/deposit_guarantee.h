/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deposit_guarantee.h: what the guarantee fund of deposits (FGC) covers, by kind of paper, and how much of one issuer is above
 * its limit (doc/market-rules.md, What the FGC covers).
 */
#ifndef LASTRO_CALC_VIEWS_DEPOSIT_GUARANTEE_H
#define LASTRO_CALC_VIEWS_DEPOSIT_GUARANTEE_H

#include "calc/amounts/amounts.h"

#define GUARANTEE_LIMIT ((struct money){ 250000 * E8 })	       /* of a person, by institution */
#define GUARANTEE_LIMIT_YEARS ((struct money){ 1000000 * E8 }) /* of a person, in four years */

enum guarantee { GUARANTEE_UNKNOWN, GUARANTEE_COVERED, GUARANTEE_NONE };

/* guarantee_of() - @paper: its kind, as accrual_terms.paper, or NULL; @reason: a sentence in pt-BR. */
enum guarantee guarantee_of(enum asset_type type, const char *paper, const char **reason);

/* What is held of one paper. */
struct guaranteed {
	const char *issuer; /* or NULL */
	enum guarantee guarantee;
	bool value_known;
	struct money value; /* today's */
	bool at_cost;	    /* the value is the cost: without what it earned */
};

/* The covered papers of one issuer; names that differ in case and accents alone are one. */
struct guarantee_issuer {
	const char *issuer; /* as first named; NULL: those without one */
	size_t papers, at_cost;
	bool known;	     /* value, above: the value of each is known */
	struct money value;  /* shown parts, added */
	bool above_known;    /* above: with an issuer, too */
	struct money above;  /* of the limit; 0 when within */
	const char *unknown; /* why above is not known, pt-BR; or NULL */
};

struct guarantee_sums {
	struct guarantee_issuer
		*issuers; /* by value, the largest first; the one without a name last */
	size_t n;
	struct money covered, none, unknown; /* of known values */
};

/* guarantee_sum() - CALC_RANGE when a sum leaves the grid; points into @list and @pool. */
enum calc_err guarantee_sum(void *pool, const struct guaranteed *list, size_t n,
			    struct guarantee_sums *out) MUST_CHECK;

#endif
