/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_position.c: quantity, cost, price, value and results of one holding (doc/calculations.md 1, 3).
 */
#include "config.h"

#include "calc/explain/explain_figures.h"

/* ---- position figures ---- */

#define NO_COST "O custo não é conhecido: há compra ou venda sem preço no ciclo em aberto."
#define NOT_HELD "O ativo está só em observação: não tem lançamentos."
#define CLOSED "A posição está encerrada."
#define NO_VALUE "A posição não tem valor: não há cotação recente, nem taxa contratada, nem custo."

static void figure_qty(struct holding_story *s, struct explain_figure *f)
{
	figure_exact(f, SHOWN_QTY, holding_qty(s), s->h->brl.qty.e8, QTY_PLACES);
}

static struct term mean_term(const struct holding_story *s, const struct fold_story *story)
{
	struct term cost = story_cost(story);

	return explain_div(s->e, cost, story_qty(story, NULL, s->v.as_of), ROUND_HALF_AWAY,
			   PRICE_PLACES, note_of("Preço médio: custo ÷ quantidade."));
}

static void mean_of(struct holding_story *s, const struct position *p, struct price mean,
		    const struct fold_story *story, struct explain_figure *f)
{
	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (s->h->state == HOLDING_CLOSED || p->qty.e8 <= 0)
		figure_null(f, CLOSED);
	else if (!p->cost_known)
		figure_null(f, NO_COST);
	else
		figure_price(f, mean_term(s, story), mean);
}

static void cost_of(struct holding_story *s, const struct position *p,
		    const struct fold_story *story, struct explain_figure *f)
{
	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (s->h->state == HOLDING_CLOSED)
		figure_money(f, s->e->zero, (struct money){ 0 });
	else if (!p->cost_known)
		figure_null(f, NO_COST);
	else
		figure_money(f, story_cost(story), p->cost);
}

static void realized_of(struct holding_story *s, const struct position *p,
			const struct fold_story *story, struct explain_figure *f)
{
	if (s->h->state == HOLDING_WATCHLIST)
		figure_null(f, NOT_HELD);
	else if (!p->realized_known)
		figure_null(f, "Há venda cujo resultado não se pode determinar: falta o preço, o "
			       "custo ou o estoque.");
	else
		figure_money(f, story_realized(story, &p->realized_by_month, NULL), p->realized);
}

static void figure_mean(struct holding_story *s, struct explain_figure *f)
{
	mean_of(s, &s->h->brl, s->h->mean, &s->brl, f);
}

static void figure_cost(struct holding_story *s, struct explain_figure *f)
{
	cost_of(s, &s->h->brl, &s->brl, f);
}

static void figure_realized(struct holding_story *s, struct explain_figure *f)
{
	realized_of(s, &s->h->brl, &s->brl, f);
}

static void figure_native_mean(struct holding_story *s, struct explain_figure *f)
{
	mean_of(s, &s->h->native, s->h->native_mean, &s->native, f);
}

static void figure_native_cost(struct holding_story *s, struct explain_figure *f)
{
	cost_of(s, &s->h->native, &s->native, f);
}

static void figure_native_realized(struct holding_story *s, struct explain_figure *f)
{
	realized_of(s, &s->h->native, &s->native, f);
}

/* ---- income ---- */

static void figure_income(struct holding_story *s, struct explain_figure *f)
{
	figure_money(f, holding_income(s, false, NULL), s->h->income.received);
}

static void figure_native_income(struct holding_story *s, struct explain_figure *f)
{
	figure_money(f, holding_income(s, true, NULL), s->h->native_income);
}

/* ---- price figures ---- */

#define NO_PRICE "Não há cotação dentro do prazo nem taxa contratada que dê o preço."

static void figure_of_price(struct holding_story *s, struct explain_figure *f)
{
	const struct holding *h = s->h;
	struct term t;

	if (!h->price_known) {
		figure_null(f, NO_PRICE);
		return;
	}
	if (h->valuation == VALUATION_ACCRUAL) {
		t = holding_unit_value(s);
	} else {
		t = holding_price(s);
		if (s->foreign)
			t = explain_mul(s->e, t, holding_fx(s), ROUND_HALF_AWAY, PRICE_PLACES,
					note_of("Em reais: cotação × dólar de marcação."));
	}
	figure_price(f, t, h->price);
}

static void figure_price_native(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_price_known)
		figure_null(f, s->foreign ? NO_PRICE : "O ativo é negociado em reais.");
	else
		figure_price(f, holding_price(s), s->h->price_native);
}

static void figure_fx_rate(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->fx_known)
		figure_null(f, s->foreign ? "Não há taxa de câmbio."
					  : "O ativo é negociado em reais.");
	else
		figure_price(f, holding_fx(s), s->h->fx_rate);
}

static void figure_value(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->value_known)
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
	else
		figure_money(f, holding_value(s), s->h->market_value);
}

static void figure_native_value(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_value_known)
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
	else
		figure_money(f, holding_native_value(s), s->h->native_value);
}

