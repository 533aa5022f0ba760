/* SPDX-License-Identifier: Apache-2.0 */
/*
 * splice.c: some holdings of what was derived by others, without deriving the rest.
 *
 * What is of all holdings is a sum, so what left is taken away and what came is added; a month stays
 * while one holding has it, which is why the holders of each are counted.
 */
#include "config.h"

#include "calc/computing.h"
#include "calc/day_sums.h"
#include "core/pool.h"

void derived_gather(void *pool, struct derived *d)
{
	size_t n = 0;

	d->flows_complete = true;
	d->merged_assets = 0;
	d->foreign = false;
	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		d->merged_assets += h->n_merged;
		d->flows_complete &= h->flows_known;
		d->foreign |= h->head->currency != CURRENCY_BRL;
		n += h->n_applied;
	}
	d->applied = pool_array(pool, struct applied_event, n);
	d->n_applied = 0;
	for (size_t i = 0; i < d->n; i++)
		for (size_t k = 0; k < d->holdings[i].n_applied; k++)
			d->applied[d->n_applied++] = d->holdings[i].applied[k];
}

/* ---- flows ---- */

static bool replace_flows(void *pool, struct derived *d, const struct derived_holding *out,
			  size_t n_out, const struct derived_holding *in, size_t n_in)
{
	struct day_sums t = DAY_SUMS_NONE;

	day_sums_reach_flows(&t, d->flows, d->n_flows);
	holdings_reach(&t, out, n_out);
	holdings_reach(&t, in, n_in);
	day_sums_open(pool, &t);
	day_sums_add_flows(&t, d->flows, d->n_flows);
	holdings_add(&t, out, n_out, true);
	holdings_add(&t, in, n_in, false);
	d->flows = day_sums_flows(pool, &t, &d->n_flows);
	return !t.range;
}

/* ---- months ---- */

static const struct months *realized_of(const struct derived_holding *h)
{
	return &h->brl.realized_by_month;
}

static const struct months *income_of(const struct derived_holding *h)
{
	return &h->income.by_month;
}

struct month_sums {
	struct months *months;
	size_t **holders;
	const struct months *(*of)(const struct derived_holding *h);
};

/* The months of @from as one map, with how many have each. */
static struct months sum_of(void *pool, const struct derived_holding *from, size_t n,
			    const struct month_sums *s, size_t **holders, bool *range)
{
	const struct months **maps = pool_array(pool, const struct months *, n);

	for (size_t i = 0; i < n; i++)
		maps[i] = s->of(&from[i]);
	return months_sum(pool, maps, n, holders, range);
}

static bool replace_months(void *pool, const struct month_sums *s,
			   const struct derived_holding *out, size_t n_out,
			   const struct derived_holding *in, size_t n_in)
{
	size_t *gone_holders = NULL;
	size_t *come_holders = NULL;
	bool range = false;
	struct months gone = sum_of(pool, out, n_out, s, &gone_holders, &range);
	struct months come = sum_of(pool, in, n_in, s, &come_holders, &range);
	const struct months *both[] = { s->months, &come };
	struct months sum = months_sum(pool, both, 2, NULL, &range);
	size_t *holders = pool_array(pool, size_t, sum.n);
	size_t n = 0;

	for (size_t i = 0; i < sum.n; i++) {
		struct month_amount m = sum.items[i];
		size_t was = months_place(s->months, m.month);
		size_t add_at = months_place(&come, m.month);
		size_t take_at = months_place(&gone, m.month);
		size_t have = (was == SIZE_MAX ? 0 : (*s->holders)[was]) +
			      (add_at == SIZE_MAX ? 0 : come_holders[add_at]);

		if (take_at != SIZE_MAX) {
			m.amount = money_sub(m.amount, gone.items[take_at].amount, &range);
			have -= gone_holders[take_at];
		}
		if (!have)
			continue;
		holders[n] = have;
		sum.items[n++] = m;
	}
	sum.n = n;
	*s->months = sum;
	*s->holders = holders;
	return !range;
}

enum calc_err derived_replace(void *pool, struct derived *d, const struct derived_holding *out,
			      size_t n_out, const struct derived_holding *in, size_t n_in)
{
	const struct month_sums realized = { &d->realized_by_month, &d->realized_holders,
					     realized_of };
	const struct month_sums income = { &d->income_by_month, &d->income_holders, income_of };

	if (!replace_flows(pool, d, out, n_out, in, n_in) ||
	    !replace_months(pool, &realized, out, n_out, in, n_in) ||
	    !replace_months(pool, &income, out, n_out, in, n_in))
		return CALC_RANGE;
	derived_gather(pool, d);
	return CALC_OK;
}
