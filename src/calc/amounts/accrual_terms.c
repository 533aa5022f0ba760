/* SPDX-License-Identifier: Apache-2.0 */
/* accrual_terms.c: defaults that follow from the kind of a paper (doc/calculations.md 4.3, 9.3). */
#include "config.h"

#include "calc/amounts/accrual.h"

#include <string.h>
#include <strings.h>

#include "core/number_text.h"
#include "core/pool.h"

const char *const indexer_names[] = { "cdi", "selic", "prefixado", "ipca", "igpm", NULL };

const char *const accrual_reasons[] = {
	[ACCRUAL_KNOWN] = NULL,
	[ACCRUAL_NO_TERMS] = "sem termos contratados",
	[ACCRUAL_INDEXER] = "indexador não informado ou sem cálculo pela curva",
	[ACCRUAL_INCOMPLETE] = "termos contratados insuficientes para o cálculo pela curva",
	[ACCRUAL_PRICE] = "compra sem preço: sem valor inicial para a curva",
	[ACCRUAL_RATES] = "sem taxa do indexador para todo o período",
	[ACCRUAL_BEYOND] = "valor pela curva fora da escala",
};

const char *const rate_kind_names[] = {
	[RATE_KIND_UNKNOWN] = NULL,
	[RATE_KIND_SPREAD] = "spread",
	[RATE_KIND_PERCENT_OF_INDEX] = "percent_of_index",
	[RATE_KIND_FIXED] = "fixed",
	[RATE_KIND_REAL] = "real",
};

enum rate_kind accrual_rate_kind(const struct accrual_terms *terms)
{
	bool added = (terms->has_spread && terms->spread.e8 != 0) ||
		     (terms->has_rate && terms->rate.e8 != 0);
	bool scaled = terms->has_pct && terms->pct.e8 != 100 * E8;

	switch (terms->indexer) {
	case INDEXER_CDI:
	case INDEXER_SELIC:
		if (added && scaled)
			return RATE_KIND_UNKNOWN;
		return added ? RATE_KIND_SPREAD : RATE_KIND_PERCENT_OF_INDEX;
	case INDEXER_PREFIXADO:
		return RATE_KIND_FIXED;
	case INDEXER_IPCA:
	case INDEXER_IGPM:
		return RATE_KIND_REAL;
	case INDEXER_OTHER:
		break;
	}
	return RATE_KIND_UNKNOWN;
}

static const char *percent_said(void *pool, struct percent p)
{
	return pool_printf(pool, "%s%%", decimal_text(pool, p.e8, MONEY_PLACES, 4, true));
}

const char *accrual_rate_said(void *pool, const struct accrual_terms *t)
{
	static const char *const titles[] = { "CDI", "Selic", "prefixado", "IPCA", "IGP-M" };
	const struct percent *more = t->has_rate ? &t->rate : t->has_spread ? &t->spread : NULL;
	const char *index, *pct;

	if (t->indexer == INDEXER_OTHER)
		return NULL;
	index = titles[t->indexer];
	if (t->indexer == INDEXER_PREFIXADO)
		return more ? pool_printf(pool, "%s ao ano, prefixado", percent_said(pool, *more))
			    : index;
	pct = t->has_pct ? pool_printf(pool, "%s do %s", percent_said(pool, t->pct), index) : index;
	return more ? pool_printf(pool, "%s + %s ao ano", pct, percent_said(pool, *more)) : pct;
}

/* The first word of a paper's kind: "LCI", "LCI Banco Azul". */
static bool is_one_of(const char *paper, const char *const *list)
{
	size_t n = 0;

	if (!paper)
		return false;
	while (paper[n] && paper[n] != ' ' && paper[n] != '-' && paper[n] != '/')
		n++;
	for (; *list; list++)
		if (strlen(*list) == n && !strncasecmp(paper, *list, n))
			return true;
	return false;
}

static int text_order(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

int accrual_terms_order(const struct accrual_terms *a, const struct accrual_terms *b)
{
	if (a == b || !a || !b)
		return (a != NULL) - (b != NULL);

	const wide of_a[] = { a->indexer,
			      a->has_pct ? a->pct.e8 : -1,
			      a->has_spread,
			      a->has_spread ? a->spread.e8 : 0,
			      a->has_rate,
			      a->has_rate ? a->rate.e8 : 0,
			      a->has_maturity ? a->maturity.n : INT32_MIN,
			      a->anniversary_day,
			      a->exempt };
	const wide of_b[] = { b->indexer,
			      b->has_pct ? b->pct.e8 : -1,
			      b->has_spread,
			      b->has_spread ? b->spread.e8 : 0,
			      b->has_rate,
			      b->has_rate ? b->rate.e8 : 0,
			      b->has_maturity ? b->maturity.n : INT32_MIN,
			      b->anniversary_day,
			      b->exempt };
	int order = text_order(a->paper, b->paper);

	if (!order)
		order = text_order(a->issuer, b->issuer);
	for (size_t i = 0; !order && i < ARRAY_SIZE(of_a); i++)
		order = wide_order(of_a[i], of_b[i]);
	return order;
}

#define TAXED 4 /* the first of them */
const char *const accrual_papers[] = { "CDB", "RDB", "LC",  "LF",  "LCI", "LCA",  "LIG",
				       "LCD", "LH",  "CRI", "CRA", "CPR", "CDCA", NULL };

bool accrual_papers_has(const char *paper)
{
	return is_one_of(paper, accrual_papers);
}

bool accrual_paper_is(const char *paper, const char *kind)
{
	const char *const list[] = { kind, NULL };

	return is_one_of(paper, list);
}

bool accrual_exempt(const char *paper)
{
	return is_one_of(paper, accrual_papers + TAXED);
}

static const char *const securitised[] = { "CRI", "CRA", NULL };

bool accrual_pays_on_the_way(const char *paper)
{
	return is_one_of(paper, securitised);
}

bool accrual_needs_rates(const struct accrual_terms *terms)
{
	return terms && terms->indexer != INDEXER_OTHER && terms->indexer != INDEXER_PREFIXADO;
}

int accrual_anniversary(enum asset_type type, const char *paper, const struct day *maturity)
{
	int y, m, dom;

	if (type != ASSET_RENDA_FIXA || is_one_of(paper, securitised) || !maturity)
		return 15;
	day_to_ymd(*maturity, &y, &m, &dom);
	return dom;
}
