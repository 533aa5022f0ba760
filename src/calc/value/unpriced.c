/* SPDX-License-Identifier: Apache-2.0 */
/* unpriced.c: why a holding has no price, for the person. */
#include "config.h"

#include "calc/value/portfolio_value.h"
#include "core/pool.h"

/* For a paper with contracted terms: why they give no value either. */
static const char *and_accrual(void *pool, const struct holding *h, const char *why)
{
	return h->accrual_reason ? pool_printf(pool, "%s; pela curva: %s", why,
					       accrual_reasons[h->accrual_reason])
				 : why;
}

static const char *absurd(void *pool, const struct holding *h)
{
	const struct market_symbol *m = h->market;
	bool dollars = h->asset->currency == CURRENCY_USD;

	return pool_printf(pool, "a cotação de %s em %s não combina com a de %s em %s",
			   priced_text(pool, dollars, m->last.price), date_text(pool, m->last.day),
			   priced_text(pool, dollars, m->prev.price), date_text(pool, m->prev.day));
}

const char *unpriced_text(void *pool, const struct holding *h)
{
	switch (h->unpriced) {
	case PRICED:
		return NULL;
	case UNPRICED_NO_QUOTE:
		return and_accrual(pool, h, "sem cotação");
	case UNPRICED_STALE:
		return and_accrual(pool, h,
				   pool_printf(pool, "a última cotação, de %s, é velha demais",
					       date_text(pool, h->quote_day)));
	case UNPRICED_ABSURD:
		return and_accrual(pool, h, absurd(pool, h));
	case UNPRICED_NO_RATE:
		return "sem cotação do dólar";
	case UNPRICED_TERMS:
		return accrual_reasons[h->accrual_reason ? h->accrual_reason : ACCRUAL_NO_TERMS];
	}
	return NULL;
}
