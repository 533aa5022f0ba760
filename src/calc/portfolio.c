/* SPDX-License-Identifier: Apache-2.0 */
/*
 * portfolio.c: from rows to figures (calculations.md 1-3, 5, 6.1, 17).
 *
 * Each family of papers is folded once in its own currency and, when that is not the real, once more
 * in reais; income comes first because capital returns lower the cost.  Blocks are taken by family,
 * none by row.
 */
#include "config.h"

#include "calc/portfolio.h"

#include "calc/family.h"
#include "calc/income.h"
#include "calc/value.h"
#include "calc/xirr.h"
#include "core/pool.h"

#include <stdlib.h>

const char *const valuation_names[] = { NULL, "market", "accrual", "cost", NULL };
const char *const pct_reason_names[] = { NULL, "zero_cost", "cost_unknown", NULL };

/* A holding in the making. */
struct work {
	const struct family *family;
	const struct market_symbol *market;	/* of today's ticker */
	struct fold_input in;
	struct fold_output brl, native;
	struct income_output income;
};

struct computing {
	void *pool;
	const struct ledger *ledger;
	const struct market *market;
	struct day as_of;
	struct work *works;
	size_t n;
	struct portfolio out;
};

/* ---- what goes into the fold ---- */

/* By its type; a paper that changed its kind (a share that became a BDR) by any type of the exchange. */
static const struct market_symbol *market_of(const struct computing *c, const char *symbol, enum asset_type type,
					     bool succeeded)
{
	static const enum asset_type exchange[] = { ASSET_STOCK, ASSET_FII, ASSET_ETF, ASSET_BDR, ASSET_US };
	const struct market_symbol *m = market_find(c->market, symbol, type);

	for (size_t i = 0; !m && succeeded && i < ARRAY_SIZE(exchange); i++)
		m = market_find(c->market, symbol, exchange[i]);
	return m;
}

/* Events that can matter: none when the person keeps the ledger's own, none before the first row. */
static void hand_events(struct fold_asset *to, const struct market_symbol *m, bool declined, struct day first)
{
	size_t skip = 0;

	if (!m || declined)
		return;
	while (skip < m->n_events && day_before(m->events[skip].ex_day, first))
		skip++;
	to->events = m->events + skip;
	to->n_events = m->n_events - skip;
}

static struct day first_row_day(const struct family *f)
{
	struct day first = DAY_FAR_FUTURE;

	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;

		if (a && a->n_rows && day_before(a->rows[0].day, first))
			first = a->rows[0].day;
	}
	return first;
}

static void fold_input_of(const struct computing *c, struct work *w)
{
	const struct family *f = w->family;
	struct fold_asset *assets = pool_array(c->pool, struct fold_asset, f->n_papers);
	struct day first = first_row_day(f);

	for (size_t i = 0; i < f->n_papers; i++) {
		const struct family_paper *p = &f->papers[i];
		const struct ledger_asset *a = p->asset ? p->asset : f->head;
		const struct market_symbol *m = market_of(c, p->symbol, a->type, f->n_papers > 1);

		assets[i].symbol = p->symbol;
		if (p->asset) {
			assets[i].rows = p->asset->rows;
			assets[i].n_rows = p->asset->n_rows;
		}
		hand_events(&assets[i], m, a->decline_events, first);
		if (i + 1 == f->n_papers)
			w->market = m;
	}
	w->in = (struct fold_input){
		.type = f->head->type, .assets = assets, .n_assets = f->n_papers,
		.successions = f->successions, .n_successions = f->n_successions, .as_of = c->as_of,
	};
}

/* ---- income ---- */

static int provent_order(const void *a, const void *b)
{
	const struct provent *x = a;
	const struct provent *y = b;

	return (x->pay_day.n > y->pay_day.n) - (x->pay_day.n < y->pay_day.n);
}

static int income_order(const void *a, const void *b)
{
	const struct income_row *x = a;
	const struct income_row *y = b;

	return (x->pay_day.n > y->pay_day.n) - (x->pay_day.n < y->pay_day.n);
}

