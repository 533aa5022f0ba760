/* SPDX-License-Identifier: Apache-2.0 */
/* accrual_factor.c: the growth of a paper's unit between two days (doc/calculations.md 4.1 to 4.4). */
#include "config.h"

#include "calc/amounts/accrual_factor.h"
#include "calc/amounts/accrual_tables.h"

#include <math.h>

#define E9 ((wide)1000000000)
#define UNIT_MAX_E12 (PRICE_MAX_E12 * 1000)

/* round9((1 + rate)^(du/252)); false when it leaves the grid. */
static bool annual_factor(const struct accruer *a, struct percent rate, int du, wide *e9)
{
	long double f = accrual_power(a->t, 1 + (long double)rate.e8 / HUNDRED, du, YEAR_DAYS);

	if (!(f < FACTOR_MAX))
		return false;
	*e9 = llroundl(f * 1e9L);
	return true;
}

enum accrual_reason accrual_judge(const struct accrual_terms *terms)
{
	struct percent year = terms->has_spread ? terms->spread : terms->rate;

	if (terms->indexer == INDEXER_OTHER)
		return ACCRUAL_INDEXER;
	if ((terms->has_spread && terms->has_rate) || year.e8 <= -HUNDRED)
		return ACCRUAL_INCOMPLETE;
	switch (terms->indexer) {
	case INDEXER_CDI:
	case INDEXER_SELIC:
		return terms->has_pct && terms->pct.e8 <= 0 ? ACCRUAL_INCOMPLETE : ACCRUAL_KNOWN;
	case INDEXER_PREFIXADO:
		return terms->has_rate || terms->has_spread ? ACCRUAL_KNOWN : ACCRUAL_INCOMPLETE;
	case INDEXER_IPCA:
	case INDEXER_IGPM: /* a percentage of an index has no formula in 4.3 */
		return (terms->has_pct && terms->pct.e8 != HUNDRED) || terms->anniversary_day < 1 ||
				       terms->anniversary_day > 31
			       ? ACCRUAL_INCOMPLETE
			       : ACCRUAL_KNOWN;
	case INDEXER_OTHER:
		break;
	}
	return ACCRUAL_INDEXER;
}

/* The factor of the yearly rate over the bank days of [start, t); 1 when none is contracted. */
static bool contracted_factor(const struct accruer *a, const struct accrual_terms *terms,
			      struct year_factors *years, struct day start, struct day t, wide *e9)
{
	int du;

	*e9 = E9;
	if (!terms->has_spread && !terms->has_rate)
		return true;
	du = accrual_days(a, start, t);
	if (du < years->n && years->e9[du]) {
		*e9 = years->e9[du];
		return true;
	}
	if (!annual_factor(a, terms->has_spread ? terms->spread : terms->rate, du, e9))
		return false;
	if (du < years->n)
		years->e9[du] = (int64_t)*e9;
	return true;
}

static enum accrual_reason find_factors(struct accruer *a, const struct accrual_terms *terms,
					struct year_factors *years, struct day start, struct day t,
					wide *index_e8, wide *year_e9)
{
	wide pct = terms->has_pct ? terms->pct.e8 : HUNDRED;
	static const struct rates none;
	const struct rates *r = a->rates ? a->rates : &none;

	*index_e8 = E8;
	if (!contracted_factor(a, terms, years, start, t, year_e9))
		return ACCRUAL_BEYOND;
	switch (terms->indexer) {
	case INDEXER_CDI:
		return accrual_di(a, &r->cdi, pct, start, t, index_e8);
	case INDEXER_SELIC:
		return accrual_di(a, &r->selic, pct, start, t, index_e8);
	case INDEXER_IPCA:
	case INDEXER_IGPM:
		return accrual_index(a, terms, start, t, index_e8);
	case INDEXER_PREFIXADO:
	case INDEXER_OTHER:
		break;
	}
	return ACCRUAL_KNOWN;
}

enum accrual_reason accrual_unit(struct accruer *a, const struct accrual_terms *terms,
				 struct year_factors *years, struct day start, struct price base,
				 struct day t, struct price *out)
{
	bool range = false;
	enum accrual_reason reason;
	wide index_e8, year_e9, e8;

	if (terms->has_maturity && day_before(terms->maturity, t))
		t = terms->maturity;
	reason = find_factors(a, terms, years, start, t, &index_e8, &year_e9);
	if (reason)
		return reason;
	if (terms->indexer == INDEXER_CDI || terms->indexer == INDEXER_SELIC) {
		wide factor = dec_mul_div_half_away(index_e8, year_e9, E8, &range);

		e8 = dec_mul_div_trunc(base.e12, factor, E9 * 10000, &range);
	} else if (terms->indexer == INDEXER_PREFIXADO) {
		e8 = dec_mul_div_trunc(base.e12, year_e9, E9 * 10000, &range);
	} else {
		e8 = dec_mul_div_trunc(base.e12, index_e8, E12, &range);
		e8 = dec_mul_div_trunc(e8, year_e9, E9, &range);
	}
	out->e12 = e8 * 10000;
	return range || out->e12 > UNIT_MAX_E12 ? ACCRUAL_BEYOND : ACCRUAL_KNOWN;
}
