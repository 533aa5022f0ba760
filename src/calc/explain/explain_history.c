/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_history.c: months, and the market value of a holding on a day (doc/calculations.md 7).
 *
 * In layers, each explained separately: the return of a month depends on its points, a point on the
 * market value and flows of each holding on that day, and these on rows and closes.  Repeats the
 * valuation of a day on purpose: as steps, compared with calc/history/market_value.c.
 */
#include "config.h"

#include "calc/explain/explain_history.h"

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
					   x->subject->market, false };
	*out = (struct held){ .source = source,
			      .h = d,
			      .foreign = d->head->currency != CURRENCY_BRL };
}

static struct explain_input value_input(const struct derived_holding *d, struct day day)
{
	return (struct explain_input){ .field = "history.value",
				       .symbol = d->head->symbol,
				       .type = d->head->type,
				       .has_day = true,
				       .day = day };
}

/* At the end of a day before as_of that need not be a point. */
static struct stand stand_alone(struct explaining *x, const struct derived_holding *d,
				struct day day)
{
	struct grid g = history_grid(x);
	struct history_source source;
	struct stand *s;
	struct held held;

	history_hold(x, d, &source, &held);
	s = grid_values(&g, &held, x->marking.accruer, &day, 1);
	x->e.range |= g.range;
	return *s;
}

/* The number of points of the history before as_of. */
static size_t points_before(const struct explaining *x)
{
	const struct history *h = x->subject->history;
	size_t n = h->n_points;

	return n && day_same(h->points[n - 1].day, x->subject->as_of) ? n - 1 : n;
}

/* The holding at every point before as_of. */
static const struct stand *stands_of(struct explaining *x, const struct derived_holding *d)
{
	const struct derived *derived = x->subject->derived;
	size_t at = (size_t)(d - derived->holdings), n = points_before(x);
	struct history_source source;
	struct held held;
	struct day *days;
	struct grid g;

	if (!x->stands)
		x->stands = pool_array(x->e.pool, const struct stand *, derived->n);
	if (x->stands[at])
		return x->stands[at];
	g = history_grid(x);
	history_hold(x, d, &source, &held);
	days = pool_array(x->e.pool, struct day, n);
	for (size_t i = 0; i < n; i++)
		days[i] = x->subject->history->points[i].day;
	x->stands[at] = grid_stands(&g, &held, x->marking.accruer, STANDING_NONE, days, n);
	x->e.range |= g.range;
	return x->stands[at];
}

static struct stand stand_now(struct explaining *x, const struct derived_holding *d,
			      enum standing was)
{
	const struct holding *h = holding_of(x->subject->portfolio, d->head);
	struct stand s = { .held = h && !qty_is_zero(h->brl.qty) };
	struct grid g = history_grid(x);
	struct history_source source;
	struct held held;
	bool known;

	history_hold(x, d, &source, &held);
	known = grid_flows_on(&g, &held, x->subject->as_of, &s.flows);
	s.standing = standing_on(h, was, known, s.flows.buys);
	s.worth = h && h->value_known ? h->market_value : (struct money){ 0 };
	if (s.standing == STANDING_MARKET || s.standing == STANDING_ACCRUAL)
		s.value = s.worth;
	return s;
}

/* A holding at a point and at the one before it. */
struct step_of {
	struct stand before, now;
	struct day day_before; /* of the point before */
};

static struct step_of step_on(struct explaining *x, const struct derived_holding *d, struct day day)
{
	const struct twr_point *points = x->subject->history->points;
	const struct stand *all = stands_of(x, d);
	struct step_of s = { .before.standing = STANDING_NONE };
	size_t n = points_before(x), i = 0;

	while (i < n && day_before(points[i].day, day))
		i++;
	if (i) {
		s.before = all[i - 1];
		s.day_before = points[i - 1].day;
	}
	if (day_same(day, x->subject->as_of)) {
		s.now = stand_now(x, d, s.before.standing);
	} else if (i < n && day_same(points[i].day, day)) {
		s.now = all[i];
	} else { /* where a span begins */
		s.now = stand_alone(x, d, day);
		s.now.value = measured_between(&s.before, &s.now, i < n ? &all[i] : &s.now);
		s.now.standing = s.before.standing;
	}
	return s;
}

struct crossing history_crossing(struct explaining *x, const struct derived_holding *d,
				 struct day day, struct term *joins, struct term *leaves)
{
	struct step_of s = step_on(x, d, day);
	struct crossing c = crossing_of(s.before.standing, money_double(stand_measured(&s.before)),
					s.now.standing, money_double(stand_measured(&s.now)));
	struct explain_input in;

	if (c.joins != 0) {
		in = value_input(d, day);
		*joins = figure_term(&x->e, &in, s.now.value.e8, MONEY_PLACES);
	}
	if (c.leaves != 0) {
		in = value_input(d, s.day_before);
		*leaves = figure_term(&x->e, &in, s.before.value.e8, MONEY_PLACES);
	}
	return c;
}

