/* SPDX-License-Identifier: Apache-2.0 */
/* plan_units.c: from the amounts of a slice's assets to units that can be bought (doc/calculations.md 21.3). */
#include "config.h"

#include "calc/plan/plan_units.h"

#include "core/pool.h"

#define CENT (E8 / 100)
/* A price on its grid times a unit on its: this much is a cent. */
#define CENT_COST (E8 * E8 * 100)
/* The grid of a ratio, cents for each hundredth of a point: finer than what a cent changes for any weight. */
#define RATIO_GRID PLAN_WHOLE

/* 8 places; a type that is not listed is bought by amount. */
static const int64_t units[ASSET_TYPES] = {
	[ASSET_STOCK] = 100000000,
	[ASSET_FII] = 100000000,
	[ASSET_ETF] = 100000000,
	[ASSET_BDR] = 100000000,
	[ASSET_DEBENTURE] = 100000000,
	[ASSET_OPTION] = 100000000,
	[ASSET_TESOURO] = 1000000,
	[ASSET_CRYPTO] = 1,
	[ASSET_US] = 100,
};

int64_t plan_unit(enum asset_type type)
{
	return units[type];
}

/* An asset that can be bought or sold, in cents and units. */
struct trade {
	struct plan_buy *buy;
	int weight;
	wide value;
	int64_t unit; /* 8 places; 0: by amount */
	wide price;   /* of a unit, exact: CENT_COST is a cent */
	wide n;	      /* units, also of a sale */
	wide cost;    /* cents, also of a sale */
	bool sold;
};

static wide cost_of(const struct trade *t, wide n)
{
	return dec_div_half_away(n * t->price, CENT_COST);
}

static wide units_for(const struct trade *t, wide cents)
{
	return cents * CENT_COST / t->price;
}

static bool by_amount(const struct trade *t)
{
	return t->unit == 0;
}

/* Takes all that is left when its turn comes. */
static bool takes_all(const struct trade *t)
{
	return by_amount(t) || t->price < CENT_COST;
}

/* ---- what the amount of each buys ---- */

/* Whole units towards zero, never above what is held; all of them where nothing is to remain. */
static wide units_sold(const struct trade *t, wide cents)
{
	wide held = t->buy->asset->position->qty.e8 / t->unit;
	wide n = units_for(t, cents);

	return cents == t->value || n > held ? held : n;
}

/* False when the asset has no price: it keeps its amount. */
static bool start(struct plan_buy *b, struct trade *out)
{
	const struct plan_position *p = b->asset->position;
	wide amount = b->amount.e8 / CENT;

	*out = (struct trade){ .buy = b,
			       .weight = b->asset->pct,
			       .value = b->asset->value.e8 / CENT,
			       .unit = plan_unit(b->asset->type),
			       .sold = amount < 0 };
	if (by_amount(out)) {
		b->reason = PLAN_NO_UNIT;
		out->cost = wide_abs(amount);
		return true;
	}
	if (!p || !p->price_known) {
		b->reason = PLAN_NO_PRICE;
		return false;
	}
	out->price = p->price.e12 * out->unit;
	out->n = out->sold ? units_sold(out, -amount) : units_for(out, amount);
	out->cost = cost_of(out, out->n);
	return true;
}

/* ---- what is left buys one unit at a time ---- */

struct shop {
	struct trade *list;
	size_t n;
	wide left; /* cents */
};

static bool fits(const struct shop *s, const struct trade *t)
{
	return !t->sold && t->weight && s->left > 0 &&
	       (takes_all(t) || t->price <= s->left * CENT_COST);
}

static size_t fitting(const struct shop *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += fits(s, &s->list[i]);
	return n;
}

static bool lower(const struct trade *a, const struct trade *b)
{
	return (a->value + a->cost) * b->weight < (b->value + b->cost) * a->weight;
}

static struct trade *lowest(const struct shop *s)
{
	struct trade *found = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (fits(s, &s->list[i]) && (!found || lower(&s->list[i], found)))
			found = &s->list[i];
	return found;
}

static wide ratio_of(const struct trade *t)
{
	wide n = (t->value + t->cost) * RATIO_GRID;

	return n / t->weight - (n % t->weight < 0);
}

