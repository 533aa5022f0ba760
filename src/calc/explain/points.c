/* SPDX-License-Identifier: Apache-2.0 */
/*
 * points.c: market value and flows of the holdings at a point of the TWR (doc/calculations.md 6.2).
 */
#include "config.h"

#include "calc/explain/explain_history.h"

/* ---- points ---- */

static const struct twr_point *point_of(const struct explaining *x, struct day day)
{
	const struct history *h = x->subject->history;

	for (size_t i = 0; i < h->n_points; i++)
		if (day_same(h->points[i].day, day))
			return &h->points[i];
	return NULL;
}

/* A span may begin on a day without a point; its first value was measured there all the same. */
static const double *equity_of(const struct explaining *x, struct day day)
{
	const struct twr_point *p = point_of(x, day);
	const struct history *h = x->subject->history;

	for (int k = 0; k < SPANS && !p; k++)
		if (h->spans[k].reached && day_same(h->spans[k].from, day))
			return &h->spans[k].base;
	return p ? &p->equity : NULL;
}

static void write_point_equity(struct explaining *x)
{
	const double *equity = equity_of(x, x->ask->day);

	if (equity)
		figure_real(x->f, SHOWN_REAL, history_equity(x, x->ask->day, false), *equity);
}

/* The column of an amount: bought, sold or income (1.10, column TWR). */
enum side { SIDE_BUYS, SIDE_SELLS, SIDE_INCOME };

static enum side side_of(const struct fold_flow *f)
{
	switch (f->kind) {
	case FLOW_BUY:
		return SIDE_BUYS;
	case FLOW_SELL:
	case FLOW_CAPITAL:
		return SIDE_SELLS;
	case FLOW_SHORT_RESULT:
		return SIDE_INCOME;
	case FLOW_ADJUST:
		break;
	}
	if (f->at_market)
		return f->qty.e8 > 0 ? SIDE_BUYS : SIDE_SELLS;
	return f->amount.e8 < 0 ? SIDE_BUYS : SIDE_SELLS;
}

/* A quantity at the market price of its day, in reais. */
static struct term at_market(struct holding_story *s, const struct held *held,
			     const struct fold_flow *flow)
{
	const struct portfolio *p = s->x->subject->portfolio;
	struct grid g = history_grid(s->x);
	struct close rate = { .day = flow->day };
	struct term t, price;
	struct quoted q;
	size_t in;

	q = quoted_ticker(&g, held, derived_ticker_at(s->d, flow->day));
	price = history_price(s, &q, flow->day);
	in = explain_input(s->e,
			   &(struct explain_input){ .kind = INPUT_FIGURE, .field = "qty_moved" });
	s->e->inputs[in].kind = INPUT_RULE;
	s->e->inputs[in].text = "Quantidade que entrou ou saiu sem valor próprio.";
	t = explain_value(s->e, in, "quantity", wide_abs(flow->qty.e8), QTY_PLACES);
	t = explain_mul(s->e, t, price, ROUND_NONE, 0,
			note_on("Quantidade × preço de mercado de {day}.", flow->day));
	if (!held->foreign)
		return t;
	if (day_same(flow->day, g.as_of) && p->fx.source != FX_NONE)
		return explain_mul(s->e, t, holding_fx(s), ROUND_NONE, 0,
				   note_on("Em reais: × dólar de marcação.", flow->day));
	if (!fx_ptax(&held->source->market->usd, flow->day, &rate))
		return (struct term){ 0 };
	return explain_mul(
		s->e, t, rate_term(s->e, &rate), ROUND_NONE, 0,
		note_on("Em reais: × taxa de venda do Banco Central de {day}.", rate.day));
}

static struct term flow_term(struct holding_story *s, const struct held *held, size_t i)
{
	const struct fold_flow *flow = &s->d->flows[i];
	struct term t;

	if (flow->at_market)
		return at_market(s, held, flow);
	t = s->brl.flows[i];
	if (side_of(flow) == SIDE_BUYS)
		return explain_negate(s->e, t,
				      note_on("Dinheiro que entrou na carteira.", flow->day));
	return t;
}

static void take_side(struct explaining *x, const struct derived_holding *d, struct day day,
		      enum side side, struct term *sum)
{
	struct term joins = { 0 }, leaves = { 0 };
	struct crossing c = history_crossing(x, d, day, &joins, &leaves);
	struct history_source source;
	struct holding_story s;
	struct held held;

	if (side == SIDE_BUYS && joins.n)
		*sum = explain_add(
			&x->e, *sum, joins,
			note_on("Passa a ter este preço em {day}: entra pelo que vale.", day));
	if (side == SIDE_SELLS && leaves.n)
		*sum = explain_add(
			&x->e, *sum, leaves,
			note_on("Deixa de ter o preço de antes em {day}: sai pelo que valia.",
				day));
	if (!c.flows || !flows_on(d, day))
		return;
	history_hold(x, d, &source, &held);
	if (!holding_open(x, holding_of(x->subject->portfolio, d->head), &s))
		return;
	for (size_t i = 0; i < d->n_flows; i++)
		if (day_same(d->flows[i].day, day) && !flow_is_mark(&d->flows[i]) &&
		    (d->flows[i].amount.e8 || d->flows[i].at_market) &&
		    side_of(&d->flows[i]) == side)
			*sum = explain_add(&x->e, *sum, flow_term(&s, &held, i),
					   note_on("Soma do dia.", day));
	for (size_t i = 0; i < d->n_entries && side == SIDE_INCOME; i++)
		if (d->entries[i].net_known && day_same(d->entries[i].pay_day, day))
			*sum = explain_add(&x->e, *sum,
					   income_brl(&s.brl, &s.lineage->income.entries[i],
						      s.foreign ? &x->subject->market->usd : NULL),
					   note_on("Mais o provento do dia.", day));
}

static void write_side(struct explaining *x, enum side side)
{
	const struct derived *derived = x->subject->derived;
	const struct twr_point *p = point_of(x, x->ask->day);
	struct term sum = x->e.zero;

	if (!p)
		return;
	for (size_t i = 0; i < derived->n && x->err == CALC_OK; i++)
		take_side(x, &derived->holdings[i], x->ask->day, side, &sum);
	figure_real(x->f, SHOWN_REAL, sum,
		    side == SIDE_BUYS	 ? p->buys
		    : side == SIDE_SELLS ? p->sells
					 : p->income);
}

static void write_buys(struct explaining *x)
{
	write_side(x, SIDE_BUYS);
}

static void write_sells(struct explaining *x)
{
	write_side(x, SIDE_SELLS);
}

static void write_point_income(struct explaining *x)
{
	write_side(x, SIDE_INCOME);
}

#define DAY (NEEDS_HISTORY | NEEDS_DAY)

const struct other_figure point_figures[] = {
	{ { "history.point.equity", DAY }, write_point_equity },
	{ { "history.point.buys", DAY }, write_buys },
	{ { "history.point.sells", DAY }, write_sells },
	{ { "history.point.income", DAY }, write_point_income },
	{ .field = { .name = NULL } },
};