/* At the end of a day, at cost without another value; on as_of as in the detail. */
static struct money value_on(struct explaining *x, const struct derived_holding *d, struct day day)
{
	const struct holding *now = holding_of(x->subject->portfolio, d->head);

	if (day_same(day, x->subject->as_of))
		return now && now->value_known ? now->market_value : (struct money){ 0 };
	return stand_alone(x, d, day).worth;
}

static struct money measured_on(struct explaining *x, const struct derived_holding *d,
				struct day day)
{
	struct step_of s = step_on(x, d, day);

	return stand_measured(&s.now);
}

/* ---- market value of a holding ---- */

static struct term price_term(struct holding_story *s, const struct quoted *q, struct day day)
{
	struct explain *e = s->e;
	struct close c;
	struct term p, old;
	bool stated;
	size_t in;

	if (!quoted_close(q, day, &c, &stated))
		return (struct term){ 0 };
	p = quoted_term(e, q->market, s->d, stated, &c);
	for (size_t i = 0; i < q->n_events && !day_before(day, q->events[i].ex_day); i++) {
		const struct reference_event *event = &q->events[i];

		if (!day_before(c.day, event->ex_day) || event->ratio.n <= 0)
			continue;
		in = explain_input(
			e, &(struct explain_input){ .kind = INPUT_EVENT,
						    .symbol = q->market ? q->market->symbol
									: s->d->head->symbol,
						    .has_day = true,
						    .day = event->ex_day,
						    .from.event = event });
		old = explain_value(e, in, "ratio_old", event->ratio.d, 0);
		p = explain_proportion(
			e, p, old, explain_value(e, in, "ratio_new", event->ratio.n, 0),
			ROUND_HALF_AWAY, PRICE_PLACES,
			note_on("Preço nas ações depois do evento de {day}.", event->ex_day));
	}
	return p;
}

/* The market price of a paper on a day; a term of 0 without one. */
struct term history_price(struct holding_story *s, const struct quoted *q, struct day day)
{
	if (option_expired(q->ends, day))
		return explain_constant(s->e, 0, 0, "Opção vencida vale zero.");
	return price_term(s, q, day);
}

/* One paper at market; false when there is no price or no rate. */
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

static bool market_on(struct holding_story *s, const struct held *held, struct day day,
		      bool any_age, struct term *sum)
{
	struct grid g = history_grid(s->x);

	*sum = s->e->zero;
	for (size_t i = 0; i < s->d->n_tickers; i++) {
		struct quoted q = quoted_ticker(&g, held, i);

		if (any_age)
			quoted_any_age(&q);
		if (!ticker_on(s, held, &q, qty_on(s, i, day), day, sum))
			return false;
	}
	return true;
}

/*
 * By market, else at the contracted rate, else by an older price, else at cost: as in
 * calc/history/market_value.c.
 */
static struct term market_value_on(struct holding_story *s, const struct held *held, struct day day)
{
	const struct derived_holding *d = s->d;
	struct accrual_result accrued = { .reason = ACCRUAL_NO_TERMS };
	struct term sum;

	if (market_on(s, held, day, false, &sum))
		return sum;
	if (d->head->terms && !held->foreign)
		accrual_value(s->x->marking.accruer, d->head->terms, &d->lots, day, &accrued);
	if (!accrued.reason &&
	    accrued.qty.e8 == explain_node(s->e, story_qty(&s->brl, NULL, day))->v)
		return holding_lots(s, day, day);
	if (d->head->terms && market_on(s, held, day, true, &sum))
		return sum;
	return story_cost_at(&s->brl, day);
}

static void write_value(struct explaining *x)
{
	struct history_source source;
	struct holding_story s;
	struct held held;
	struct term t;

	if (day_before(x->subject->as_of, x->ask->day) || !holding_open(x, x->ask->holding, &s))
		return;
	history_hold(x, s.d, &source, &held);
	if (!day_same(x->ask->day, x->subject->as_of))
		t = market_value_on(&s, &held, x->ask->day);
	else
		t = x->ask->holding->value_known ? holding_value(&s) : x->e.zero;
	figure_exact(x->f, SHOWN_MONEY, t, value_on(x, s.d, x->ask->day).e8, MONEY_PLACES);
}

/* ---- equity ---- */

/* The values of the holdings, as figures; only those in the TWR, or all. */
struct term history_equity(struct explaining *x, struct day day, bool all)
{
	const struct derived *derived = x->subject->derived;
	struct term *list = pool_array(x->e.pool, struct term, derived->n);
	size_t n = 0;

