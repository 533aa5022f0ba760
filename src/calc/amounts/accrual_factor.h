/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_factor.h: what a paper's unit grows by between two days (doc/calculations.md 4.1 to 4.4).
 *
 * Internal to accrual: accrual.c goes through the lots, this room through the days.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_FACTOR_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_FACTOR_H

#include "calc/amounts/accrual_steps.h"

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

/* accruer_pool() - for what lives as long as it. */
void *accruer_pool(struct accruer *a);

#endif