/* The units of @t once each of its purchases from below @ratio is made. */
static wide units_at(const struct trade *t, wide ratio)
{
	wide n = ratio * t->weight - t->value * RATIO_GRID;
	wide cents = n / RATIO_GRID + (n % RATIO_GRID > 0);

	if (cents <= t->cost)
		return t->n;
	return ((2 * cents - 1) * CENT_COST + 2 * t->price - 1) / (2 * t->price);
}

static wide spent_at(const struct shop *s, wide ratio)
{
	wide sum = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct trade *t = &s->list[i];

		if (fits(s, t) && !takes_all(t))
			sum += cost_of(t, units_at(t, ratio)) - t->cost;
	}
	return sum;
}

/* The ratios between which the search goes, and the price in cents, rounded up, of the dearest unit that fits. */
struct span {
	wide low, high, dearest;
};

/* Above `high` one asset alone has spent all that is left, or one that takes all has its turn. */
static struct span span_of(const struct shop *s)
{
	struct span out = { 0, 0, 0 };
	bool any = false;

	for (size_t i = 0; i < s->n; i++) {
		const struct trade *t = &s->list[i];
		wide low, high, price;

		if (!fits(s, t))
			continue;
		low = high = ratio_of(t);
		price = (t->price + CENT_COST - 1) / CENT_COST;
		if (!takes_all(t)) {
			high += (s->left + 1) * RATIO_GRID / t->weight + 1;
			out.dearest = price > out.dearest ? price : out.dearest;
		}
		out.low = !any || low < out.low ? low : out.low;
		out.high = !any || high < out.high ? high : out.high;
		any = true;
	}
	return out;
}

/*
 * Makes at once the purchases, one unit at a time of the lowest, during which all that fit now still fit: those from
 * below the highest ratio that leaves the price of the dearest.  An amount of millions may buy units of a cent.
 */
static void buy_together(struct shop *s)
{
	struct span span = span_of(s);
	wide left = s->left;

	while (span.low < span.high) {
		wide middle = span.low + (span.high - span.low + 1) / 2;

		if (left - spent_at(s, middle) >= span.dearest)
			span.low = middle;
		else
			span.high = middle - 1;
	}
	left -= spent_at(s, span.low);
	for (size_t i = 0; i < s->n; i++) {
		struct trade *t = &s->list[i];

		if (!fits(s, t) || takes_all(t))
			continue;
		t->n = units_at(t, span.low);
		t->cost = cost_of(t, t->n);
	}
	s->left = left;
}

static void take_all(struct shop *s, struct trade *t)
{
	wide all = t->cost + s->left;

	if (!by_amount(t)) {
		t->n = units_for(t, all);
		t->cost = cost_of(t, t->n);
	} else {
		t->cost = all;
	}
	s->left = all - t->cost;
}

static void buy_units(struct shop *s)
{
	size_t fit = 0;

	while (s->left > 0) {
		struct trade *t;
		wide before;

		if (fitting(s) != fit) {
			fit = fitting(s);
			buy_together(s);
		}
		t = lowest(s);
		if (!t)
			return;
		if (takes_all(t)) {
			take_all(s, t);
			return;
		}
		before = t->cost;
		t->cost = cost_of(t, ++t->n);
		s->left -= t->cost - before;
	}
}

/* ---- the slice ---- */

static void give(const struct trade *t, bool *range)
{
	wide qty = t->n * t->unit, sign = t->sold ? -1 : 1;

	t->buy->cost_known = true;
	t->buy->cost = (struct money){ sign * t->cost * CENT };
	t->buy->qty_known = !by_amount(t);
	if (qty > QTY_MAX_E8)
		*range = true;
	else
		t->buy->qty = (struct qty){ (int64_t)(sign * qty) };
}

enum calc_err plan_units(void *pool, struct plan_slice_buys *s)
{
	struct shop shop = { .list = pool_array(pool, struct trade, s->n),
			     .left = s->amount.e8 / CENT };
	bool range = false;

	for (size_t i = 0; i < s->n; i++) {
		struct plan_buy *b = &s->buys[i];
		struct trade *t = &shop.list[shop.n];

		if (b->reason == PLAN_NO_VALUE)
			continue;
		if (start(b, t)) {
			shop.left -= t->sold ? -t->cost : t->cost;
			shop.n++;
		} else {
			shop.left -= b->amount.e8 / CENT;
		}
	}
	buy_units(&shop);
	for (size_t i = 0; i < shop.n; i++)
		give(&shop.list[i], &range);
	s->left = (struct money){ shop.left * CENT };
	return range ? CALC_RANGE : CALC_OK;
}
