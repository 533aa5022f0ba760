/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finish.c: completes a prefix, computed or cached, with the market value of its last day to months and
 * returns.
 */
#include "config.h"

#include "calc/history/grid.h"
#include "core/pool.h"

#include <math.h>

/* ---- the last point ---- */

static struct step_part add_holding(struct last_point *l, const struct prefix_holding *was,
				    const struct holding *h)
{
	const struct day_flows flows = { was->buys, was->sells, was->income };
	enum standing now = standing_on(h, was->was, was->flows_known, was->buys);
	bool in = h && (now == STANDING_MARKET || now == STANDING_ACCRUAL);
	double value = in ? money_double(h->market_value) : 0;
	double value_was = money_double(was->value);
	struct crossing c = crossing_of(was->was, value_was, now, value);
	struct step_part part = step_part_of(&c, value_was, value, &flows);

	if (in)
		l->equity = money_add(l->equity, h->market_value, &l->range);
	l->at.buys += part.buys;
	l->at.sells += part.sells;
	l->at.income += part.income;
	l->partial |= c.joins != 0 || c.leaves != 0 ||
		      (now == STANDING_OUT && h && !qty_is_zero(h->brl.qty));
	return part;
}

struct last_point last_point(void *pool, const struct history_prefix *p,
			     const struct portfolio *const *portfolios, size_t n,
			     void (*part)(void *arg, struct uuid asset, const struct step_part *s),
			     void *arg)
{
	static const struct prefix_holding none = { .flows_known = true };
	struct last_point l = { .at.day = p->as_of };
	bool *matched = pool_array(pool, bool, p->n_holdings);
	struct step_part s;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < portfolios[i]->n_holdings; k++) {
			const struct holding *h = &portfolios[i]->holdings[k];
			const struct prefix_holding *was = prefix_holding_find(p, h->asset->id);

			if (was)
				matched[was - p->holdings] = true;
			s = add_holding(&l, was ? was : &none, h);
			if (part)
				part(arg, h->asset->id, &s);
		}
	for (size_t i = 0; i < p->n_holdings; i++) {
		if (matched[i])
			continue;
		s = add_holding(&l, &p->holdings[i], NULL);
		if (part)
			part(arg, p->holdings[i].asset, &s);
	}
	l.at.equity = money_double(l.equity);
	return l;
}

/* ---- months ---- */

/* The part of as_of's equity at old prices or at cost. */
static struct money stale_of(const struct portfolio *p, struct day as_of, bool *range)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (h->value_known &&
		    (holding_price_old(h, as_of) || h->valuation == VALUATION_COST))
			sum = money_add_shown(sum, h->market_value, range);
	}
	return sum;
}

static struct money amount_of(const struct months *m, struct month month)
{
	size_t at = months_place(m, month);

	if (at == SIZE_MAX)
		return (struct money){ 0 };
	return m->items[at].amount;
}

static void add_months(struct history *h, const struct portfolio *p, struct day as_of, bool *range)
{
	for (size_t i = 0; i < h->n_months; i++) {
		struct history_month *m = &h->months[i];

		m->income = money_add(m->income, amount_of(&p->income_by_month, m->month), range);
		m->realized =
			money_add(m->realized, amount_of(&p->realized_by_month, m->month), range);
		if (i + 1 < h->n_months)
			continue;
		m->equity = money_add(m->equity, p->patrimonio, range);
		m->stale = money_add(m->stale, stale_of(p, as_of, range), range);
	}
}

static void share_stale(struct history *h, bool *range)
{
	for (size_t i = 0; i < h->n_months; i++) {
		struct history_month *m = &h->months[i];

		m->stale_known = m->equity.e8 > 0;
		if (m->stale_known)
			m->stale_pct = percent_of(m->stale, m->equity, range);
	}
}

static void take_days(void *pool, const struct history_prefix *p, struct history *h)
{
	const struct history_month *last = &h->months[h->n_months - 1];

	h->n_days = p->n_days + 1;
	h->days = pool_array(pool, struct history_day, h->n_days);
	if (p->n_days)
		memcpy(h->days, p->days, p->n_days * sizeof(*p->days));
	h->days[p->n_days] = (struct history_day){ p->as_of, last->equity, last->contributed };
}

static void take_months(void *pool, const struct history_prefix *p, struct history *h)
{
	h->n_months = p->n_months;
	h->months = pool_array(pool, struct history_month, p->n_months);
	for (size_t i = 0; i < p->n_months; i++) {
		const struct prefix_month *m = &p->months[i];

		h->months[i] = (struct history_month){
			.month = { p->first_month.n + (int)i },
			.equity = m->equity,
			.stale = m->stale,
			.contributed = m->contributed,
			.return_known = m->known && fabs(m->product) < TWR_MOST,
			.return_pct = (m->product - 1) * 100,
		};
	}
}

/* A copy of the prefix with its last point added. */
static struct history_prefix go_to_end(void *pool, const struct history_prefix *prefix,
				       const struct twr_point *last)
{
	struct history_prefix p = *prefix;

	p.months = pool_array(pool, struct prefix_month, p.n_months);
	memcpy(p.months, prefix->months, p.n_months * sizeof(*p.months));
	prefix_add(&p, last, NULL);
	if (p.points)
		p.points[p.n_points++] = *last;
	return p;
}

enum calc_err history_finish(void *pool, const struct history_prefix *prefix,
			     const struct portfolio *const *portfolios, size_t n,
			     struct history *out)
{
	struct history h = { .partial = prefix->partial };
	struct history_prefix p;
	struct last_point last;
	bool range;

	if (!prefix->n_months) {
		*out = h;
		return CALC_OK;
	}
	last = last_point(pool, prefix, portfolios, n, NULL, NULL);
	range = last.range;
	h.partial |= last.partial;
	p = go_to_end(pool, prefix, &last.at);
	take_months(pool, &p, &h);
	for (size_t i = 0; i < n; i++)
		add_months(&h, portfolios[i], p.as_of, &range);
	take_days(pool, &p, &h);
	share_stale(&h, &range);
	for (int k = 0; k < SPANS; k++) {
		h.spans[k].reached = p.spans[k].reached;
		h.spans[k].from = p.spans[k].from;
		h.spans[k].base = p.spans[k].base;
		h.spans[k].opening = p.spans[k].opening;
		if (p.spans[k].reached)
			h.spans[k].twr = twr_end(&p.spans[k].chain, p.as_of);
		h.spans[k].result = p.spans[k].chain.result;
	}
	h.twr = twr_end(&p.chain, p.as_of);
	h.drawdown = p.drawdown;
	h.points = p.points;
	h.n_points = p.n_points;
	if (range)
		return CALC_RANGE;
	*out = h;
	return CALC_OK;
}
