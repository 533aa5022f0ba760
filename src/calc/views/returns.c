/* SPDX-License-Identifier: Apache-2.0 */
/* returns.c: the sentence on why the two returns differ (doc/calculations.md 6.3). */
#include "config.h"

#include "calc/views/returns.h"

#include "calc/base/base.h"
#include "core/buf.h"
#include "core/decimal.h"
#include "core/pool.h"

#include <math.h>
#include <string.h>

/* A decimal rate as percent with one place and a comma, half away from zero: 0.1423 gives "14,2".
 */
static const char *rate_text(void *pool, double rate)
{
	char text[DEC_TEXT_SIZE];
	char *point;

	dec_format(text, (wide)llround(rate * 1000), 1, 1, false);
	point = strchr(text, '.');
	if (point)
		*point = ',';
	return pool_strdup(pool, text);
}

const char *returns_explain(void *pool, bool xirr_known, double xirr, bool twr_known,
			    double twr_cumulative, bool twr_annual_known, double twr_annual)
{
	if (!xirr_known && !twr_known)
		return "Ainda não há dados suficientes para calcular a rentabilidade.";
	if (!xirr_known)
		return "O retorno ponderado pelo dinheiro (XIRR) não está disponível: há custo "
		       "desconhecido, "
		       "fluxo sem taxa definida ou valor fora da faixa plausível (acima de 300% "
		       "a.a.). "
		       "Use o TWR, que ignora o tamanho e a data dos aportes.";
	if (!twr_known)
		return "O retorno ponderado pelo tempo (TWR) não está disponível: não há período "
		       "com "
		       "patrimônio para medir.";
	if (!twr_annual_known)
		return pool_printf(
			pool,
			"XIRR de %s%% a.a. pondera cada aporte pelo valor e pela data; o TWR "
			"acumulado de %s%% não é anualizado porque a série tem menos de 12 meses.",
			rate_text(pool, xirr), rate_text(pool, twr_cumulative));
	if (fabs(xirr - twr_annual) < 0.01)
		return pool_printf(
			pool,
			"XIRR de %s%% a.a. e TWR de %s%% a.a. estão próximos: os aportes foram "
			"distribuídos de modo que o momento deles pouco alterou o resultado.",
			rate_text(pool, xirr), rate_text(pool, twr_annual));
	return pool_printf(
		pool,
		"XIRR de %s%% a.a. %s do TWR de %s%% a.a.: os aportes maiores ficaram expostos aos "
		"períodos de %s retorno. A diferença é esperada quando os aportes não são "
		"uniformes.",
		rate_text(pool, xirr), xirr > twr_annual ? "acima" : "abaixo",
		rate_text(pool, twr_annual), xirr > twr_annual ? "maior" : "menor");
}

#define NAMED_MAX 5

const char *returns_missing(void *pool, const char *sentence, const struct portfolio *p)
{
	struct buf b;
	size_t named = 0, all = 0;

	if (p->xirr_known || !p->any_cost_unknown)
		return sentence;
	buf_init(&b, pool, 256);
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (!h->brl.has_rows || h->brl.basis_known)
			continue;
		if (all++ < NAMED_MAX)
			buf_printf(&b, "%s%s", named++ ? ", " : "", h->asset->symbol);
	}
	if (!all)
		return sentence;
	if (all > named)
		buf_printf(&b, " e mais %zu", all - named);
	return pool_printf(
		pool,
		"%s Sem preço em algum lançamento: %s; os problemas da carteira (issues, "
		"cost_unknown) dizem quais.",
		sentence, buf_text(&b));
}

const char *returns_at_cost(void *pool, const char *sentence, const struct portfolio *p)
{
	struct money cost = { 0 };
	struct percent share;
	bool range = false;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].value_known && p->holdings[i].valuation == VALUATION_COST)
			cost = money_add_shown(cost, p->holdings[i].market_value, &range);
	if (range || cost.e8 * 10 <= p->patrimonio.e8)
		return sentence;
	share = percent_of(cost, p->patrimonio, &range);
	return pool_printf(pool,
			   "%s %s%% do patrimônio está pelo custo, sem cotação, e nem o XIRR nem o "
			   "TWR o avaliam.",
			   sentence, percent_text(pool, share, 1));
}
