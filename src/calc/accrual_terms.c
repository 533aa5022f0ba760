/* SPDX-License-Identifier: Apache-2.0 */
/* accrual_terms.c: what the kind of a paper says where its terms do not (calculations.md 4.3, 9.3). */
#include "config.h"

#include "calc/accrual.h"

#include <strings.h>

const char *const indexer_names[] = { "cdi", "selic", "prefixado", "ipca", "igpm", NULL };

const char *const accrual_reasons[] = {
	[ACCRUAL_KNOWN] = NULL,
	[ACCRUAL_NO_TERMS] = "sem termos contratados (meta.fixed_income)",
	[ACCRUAL_INDEXER] = "indexador não informado ou sem cálculo pela curva",
	[ACCRUAL_INCOMPLETE] = "termos contratados insuficientes para o cálculo pela curva",
	[ACCRUAL_PRICE] = "compra sem preço: sem valor inicial para a curva",
	[ACCRUAL_RATES] = "sem taxa do indexador para todo o período",
	[ACCRUAL_BEYOND] = "valor pela curva fora da escala",
};

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

bool accrual_exempt(const char *paper)
{
	static const char *const list[] = { "LCI", "LCA", "LIG", "LCD",	 "LH",
					    "CRI", "CRA", "CPR", "CDCA", NULL };

	return is_one_of(paper, list);
}

bool accrual_needs_rates(const struct accrual_terms *terms)
{
	return terms && terms->indexer != INDEXER_OTHER && terms->indexer != INDEXER_PREFIXADO;
}

int accrual_anniversary(enum asset_type type, const char *paper, const struct day *maturity)
{
	static const char *const mid_month[] = { "CRI", "CRA", NULL };
	int y, m, dom;

	if (type != ASSET_RENDA_FIXA || is_one_of(paper, mid_month) || !maturity)
		return 15;
	day_to_ymd(*maturity, &y, &m, &dom);
	return dom;
}
