/* SPDX-License-Identifier: Apache-2.0 */
/* aggregate.c: the figures of all holdings from those of each (doc/calculations.md 1.10, 6.1). */
#include "config.h"

#include "calc/ledger/aggregate.h"

#include "core/pool.h"

/* ---- payments and receipts of the investor ---- */

static void reach_holding(struct day_sums *t, const struct derived_holding *h)
{
	if (h->n_flows) {
		day_sums_reach(t, h->flows[0].day);
		day_sums_reach(t, h->flows[h->n_flows - 1].day);
	}
	if (h->n_entries) {
		day_sums_reach(t, h->entries[0].pay_day);
		day_sums_reach(t, h->entries[h->n_entries - 1].pay_day);
	}
}

static struct money signed_of(struct money m, bool away)
{
	return away ? money_neg(m) : m;
}

static void add_holding(struct day_sums *t, const struct derived_holding *h, bool away)
{
	for (size_t k = 0; k < h->n_flows; k++)
		if (h->flows[k].known)
			day_sums_add(t, h->flows[k].day, signed_of(h->flows[k].amount, away));
	for (size_t k = 0; k < h->n_entries; k++)
		if (h->entries[k].net_known)
			day_sums_add(t, h->entries[k].pay_day, signed_of(h->entries[k].net, away));
}

/* Lists ascend, so their ends are the range. */
void holdings_reach(struct day_sums *t, const struct derived_holding *h, size_t n)
{
	for (size_t i = 0; i < n; i++)
		reach_holding(t, &h[i]);
}

void holdings_add(struct day_sums *t, const struct derived_holding *h, size_t n, bool away)
{
	for (size_t i = 0; i < n; i++)
		add_holding(t, &h[i], away);
}

/* ---- concatenation ---- */

void aggregate_add(void *pool, struct aggregate *a, const struct derived_holding *h)
{
	holdings_reach(&a->flows, h, 1);
	day_sums_open(pool, &a->flows);
	holdings_add(&a->flows, h, 1, false);
	month_sums_add(pool, &a->realized, &h->brl.realized_by_month, NULL);
	month_sums_add(pool, &a->income, &h->income.by_month, NULL);
}

void derived_gather(void *pool, struct derived *d)
{
	size_t n = 0;

	d->flows_complete = true;
	d->merged_assets = 0;
	d->foreign = false;
	for (size_t i = 0; i < d->n; i++) {
		const struct derived_holding *h = &d->holdings[i];

		d->merged_assets += h->n_merged;
		if (!h->flows_known &&
		    (d->flows_complete || day_before(d->unknown_flow_day, h->unknown_flow_day)))
			d->unknown_flow_day = h->unknown_flow_day;
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

enum calc_err aggregate_end(void *pool, const struct aggregate *a, struct derived *d)
{
	if (a->flows.range || a->realized.range || a->income.range)
		return CALC_RANGE;
	d->flows = day_sums_flows(pool, &a->flows, &d->n_flows);
	d->realized_by_month = month_sums_months(pool, &a->realized, &d->realized_holders);
	d->income_by_month = month_sums_months(pool, &a->income, &d->income_holders);
	derived_gather(pool, d);
	return CALC_OK;
}

enum calc_err derived_aggregate(void *pool, struct derived *d)
{
	struct aggregate a = AGGREGATE_NONE;

	for (size_t i = 0; i < d->n; i++)
		aggregate_add(pool, &a, &d->holdings[i]);
	return aggregate_end(pool, &a, d);
}
