/* SPDX-License-Identifier: Apache-2.0 */
/* returns.c: the sentence on why the two returns differ (doc/calculations.md 6.3). */
#include "config.h"

#include "calc/views/returns.h"

#include "core/decimal.h"
#include "core/pool.h"

#include <math.h>

/* A decimal rate as percent with one place and a comma, half away from zero: 0.1423 gives "14,2".
 */
static const char *rate_text(void *pool, double rate)
{
	return decimal_text(pool, llround(rate * 1000), 1, 1, false);
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

/* ---- why one is null ---- */

#define NAMED_MAX 5

/* The first names of assets; the rest is counted. */
struct names {
	void *pool;
	const char *text;
	size_t n;
};

static void name_one(struct names *l, const char *name)
{
	if (l->n++ < NAMED_MAX)
		l->text = l->text ? pool_printf(l->pool, "%s, %s", l->text, name) : name;
}

static const char *names_text(const struct names *l)
{
	return l->n > NAMED_MAX ? pool_printf(l->pool, "%s e mais %zu", l->text, l->n - NAMED_MAX)
				: l->text;
}

/* The unknown fact of an asset, with the day of its row. */
static const char *unknown_of(void *pool, const struct holding *h)
{
	const char *symbol = h->asset->symbol;
	const char *day = h->flows_known ? NULL : date_text(pool, h->unknown_flow_day);

	if (h->brl.n_uncovered)
		return pool_printf(pool, "%s (venda de %s acima da quantidade)", symbol,
				   date_text(pool, h->brl.uncovered[0].day));
	if (h->has_native && h->native.basis_known)
		return day ? pool_printf(pool, "%s (sem dólar oficial em %s)", symbol, day)
			   : pool_printf(pool, "%s (sem dólar oficial)", symbol);
	return day ? pool_printf(pool, "%s (lançamento de %s sem preço)", symbol, day)
		   : pool_printf(pool, "%s (custo desconhecido)", symbol);
}

static const char *why_unknown(void *pool, const struct portfolio *p)
{
	struct names l = { .pool = pool };

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (h->brl.has_rows && !(h->brl.basis_known && h->flows_known))
			name_one(&l, unknown_of(pool, h));
	}
	return l.n ? pool_printf(pool,
				 " Falta saber: %s. Os problemas da carteira mostram cada "
				 "lançamento e como corrigir.",
				 names_text(&l))
		   : "";
}

/* Too few flows, all of one day or of one sign. */
static const char *why_short(void *pool, const struct portfolio *p)
{
	struct names l = { .pool = pool };
	bool in = p->patrimonio.e8 > 0;
	bool out = false;
	const char *since;

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].brl.has_rows)
			name_one(&l, p->holdings[i].asset->symbol);
	if (!p->n_flows)
		return l.n ? pool_printf(pool, " Nenhum lançamento tem valor: %s.", names_text(&l))
			   : "";
	since = date_text(pool, p->flows[0].day);
	for (size_t i = 0; i < p->n_flows; i++) {
		in |= p->flows[i].amount.e8 > 0;
		out |= p->flows[i].amount.e8 < 0;
	}
	if (in && out)
		return pool_printf(pool,
				   " Tudo aconteceu em %s, e uma taxa precisa de mais de um dia.",
				   since);
	return pool_printf(pool,
			   out ? " Desde %s só há compras, e o que foi comprado não vale nada "
				 "agora: %s."
			       : " Desde %s só há recebimentos, sem compra com valor: %s.",
			   since, l.n ? names_text(&l) : "nenhum ativo");
}

/* The holding with the largest gain, which raises the rate. */
static const char *largest_gain(const struct portfolio *p)
{
	const struct holding *best = NULL;
	struct money most = { 0 };
	bool range = false;

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];
		struct money gain = h->pl_known ? h->unrealized_pl : (struct money){ 0 };

		if (h->brl.realized_known)
			gain = money_add(gain, h->brl.realized, &range);
		if (!best || gain.e8 > most.e8) {
			best = h;
			most = gain;
		}
	}
	return best ? best->asset->symbol : "";
}

static const char *why_no_rate(void *pool, const struct portfolio *p)
{
	const struct flow terminal = { p->as_of, p->patrimonio };

	switch (xirr_why(pool, p->flows, p->n_flows, terminal)) {
	case XIRR_KNOWN:
		return "";
	case XIRR_SHORT:
		return why_short(pool, p);
	case XIRR_NO_RATE:
		return pool_printf(pool, " As compras e vendas de %s a %s não dão uma taxa única.",
				   date_text(pool, p->flows[0].day),
				   date_text(pool, p->flows[p->n_flows - 1].day));
	case XIRR_BEYOND:
		return pool_printf(pool,
				   " Com compras desde %s, a taxa passaria de 300%% a.a.; o maior "
				   "ganho é o de %s.",
				   date_text(pool, p->flows[0].day), largest_gain(p));
	}
	return "";
}

/* Holdings without a price are not measured (6.2). */
static const char *why_not_measured(void *pool, const struct portfolio *p)
{
	struct names l = { .pool = pool };

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].state == HOLDING_OPEN && !p->holdings[i].priced)
			name_one(&l, p->holdings[i].asset->symbol);
	return l.n ? pool_printf(pool, " Sem cotação: %s.", names_text(&l)) : "";
}

const char *returns_missing(void *pool, const char *sentence, bool twr_known,
			    const struct portfolio *p)
{
	const char *xirr = "";

	if (!p->xirr_known)
		xirr = p->any_cost_unknown || !p->flows_complete ? why_unknown(pool, p)
								 : why_no_rate(pool, p);
	return pool_printf(pool, "%s%s%s", sentence, xirr,
			   twr_known ? "" : why_not_measured(pool, p));
}

static struct money at_cost(const struct portfolio *p, bool *range)
{
	struct money cost = { 0 };

	for (size_t i = 0; i < p->n_holdings; i++)
		if (p->holdings[i].value_known && p->holdings[i].valuation == VALUATION_COST)
			cost = money_add_shown(cost, p->holdings[i].market_value, range);
	return cost;
}

struct percent returns_cost_share(const struct portfolio *p)
{
	bool range = false;
	struct money cost = at_cost(p, &range);
	struct percent share = { 0 };

	if (cost.e8 > 0 && p->patrimonio.e8 > 0)
		share = percent_of(cost, p->patrimonio, &range);
	return !range ? share : (struct percent){ 0 };
}

const char *returns_at_cost(void *pool, const char *sentence, const struct portfolio *p)
{
	bool range = false;
	struct money cost = at_cost(p, &range);

	if (range || cost.e8 * 10 <= p->patrimonio.e8)
		return sentence;
	return pool_printf(pool,
			   "%s %s%% do patrimônio está pelo custo, sem cotação, e nem o XIRR nem o "
			   "TWR o avaliam.",
			   sentence, percent_text(pool, returns_cost_share(p), 1));
}