/* Calendars and income rows of several papers as one, each provent with its ticker. */
static void join_income(const struct computing *c, const struct family *f, struct income_input *in)
{
	const struct market_symbol **m = pool_array(c->pool, const struct market_symbol *, f->n_papers);
	struct provent *calendar;
	struct income_row *rows;
	size_t n_calendar = 0;
	size_t n_rows = 0;

	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;

		m[i] = market_of(c, f->papers[i].symbol, a ? a->type : f->head->type, true);
		n_calendar += m[i] ? m[i]->n_provents : 0;
		n_rows += a ? a->n_income : 0;
	}
	calendar = pool_array(c->pool, struct provent, n_calendar);
	rows = pool_array(c->pool, struct income_row, n_rows);
	for (size_t i = 0; i < f->n_papers; i++) {
		const struct ledger_asset *a = f->papers[i].asset;

		for (size_t k = 0; m[i] && k < m[i]->n_provents; k++) {
			if (!m[i]->provents[k].pay_known)
				continue;
			calendar[in->n_calendar] = m[i]->provents[k];
			calendar[in->n_calendar++].symbol = f->papers[i].symbol;
		}
		for (size_t k = 0; a && k < a->n_income; k++)
			rows[in->n_imported++] = a->income[k];
	}
	if (in->n_calendar)
		qsort(calendar, in->n_calendar, sizeof(calendar[0]), provent_order);
	if (in->n_imported)
		qsort(rows, in->n_imported, sizeof(rows[0]), income_order);
	in->calendar = calendar;
	in->imported = rows;
}

static enum calc_err derive_income(const struct computing *c, struct work *w)
{
	const struct ledger_asset *head = w->family->head;
	struct income_input in = {
		.type = head->type, .currency = head->currency, .ledger = &w->in, .as_of = c->as_of,
		.coverage = c->ledger->coverage, .n_coverage = c->ledger->n_coverage,
		.usd = &c->market->usd,
	};

	if (w->family->n_papers > 1) {
		join_income(c, w->family, &in);
	} else {
		in.imported = head->income;
		in.n_imported = head->n_income;
		if (w->market && head->n_rows) {
			in.calendar = w->market->provents;
			in.n_calendar = w->market->n_provents;
		}
	}
	if (!in.n_calendar && !in.n_imported)
		return CALC_OK;
	return income_derive(c->pool, &in, &w->income);
}

/* ---- positions ---- */

static enum calc_err fold_work(const struct computing *c, struct work *w)
{
	bool foreign = w->family->head->currency != CURRENCY_BRL;
	enum calc_err err;

	fold_input_of(c, w);
	err = derive_income(c, w);
	if (err != CALC_OK)
		return err;
	w->in.returns = w->income.returns;
	w->in.n_returns = w->income.n_returns;
	if (foreign) {
		err = fold(c->pool, &w->in, &w->native);
		if (err != CALC_OK)
			return err;
		w->in.convert = &c->market->usd;
	}
	err = fold(c->pool, &w->in, &w->brl);
	w->in.convert = NULL;
	return err;
}

static void name_holding(const struct computing *c, const struct work *w, struct holding *h)
{
	const struct family *f = w->family;
	const char *current = f->papers[f->n_papers - 1].symbol;

	h->asset = f->head;
	h->market = w->market;
	h->brl = w->brl.position;
	h->income = (struct income){ w->income.received, w->income.by_month };
	h->has_native = f->head->currency != CURRENCY_BRL;
	h->native = w->native.position;
	h->native_income = w->income.native_received;
	h->state = !h->brl.has_rows ? HOLDING_WATCHLIST : qty_is_zero(h->brl.qty) ? HOLDING_CLOSED : HOLDING_OPEN;
	if (!str_eq(current, f->head->symbol))
		h->renamed_to = current;
	if (f->n_papers == 1)
		return;
	h->merged_from = pool_array(c->pool, const char *, f->n_papers);
	h->merged = pool_array(c->pool, const struct ledger_asset *, f->n_papers);
	for (size_t i = 0; i < f->n_papers; i++)
		if (f->papers[i].asset && f->papers[i].asset != f->head) {
			h->merged_from[h->n_merged] = f->papers[i].symbol;
			h->merged[h->n_merged++] = f->papers[i].asset;
		}
	if (!h->n_merged) {
		h->merged_from = NULL;
		h->merged = NULL;
	}
}

/* ---- valuation ---- */

/* The rows of an asset in (after, until]; they are the last ones or nearly so. */
static size_t rows_between(const struct ledger_asset *a, struct day after, struct day until, size_t *first)
{
	size_t end = a ? a->n_rows : 0;
	size_t begin;

	while (end && day_before(until, a->rows[end - 1].day))
		end--;
	begin = end;
	while (begin && day_before(after, a->rows[begin - 1].day))
		begin--;
	*first = begin;
	return end - begin;
}

