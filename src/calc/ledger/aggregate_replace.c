/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aggregate_replace.c: replaces some holdings in a derived ledger without deriving the rest.
 *
 * A total is a sum, so removed holdings are subtracted and new ones added; a month stays while one
 * holding has it, which is why the holders of each month are counted.
 */
#include "config.h"

#include "calc/ledger/aggregate.h"

#include "core/order.h"
#include "core/pool.h"

/* ---- flows ---- */

static bool same_flow(const struct fold_flow *a, const struct fold_flow *b)
{
	return day_same(a->day, b->day) && a->known == b->known && a->amount.e8 == b->amount.e8;
}

static bool same_entry(const struct income_entry *a, const struct income_entry *b)
{
	return day_same(a->pay_day, b->pay_day) && a->net_known == b->net_known &&
	       a->net.e8 == b->net.e8;
}

/* Drops the equal beginnings and ends of the flow lists of a holding and its replacement, which cancel out. */
static void leave_out_same(struct derived_holding *a, struct derived_holding *b)
{
	for (; a->n_flows && b->n_flows && same_flow(a->flows, b->flows);
	     a->n_flows--, b->n_flows--)
		a->flows++, b->flows++;
	while (a->n_flows && b->n_flows &&
	       same_flow(&a->flows[a->n_flows - 1], &b->flows[b->n_flows - 1]))
		a->n_flows--, b->n_flows--;
	for (; a->n_entries && b->n_entries && same_entry(a->entries, b->entries);
	     a->n_entries--, b->n_entries--)
		a->entries++, b->entries++;
	while (a->n_entries && b->n_entries &&
	       same_entry(&a->entries[a->n_entries - 1], &b->entries[b->n_entries - 1]))
		a->n_entries--, b->n_entries--;
}

/* Sums again only the days between the first and last changed flow; the flows around them stay. */
static bool replace_flows(void *pool, struct derived *d, const struct derived_holding *out,
			  size_t n_out, const struct derived_holding *in, size_t n_in)
{
	struct day_sums t = DAY_SUMS_NONE;
	size_t from, to, n_between;
	struct flow *flows, *between;

	holdings_reach(&t, out, n_out);
	holdings_reach(&t, in, n_in);
	if (t.first > t.last)
		return true;
	from = days_until(d->flows, d->n_flows, sizeof(*d->flows), (struct day){ t.first - 1 });
	to = days_until(d->flows, d->n_flows, sizeof(*d->flows), (struct day){ t.last });
	day_sums_open(pool, &t);
	day_sums_add_flows(&t, d->flows + from, to - from);
	holdings_add(&t, out, n_out, true);
	holdings_add(&t, in, n_in, false);
	between = day_sums_flows(pool, &t, &n_between);
	flows = pool_array(pool, struct flow, from + n_between + d->n_flows - to + 1);
	memcpy(flows, d->flows, from * sizeof(*flows));
	memcpy(flows + from, between, n_between * sizeof(*flows));
	memcpy(flows + from + n_between, d->flows + to, (d->n_flows - to) * sizeof(*flows));
	d->flows = flows;
	d->n_flows = from + n_between + d->n_flows - to;
	return !t.range;
}

static bool replace_one_flows(void *pool, struct derived *d, struct derived_holding out,
			      struct derived_holding in)
{
	leave_out_same(&out, &in);
	return replace_flows(pool, d, &out, 1, &in, 1);
}

/* ---- months ---- */

struct cached_months {
	struct months *months;
	size_t **holders;
	const struct months *(*of)(const struct derived_holding *h);
};

static const struct months *realized_of(const struct derived_holding *h)
{
	return &h->brl.realized_by_month;
}

static const struct months *income_of(const struct derived_holding *h)
{
	return &h->income.by_month;
}

static bool replace_months(void *pool, const struct cached_months *cached,
			   const struct derived_holding *out, size_t n_out,
			   const struct derived_holding *in, size_t n_in)
{
	struct month_sums t = MONTH_SUMS_NONE;

	month_sums_add(pool, &t, cached->months, *cached->holders);
	for (size_t i = 0; i < n_in; i++)
		month_sums_add(pool, &t, cached->of(&in[i]), NULL);
	for (size_t i = 0; i < n_out; i++)
		month_sums_take_off(pool, &t, cached->of(&out[i]));
	*cached->months = month_sums_months(pool, &t, cached->holders);
	return !t.range;
}

enum calc_err aggregate_replace(void *pool, struct derived *d, const struct derived_holding *out,
				size_t n_out, const struct derived_holding *in, size_t n_in)
{
	const struct cached_months realized = { &d->realized_by_month, &d->realized_holders,
						realized_of };
	const struct cached_months income = { &d->income_by_month, &d->income_holders, income_of };

	if (!(n_out == 1 && n_in == 1 ? replace_one_flows(pool, d, out[0], in[0])
				      : replace_flows(pool, d, out, n_out, in, n_in)) ||
	    !replace_months(pool, &realized, out, n_out, in, n_in) ||
	    !replace_months(pool, &income, out, n_out, in, n_in))
		return CALC_RANGE;
	derived_gather(pool, d);
	return CALC_OK;
}
