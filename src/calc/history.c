/* SPDX-License-Identifier: Apache-2.0 */
/*
 * history.c: points of the TWR and monthly series, off a grid of days (calculations.md 6.2, 6.4, 7).
 *
 * Every source puts its flows and what it held on one grid, so that several portfolios are one
 * without a point of one being missing in another.  The last day is not walked to: it is what the
 * portfolios were marked at.
 */
#include "config.h"

#include "calc/history.h"

#include "calc/fx.h"
#include "calc/history_grid.h"
#include "core/pool.h"

#include <stdlib.h>

/* ---- the grid ---- */

static bool first_flow(const struct history_source *sources, size_t n, struct day *first)
{
	bool any = false;
	struct day day;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sources[i].derived->n; k++)
			if (grid_first_flow(&sources[i].derived->holdings[k], &day) &&
			    (!any || day_before(day, *first))) {
				*first = day;
				any = true;
			}
	return any;
}

static void lay_months(struct grid *g, const struct fx_series *usd)
{
	size_t n;

	g->first_month = day_month(day_plus(g->first, 1));
	g->n_months = (size_t)(day_month(g->as_of).n - g->first_month.n) + 1;
	n = g->n_months;
	g->month_end = pool_array(g->pool, int32_t, n);
	g->worth = pool_array(g->pool, struct money, n);
	g->contributed = pool_array(g->pool, struct money, n);
	g->rate = pool_array(g->pool, struct close, n);
	g->rate_known = pool_array(g->pool, bool, n);
	for (size_t i = 0; i + 1 < n; i++) {
		struct day end = month_last((struct month){ g->first_month.n + (int)i });

		g->month_end[i] = end.n;
		g->point[grid_at(g, end)] = true;
		if (g->foreign)
			g->rate_known[i] = fx_ptax(usd, end, &g->rate[i]);
	}
	g->month_end[n - 1] = INT32_MAX;
	g->point[g->days - 1] = true;
}

static void lay(void *pool, const struct history_source *sources, size_t n, struct day first,
		struct day as_of, struct grid *g)
{
	*g = (struct grid){ .pool = pool, .first = day_plus(first, -1), .as_of = as_of };
	g->days = (size_t)(as_of.n - g->first.n) + 1;
	g->point = pool_array(pool, bool, g->days);
	g->buys = pool_array(pool, double, 7 * g->days);
	g->sells = g->buys + g->days;
	g->income = g->sells + g->days;
	g->brl = g->income + g->days;
	g->usd = g->brl + g->days;
	g->usd_cost = g->usd + g->days;
	g->nowhere = g->usd_cost + g->days;
	for (size_t i = 0; i < n; i++)
		g->foreign |= sources[i].derived->foreign;
	lay_months(g, &sources[0].market->usd);
}

/* ---- what was held on it ---- */

struct now {
	const struct ledger_asset *asset;
	const struct holding *holding;
};

static int asset_order(const void *a, const void *b)
{
	const struct ledger_asset *x = ((const struct now *)a)->asset;
	const struct ledger_asset *y = ((const struct now *)b)->asset;

	return (x > y) - (x < y);
}

/* The portfolio's holdings stand in the order they are shown; here they are found by asset. */
static struct now *index_now(void *pool, const struct portfolio *p)
{
	struct now *now = pool_array(pool, struct now, p->n_holdings);

	for (size_t i = 0; i < p->n_holdings; i++)
		now[i] = (struct now){ p->holdings[i].asset, &p->holdings[i] };
	if (p->n_holdings)
		qsort(now, p->n_holdings, sizeof(*now), asset_order);
	return now;
}

/* One source; adds to @last what of it is in the TWR on as_of. */
static void put_source(struct grid *g, const struct history_source *source, struct held **held,
		       struct money *last)
{
	struct now *now = index_now(g->pool, source->portfolio);

	for (size_t i = 0; i < source->derived->n; i++) {
		const struct derived_holding *h = &source->derived->holdings[i];
		struct now key = { h->head, NULL };
		const struct now *found =
			bsearch(&key, now, source->portfolio->n_holdings, sizeof(key), asset_order);
		struct held *one = (*held)++;

		*one = (struct held){
			.source = source,
			.h = h,
			.now = found ? found->holding : NULL,
			.foreign = h->head->currency != CURRENCY_BRL,
		};
		grid_flows(g, one);
		if (one->counted && one->now && one->now->value_known)
			*last = money_add(*last, one->now->market_value, &g->range);
	}
}

/* ---- off it ---- */

