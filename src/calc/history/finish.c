/* SPDX-License-Identifier: Apache-2.0 */
/* finish.c: months and returns from a prefix, computed or cached, and the market value of its last day. */
#include "config.h"

#include "calc/history/grid.h"
#include "core/pool.h"

#include <math.h>

static bool is_left_out(const struct history_prefix *p, const struct ledger_asset *a)
{
	for (size_t i = 0; i < p->n_left_out; i++)
		if (uuid_same(p->left_out[i], a->id))
			return true;
	return false;
}

/* What of the portfolios is in the TWR, on as_of. */
static struct money last_market_value(const struct history_prefix *prefix,
				      const struct portfolio *const *portfolios, size_t n,
				      bool *range)
{
	struct money sum = { 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < portfolios[i]->n_holdings; k++) {
			const struct holding *h = &portfolios[i]->holdings[k];

			if (h->value_known && !is_left_out(prefix, h->asset))
				sum = money_add(sum, h->market_value, range);
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

static void add_months(struct history *h, const struct portfolio *p, bool *range)
{
	for (size_t i = 0; i < h->n_months; i++) {
		struct history_month *m = &h->months[i];

		m->income = money_add(m->income, amount_of(&p->income_by_month, m->month), range);
		m->realized =
			money_add(m->realized, amount_of(&p->realized_by_month, m->month), range);
		if (i + 1 == h->n_months)
			m->equity = money_add(m->equity, p->patrimonio, range);
	}
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
			.contributed = m->contributed,
			.return_known = m->known && fabs(m->product) < TWR_MOST,
			.return_pct = (m->product - 1) * 100,
		};
	}
}

/* A copy of the prefix with its last point added. */
static struct history_prefix go_to_end(void *pool, const struct history_prefix *prefix,
				       struct money market_value)
{
	struct history_prefix p = *prefix;

	p.months = pool_array(pool, struct prefix_month, p.n_months);
	memcpy(p.months, prefix->months, p.n_months * sizeof(*p.months));
	p.last.equity = money_double(market_value);
	prefix_add(&p, &p.last);
	if (p.points)
		p.points[p.n_points++] = p.last;
	return p;
}

enum calc_err history_finish(void *pool, const struct history_prefix *prefix,
			     const struct portfolio *const *portfolios, size_t n,
			     struct history *out)
{
	struct history h = { .partial = prefix->n_left_out };
	struct history_prefix p;
	bool range = false;

	if (!prefix->n_months) {
		*out = h;
		return CALC_OK;
	}
	p = go_to_end(pool, prefix, last_market_value(prefix, portfolios, n, &range));
	take_months(pool, &p, &h);
	for (size_t i = 0; i < n; i++)
		add_months(&h, portfolios[i], &range);
	for (int k = 0; k < SPANS; k++) {
		h.spans[k].reached = p.spans[k].reached;
		h.spans[k].from = p.spans[k].from;
		h.spans[k].base = p.spans[k].base;
		if (p.spans[k].reached)
			h.spans[k].twr = twr_end(&p.spans[k].chain, p.as_of);
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

enum calc_err history_compute(void *pool, const struct history_source *sources, size_t n,
			      struct day as_of, struct history *out)
{
	const struct portfolio **portfolios = pool_array(pool, const struct portfolio *, n);
	struct history_prefix prefix;
	enum calc_err err = history_walk(pool, sources, n, as_of, &prefix);

	for (size_t i = 0; i < n; i++)
		portfolios[i] = sources[i].portfolio;
	return err == CALC_OK ? history_finish(pool, &prefix, portfolios, n, out) : err;
}
