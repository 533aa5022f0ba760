/* SPDX-License-Identifier: Apache-2.0 */
/*
 * position_value.c: price, value and day change of a position (doc/calculations.md 3).
 *
 * The value comes from the market while its price is recent enough, then from contracted terms, then
 * from the cost.  Prices are as traded: one from before a split is converted to today's shares here.
 */
#include "config.h"

#include "calc/value/position_value.h"

#include "calc/value/value.h"

#define CHANGE_AGE 5  /* days: with an older last price there is no change */
#define CHANGE_GAP 10 /* days between the two prices of a change */
#define ABSURD_GAP 30 /* days between two closes that can be compared */

bool value_last_usable(const struct value_input *in, bool terms)
{
	if (!in->has_last)
		return false;
	if (in->last_stated)
		return in->as_of.n - in->last.day.n <= value_stated_limit(terms);
	return value_quote_usable(in->type, terms, in->last.day, in->as_of);
}

/* Whether the last price is accepted: within its maximum age, or older when nothing replaces it (3.1). */
static bool stands(const struct value_input *in)
{
	return value_last_usable(in, in->accrual_known);
}

static bool expired(const struct value_input *in)
{
	return in->type == ASSET_OPTION && in->expires && day_before(in->expiry, in->as_of);
}

static struct price in_todays_shares(const struct value_input *in, const struct close *c,
				     bool *range)
{
	return price_in_shares_of(in->events, in->n_events, c->price, c->day, in->as_of, range);
}

bool value_close_absurd(const struct value_input *in)
{
	bool range = false;
	wide last, prev;

	/* An option premium of a cent, or a token, may well be worth twenty times as much the day after. */
	if (!in->has_last || !in->has_prev || in->type == ASSET_OPTION ||
	    in->type == ASSET_CRYPTO || in->last.day.n - in->prev.day.n > ABSURD_GAP)
		return false;
	last = in_todays_shares(in, &in->last, &range).e12;
	prev = in_todays_shares(in, &in->prev, &range).e12;
	return range || closes_apart(last, prev);
}

/* a/b - 1 in percent; b is not 0. */
static struct percent change_between(wide a, wide b, bool *range)
{
	return (struct percent){ dec_mul_div_half_away(a - b, 100 * E8, b, range) };
}

/* Native price, and the marking rate where one is needed. */
static void find_price(const struct value_input *in, struct holding *h, bool *range)
{
	bool foreign = in->currency != CURRENCY_BRL;
	bool rate = !foreign || in->fx.source != FX_NONE;
	struct price native = { 0 };
	bool known = false;

	if (expired(in)) {
		known = true;
		h->quote_day = in->expiry;
	} else if (stands(in)) {
		known = true;
		native = in_todays_shares(in, &in->last, range);
		h->quote_day = in->last.day;
		h->stated = in->last_stated;
	}
	if (foreign) {
		h->native_price_known = known;
		h->price_native = native;
		h->fx_known = rate;
		h->fx_rate = in->fx.rate;
	}
	if (!known || !rate)
		return;
	h->valuation = VALUATION_MARKET;
	h->price_known = true;
	h->price = native;
	if (foreign)
		h->price.e12 = dec_mul_div_half_away(native.e12, in->fx.rate.e12, E12, range);
}

/* A native amount at the marking rate. */
static struct money marked(const struct value_input *in, struct money m, bool *range)
{
	return in->currency == CURRENCY_BRL ? m : money_times_rate(m, in->fx.rate, range);
}

static void find_value(const struct value_input *in, struct holding *h, bool *range)
{
	bool held = !qty_is_zero(in->brl.qty);
	struct price native = in->currency == CURRENCY_BRL ? h->price : h->price_native;

	if (h->valuation == VALUATION_MARKET) {
		h->market_value =
			market_value_of(in->brl.qty, native,
					in->currency == CURRENCY_BRL ? NULL : &in->fx.rate, range);
	} else if (in->accrual_known) {
		h->valuation = VALUATION_ACCRUAL;
		h->price_known = true;
		h->price = in->accrual_unit;
		h->market_value = in->accrual_value;
	} else if (held && in->brl.cost_known) {
		h->valuation = VALUATION_COST;
		h->market_value = in->brl.cost;
	}
	h->value_known = held && h->valuation != VALUATION_NONE;
	h->priced = h->valuation == VALUATION_MARKET || h->valuation == VALUATION_ACCRUAL;
}

bool gain_percent(struct money gain, struct money cost, struct percent *pct, bool *range)
{
	const int64_t one_cent = 1000000;

	if (cost.e8 < one_cent)
		return false;
	*pct = percent_of(gain, cost, range);
	return true;
}

/* Gain over cost (3.2). Returns the reason of a missing percentage. */
static enum pct_reason gain(struct money value, const struct position *p, struct money *pl,
			    struct percent *pct, bool *range)
{
	if (!p->cost_known)
		return PCT_COST_UNKNOWN;
	*pl = money_sub(value, p->cost, range);
	return gain_percent(*pl, p->cost, pct, range) ? PCT_DEFINED : PCT_ZERO_COST;
}

