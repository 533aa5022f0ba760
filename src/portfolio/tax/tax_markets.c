/* SPDX-License-Identifier: Apache-2.0 */
/* tax_markets.c: a month as the sheets "Renda Variável" of the Receita's program ask it (doc/tax.md 20.9). */
#include "config.h"

#include "portfolio/tax/tax_answers.h"

/* Only an ETF of unknown kind has a basket without a class. */
static enum tax_market market_of_class(enum tax_class cls)
{
	switch (cls) {
	case TAX_OPTION:
		return MARKET_OPTIONS;
	case TAX_ETF:
	case TAX_NONE:
		return MARKET_ETF;
	case TAX_FII:
		return MARKET_FII;
	case TAX_FIAGRO:
		return MARKET_FIAGRO;
	case TAX_SHARE:
	case TAX_UNIT:
	case TAX_BDR:
	case TAX_RIGHT:
	case TAX_INFRA:
	case TAX_ETF_RF:
	case TAX_FIXED_TAXED:
	case TAX_FIXED_EXEMPT:
	case TAX_FUND:
	case TAX_CRYPTO:
	case TAX_FOREIGN:
	case TAX_CLASSES:
		break;
	}
	return MARKET_SPOT;
}

bool tax_market_sum(const struct tax_month *m, enum tax_basket basket, enum tax_market market,
		    struct tax_figure *out)
{
	bool any = false;

	*out = tax_is((struct money){ 0 });
	for (int c = 0; c < TAX_CLASSES; c++) {
		const struct tax_class_sum *s = &m->basket[basket].by_class[c];

		if (!s->present || market_of_class((enum tax_class)c) != market)
			continue;
		any = true;
		out->known &= s->sum.known;
		out->m.e8 += s->sum.m.e8;
		/* The exempt gain is a line of another sheet. */
		if (c == TAX_SHARE && basket == BASKET_COMMON && m->exempt && m->exempt_gain.known)
			out->m.e8 -= m->exempt_gain.m.e8;
	}
	return any;
}

struct money tax_paid_of(const struct tax_year *y, struct month month)
{
	for (size_t i = 0; i < y->n_darf; i++)
		if (str_eq(y->darf[i].code, TAX_EXCHANGE_CODE) && y->darf[i].period.n == month.n)
			return y->darf[i].paid;
	return (struct money){ 0 };
}

const char *tax_market_said(enum tax_market market)
{
	static const char *const words[TAX_MARKETS] = { [MARKET_SPOT] = "À vista",
							[MARKET_ETF] = "ETF",
							[MARKET_OPTIONS] = "Opções",
							[MARKET_FII] = "FII",
							[MARKET_FIAGRO] = "Fiagro" };

	return words[market];
}