/* The rows of all papers since the previous close: one run of the ledger, or a copy of several. */
static void hand_rows(const struct computing *c, const struct family *f, struct day after, struct value_input *v)
{
	struct ledger_row *all;
	size_t first;
	size_t n = 0;

	if (f->n_papers == 1) {
		v->n_day_rows = rows_between(f->head, after, c->as_of, &first);
		v->day_rows = f->head->rows ? f->head->rows + first : NULL;
		return;
	}
	for (size_t i = 0; i < f->n_papers; i++)
		n += rows_between(f->papers[i].asset, after, c->as_of, &first);
	if (!n)
		return;
	all = pool_array(c->pool, struct ledger_row, n);
	for (size_t i = 0; i < f->n_papers; i++) {
		size_t k = rows_between(f->papers[i].asset, after, c->as_of, &first);

		for (size_t j = 0; j < k; j++)
			all[v->n_day_rows++] = f->papers[i].asset->rows[first + j];
	}
	v->day_rows = all;
}

#define SAME_EVENT_DAYS 15	/* a row this near to a reference event tells of the same split (16) */

static bool is_told(const struct reference_event *events, size_t n, struct day day)
{
	for (size_t i = 0; i < n; i++)
		if (events[i].kind == EVENT_SPLIT && abs(events[i].ex_day.n - day.n) <= SAME_EVENT_DAYS)
			return true;
	return false;
}

/* Events since the previous close: the reference's, and splits that only the ledger knows. */
static void hand_splits(const struct computing *c, const struct work *w, struct day after, struct value_input *v)
{
	const struct fold_asset *a = &w->in.assets[w->in.n_assets - 1];
	struct reference_event *own = NULL;
	size_t n = 0;

	v->events = a->events;
	v->n_events = a->n_events;
	while (v->n_events && !day_before(after, v->events[0].ex_day)) {
		v->events++;
		v->n_events--;
	}
	while (v->n_events && day_before(c->as_of, v->events[v->n_events - 1].ex_day))
		v->n_events--;
	for (size_t i = 0; i < v->n_day_rows; i++) {
		const struct ledger_row *row = &v->day_rows[i];

		if (row->kind != ROW_SPLIT || is_told(a->events, a->n_events, row->day))
			continue;
		if (!own) {
			own = pool_array(c->pool, struct reference_event, v->n_events + v->n_day_rows);
			for (; n < v->n_events; n++)
				own[n] = v->events[n];
		}
		own[n++] = (struct reference_event){
			.ex_day = row->day, .kind = EVENT_SPLIT, .ratio = ratio_rationalise(row->ratio_e12),
		};
	}
	if (own) {
		v->events = own;
		v->n_events = n;
	}
}

/* What was held at the previous close; not told across a succession, whose new shares had no price. */
static enum calc_err hand_quantity_before(const struct computing *c, const struct work *w, struct value_input *v)
{
	const struct family *f = w->family;

	if (f->n_successions && day_before(v->prev.day, f->successions[f->n_successions - 1].day))
		return CALC_OK;
	v->qty_prev_known = true;
	v->qty_prev = v->brl.qty;
	if (!v->n_day_rows && !v->n_events)
		return CALC_OK;
	return quantity_at(c->pool, &w->in, v->prev.day, &v->qty_prev);
}

static enum calc_err value_work(const struct computing *c, const struct work *w, struct holding *h)
{
	const struct market_symbol *m = w->market;
	struct value_input v = {
		.type = m ? m->type : h->asset->type, .currency = h->asset->currency, .as_of = c->as_of,
		.brl = h->brl, .has_native = h->has_native, .native = h->native, .fx = c->out.fx,
	};
	enum calc_err err = CALC_OK;

	if (m) {
		v.has_last = m->has_last;
		v.last = m->last;
		v.has_prev = m->has_last && m->has_prev;
		v.prev = m->prev;
		v.expires = m->expires;
		v.expiry = m->expiry;
	}
	if (v.has_last && h->state != HOLDING_WATCHLIST) {
		struct day since = v.has_prev ? v.prev.day : v.last.day;

		hand_rows(c, w->family, since, &v);
		hand_splits(c, w, since, &v);
		if (v.has_prev && h->state == HOLDING_OPEN)
			err = hand_quantity_before(c, w, &v);
	} else if (v.has_last) {
		hand_splits(c, w, v.has_prev ? v.prev.day : v.last.day, &v);
	}
	return err == CALC_OK ? position_value(&v, h) : err;
}

/* ---- flows of the investor ---- */

/* Days from the first flow to as_of, with their sums; flows of many families meet by day. */
struct day_sums {
	struct day first;
	size_t n;
	struct money *sum;
};

