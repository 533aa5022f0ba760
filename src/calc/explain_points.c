/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_points.c: the points of the TWR and the returns chained of them (calculations.md 6.2).
 */
#include "config.h"

#include "calc/explain_history.h"

#include "calc/fx.h"

static struct note note(const char *text, struct day day)
{
	return (struct note){ .text = text, .day = day };
}

/* ---- points ---- */

static const struct twr_point *point_of(const struct explaining *x, struct day day)
{
	const struct history *h = x->subject->history;

	for (size_t i = 0; i < h->n_points; i++)
		if (day_same(h->points[i].day, day))
			return &h->points[i];
	return NULL;
}

static enum calc_err write_point_equity(struct explaining *x, const struct explain_ask *ask,
					struct explain_figure *f)
{
	const struct twr_point *p = point_of(x, ask->day);

	if (p)
		figure_real(f, SHOWN_REAL, history_equity(x, ask->day, false), p->equity);
	return CALC_OK;
}

/* Where an amount goes: bought, sold or income (1.10, column TWR). */
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
	size_t paper = 0;
	size_t in;

	while (paper + 1 < s->d->n_papers && !day_before(flow->day, s->d->papers[paper].until))
		paper++;
	q = quoted_paper(&g, held, paper);
	price = history_price(s, &q, flow->day);
	in = explain_input(s->e,
			   &(struct explain_input){ .kind = INPUT_FIGURE, .field = "qty_moved" });
	s->e->inputs[in].kind = INPUT_RULE;
	s->e->inputs[in].text = "Quantidade que entrou ou saiu sem valor próprio.";
	t = explain_value(s->e, in, "quantity", wide_abs(flow->qty.e8), QTY_PLACES);
	t = explain_mul(s->e, t, price, ROUND_NONE, 0,
			note("Quantidade × preço de mercado de {day}.", flow->day));
	if (!held->foreign)
		return t;
	if (day_same(flow->day, g.as_of) && p->fx.source != FX_NONE)
		return explain_mul(s->e, t, holding_fx(s), ROUND_NONE, 0,
				   note("Em reais: × dólar de marcação.", flow->day));
	if (!fx_ptax(&held->source->market->usd, flow->day, &rate))
		return (struct term){ 0 };
	return explain_mul(s->e, t, rate_term(s->e, &rate), ROUND_NONE, 0,
			   note("Em reais: × taxa de venda do Banco Central de {day}.", rate.day));
}

static struct term flow_term(struct holding_story *s, const struct held *held, size_t i)
{
	const struct fold_flow *flow = &s->d->flows[i];
	struct term t;

	if (flow->at_market)
		return at_market(s, held, flow);
	t = s->brl.flows[i];
	if (side_of(flow) == SIDE_BUYS)
		return explain_negate(s->e, t, note("Dinheiro que entrou na carteira.", flow->day));
	return t;
}

/* Nothing moved: what was sold without stock is only told. */
static bool is_mark(const struct fold_flow *f)
{
	return !f->known && !f->at_market && f->kind == FLOW_SELL;
}

static enum calc_err take_side(struct explaining *x, const struct derived_holding *d,
			       struct day day, enum side side, struct term *sum)
{
	struct history_source source;
	struct holding_story s;
	struct held held;
	enum calc_err err;

	if (!flows_on(d, day) || !history_counted(x, d))
		return CALC_OK;
	history_hold(x, d, &source, &held);
	err = holding_open(x, holding_of(x->subject->portfolio, d->head), &s);
	if (err != CALC_OK)
		return err;
	for (size_t i = 0; i < d->n_flows; i++)
		if (day_same(d->flows[i].day, day) && !is_mark(&d->flows[i]) &&
		    (d->flows[i].amount.e8 || d->flows[i].at_market) &&
		    side_of(&d->flows[i]) == side)
			*sum = explain_add(&x->e, *sum, flow_term(&s, &held, i),
					   note("Soma do dia.", day));
	for (size_t i = 0; i < d->n_entries && side == SIDE_INCOME; i++)
		if (d->entries[i].net_known && day_same(d->entries[i].pay_day, day))
			*sum = explain_add(&x->e, *sum,
					   income_brl(&s.brl, &s.work->income.entries[i],
						      s.foreign ? &x->subject->market->usd : NULL),
					   note("Mais o provento do dia.", day));
	return CALC_OK;
}

static enum calc_err write_side(struct explaining *x, const struct explain_ask *ask, enum side side,
				struct explain_figure *f)
{
	const struct derived *derived = x->subject->derived;
	const struct twr_point *p = point_of(x, ask->day);
	struct term sum = x->e.zero;
	enum calc_err err = CALC_OK;

