/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_factor.h: the growth of a paper's unit between two days (doc/calculations.md 4.1 to 4.4).
 *
 * Internal to accrual: accrual.c walks the lots, this file the days.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_FACTOR_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_FACTOR_H

#include "calc/amounts/accrual_steps.h"

/* Yearly factors of one paper by number of bank days, 9 places, computed on first use: 0 until then. */
struct year_factors {
	int64_t *e9;
	int n;
};

/*
 * accrual_unit() - PU(t) of a lot whose unit was @base on @start, rounded to 8 places though stored as
 * a price; @t is limited to maturity here.  Returns why there is none.
 * @years: of these terms; factors for more bank days are computed each time
 */
enum accrual_reason accrual_unit(struct accruer *a, const struct accrual_terms *terms,
				 struct year_factors *years, struct day start, struct price base,
				 struct day t, struct price *out);

/* accrual_judge() - whether the terms allow accrual at all. */
enum accrual_reason accrual_judge(const struct accrual_terms *terms);

/* accruer_pool() - for allocations that live as long as the accruer. */
void *accruer_pool(struct accruer *a);

#endif
