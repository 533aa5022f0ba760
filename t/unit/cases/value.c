/* SPDX-License-Identifier: Apache-2.0 */
/* cases_value.c: sections 0.3, 3, 5, 6.1, 6.3 and 17. */
#include "config.h"

#include "cases/cases.h"

#include "calc/amounts/amounts.h"
#include "calc/ledger/fold.h"
#include "calc/value/position_value.h"
#include "calc/value/value.h"
#include "calc/views/views.h"
#include "core/calendar.h"
#include "core/clock.h"

/* ---- position_value ---- */

static struct position read_position(struct json_object *in, struct json_object *cost_of)
{
	struct position p = { .has_rows = true, .realized_known = true };

	p.qty = in_qty(in, "qty");
	p.cost_known = in_field(cost_of, "invested_cost") != NULL;
	p.cost = in_money(cost_of, "invested_cost");
	p.basis_known = in_true(cost_of, "cost_basis_known", p.cost_known);
	return p;
}

/* The two newest closes on or before as_of. */
static void read_prices(void *pool, struct json_object *list, struct value_input *v)
{
	size_t n;
	const struct close *c = in_closes(pool, list, &n);

	while (n && day_before(v->as_of, c[n - 1].day))
		n--;
	v->has_last = n > 0;
	v->has_prev = n > 1;
	if (v->has_last)
		v->last = c[n - 1];
	if (v->has_prev)
		v->prev = c[n - 2];
}

static void read_fx(struct json_object *o, struct value_input *v)
{
	if (!o)
		return;
	v->fx.source = FX_BCB;
	v->fx.rate = in_price(o, "usd_brl");
	v->fx.change_known = in_number(o, "change_pct", 8, &v->fx.change.e8);
}

static void read_accrual(struct json_object *in, struct value_input *v)
{
	v->accrual_known = in_field(in, "accrual_value") != NULL;
	v->accrual_prev_known = in_field(in, "accrual_prev_value") != NULL;
	v->accrual_value = in_money(in, "accrual_value");
	v->accrual_prev_value = in_money(in, "accrual_prev_value");
	v->accrual_unit = in_price(in, "accrual_unit_value");
}

static struct value_input read_valuation(void *pool, struct json_object *in)
{
	struct value_input v = {
		.type = (enum asset_type)in_enum(in, "asset_type", asset_type_names, -1),
		.currency = in_currency(in),
		.as_of = day_of(in_text(in, "as_of")),
		.brl = read_position(in, in),
	};
	struct json_object *rows = in_field(in, "day_rows");
	struct ledger_row *day_rows = pool_array(pool, struct ledger_row, in_length(rows));

	v.has_native = v.currency != CURRENCY_BRL;
	if (v.has_native)
		v.native = read_position(in, in_field(in, "native"));
	read_prices(pool, in_field(in, "prices"), &v);
	v.events = in_events(pool, in_field(in, in_field(in, "splits") ? "splits" : "events"),
			     &v.n_events);
	v.expires = in_day(in, in_field(in, "expiry") ? "expiry" : "expires", &v.expiry);
	read_fx(in_field(in, "fx"), &v);
	v.qty_prev_known = true;
	v.qty_prev = in_field(in, "qty_prev_close") ? in_qty(in, "qty_prev_close") : v.brl.qty;
	for (size_t i = 0; i < in_length(rows); i++)
		day_rows[i] = in_row(json_object_array_get_idx(rows, i));
	v.day_rows = day_rows;
	v.n_day_rows = in_length(rows);
	read_accrual(in, &v);
	return v;
}

/* A field that is null unless known. */
#define OUT_IF(o, key, known, put, value)                                                          \
	((known) ? put((o), (key), (value)) : out_null((o), (key)))

static void put_native(struct json_object *o, const struct value_input *v, const struct holding *h)
{
	const struct position *p = &v->native;
	bool known = p->cost_known && !qty_is_zero(p->qty);
	bool range = false;

	if (!v->has_native) {
		out_null(o, "native");
		return;
	}
	o = out_object(o, "native");
	out_text(o, "currency", currency_names[v->currency]);
	OUT_IF(o, "price", h->native_price_known, out_price, h->price_native);
	OUT_IF(o, "change_pct", h->native_change_known, out_percent, h->native_change);
	OUT_IF(o, "market_value", h->native_value_known, out_money, h->native_value);
	OUT_IF(o, "invested_cost", p->cost_known, out_money, p->cost);
	OUT_IF(o, "avg_price", known, out_price,
	       known ? money_per_unit(p->cost, p->qty, &range) : h->price);
	OUT_IF(o, "unrealized_pl", h->native_pl_known, out_money, h->native_pl);
	OUT_IF(o, "unrealized_pct", h->native_pct_known, out_percent, h->native_pct);
	out_true(o, "cost_basis_known", p->basis_known);
}

static struct json_object *value(void *pool, struct json_object *in)
{
	struct value_input v = read_valuation(pool, in);
	struct holding h = { 0 };
	struct json_object *o;

