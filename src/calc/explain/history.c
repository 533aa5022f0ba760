/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history.c: months, and the market value of a holding on a day (doc/calculations.md 7).
 *
 * In layers, each explained by itself: the return of a month rests on its points, a point on what
 * the market value and flows of each holding on that day, and that on rows and closes.  The value of a day is
 * written down a second time here, on purpose: as steps, compared with calc/history/market_value.c.
 */
#include "config.h"

#include "calc/explain/history.h"

#include "calc/base/base.h"
#include "core/pool.h"

/* ---- one holding on the grid ---- */

/* Enough of a grid for questions about one day. */
struct grid history_grid(const struct explaining *x)
{
	return (struct grid){ .pool = x->e.pool, .as_of = x->subject->as_of };
}

void history_hold(const struct explaining *x, const struct derived_holding *d,
		  struct history_source *source, struct held *out)
{
	*source = (struct history_source){ x->subject->derived, x->subject->portfolio,
					   x->subject->market };
	*out = (struct held){ .source = source,
			      .h = d,
			      .foreign = d->head->currency != CURRENCY_BRL };
}

bool history_counted(const struct explaining *x, const struct derived_holding *d)
{
	struct grid g = history_grid(x);
	struct history_source source;
	struct held held;

	history_hold(x, d, &source, &held);
	return grid_counted(&g, &held);
}

/* At the end of a day before as_of, or as the detail has it on that day. */
static struct money value_on(struct explaining *x, const struct derived_holding *d, struct day day)
{
	const struct holding *now = holding_of(x->subject->portfolio, d->head);
	struct grid g = history_grid(x);
	struct history_source source;
	struct held held;
	struct money m;

	if (day_same(day, x->subject->as_of))
		return now && now->value_known ? now->market_value : (struct money){ 0 };
	history_hold(x, d, &source, &held);
	m = grid_market_value(&g, &held, x->marking.accruer, day);
	x->e.range |= g.range;
	return m;
}

/* ---- market value of a holding ---- */

static struct term price_term(struct holding_story *s, const struct quoted *q, struct day day)
{
	struct explain *e = s->e;
	struct close c;
	struct term p;
	size_t in;

	if (!q->market || !close_at(&q->market->closes, day, &c) || day.n - c.day.n > q->limit)
		return (struct term){ 0 };
	in = explain_input(e, &(struct explain_input){ .kind = INPUT_QUOTE,
						       .symbol = q->market->symbol,
						       .type = q->market->type,
						       .has_day = true,
						       .day = c.day });
	p = explain_value(e, in, "price", c.price.e12, PRICE_PLACES);
	for (size_t i = 0; i < q->n_events && !day_before(day, q->events[i].ex_day); i++) {
		const struct reference_event *event = &q->events[i];

		if (!day_before(c.day, event->ex_day) || event->ratio.n <= 0)
			continue;
		in = explain_input(e, &(struct explain_input){ .kind = INPUT_EVENT,
							       .symbol = q->market->symbol,
							       .has_day = true,
							       .day = event->ex_day,
							       .from.event = event });
		p = explain_proportion(
			e, p, explain_value(e, in, "ratio_old", event->ratio.d, 0),
			explain_value(e, in, "ratio_new", event->ratio.n, 0), ROUND_HALF_AWAY,
			PRICE_PLACES,
			note_on("Preço nas ações depois do evento de {day}.", event->ex_day));
	}
	return p;
}

/* The market price of a paper on a day; a term of 0 without one. */
struct term history_price(struct holding_story *s, const struct quoted *q, struct day day)
{
	if (market_expired(q->market, day))
		return explain_constant(s->e, 0, 0, "Opção vencida vale zero.");
	return price_term(s, q, day);
}

/* One paper at market; false where there is no price or no rate. */
static bool ticker_on(struct holding_story *s, const struct held *held, const struct quoted *q,
		      struct term qty, struct day day, struct term *sum)
{
	struct term price, t;
	struct close rate;