/* The official rate of each day, walked forward; 0 without one. */
static double rate_of(const struct fx_series *usd, size_t *next, struct day day)
{
	while (*next < usd->n && !day_before(day, usd->rates[*next].day))
		++*next;
	if (!*next || day.n - usd->rates[*next - 1].day.n > PTAX_DAYS)
		return 0;
	return price_double(usd->rates[*next - 1].price);
}

static void take_points(const struct grid *g, const struct fx_series *usd, struct money last,
			struct history *out)
{
	double brl = 0;
	double dollars = 0;
	double dollars_cost = 0;
	size_t rate = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->days; i++)
		n += g->point[i];
	out->points = pool_array(g->pool, struct twr_point, n);
	for (size_t i = 0; i < g->days; i++) {
		struct twr_point *p = &out->points[out->n_points];

		brl += g->brl[i];
		dollars += g->usd[i];
		dollars_cost += g->usd_cost[i];
		if (!g->point[i])
			continue;
		*p = (struct twr_point){
			.day = day_plus(g->first, (int)i),
			.equity = brl,
			.buys = g->buys[i],
			.sells = g->sells[i],
			.income = g->income[i],
		};
		if (g->foreign) {
			double r = rate_of(usd, &rate, p->day);

			p->equity += r > 0 ? dollars * r : dollars_cost;
		}
		if (i + 1 == g->days)
			p->equity = money_double(last);
		/* What the sums of many prices leave behind of nothing. */
		if (p->equity < 1e-6)
			p->equity = 0;
		out->n_points++;
	}
}

static struct money amount_of(const struct months *m, struct month month)
{
	size_t low = 0;
	size_t high = m->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->items[mid].month.n < month.n)
			low = mid + 1;
		else
			high = mid;
	}
	if (low < m->n && m->items[low].month.n == month.n)
		return m->items[low].amount;
	return (struct money){ 0 };
}

static void take_returns(struct history *out)
{
	double factor;

	for (size_t i = 0; i < out->n_points; i++) {
		int month = day_month(out->points[i].day).n - out->months[0].month.n;
		struct history_month *m;

		if (!twr_factor(i ? &out->points[i - 1] : NULL, &out->points[i], &factor))
			continue;
		m = &out->months[month];
		m->return_pct = m->return_known ? m->return_pct * factor : factor;
		m->return_known = true;
	}
	for (size_t i = 0; i < out->n_months; i++)
		if (out->months[i].return_known)
			out->months[i].return_pct = (out->months[i].return_pct - 1) * 100;
}

static void take_months(struct grid *g, const struct history_source *sources, size_t n,
			struct history *out)
{
	struct money contributed = { 0 };

	out->n_months = g->n_months;
	out->months = pool_array(g->pool, struct history_month, g->n_months);
	for (size_t i = 0; i < g->n_months; i++) {
		struct history_month *m = &out->months[i];

		contributed = money_add(contributed, g->contributed[i], &g->range);
		m->month.n = g->first_month.n + (int)i;
		m->equity = g->worth[i];
		m->contributed = contributed;
		for (size_t k = 0; k < n; k++) {
			const struct portfolio *p = sources[k].portfolio;

			m->income = money_add(m->income, amount_of(&p->income_by_month, m->month),
					      &g->range);
			m->realized = money_add(
				m->realized, amount_of(&p->realized_by_month, m->month), &g->range);
			if (i + 1 == g->n_months)
				m->equity = money_add(m->equity, p->patrimonio, &g->range);
		}
	}
	take_returns(out);
}

enum calc_err history_compute(void *pool, const struct history_source *sources, size_t n,
			      struct day as_of, struct history *out)
{
	struct history h = { .partial = false };
	struct money last = { 0 };
	struct held *held, *next;
	struct day first;
	struct grid g;
	size_t room = 0;

	if (!first_flow(sources, n, &first)) {
		*out = h;
		return CALC_OK;
	}
	lay(pool, sources, n, first, as_of, &g);
	for (size_t i = 0; i < n; i++)
		room += sources[i].derived->n;
	held = pool_array(pool, struct held, room);
	next = held;
	for (size_t i = 0; i < n; i++)
		put_source(&g, &sources[i], &next, &last);
	for (size_t i = 0; i < room; i++)
		grid_worth(&g, &held[i]);
	take_points(&g, &sources[0].market->usd, last, &h);
	take_months(&g, sources, n, &h);
	if (g.range)
		return CALC_RANGE;
	h.partial = g.partial;
	h.twr = twr(h.points, h.n_points);
	*out = h;
	return CALC_OK;
}