	if (position_value(&v, &h) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	OUT_IF(o, "price", h.price_known, out_price, h.price);
	OUT_IF(o, "price_native", h.native_price_known, out_price, h.price_native);
	OUT_IF(o, "fx_rate", h.fx_known, out_price, h.fx_rate);
	OUT_IF(o, "change_pct", h.change_known, out_percent, h.change_pct);
	OUT_IF(o, "market_value", h.value_known, out_money, h.market_value);
	OUT_IF(o, "unrealized_pl", h.pl_known, out_money, h.unrealized_pl);
	OUT_IF(o, "unrealized_pct", h.pct_known, out_percent, h.unrealized_pct);
	out_text(o, "unrealized_pct_reason", pct_reason_names[h.pct_reason]);
	out_text(o, "valuation", valuation_names[h.valuation]);
	out_true(o, "priced", h.priced);
	OUT_IF(o, "day_change_brl", h.day_known, out_money, h.day_change);
	put_native(o, &v, &h);
	return o;
}

/* ---- portfolio_totals ---- */

static struct holding read_holding(void *pool, struct json_object *in)
{
	struct ledger_asset *asset = pool_zero(pool, struct ledger_asset);
	wide rows;
	struct holding h = { .asset = asset };

	asset->symbol = in_text(in, "symbol");
	asset->type = (enum asset_type)in_enum(in, "asset_type", asset_type_names, -1);
	(void)in_number(in, "tx_count", 0, &rows);
	h.brl = read_position(in, in);
	h.brl.has_rows = rows > 0;
	h.brl.basis_known = in_true(in, "cost_basis_known", true);
	h.brl.realized_by_month = in_months(pool, in_field(in, "realized_by_month"));
	h.income.by_month = in_months(pool, in_field(in, "income_by_month"));
	h.state = !rows			   ? HOLDING_WATCHLIST
		  : qty_is_zero(h.brl.qty) ? HOLDING_CLOSED
					   : HOLDING_OPEN;
	h.priced = in_true(in, "priced", false);
	h.value_known = in_number(in, "market_value", MONEY_PLACES, &h.market_value.e8);
	h.pl_known = in_number(in, "unrealized_pl", MONEY_PLACES, &h.unrealized_pl.e8);
	h.day_known = in_number(in, "day_change_brl", MONEY_PLACES, &h.day_change.e8);
	return h;
}

static void put_counts(struct json_object *o, const struct portfolio *p)
{
	struct json_object *weights = out_object(o, "weights");
	struct json_object *order = out_array(o, "order");

	out_count(o, "open_positions", p->open_positions);
	out_count(o, "closed_positions", p->closed_positions);
	out_count(o, "watchlist_entries", p->watchlist_entries);
	out_true(o, "any_unpriced", p->any_unpriced);
	out_true(o, "any_cost_unknown", p->any_cost_unknown);
	out_true(o, "is_watchlist", p->is_watchlist);
	out_text(o, "kind_mix", p->kind_mix);
	for (size_t i = 0; i < p->n_holdings; i++) {
		const struct holding *h = &p->holdings[i];

		if (h->weight_known)
			out_percent(weights, h->asset->symbol, h->weight_pct);
		json_object_array_add(order, json_object_new_string(h->asset->symbol));
	}
}

/* The values that ledger_derive() would also give. */
static void join_months(void *pool, struct portfolio *p)
{
	const struct months **maps = pool_array(pool, const struct months *, p->n_holdings);
	bool range = false;

	for (size_t i = 0; i < p->n_holdings; i++)
		maps[i] = &p->holdings[i].brl.realized_by_month;
	p->realized_by_month = months_sum(pool, maps, p->n_holdings, &range);
	for (size_t i = 0; i < p->n_holdings; i++)
		maps[i] = &p->holdings[i].income.by_month;
	p->income_by_month = months_sum(pool, maps, p->n_holdings, &range);
}

static struct json_object *totals(void *pool, struct json_object *in)
{
	struct json_object *list = in_field(in, "holdings");
	struct portfolio p = { .holdings = pool_array(pool, struct holding, in_length(list)) };
	struct json_object *o;