	if (explain_is_zero(s->e, qty))
		return true;
	price = history_price(s, q, day);
	if (!price.n || (held->foreign && !fx_ptax(&held->source->market->usd, day, &rate)))
		return false;
	t = explain_mul(s->e, qty, price, ROUND_HALF_AWAY, MONEY_PLACES,
			note_on("Quantidade × preço em {day}.", day));
	if (held->foreign)
		t = explain_mul(
			s->e, t, rate_term(s->e, &rate), ROUND_HALF_AWAY, MONEY_PLACES,
			note_on("Em reais: × taxa de venda do Banco Central de {day}.", rate.day));
	*sum = explain_add(s->e, *sum, t, note_on("Soma dos papéis em {day}.", day));
	return true;
}

static struct term qty_on(struct holding_story *s, size_t ticker, struct day day)
{
	const struct derived_ticker *p = &s->d->tickers[ticker];

	if (s->d->n_tickers == 1)
		return story_qty(&s->brl, NULL, day);
	return day_before(day, p->until) ? story_qty(&s->brl, p->symbol, day) : s->e->zero;
}

/* By market, else at the contracted rate, else at cost: as lineage_market_value(). */
static struct term market_value_on(struct holding_story *s, const struct held *held, struct day day)
{
	const struct derived_holding *d = s->d;
	struct grid g = history_grid(s->x);
	struct term sum = s->e->zero;
	struct accrual_result accrued = { .reason = ACCRUAL_NO_TERMS };
	bool market = true;

	for (size_t i = 0; i < d->n_tickers && market; i++) {
		struct quoted q = quoted_ticker(&g, held, i);

		market = ticker_on(s, held, &q, qty_on(s, i, day), day, &sum);
	}
	if (market)
		return sum;
	if (d->head->terms && !held->foreign)
		accrual_value(s->x->marking.accruer, d->head->terms, &d->lots, day, &accrued);
	if (!accrued.reason &&
	    accrued.qty.e8 == explain_node(s->e, story_qty(&s->brl, NULL, day))->v)
		return holding_lots(s, day, day);
	return story_cost_at(&s->brl, day);
}

static enum calc_err write_value(struct explaining *x, const struct explain_ask *ask,
				 struct explain_figure *f)
{
	struct history_source source;
	struct holding_story s;
	struct held held;
	struct term t;
	enum calc_err err;

	if (day_before(x->subject->as_of, ask->day))
		return CALC_OK;
	err = holding_open(x, ask->holding, &s);
	if (err != CALC_OK)
		return err;
	history_hold(x, s.d, &source, &held);
	if (!day_same(ask->day, x->subject->as_of))
		t = market_value_on(&s, &held, ask->day);
	else
		t = ask->holding->value_known ? holding_value(&s) : x->e.zero;
	figure_exact(f, SHOWN_MONEY, t, value_on(x, s.d, ask->day).e8, MONEY_PLACES);
	return CALC_OK;
}

/* ---- equity ---- */

static struct explain_input value_input(const struct derived_holding *d, struct day day)
{
	return (struct explain_input){ .field = "history.value",
				       .symbol = d->head->symbol,
				       .type = d->head->type,
				       .has_day = true,
				       .day = day };
}

/* Market values of the holdings, as figures; those of the TWR only, or all. */
struct term history_equity(struct explaining *x, struct day day, bool all)
{
	const struct derived *derived = x->subject->derived;
	struct term *list = pool_array(x->e.pool, struct term, derived->n);
	size_t n = 0;

	for (size_t i = 0; i < derived->n; i++) {
		const struct derived_holding *d = &derived->holdings[i];
		struct explain_input in = value_input(d, day);
		struct money m;

		if (!d->n_steps || (!all && !history_counted(x, d)))
			continue;
		m = value_on(x, d, day);
		if (m.e8)
			list[n++] = figure_term(&x->e, &in, m.e8, MONEY_PLACES);
	}
	return explain_sum(&x->e, list, n, note_on("Soma do que os ativos valiam em {day}.", day));
}

