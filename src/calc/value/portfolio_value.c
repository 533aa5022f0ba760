/* SPDX-License-Identifier: Apache-2.0 */
/* portfolio_value.c: values a derived ledger at market prices (doc/calculations.md 3, 5, 6.1, 17). */
#include "config.h"

#include "calc/value/portfolio_value.h"

#include "calc/value/age.h"
#include "calc/value/mark.h"
#include "core/number_text.h"
#include "core/pool.h"
#include "core/stop.h"

const char *const valuation_names[] = { NULL, "market", "accrual", "cost", NULL };
const char *const pct_reason_names[] = { NULL, "zero_cost", "cost_unknown", NULL };

/* A fund's class may have closes only by sub-class: the one that the person named is tried first. */
static const struct market_symbol *closes_of(const struct market *m,
					     const struct derived_holding *d)
{
	const struct market_symbol *own = NULL;

	if (d->head->quoted_as)
		own = market_find(m, d->head->quoted_as, d->head->type);
	if (own && own->has_last)
		return own;
	return market_of(m, d->current, d->current_type, d->succeeded);
}

bool money_each(struct money what, struct qty q, struct price *out)
{
	bool range = false;

	if (q.e8 <= 0)
		return false;
	*out = money_per_unit(what, q, &range);
	return !range;
}

static bool mean_of(const struct position *p, struct price *out)
{
	return p->cost_known && money_each(p->cost, p->qty, out);
}

static void name_holding(const struct marking *m, const struct derived_holding *d,
			 struct holding *h)
{
	h->asset = d->head;
	h->ends = &d->ends;
	h->market = closes_of(m->market, d);
	h->brl = d->brl;
	h->flows_known = d->flows_known;
	h->unknown_flow_day = d->unknown_flow_day;
	h->income = d->income;
	h->has_native = d->head->currency != CURRENCY_BRL;
	h->native = d->native;
	h->native_income = d->native_income;
	h->state = !h->brl.has_rows	     ? HOLDING_WATCHLIST
		   : qty_is_zero(h->brl.qty) ? HOLDING_CLOSED
					     : HOLDING_OPEN;
	if (!str_eq(d->current, d->head->symbol))
		h->renamed_to = d->current;
	h->merged_from = d->merged_from;
	h->merged = d->merged;
	h->n_merged = d->n_merged;
	if (m->values_only)
		return;
	h->mean_known = mean_of(&h->brl, &h->mean);
	h->native_mean_known = h->has_native && mean_of(&h->native, &h->native_mean);
}

static void find_rate(void *pool, const struct derived *d, struct portfolio *p, struct day as_of)
{
	const struct flow terminal = { as_of, p->patrimonio };
	const struct xirr_flows *flows = d->rate_flows;

	if (!p->flows_complete || p->any_cost_unknown)
		return;
	if (!flows)
		flows = xirr_prepare(pool, p->flows, p->n_flows);
	p->xirr_known = xirr_of(pool, flows, terminal, &p->xirr);
}

static bool accrues(const struct derived *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->holdings[i].head->terms && !qty_is_zero(d->holdings[i].brl.qty))
			return true;
	return false;
}

struct valuer {
	void *pool;
	const struct market *market;
	struct day as_of;
	struct accruer *accruer; /* these two are created on first use */
	struct fx fx;
	bool fx_chosen;
	bool values_only;
};

struct valuer *valuer_new(void *pool, const struct market *market, struct day as_of,
			  bool values_only)
{
	struct valuer *v = pool_zero(pool, struct valuer);

	*v = (struct valuer){
		.pool = pool, .market = market, .as_of = as_of, .values_only = values_only
	};
	return v;
}

static struct fx fx_of(struct valuer *v)
{
	const struct market *m = v->market;

	if (!v->fx_chosen)
		v->fx = fx_choose(&m->usdt, &m->usd, m->now_ms, v->as_of);
	v->fx_chosen = true;
	return v->fx;
}

static struct accruer *accruer_shared(struct valuer *v, const struct derived *d)
{
	if (!accrues(d))
		return NULL;
	if (!v->accruer)
		v->accruer = accruer_new(v->pool, v->market->rates, v->as_of);
	return v->accruer;
}

enum calc_err portfolio_value(void *pool, struct valuer *v, const struct derived *derived,
			      struct holding *holdings, struct portfolio *out)
{
	struct marking m = {
		.pool = pool, .market = v->market, .as_of = v->as_of, .values_only = v->values_only
	};
	struct portfolio p = {
		.as_of = v->as_of,
		.holdings = holdings ? holdings : pool_array(pool, struct holding, derived->n),
		.n_holdings = derived->n,
		.merged_assets = derived->merged_assets,
		.flows = derived->flows,
		.n_flows = derived->n_flows,
		.flows_complete = derived->flows_complete,
		.unknown_flow_day = derived->unknown_flow_day,
		.applied = derived->applied,
		.n_applied = derived->n_applied,
		.realized_by_month = derived->realized_by_month,
		.income_by_month = derived->income_by_month,
	};
	enum calc_err err = CALC_OK;

	if (derived->foreign)
		m.fx = fx_of(v);
	p.fx = m.fx;
	m.accruer = accruer_shared(v, derived);
	for (size_t i = 0; i < derived->n && err == CALC_OK; i++) {
		name_holding(&m, &derived->holdings[i], &p.holdings[i]);
		err = stop_asked() == STOP_NOT
			      ? mark_holding(&m, &derived->holdings[i], &p.holdings[i])
			      : CALC_STOPPED;
	}
	if (err == CALC_OK)
		err = v->values_only ? portfolio_sums(&p) : portfolio_totals(pool, &p);
	if (err == CALC_OK)
		*out = p;
	return err;
}

enum calc_err portfolio_mark(void *pool, const struct derived *derived, const struct market *market,
			     struct day as_of, struct portfolio *out)
{
	struct valuer v = { .pool = pool, .market = market, .as_of = as_of };
	enum calc_err err = portfolio_value(pool, &v, derived, NULL, out);

	if (err == CALC_OK)
		find_rate(pool, derived, out, as_of);
	return err;
}

bool holding_price_old(const struct holding *h, struct day as_of)
{
	enum asset_type type = h->market ? h->market->type : h->asset->type;
	int age = h->stated ? VALUE_STATED_STALE : value_stale_age(type);

	return h->valuation == VALUATION_MARKET && as_of.n - h->quote_day.n > age;
}

const char *holding_name(const struct holding *h)
{
	if (h->asset->name)
		return h->asset->name;
	return h->market ? h->market->name : NULL;
}

/* Of its last cycle, whose series may not be that of the listing. */
bool holding_expiry(const struct holding *h, struct day *out)
{
	if (!h->ends || !h->ends->n)
		return false;
	*out = h->ends->items[h->ends->n - 1].expiry;
	return true;
}

const char *holding_expiry_said(void *pool, const struct holding *h, struct day today)
{
	struct day expiry;

	if (!holding_expiry(h, &expiry))
		return "";
	return pool_printf(pool, ", que %s em %s",
			   day_before(expiry, today) ? "venceram" : "vencem",
			   date_text(pool, expiry));
}