	for (p.n_holdings = 0; p.n_holdings < in_length(list); p.n_holdings++)
		p.holdings[p.n_holdings] =
			read_holding(pool, json_object_array_get_idx(list, p.n_holdings));
	join_months(pool, &p);
	if (portfolio_totals(pool, &p) != CALC_OK)
		return NULL;
	o = json_object_new_object();
	out_money(o, "patrimonio", p.patrimonio);
	out_money(o, "invested", p.invested);
	out_money(o, "unrealized_pl", p.unrealized_pl);
	out_percent(o, "unrealized_pct", p.unrealized_pct);
	out_money(o, "realized_pl", p.realized_pl);
	out_money(o, "income_received", p.income_received);
	out_money(o, "total_pl", p.total_pl);
	out_money(o, "day_change_brl", p.day_change);
	out_percent(o, "day_change_pct", p.day_change_pct);
	out_months(o, "realized_by_month", &p.realized_by_month);
	out_months(o, "income_by_month", &p.income_by_month);
	put_counts(o, &p);
	return o;
}

/* ---- business_days, fx ---- */

static struct json_object *business(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *years = in_field(in, "years");
	struct json_object *intervals = in_field(in, "intervals");
	struct json_object *du = out_array(o, "du");
	struct json_object *list = out_array(o, "holidays");

	(void)pool;
	for (size_t i = 0; i < in_length(intervals); i++) {
		struct json_object *pair = json_object_array_get_idx(intervals, i);
		struct day a = day_of(json_object_get_string(json_object_array_get_idx(pair, 0)));
		struct day b = day_of(json_object_get_string(json_object_array_get_idx(pair, 1)));

		json_object_array_add(du, json_object_new_int(business_days(a, b)));
	}
	for (size_t i = 0; i < in_length(years); i++) {
		struct day days[16];
		int n = calendar_holidays(json_object_get_int(json_object_array_get_idx(years, i)),
					  days);

		for (int k = 0; k < n; k++) {
			char text[DAY_TEXT_SIZE];

			day_format(days[k], text);
			json_object_array_add(list, json_object_new_string(text));
		}
	}
	return o;
}

static struct json_object *ptax(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *rates = out_array(o, "rates");
	struct json_object *dates = in_field(in, "dates");
	struct fx_series s;

	s.rates = in_closes(pool, in_field(in, "series"), &s.n);
	for (size_t i = 0; i < in_length(dates); i++) {
		struct day day =
			day_of(json_object_get_string(json_object_array_get_idx(dates, i)));
		struct json_object *item = json_object_new_object();
		struct close c;

		out_day(item, "date", day);
		out_null(item, "rate");
		out_null(item, "rate_date");
		if (fx_ptax(&s, day, &c)) {
			out_price(item, "rate", c.price);
			out_day(item, "rate_date", c.day);
		}
		json_object_array_add(rates, item);
	}
	return o;
}

static int64_t moment(struct json_object *o, const char *key)
{
	const char *text = in_text(o, key);
	int64_t ms = 0;

	if (!text || !timestamp_parse(slice_of(text), &ms))
		case_trouble("%s is no timestamp", key);
	return ms;
}

static struct json_object *choose(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *pair = in_field(in, "usdt");
	int64_t now_ms = moment(in, "now");
	struct fx_live live = { .known = pair != NULL };
	struct fx_series s;
	struct fx fx;
	char text[TIMESTAMP_TEXT_SIZE];

	if (pair) {
		live.rate = in_price(pair, "rate");
		live.at_ms = moment(pair, "at");
		live.change_known = in_number(pair, "change_24h_pct", 8, &live.change.e8);
	}
	s.rates = in_closes(pool, in_field(in, "bcb"), &s.n);
	fx = fx_choose(&live, &s, now_ms, clock_day_of(now_ms));
	if (fx.source == FX_NONE) {
		out_null(o, "fx");
		return o;
	}
	struct json_object *f = out_object(o, "fx");

	out_price(f, "usd_brl", fx.rate);
	out_text(f, "source", fx.source == FX_USDT ? "usdt" : "bcb");
	if (fx.source == FX_USDT) {
		timestamp_format(fx.at_ms, text);
		out_text(f, "as_of", text);
	} else {
		out_day(f, "as_of", fx.day);
	}
	OUT_IF(f, "change_pct", fx.change_known, out_percent, fx.change);
	return o;
}

/* ---- returns ---- */

static struct json_object *rate(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = in_field(in, "flows");
	struct flow *flows = pool_array(pool, struct flow, in_length(list) + 1);
	size_t n = 0;
	double r = 0;

	for (; n < in_length(list); n++) {
		struct json_object *item = json_object_array_get_idx(list, n);
		struct flow f = { day_of(in_text(item, "date")), in_money(item, "amount") };
		size_t k = n;

		for (; k > 0 && day_before(f.day, flows[k - 1].day); k--)
			flows[k] = flows[k - 1];
		flows[k] = f;
	}
	if (in_field(in, "terminal"))
		flows[n++] =
			(struct flow){ day_of(in_text(in, "as_of")), in_money(in, "terminal") };
	if (xirr(pool, flows, n, &r))
		out_double(o, "xirr", r, 6);
	else
		out_null(o, "xirr");
	return o;
}

/* The one place where a decimal of a case becomes a double: returns are doubles. */
static bool in_double(struct json_object *o, const char *key, double *out)
{
	wide v;
	bool known = in_number(o, key, 12, &v);

	*out = (double)v / 1e12;
	return known;
}

static struct json_object *explain(void *pool, struct json_object *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *twr = in_field(in, "twr");
	double x, cumulative, annual;
	bool has_xirr = in_double(in, "xirr", &x);
	bool has_annual = in_double(twr, "annualized", &annual);

	(void)in_double(twr, "cumulative", &cumulative);
	out_text(o, "explain",
		 returns_explain(pool, has_xirr, x, twr != NULL, cumulative, has_annual, annual));
	return o;
}

const struct case_function value_functions[] = {
	{ "position_value", value },	{ "portfolio_totals", totals },
	{ "business_days", business },	{ "fx_ptax", ptax },
	{ "fx_choose", choose },	{ "xirr", rate },
	{ "returns_explain", explain }, { NULL, NULL },
};