const struct history_month *history_month_of(const struct explaining *x, struct month month)
{
	const struct history *h = x->subject->history;

	for (size_t i = 0; i < h->n_months; i++)
		if (h->months[i].month.n == month.n)
			return &h->months[i];
	return NULL;
}

static enum calc_err write_equity(struct explaining *x, const struct explain_ask *ask,
				  struct explain_figure *f)
{
	const struct history_month *m = history_month_of(x, ask->month);
	struct day end = month_last(ask->month);
	struct term t;

	if (!m)
		return CALC_OK;
	if (day_before(end, x->subject->as_of))
		t = history_equity(x, end, true);
	else
		t = figure_term(&x->e, &(struct explain_input){ .field = "patrimonio" },
				x->subject->portfolio->patrimonio.e8, MONEY_PLACES);
	figure_exact(f, SHOWN_MONEY, t, m->equity.e8, MONEY_PLACES);
	return CALC_OK;
}

/* ---- contributed, income, realized ---- */

static bool contributes(const struct fold_flow *f, struct month month)
{
	return f->known && f->kind != FLOW_SHORT_RESULT && f->amount.e8 &&
	       day_month(f->day).n == month.n;
}

static enum calc_err take_contributions(struct explaining *x, const struct derived_holding *d,
					struct month month, struct term *sum)
{
	struct holding_story s;
	enum calc_err err;
	size_t i = 0;

	while (i < d->n_flows && !contributes(&d->flows[i], month))
		i++;
	if (i == d->n_flows)
		return CALC_OK;
	err = holding_open(x, holding_of(x->subject->portfolio, d->head), &s);
	for (; i < d->n_flows && err == CALC_OK; i++)
		if (contributes(&d->flows[i], month))
			*sum = explain_sub(
				&x->e, *sum, s.brl.flows[i],
				note_on("Aporte acumulado depois de {day}.", d->flows[i].day));
	return err;
}

static enum calc_err write_contributed(struct explaining *x, const struct explain_ask *ask,
				       struct explain_figure *f)
{
	const struct derived *derived = x->subject->derived;
	const struct history_month *m = history_month_of(x, ask->month);
	struct term sum = x->e.zero;
	enum calc_err err = CALC_OK;

	if (!m)
		return CALC_OK;
	if (m > x->subject->history->months)
		sum = figure_term(&x->e,
				  &(struct explain_input){ .field = "history.contributed",
							   .has_month = true,
							   .month = m[-1].month },
				  m[-1].contributed.e8, MONEY_PLACES);
	for (size_t i = 0; i < derived->n && err == CALC_OK; i++)
		err = take_contributions(x, &derived->holdings[i], ask->month, &sum);
	if (err == CALC_OK)
		figure_exact(f, SHOWN_MONEY, sum, m->contributed.e8, MONEY_PLACES);
	return err;
}

static enum calc_err write_income(struct explaining *x, const struct explain_ask *ask,
				  struct explain_figure *f)
{
	const struct history_month *m = history_month_of(x, ask->month);

	if (m)
		figure_exact(f, SHOWN_MONEY, months_term(x, true, &ask->month), m->income.e8,
			     MONEY_PLACES);
	return CALC_OK;
}

static enum calc_err write_realized(struct explaining *x, const struct explain_ask *ask,
				    struct explain_figure *f)
{
	const struct history_month *m = history_month_of(x, ask->month);

	if (m)
		figure_exact(f, SHOWN_MONEY, months_term(x, false, &ask->month), m->realized.e8,
			     MONEY_PLACES);
	return CALC_OK;
}

#define MONTH (NEEDS_HISTORY | NEEDS_MONTH)

const struct other_figure history_figures[] = {
	{ { "history.equity", MONTH }, write_equity },
	{ { "history.contributed", MONTH }, write_contributed },
	{ { "history.income", MONTH }, write_income },
	{ { "history.realized", MONTH }, write_realized },
	{ { "history.value", NEEDS_HISTORY | NEEDS_DAY | NEEDS_HOLDING }, write_value },
	{ .field = { .name = NULL } },
};