	if (!p)
		return CALC_OK;
	for (size_t i = 0; i < derived->n && err == CALC_OK; i++)
		err = take_side(x, &derived->holdings[i], ask->day, side, &sum);
	if (err == CALC_OK)
		figure_real(f, SHOWN_REAL, sum,
			    side == SIDE_BUYS	 ? p->buys
			    : side == SIDE_SELLS ? p->sells
						 : p->income);
	return err;
}

static enum calc_err write_buys(struct explaining *x, const struct explain_ask *ask,
				struct explain_figure *f)
{
	return write_side(x, ask, SIDE_BUYS, f);
}

static enum calc_err write_sells(struct explaining *x, const struct explain_ask *ask,
				 struct explain_figure *f)
{
	return write_side(x, ask, SIDE_SELLS, f);
}

static enum calc_err write_point_income(struct explaining *x, const struct explain_ask *ask,
					struct explain_figure *f)
{
	return write_side(x, ask, SIDE_INCOME, f);
}

/* ---- returns ---- */

static struct term point_part(struct explaining *x, const char *field, struct day day, double v)
{
	if (v == 0)
		return x->e.zero;
	return figure_term_real(
		&x->e, &(struct explain_input){ .field = field, .has_day = true, .day = day }, v);
}

/* (V + S + I) / (V before + B) */
static struct term factor_term(struct explaining *x, const struct twr_point *before,
			       const struct twr_point *at)
{
	struct explain *e = &x->e;
	struct term base =
		before ? point_part(x, "history.point.equity", before->day, before->equity)
		       : e->zero;
	struct term top = point_part(x, "history.point.equity", at->day, at->equity);

	base = explain_add(e, base, point_part(x, "history.point.buys", at->day, at->buys),
			   note("Base de {day}: patrimônio de antes + o que entrou.", at->day));
	if (at->sells != 0)
		top = explain_add(e, top, point_part(x, "history.point.sells", at->day, at->sells),
				  note("Patrimônio de {day} + o que saiu.", at->day));
	if (at->income != 0)
		top = explain_add(e, top,
				  point_part(x, "history.point.income", at->day, at->income),
				  note("Mais os proventos de {day}.", at->day));
	return explain_div(e, top, base, ROUND_NONE, 0, note("Fator até {day}.", at->day));
}

/* One that is skipped has no factor. */
static bool is_step(const struct twr_point *before, const struct twr_point *at)
{
	struct twr_chain chain = twr_begin(before);
	double factor;

	return twr_add(&chain, at, &factor);
}

/* The product of the factors of the points in (@after, @until]; a term of 0 where no step is valid. */
static struct term factors_term(struct explaining *x, size_t from, size_t to,
				const struct twr_point *base)
{
	const struct history *h = x->subject->history;
	struct term product = { 0 };

	for (size_t i = from; i < to; i++) {
		const struct twr_point *before = i > from ? &h->points[i - 1] : base;
		struct term one;

		if (!is_step(before, &h->points[i]))
			continue;
		one = factor_term(x, before, &h->points[i]);
		product = product.n ? explain_mul(&x->e, product, one, ROUND_NONE, 0,
						  note("Produto dos fatores até {day}.",
						       h->points[i].day))
				    : one;
	}
	return product;
}

static struct term unit(struct explain *e)
{
	return explain_constant(e, 1, 0, "Um.");
}

static enum calc_err write_return(struct explaining *x, const struct explain_ask *ask,
				  struct explain_figure *f)
{
	const struct history_month *m = history_month_of(x, ask->month);
	const struct history *h = x->subject->history;
	struct term t;
	size_t from = 0;
	size_t to;

	if (!m)
		return CALC_OK;
	if (!m->return_known) {
		figure_null(f, "Não há patrimônio para medir no mês.");
		return CALC_OK;
	}
	while (from < h->n_points && day_month(h->points[from].day).n < ask->month.n)
		from++;
	for (to = from; to < h->n_points && day_month(h->points[to].day).n == ask->month.n;)
		to++;
	t = factors_term(x, from, to, from ? &h->points[from - 1] : NULL);
	t = explain_sub(&x->e, t, unit(&x->e), note("Menos um.", x->subject->as_of));
	t = explain_mul(&x->e, t, hundred(&x->e), ROUND_NONE, 0,
			note("Em percentual.", x->subject->as_of));
	figure_real(f, SHOWN_RETURN, t, m->return_pct);
	return CALC_OK;
}

/* The months chained. */
static struct term chain_term(struct explaining *x)
{
	const struct history *h = x->subject->history;
	struct term product = { 0 };