static void meet(struct day_sums *d, struct day day, struct money amount, bool *range)
{
	struct money *sum = &d->sum[day.n - d->first.n];

	*sum = money_add(*sum, amount, range);
}

static void flows_meet(struct computing *c, struct day_sums *d, bool *range)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct work *w = &c->works[i];

		for (size_t k = 0; k < w->brl.n_flows; k++) {
			if (w->brl.flows[k].known)
				meet(d, w->brl.flows[k].day, w->brl.flows[k].amount, range);
			else
				c->out.flows_complete = false;
		}
		for (size_t k = 0; k < w->income.n_entries; k++)
			if (w->income.entries[k].net_known)
				meet(d, w->income.entries[k].pay_day, w->income.entries[k].net, range);
	}
}

/* One flow a day, without those that add up to nothing; room for the terminal value behind them. */
static enum calc_err find_flows(struct computing *c)
{
	struct day_sums d = { .first = c->as_of };
	bool range = false;

	for (size_t i = 0; i < c->n; i++) {
		const struct work *w = &c->works[i];

		if (w->brl.n_flows && day_before(w->brl.flows[0].day, d.first))
			d.first = w->brl.flows[0].day;
		if (w->income.n_entries && day_before(w->income.entries[0].pay_day, d.first))
			d.first = w->income.entries[0].pay_day;
	}
	d.n = (size_t)(c->as_of.n - d.first.n) + 1;
	d.sum = pool_array(c->pool, struct money, d.n);
	c->out.flows_complete = true;
	flows_meet(c, &d, &range);
	for (size_t i = 0; i < d.n; i++)
		c->out.n_flows += d.sum[i].e8 != 0;
	c->out.flows = pool_array(c->pool, struct flow, c->out.n_flows + 1);
	c->out.n_flows = 0;
	for (size_t i = 0; i < d.n; i++)
		if (d.sum[i].e8)
			c->out.flows[c->out.n_flows++] = (struct flow){ day_plus(d.first, (int)i), d.sum[i] };
	return range ? CALC_RANGE : CALC_OK;
}

static void find_rate(struct computing *c)
{
	struct portfolio *p = &c->out;

	if (!p->flows_complete || p->any_cost_unknown)
		return;
	p->flows[p->n_flows] = (struct flow){ c->as_of, p->patrimonio };
	p->xirr_known = xirr(c->pool, p->flows, p->n_flows + 1, &p->xirr);
}

/* ---- the whole ---- */

static void gather_applied(struct computing *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->works[i].brl.n_applied;
	c->out.applied = pool_array(c->pool, struct applied_event, n);
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->works[i].brl.n_applied; k++)
			c->out.applied[c->out.n_applied++] = c->works[i].brl.applied[k];
}

static void mark_rate(struct computing *c)
{
	for (size_t i = 0; i < c->ledger->n_assets; i++)
		if (c->ledger->assets[i].currency != CURRENCY_BRL) {
			c->out.fx = fx_choose(&c->market->usdt, &c->market->usd, c->market->now_ms, c->as_of);
			return;
		}
}

static enum calc_err compute_holdings(struct computing *c, const struct family *families)
{
	enum calc_err err = CALC_OK;

	c->works = pool_array(c->pool, struct work, c->n);
	c->out.holdings = pool_array(c->pool, struct holding, c->n);
	c->out.n_holdings = c->n;
	for (size_t i = 0; i < c->n && err == CALC_OK; i++) {
		struct work *w = &c->works[i];
		struct holding *h = &c->out.holdings[i];

		w->family = &families[i];
		err = fold_work(c, w);
		if (err != CALC_OK)
			break;
		name_holding(c, w, h);
		c->out.merged_assets += h->n_merged;
		err = value_work(c, w, h);
	}
	return err;
}

enum calc_err portfolio_compute(void *pool, const struct ledger *ledger, const struct market *market,
				struct day as_of, struct portfolio *out)
{
	struct computing c = { .pool = pool, .ledger = ledger, .market = market, .as_of = as_of };
	const struct family *families = families_find(pool, ledger, market, as_of, &c.n);
	enum calc_err err;

	mark_rate(&c);
	err = compute_holdings(&c, families);
	if (err == CALC_OK)
		err = find_flows(&c);
	if (err != CALC_OK)
		return err;
	gather_applied(&c);
	err = portfolio_totals(pool, &c.out);
	if (err != CALC_OK)
		return err;
	find_rate(&c);
	*out = c.out;
	return CALC_OK;
}
