/* SPDX-License-Identifier: Apache-2.0 */
/*
 * factor.h: what a paper's unit grows by between two days (calculations.md 4.1 to 4.4).
 *
 * Internal to accrual: accrual.c goes through the lots, this room through the days.
 */
#ifndef LASTRO_CALC_ACCRUAL_FACTOR_H
#define LASTRO_CALC_ACCRUAL_FACTOR_H

#include "calc/accrual/accrual.h"

/* Yearly factors of one paper by bank days, 9 places, found when first asked for: 0 until then. */
struct year_factors {
	int64_t *e9;
	int n;
};

/*
 * accrual_unit() - PU(t) of a lot whose unit was @base on @start, on a grid of 8 places though in a
 * price; @t is cut at maturity here.  Returns why there is none.
 * @years: of these terms; bank days beyond it are worked out each time
 */
enum accrual_reason accrual_unit(struct accruer *a, const struct accrual_terms *terms,
				 struct year_factors *years, struct day start, struct price base,
				 struct day t, struct price *out);

/* accrual_judge() - whether the terms can accrue at all. */
enum accrual_reason accrual_judge(const struct accrual_terms *terms);

/* ---- for who explains a factor ---- */

/* Bank days in a row with one daily factor. */
struct accrual_segment {
	struct day from, to; /* civil days, to is not in it */
	int days;	     /* bank days */
	struct daily_rate rate;
	bool spent; /* beyond the days that repeat the last rate: they add nothing */
	wide step;  /* the day's factor less 1, 16 places */
};

/* accrual_segments() - those of [start, t); NULL where the rates do not reach. */
struct accrual_segment *accrual_segments(struct accruer *a, const struct accrual_terms *terms,
					 struct day start, struct day t, size_t *n);

/* The part of an index cycle that lies in a period. */
struct accrual_cycle {
	struct day from, to; /* of the cycle, nominal */
	int part, whole;     /* bank days */
	const struct index_month *month;
	const struct index_month
		*before; /* v is a quotient of their numbers; NULL: it is published */
};

/* accrual_cycles() - those of [start, t) with bank days in them; NULL where the index does not reach. */
struct accrual_cycle *accrual_cycles(struct accruer *a, const struct accrual_terms *terms,
				     struct day start, struct day t, size_t *n);

/* accrual_days() - bank days in [from, to). */
int accrual_days(const struct accruer *a, struct day from, struct day to);

/* accruer_pool() - for what lives as long as it. */
void *accruer_pool(struct accruer *a);

#endif