/* ---- gains ---- */

static struct term pl_term(struct holding_story *s, bool native)
{
	struct term value = native ? holding_native_value(s) : holding_value(s);

	if (native)
		return explain_sub(s->e, value, story_cost(&s->native),
				   note_of("Valor − custo, na moeda do ativo."));
	return explain_sub(s->e, value, story_cost(&s->brl), note_of("Valor − custo."));
}

static struct term pl_pct_term(struct holding_story *s, bool native)
{
	struct term pl = pl_term(s, native);
	struct term percent = hundred(s->e);

	return explain_proportion(s->e, pl, percent, story_cost(native ? &s->native : &s->brl),
				  ROUND_HALF_AWAY, 8, note_of("Percentual sobre o custo."));
}

static const char *why_no_gain(const struct holding *h, bool cost_known)
{
	return h->state != HOLDING_OPEN ? CLOSED : !cost_known ? NO_COST : NO_VALUE;
}

static void figure_pl(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->pl_known)
		figure_null(f, why_no_gain(s->h, s->h->brl.cost_known));
	else
		figure_money(f, pl_term(s, false), s->h->unrealized_pl);
}

static void figure_pl_pct(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->pct_known)
		figure_null(f, s->h->pct_reason == PCT_ZERO_COST
				       ? "O custo é menor que um centavo: não há percentual."
				       : why_no_gain(s->h, s->h->brl.cost_known));
	else
		figure_percent(f, pl_pct_term(s, false), s->h->unrealized_pct);
}

static void figure_native_pl(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_pl_known)
		figure_null(f, why_no_gain(s->h, s->h->native.cost_known));
	else
		figure_money(f, pl_term(s, true), s->h->native_pl);
}

static void figure_native_pl_pct(struct holding_story *s, struct explain_figure *f)
{
	if (!s->h->native_pct_known)
		figure_null(f, why_no_gain(s->h, s->h->native.cost_known));
	else
		figure_percent(f, pl_pct_term(s, true), s->h->native_pct);
}

static void figure_weight(struct holding_story *s, struct explain_figure *f)
{
	const struct portfolio *p = s->x->subject->portfolio;
	struct term value, whole;

	if (!s->h->weight_known) {
		figure_null(f, s->h->state == HOLDING_OPEN ? NO_VALUE : CLOSED);
		return;
	}
	value = holding_value(s);
	whole = figure_term(s->e, &(struct explain_input){ .field = "patrimonio" },
			    p->patrimonio.e8, MONEY_PLACES);
	figure_percent(f,
		       explain_proportion(s->e, value, hundred(s->e), whole, ROUND_HALF_AWAY, 8,
					  note_of("Valor sobre o patrimônio.")),
		       s->h->weight_pct);
}

#define HOLDING NEEDS_HOLDING
#define NATIVE (NEEDS_HOLDING | NEEDS_NATIVE)

const struct holding_figure holding_figures[] = {
	{ { "qty", HOLDING }, figure_qty },
	{ { "avg_price", HOLDING }, figure_mean },
	{ { "invested_cost", HOLDING }, figure_cost },
	{ { "price", HOLDING }, figure_of_price },
	{ { "change_pct", HOLDING }, figure_change },
	{ { "market_value", HOLDING }, figure_value },
	{ { "unrealized_pl", HOLDING }, figure_pl },
	{ { "unrealized_pct", HOLDING }, figure_pl_pct },
	{ { "realized_pl", HOLDING }, figure_realized },
	{ { "income_received", HOLDING }, figure_income },
	{ { "weight_pct", HOLDING }, figure_weight },
	{ { "day_change_brl", HOLDING }, figure_day_change },
	{ { "price_native", HOLDING }, figure_price_native },
	{ { "fx_rate", HOLDING }, figure_fx_rate },
	{ { "native.avg_price", NATIVE }, figure_native_mean },
	{ { "native.invested_cost", NATIVE }, figure_native_cost },
	{ { "native.price", NATIVE }, figure_price_native },
	{ { "native.change_pct", NATIVE }, figure_native_change },
	{ { "native.market_value", NATIVE }, figure_native_value },
	{ { "native.unrealized_pl", NATIVE }, figure_native_pl },
	{ { "native.unrealized_pct", NATIVE }, figure_native_pl_pct },
	{ { "native.realized_pl", NATIVE }, figure_native_realized },
	{ { "native.income_received", NATIVE }, figure_native_income },
	{ { "result.price", HOLDING }, figure_result_price },
	{ { "result.dollar", HOLDING }, figure_result_dollar },
	{ { "result.total", HOLDING }, figure_result_total },
	{ { "result.income_12m", HOLDING }, figure_result_year },
	{ { "result.yield_on_cost_pct", HOLDING }, figure_yield_on_cost },
	{ { "result.yield_on_value_pct", HOLDING }, figure_yield_on_value },
	{ .field = { .name = NULL } },
};