	for (size_t i = 0; i < derived->n; i++) {
		const struct derived_holding *d = &derived->holdings[i];
		struct explain_input in = value_input(d, day);
		struct money m;

		if (!d->n_steps)
			continue;
		m = all ? value_on(x, d, day) : measured_on(x, d, day);
		if (m.e8)
			list[n++] = figure_term(&x->e, &in, m.e8, MONEY_PLACES);
		if (m.e8 && all)
			list[n - 1] = explain_shown(&x->e, list[n - 1]);
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

static const struct history_day *day_of(const struct explaining *x, struct day day)
{
	const struct history *h = x->subject->history;

	for (size_t i = 0; i < h->n_days; i++)
		if (day_same(h->days[i].day, day))
			return &h->days[i];
	return NULL;
}

/* At the end of a month or of a day of the last one. */
static void equity_at(struct explaining *x, struct day day, struct money shown)
{
	struct term t;

	if (day_before(day, x->subject->as_of))
		t = history_equity(x, day, true);
	else
		t = figure_term(&x->e, &(struct explain_input){ .field = "patrimonio" },
				x->subject->portfolio->patrimonio.e8, MONEY_PLACES);
	figure_exact(x->f, SHOWN_MONEY, t, shown.e8, MONEY_PLACES);
}

static void write_equity(struct explaining *x)
{
	const struct history_month *m = history_month_of(x, x->ask->month);

	if (m)
		equity_at(x, month_last(x->ask->month), m->equity);
}

static void write_day_equity(struct explaining *x)
{
	const struct history_day *d = day_of(x, x->ask->day);

	if (d)
		equity_at(x, d->day, d->equity);
}

/* ---- contributed, income, realized ---- */

/* In the month of @until, up to it. */
static bool contributes(const struct fold_flow *f, struct day until)
{
	return f->known && f->kind != FLOW_SHORT_RESULT && f->amount.e8 &&
	       day_month(f->day).n == day_month(until).n && !day_before(until, f->day);
}

static void take_contributions(struct explaining *x, const struct derived_holding *d,
			       struct day until, struct term *sum)
{
	struct holding_story s;
	size_t i = 0;

	while (i < d->n_flows && !contributes(&d->flows[i], until))
		i++;
	if (i == d->n_flows || !holding_open(x, holding_of(x->subject->portfolio, d->head), &s))
		return;
	for (; i < d->n_flows; i++)
		if (contributes(&d->flows[i], until))
			*sum = explain_sub(
				&x->e, *sum, s.brl.flows[i],
				note_on("Aporte acumulado depois de {day}.", d->flows[i].day));
}

/* What was contributed until the month before, and then until @until. */
static void contributed_until(struct explaining *x, const struct history_month *m, struct day until,
			      struct money shown)
{
	const struct derived *derived = x->subject->derived;
	struct term sum = x->e.zero;

	if (m && m > x->subject->history->months)
		sum = figure_term(&x->e,
				  &(struct explain_input){ .field = "history.contributed",
							   .has_month = true,
							   .month = m[-1].month },
				  m[-1].contributed.e8, MONEY_PLACES);
	for (size_t i = 0; i < derived->n && x->err == CALC_OK; i++)
		take_contributions(x, &derived->holdings[i], until, &sum);
	figure_exact(x->f, SHOWN_MONEY, sum, shown.e8, MONEY_PLACES);
}

static void write_contributed(struct explaining *x)
{
	const struct history_month *m = history_month_of(x, x->ask->month);

	if (m)
		contributed_until(x, m, month_last(x->ask->month), m->contributed);
}

static void write_day_contributed(struct explaining *x)
{
	const struct history_day *d = day_of(x, x->ask->day);

	if (d)
		contributed_until(x, history_month_of(x, day_month(d->day)), d->day,
				  d->contributed);
}

static void write_income(struct explaining *x)
{
	const struct history_month *m = history_month_of(x, x->ask->month);

	if (m)
		figure_exact(x->f, SHOWN_MONEY, months_term(x, true, &x->ask->month), m->income.e8,
			     MONEY_PLACES);
}

static void write_realized(struct explaining *x)
{
	const struct history_month *m = history_month_of(x, x->ask->month);

	if (m)
		figure_exact(x->f, SHOWN_MONEY, months_term(x, false, &x->ask->month),
			     m->realized.e8, MONEY_PLACES);
}

#define MONTH (NEEDS_HISTORY | NEEDS_MONTH)

const struct other_figure history_figures[] = {
	{ { "history.equity", MONTH }, write_equity },
	{ { "history.contributed", MONTH }, write_contributed },
	{ { "history.income", MONTH }, write_income },
	{ { "history.realized", MONTH }, write_realized },
	{ { "history.meta.daily.equity", NEEDS_HISTORY | NEEDS_DAY }, write_day_equity },
	{ { "history.meta.daily.contributed", NEEDS_HISTORY | NEEDS_DAY }, write_day_contributed },
	{ { "history.value", NEEDS_HISTORY | NEEDS_DAY | NEEDS_HOLDING }, write_value },
	{ .field = { .name = NULL } },
};
