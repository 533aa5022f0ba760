/* SPDX-License-Identifier: Apache-2.0 */
/* discrimination.c: the sentence that describes a good in the declaration (doc/tax.md 20.9). */
#include "config.h"

#include "calc/tax/declaration.h"

#include "calc/amounts/accrual.h"
#include "core/pool.h"
#include "core/number_text.h"

#include <stdlib.h>

/* Capitals of ASCII and Latin-1, which cover names in Portuguese. */
static const char *capitals(void *pool, const char *s)
{
	char *out = pool_strdup(pool, s);

	for (unsigned char *p = (unsigned char *)out; *p; p++) {
		if (*p >= 'a' && *p <= 'z')
			*p = (unsigned char)(*p - 32);
		else if (p > (unsigned char *)out && p[-1] == 0xC3 && *p >= 0xA0 && *p <= 0xBE &&
			 *p != 0xB7)
			*p = (unsigned char)(*p - 32);
	}
	return out;
}

/* In Brazilian notation: point for thousands, comma for decimals. */
static const char *brazilian(void *pool, wide value, int places, int shown, bool trim)
{
	char plain[DEC_TEXT_SIZE];

	(void)dec_format(plain, value, places, shown, trim);
	return grouped_text(pool, plain);
}

static const char *reais(void *pool, struct money m)
{
	return brazilian(pool, m.e8, MONEY_PLACES, 2, false);
}

static const char *noun(const struct tax_asset *a, bool one)
{
	enum tax_reason why;

	switch (a->type) {
	case ASSET_STOCK:
		if (tax_class_of(a, &why) == TAX_UNIT)
			return one ? "UNIT" : "UNITS";
		return one ? "AÇÃO" : "AÇÕES";
	case ASSET_BDR:
		return one ? "BDR" : "BDRS";
	case ASSET_OPTION:
		return one ? "OPÇÃO" : "OPÇÕES";
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_FUND:
		return one ? "COTA" : "COTAS";
	case ASSET_TESOURO:
	case ASSET_RENDA_FIXA:
	case ASSET_DEBENTURE:
		return one ? "TÍTULO" : "TÍTULOS";
	case ASSET_CRYPTO:
		return one ? "UNIDADE" : "UNIDADES";
	case ASSET_US:
	case ASSET_INDEX:
		break;
	}
	return one ? "ATIVO" : "ATIVOS";
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The institutions named by its rows up to the end of the year. */
static size_t institutions(void *pool, const struct tax_ledger *l, size_t asset, int year,
			   const char **names)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_institutions; i++)
		if (l->institutions[i].asset == asset && day_year(l->institutions[i].since) <= year)
			names[n++] = capitals(pool, l->institutions[i].name);
	return n;
}

/* The portfolios that hold it, or may hold it. */
static size_t holders(void *pool, const struct tax_ledger *l, const struct tax_position *held,
		      const char **names)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n_portfolios; i++)
		if (held->by_portfolio[i].e8 > 0 || (held->sent_maybe && held->sent_maybe[i]))
			names[n++] = capitals(pool, l->portfolios[i].name);
	return n;
}

/* Each once, alphabetically. */
static const char *custody(void *pool, const struct tax_ledger *l, size_t asset, int year,
			   const struct tax_position *held)
{
	const char **names =
		pool_array(pool, const char *, l->n_institutions + l->n_portfolios + 1);
	const char *all = NULL;
	size_t n = institutions(pool, l, asset, year, names);

	if (!n)
		n = holders(pool, l, held, names);
	if (n)
		qsort(names, n, sizeof(*names), by_name);
	for (size_t i = 0; i < n; i++)
		if (!i || !str_eq(names[i], names[i - 1]))
			all = all ? pool_printf(pool, "%s, %s", all, names[i]) : names[i];
	return all;
}

/* Its name, and of a paper who issued it, at which rate, until when: what is known of these; or NULL. */
static const char *bracketed(void *pool, const struct tax_asset *a)
{
	const struct accrual_terms *t = a->type == ASSET_RENDA_FIXA ? a->terms : NULL;
	const char *const parts[] = {
		a->name && !str_eq(a->name, a->symbol) ? a->name
		: t				       ? t->paper
						       : NULL,
		t && t->issuer ? pool_printf(pool, "emissor %s", t->issuer) : NULL,
		t ? accrual_rate_said(pool, t) : NULL,
		t && t->has_maturity
			? pool_printf(pool, "vencimento %s", date_text(pool, t->maturity))
			: NULL,
	};
	const char *all = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i])
			all = all ? pool_printf(pool, "%s, %s", all, parts[i]) : parts[i];
	return all ? capitals(pool, all) : NULL;
}

static const char *named(void *pool, const struct tax_asset *a, bool abroad)
{
	const char *symbol = capitals(pool, a->symbol), *text = symbol;
	const char *name = bracketed(pool, a);

	if (name && !str_eq(name, symbol))
		text = pool_printf(pool, "%s (%s)", text, name);
	if (a->tax_id && !abroad)
		text = pool_printf(pool, "%s, CNPJ %s", text, tax_id_text(pool, a->tax_id));
	return text;
}

static const char *ended(void *pool, const struct tax_ledger *l, const char *who, int year,
			 const struct tax_position *held)
{
	if (!held->converted)
		return pool_printf(pool, "%s. POSIÇÃO ENCERRADA EM %d.", who, year);
	return pool_printf(pool, "%s. CONVERTIDA EM %s EM %s.", who,
			   capitals(pool, l->assets[held->into].symbol),
			   date_text(pool, held->converted_on));
}

const char *tax_discrimination(void *pool, const struct tax_ledger *l, size_t asset, int year,
			       const struct tax_position *held)
{
	const struct tax_asset *a = &l->assets[asset];
	bool dollars = a->currency == CURRENCY_USD, abroad = a->type == ASSET_US, range = false;
	const char *who = named(pool, a, abroad), *cost = "CUSTO DESCONHECIDO", *held_by, *text;
	struct money mean;

	if (qty_is_zero(held->qty))
		return ended(pool, l, who, year, held);
	mean.e8 = dec_rescale(money_per_unit(held->cost, held->qty, &range).e12, PRICE_PLACES,
			      MONEY_PLACES, &range);
	if (held->why == TAX_KNOWN) {
		cost = pool_printf(pool, "CUSTO MÉDIO R$ %s, TOTAL R$ %s", reais(pool, mean),
				   reais(pool, held->cost));
		if (dollars)
			cost = pool_printf(pool,
					   "CUSTO US$ %s, EM REAIS PELA COTAÇÃO DE VENDA DO BCB NA "
					   "DATA DE CADA COMPRA. %s",
					   reais(pool, held->native_cost), cost);
	}
	text = pool_printf(pool, "%s %s %s. %s.",
			   brazilian(pool, held->qty.e8, QTY_PLACES, QTY_PLACES, true),
			   noun(a, held->qty.e8 == E8), who, cost);
	held_by = custody(pool, l, asset, year, held);
	if (!held_by)
		return text;
	return pool_printf(pool, "%s CUSTÓDIA: %s%s", text, held_by,
			   held_by[strlen(held_by) - 1] == '.' ? "" : "."); /* "S.A." */
}