static void find_gain(const struct value_input *in, struct holding *h, bool *range)
{
	if (qty_is_zero(in->brl.qty))
		return;
	h->pct_reason =
		gain(h->market_value, &in->brl, &h->unrealized_pl, &h->unrealized_pct, range);
	h->pl_known = h->value_known && h->pct_reason != PCT_COST_UNKNOWN;
	h->pct_known = h->value_known && h->pct_reason == PCT_DEFINED;
}

/* The same over the fold in the trading currency, which needs no rate. */
static void find_native(const struct value_input *in, struct holding *h, bool *range)
{
	enum pct_reason reason;

	if (!in->has_native || qty_is_zero(in->native.qty))
		return;
	if (h->native_price_known)
		h->native_value = money_gross(in->native.qty, h->price_native, range);
	else if (in->native.cost_known)
		h->native_value = in->native.cost;
	else
		return;
	h->native_value_known = true;
	reason = gain(h->native_value, &in->native, &h->native_pl, &h->native_pct, range);
	h->native_pl_known = reason != PCT_COST_UNKNOWN;
	h->native_pct_known = reason == PCT_DEFINED;
}

/* Change of the paper and, for a foreign one, composed with that of the rate (3.3). */
static void find_change(const struct value_input *in, struct holding *h, bool *range)
{
	struct percent a;
	wide f = in->fx.change.e8;
	struct price prev;
	struct price last;

	if (h->valuation == VALUATION_ACCRUAL) {
		struct money base =
			in->accrual_base_known ? in->accrual_base : in->accrual_prev_value;

		if (!in->accrual_prev_known || base.e8 <= 0)
			return;
		h->change_known = true;
		h->change_pct = change_between(in->accrual_value.e8, base.e8, range);
		return;
	}
	if (expired(in) || !in->has_prev || !stands(in) ||
	    in->as_of.n - in->last.day.n > CHANGE_AGE ||
	    in->last.day.n - in->prev.day.n > CHANGE_GAP)
		return;
	prev = in_todays_shares(in, &in->prev, range);
	last = in_todays_shares(in, &in->last, range);
	if (prev.e12 <= 0)
		return;
	a = change_between(last.e12, prev.e12, range);
	if (in->currency == CURRENCY_BRL) {
		h->change_known = true;
		h->change_pct = a;
		return;
	}
	h->native_change_known = true;
	h->native_change = a;
	h->change_known = h->valuation == VALUATION_MARKET && in->fx.change_known;
	if (h->change_known)
		h->change_pct.e8 = a.e8 + f + dec_mul_div_half_away(a.e8, f, 100 * E8, range);
}

/* The amount that a row of the day added (negative: removed), in BRL; an unpriced one at the last price. */
static struct money row_flow(const struct value_input *in, const struct ledger_row *row,
			     struct price last, bool *range)
{
	struct money m = { 0 };

	switch (row->kind) {
	case ROW_BUY:
	case ROW_SELL:
		m = money_gross(row->qty, row->price_known ? row->price : last, range);
		break;
	case ROW_ADJUST: /* custody moved: not a trade, so neither gain nor loss of the day */
		if (row->event == EVENT_NONE)
			m = money_gross(row->qty, last, range);
		break;
	case ROW_SPLIT:
		break;
	}
	m = marked(in, m, range);
	return row->kind == ROW_SELL ? money_neg(m) : m;
}

/* The position's gain since the previous price (3.3). */
static void find_day_change(const struct value_input *in, struct holding *h, bool *range)
{
	struct price last = in->currency == CURRENCY_BRL ? h->price : h->price_native;
	wide rate_then = 100 * E8 + in->fx.change.e8; /* percent of the rate before */
	struct money then;

	if (!h->change_known || !h->value_known)
		return;
	if (h->valuation == VALUATION_ACCRUAL) {
		then = in->accrual_prev_value;
	} else {
		if (!in->qty_prev_known || (in->currency != CURRENCY_BRL && rate_then <= 0))
			return;
		then = marked(in, money_gross(in->qty_prev, in->prev.price, range), range);
		if (in->currency != CURRENCY_BRL)
			then.e8 = dec_mul_div_half_away(then.e8, 100 * E8, rate_then, range);
	}
	h->day_change = money_sub(h->market_value, then, range);
	for (size_t i = 0; i < in->n_day_rows; i++)
		h->day_change = money_sub(h->day_change,
					  row_flow(in, &in->day_rows[i], last, range), range);
	h->day_known = true;
}

enum calc_err position_value(const struct value_input *in, struct holding *out)
{
	struct holding h = *out;
	bool range = false;

	find_price(in, &h, &range);
	find_value(in, &h, &range);
	find_gain(in, &h, &range);
	find_native(in, &h, &range);
	find_change(in, &h, &range);
	find_day_change(in, &h, &range);
	if (range)
		return CALC_RANGE;
	/* Nothing is held: there is a price, perhaps a change, but no value. */
	if (!h.value_known)
		h.valuation = VALUATION_NONE;
	*out = h;
	return CALC_OK;
}
