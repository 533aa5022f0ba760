/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_tables.h: what the accruers of one set of rates share.
 *
 * Internal to accrual: accrual_tables.c numbers the bank days, accrual_chain.c keeps the chains of
 * daily factors, accrual_index.c the running products of an index, accrual_factor.c computes a unit's
 * factor from them.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_TABLES_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_TABLES_H

#include "calc/amounts/accrual.h"

#define YEAR_DAYS 252
#define HUNDRED (100 * E8)		 /* percent, on its grid */
#define FIRST_DAY ((struct day){ 8947 }) /* 1994-07-01: the real did not exist before */
#define FACTOR_MAX 1e9L			 /* no contract leads to a larger factor */
#define POWERS 2048

struct chain;
struct index_chain;

/* A cached power, since the lots of a paper need the same few: base^(part/whole). */
struct power {
	long double base, value;
	int32_t part, whole; /* whole 0: free */
};

/* Derived from the rates alone, so one set serves every paper, and every request while the rates stay. */
struct accrual_tables {
	void *pool;
	struct day end;	 /* of `before` */
	int32_t *before; /* bank days since FIRST_DAY before each day; until end + 1 */
	struct chain *chains;
	size_t n_chains;
	struct index_chain *ipca, *igpm;
	struct power powers[POWERS];
};

struct accruer {
	void *pool; /* for allocations that live as long as the accruer */
	const struct rates *rates;
	struct accrual_tables *t;
};

/* accrual_in_table() - whether the bank day number of @d is known. */
static inline bool accrual_in_table(const struct accruer *a, struct day d)
{
	return !day_before(d, FIRST_DAY) && !day_before(a->t->end, d);
}

/* accrual_number() - bank days before @d, which is in the table. */
static inline int32_t accrual_number(const struct accruer *a, struct day d)
{
	return a->t->before[d.n - FIRST_DAY.n];
}

/* accrual_power() - base^(part/whole), cached: lots and days need the same few. */
long double accrual_power(struct accrual_tables *t, long double base, int part, int whole);

/* ---- accrual_chain.c ---- */

/* accrual_di() - FatorDI of 4.1, 8 places, at @pct_e8 of the rates, over [start, t). */
enum accrual_reason accrual_di(struct accruer *a, const struct daily_rates *r, wide pct_e8,
			       struct day start, struct day t, wide *e8);

/* ---- accrual_index.c ---- */

/* accrual_index() - C of 4.3 over [start, t), truncated to 8 places. */
enum accrual_reason accrual_index(struct accruer *a, const struct accrual_terms *terms,
				  struct day start, struct day t, wide *e8);

/* accrual_nominal() - day @dom of a month; the last day of a shorter month. */
struct day accrual_nominal(int dom, int32_t month);

#endif