	for (size_t i = 0; i < h->n_months; i++) {
		const struct history_month *m = &h->months[i];
		struct day end = month_last(m->month);
		struct term one;

		if (!m->return_known)
			continue;
		one = figure_term_real(&x->e,
				       &(struct explain_input){ .field = "history.return_pct",
								.has_month = true,
								.month = m->month },
				       m->return_pct);
		one = explain_div(&x->e, one, hundred(&x->e), ROUND_NONE, 0,
				  note("Retorno do mês como fração.", end));
		one = explain_add(&x->e, unit(&x->e), one, note("Um mais o retorno.", end));
		product = product.n ? explain_mul(&x->e, product, one, ROUND_NONE, 0,
						  note("Meses encadeados até {day}.", end))
				    : one;
	}
	return product;
}

#define NO_TWR "Não há período com patrimônio para medir."

static enum calc_err write_twr(struct explaining *x, const struct explain_ask *ask,
			       struct explain_figure *f)
{
	const struct twr *t = &x->subject->history->twr;

	(void)ask;
	if (!t->known)
		figure_null(f, NO_TWR);
	else
		figure_real(f, SHOWN_RATE,
			    explain_sub(&x->e, chain_term(x), unit(&x->e),
					note("Menos um.", x->subject->as_of)),
			    t->cumulative);
	return CALC_OK;
}

static enum calc_err write_annualized(struct explaining *x, const struct explain_ask *ask,
				      struct explain_figure *f)
{
	const struct twr *t = &x->subject->history->twr;
	struct explain *e = &x->e;
	struct day last = x->subject->as_of;
	struct term product, days;
	size_t in;

	(void)ask;
	if (!t->known || !t->annual_known) {
		figure_null(f,
			    t->known ? "A série tem menos de 365 dias: não se anualiza." : NO_TWR);
		return CALC_OK;
	}
	if (t->annualized <= -1) {
		figure_real(f, SHOWN_RATE, explain_constant(e, -1, 0, "Nada restou: −100% ao ano."),
			    t->annualized);
		return CALC_OK;
	}
	in = explain_input(e, &(struct explain_input){
				      .kind = INPUT_RULE,
				      .text = "Dias corridos da primeira etapa válida ao fim.",
				      .has_day = true,
				      .day = t->first,
				      .has_until = true,
				      .until = last });
	days = explain_value(e, in, "count", last.n - t->first.n, 0);
	product = explain_power(e, chain_term(x), explain_constant(e, 365, 0, "Dias do ano."), days,
				ROUND_NONE, 0, note("Elevado a 365 ÷ dias.", last));
	figure_real(f, SHOWN_RATE, explain_sub(e, product, unit(e), note("Menos um.", last)),
		    t->annualized);
	return CALC_OK;
}

static enum calc_err write_twr_months(struct explaining *x, const struct explain_ask *ask,
				      struct explain_figure *f)
{
	const struct twr *t = &x->subject->history->twr;
	struct day last = x->subject->as_of;
	struct explain *e = &x->e;
	struct term n;

	(void)ask;
	if (!t->known) {
		figure_null(f, NO_TWR);
		return CALC_OK;
	}
	n = explain_sub(
		e,
		explain_constant(e, day_month(last).n, 0,
				 "Último mês, contado desde o ano zero (ano × 12 + mês − 1)."),
		explain_constant(e, day_month(t->first).n, 0,
				 "Mês da primeira etapa válida, contado do mesmo modo."),
		note("Meses entre o primeiro e o último.", last));
	n = explain_add(e, n, unit(e), note("Contando os dois.", last));
	figure_exact(f, SHOWN_INT, n, t->months, 0);
	return CALC_OK;
}

#define MONTH (NEEDS_HISTORY | NEEDS_MONTH)
#define DAY (NEEDS_HISTORY | NEEDS_DAY)

const struct other_figure history_figures[] = {
	{ { "history.equity", MONTH }, history_write_equity },
	{ { "history.contributed", MONTH }, history_write_contributed },
	{ { "history.income", MONTH }, history_write_income },
	{ { "history.realized", MONTH }, history_write_realized },
	{ { "history.return_pct", MONTH }, write_return },
	{ { "returns.twr.cumulative", NEEDS_HISTORY }, write_twr },
	{ { "returns.twr.annualized", NEEDS_HISTORY }, write_annualized },
	{ { "returns.twr.months", NEEDS_HISTORY }, write_twr_months },
	{ { "history.point.equity", DAY }, write_point_equity },
	{ { "history.point.buys", DAY }, write_buys },
	{ { "history.point.sells", DAY }, write_sells },
	{ { "history.point.income", DAY }, write_point_income },
	{ { "history.value", DAY | NEEDS_HOLDING }, history_write_value },
	{ .field = { .name = NULL } },
};
