/* SPDX-License-Identifier: Apache-2.0 */
/* holding_result.c: what a holding has yielded: by its price, by the dollar, by income. */
#include "config.h"

#include "calc/views/holding_result.h"

#define YEAR_MONTHS 12

bool result_has_paid(const struct income_entry *e, struct day as_of)
{
	int32_t ago = day_month(as_of).n - day_month(e->pay_day).n;

	return e->net_known && ago < YEAR_MONTHS && !day_before(as_of, e->pay_day);
}

static void split_open(const struct holding *h, struct holding_result *r, bool *range)
{
	r->open_known = h->pl_known;
	if (!h->pl_known)
		return;
	r->price = h->unrealized_pl;
	if (!h->has_native || !h->native_pl_known || !h->fx_known)
		return;
	r->dollar_known = true;
	r->price = money_round_cents(money_times_rate(h->native_pl, h->fx_rate, range));
	r->dollar = money_sub(money_round_cents(h->unrealized_pl), r->price, range);
}

static void add_total(const struct holding *h, struct holding_result *r, bool *range)
{
	bool open = h->state == HOLDING_OPEN;

	r->total_known = h->brl.realized_known && (!open || h->pl_known);
	if (!r->total_known)
		return;
	r->total = money_add_shown(r->total, h->brl.realized, range);
	r->total = money_add_shown(r->total, h->income.received, range);
	if (open)
		r->total = money_add_shown(r->total, h->unrealized_pl, range);
}

/* Of less than a cent there is no share. */
static bool share_of(struct money part, struct money whole, struct percent *out, bool *range)
{
	if (whole.e8 < E8 / 100)
		return false;
	*out = percent_of(part, whole, range);
	return true;
}

enum calc_err holding_result(const struct holding *h, const struct derived_holding *d,
			     struct day as_of, struct holding_result *out)
{
	struct holding_result r = { .open_known = false };
	bool range = false;

	split_open(h, &r, &range);
	add_total(h, &r, &range);
	for (size_t i = 0; i < d->n_entries; i++) {
		if (result_has_paid(&d->entries[i], as_of))
			r.income_12m = money_add(r.income_12m, d->entries[i].net, &range);
	}
	r.on_cost_known = h->state == HOLDING_OPEN && h->brl.cost_known &&
			  share_of(r.income_12m, h->brl.cost, &r.on_cost, &range);
	r.on_value_known =
		h->value_known && share_of(r.income_12m, h->market_value, &r.on_value, &range);
	if (range)
		return CALC_RANGE;
	*out = r;
	return CALC_OK;
}
