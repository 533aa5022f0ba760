/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Properties of every plan (doc/calculations.md 21), on random portfolios from a fixed seed; what is left buys as
 * buying one unit at a time by the letter does.
 */
#include "config.h"

#include "calc/plan/plan.h"

#include "core/pool.h"

#include "tap.h"

#include <stdio.h>

#define PLANS 4000
#define SLICES 6
#define ASSETS 8
#define CENT (E8 / 100)

static uint64_t state = 20261128;

static uint32_t dice(uint32_t sides)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32) % sides;
}

struct random_plan {
	char names[SLICES * ASSETS][8];
	struct plan_slice slices[SLICES];
	struct plan_asset assets[SLICES][ASSETS];
	struct plan_position positions[SLICES * ASSETS];
	struct plan_input in;
};

/* @n weights that add up to 100.00, some of them 0. */
static void weights(int *out, size_t n)
{
	int left = PLAN_WHOLE;

	for (size_t i = 0; i + 1 < n; i++) {
		out[i] = dice(5) ? (int)dice((uint32_t)left + 1) : 0;
		left -= out[i];
	}
	out[n - 1] = left;
}

static void a_position(struct random_plan *p, const char *symbol)
{
	static const enum asset_type types[] = { ASSET_STOCK,  ASSET_STOCK, ASSET_TESOURO,
						 ASSET_CRYPTO, ASSET_US,    ASSET_FUND };
	struct plan_position *x = &p->positions[p->in.n++];

	*x = (struct plan_position){ .symbol = symbol,
				     .type = types[dice(ARRAY_SIZE(types))],
				     .held = dice(4),
				     .value_known = dice(12),
				     .price_known = dice(12) };
	x->price.e12 = (wide)(1 + dice(dice(2) ? 200 : 2000000)) * 10000000000;
	x->qty.e8 = x->held ? (int64_t)(1 + dice(1000)) * 100000000 : 0;
	if (x->held && x->value_known)
		x->value.e8 = (wide)dice(2000000) * CENT;
}

static void a_plan(struct random_plan *p)
{
	int slice_pct[SLICES], pct[ASSETS];
	size_t n = 1 + dice(SLICES);

	p->in = (struct plan_input){ .positions = p->positions };
	weights(slice_pct, n);
	for (size_t i = 0; i < n; i++) {
		size_t m = 1 + dice(ASSETS);

		weights(pct, m);
		for (size_t k = 0; k < m; k++) {
			char *name = p->names[p->in.n];

			(void)snprintf(name, sizeof(p->names[0]), "A%zu", p->in.n);
			p->assets[i][k] = (struct plan_asset){ .symbol = name, .pct = pct[k] };
			a_position(p, name);
			p->assets[i][k].type = p->positions[p->in.n - 1].type;
		}
		p->slices[i] = (struct plan_slice){ .name = p->names[p->in.n - 1],
						    .pct = slice_pct[i],
						    .assets = p->assets[i],
						    .n_assets = m,
						    .inside = p->assets[i],
						    .n_inside = dice(4) ? m : 0 };
	}
	p->in.targets = (struct plan_targets){ .slices = p->slices,
					       .n = n,
					       .band_pp = PLAN_BAND_PP,
					       .band_relative = PLAN_BAND_RELATIVE };
}

/* ---- the sum and the levels ---- */

static bool sums_to(const struct plan_moves *m, struct money amount)
{
	wide sum = 0;

	for (size_t i = 0; i < m->n; i++)
		sum += m->slices[i].amount.e8;
	return sum == amount.e8;
}

/* Each slice with a purchase ends at one level, within a cent; the others are at it or above. */
static bool is_level(const struct plan_state *s, const struct plan_moves *m)
{
	for (size_t i = 0; i < m->n; i++) {
		wide pct = s->slices[i].whole.pct;
		wide after = s->slices[i].whole.value.e8 + m->slices[i].amount.e8;

		/* The level has eight places: a unit of its last is a hundred-millionth of pct points. */
		if (m->slices[i].amount.e8 < 0 || (pct == 0 && m->slices[i].amount.e8))
			return false;
		if (pct && after * 100 < m->level_e8 * pct - 100 * CENT - pct)
			return false;
		if (m->slices[i].amount.e8 > CENT &&
		    after * 100 > m->level_e8 * pct + 100 * CENT + pct)
			return false;
	}
	return true;
}

/* ---- units, by the letter ---- */

struct bought {
	wide n, cost;
};

static wide half_up(wide n, wide price)
{
	return (n * price + E8 * E8 * 50) / (E8 * E8 * 100);
}

static bool is_priced(const struct plan_buy *b)
{
	return b->reason == PLAN_BUYS;
}

static wide unit_price(const struct plan_buy *b)
{
	return b->asset->position->price.e12 * plan_unit(b->asset->type);
}

static wide value_of(const struct plan_buy *b)
{
	return b->asset->value.e8 / CENT;
}

/* The buyer of the next unit: the lowest among those whose unit fits. */
static size_t next_buyer(const struct plan_slice_buys *s, const struct bought *list, wide left)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < s->n; i++) {
		const struct plan_buy *b = &s->buys[i];
		wide mine = value_of(b) + list[i].cost;

		if (!b->asset->pct || b->reason == PLAN_NO_VALUE || b->reason == PLAN_NO_PRICE)
			continue;
		if (is_priced(b) && unit_price(b) > left * E8 * E8 * 100)
			continue;
		if (found == SIZE_MAX ||
		    mine * s->buys[found].asset->pct <
			    (value_of(&s->buys[found]) + list[found].cost) * b->asset->pct)
			found = i;
	}
	return found;
}

static wide first_units(const struct plan_slice_buys *s, struct bought *list)
{
	wide left = s->amount.e8 / CENT;

	for (size_t i = 0; i < s->n; i++) {
		const struct plan_buy *b = &s->buys[i];
		wide amount = b->amount.e8 / CENT;

		if (is_priced(b)) {
			list[i].n = amount * E8 * E8 * 100 / unit_price(b);
			list[i].cost = half_up(list[i].n, unit_price(b));
			amount = list[i].cost;
		} else {
			list[i].cost = amount;
		}
		left -= amount;
	}
	return left;
}

static bool bought_by_the_letter(const struct plan_slice_buys *s)
{
	struct bought list[ASSETS] = { { 0, 0 } };
	wide left = first_units(s, list);

	for (size_t i; left > 0 && (i = next_buyer(s, list, left)) != SIZE_MAX;) {
		const struct plan_buy *b = &s->buys[i];
		wide all = list[i].cost + left;

		if (!is_priced(b)) {
			list[i].cost = all;
			left = 0;
		} else if (unit_price(b) < E8 * E8 * 100) {
			list[i].n = all * E8 * E8 * 100 / unit_price(b);
			list[i].cost = half_up(list[i].n, unit_price(b));
			left = all - list[i].cost;
			break;
		} else {
			left += list[i].cost;
			list[i].cost = half_up(++list[i].n, unit_price(b));
			left -= list[i].cost;
		}
	}
	for (size_t i = 0; i < s->n; i++) {
		const struct plan_buy *b = &s->buys[i];

		if (b->cost_known && b->cost.e8 != list[i].cost * CENT)
			return false;
		if (b->qty_known && b->qty.e8 != list[i].n * plan_unit(b->asset->type))
			return false;
	}
	return s->left.e8 == left * CENT;
}

static bool all_by_the_letter(const struct plan_moves *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->slices[i].buys && !bought_by_the_letter(&m->slices[i]))
			return false;
	return true;
}

/* ---- one amount after another ---- */

/* The amounts of @first are added to the values; slices without `inside` only, where nothing is rounded to units. */
static bool in_two_steps(void *pool, const struct random_plan *p, const struct plan_state *s,
			 struct money first, struct money second, const struct plan_moves *at_once)
{
	struct plan_state after = *s;
	struct plan_moves one, two;

	after.slices = pool_array(pool, struct plan_slice_state, s->n);
	if (plan_contribute(pool, s, first, &one) != CALC_OK)
		return false;
	for (size_t i = 0; i < s->n; i++) {
		after.slices[i] = s->slices[i];
		after.slices[i].named = false;
		after.slices[i].whole.value.e8 += one.slices[i].amount.e8;
	}
	if (plan_contribute(pool, &after, second, &two) != CALC_OK)
		return false;
	for (size_t i = 0; i < p->in.targets.n; i++) {
		wide sum = one.slices[i].amount.e8 + two.slices[i].amount.e8;

		if (wide_abs(sum - at_once->slices[i].amount.e8) > CENT)
			return false;
	}
	return true;
}

/* ---- sales ---- */

static bool sells_what_is_held(const struct plan_moves *m)
{
	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->slices[i].n; k++) {
			const struct plan_buy *b = &m->slices[i].buys[k];

			if (b->qty_known && b->qty.e8 < 0 &&
			    -b->qty.e8 > b->asset->position->qty.e8)
				return false;
			if (b->qty_known && b->qty.e8 % plan_unit(b->asset->type))
				return false;
		}
	return true;
}

static bool parts_add_up(const struct plan_moves *m)
{
	for (size_t i = 0; i < m->n; i++) {
		wide sum = m->slices[i].left.e8;

		for (size_t k = 0; k < m->slices[i].n; k++) {
			const struct plan_buy *b = &m->slices[i].buys[k];

			if (b->reason != PLAN_NO_VALUE)
				sum += b->cost_known ? b->cost.e8 : b->amount.e8;
		}
		if (m->slices[i].buys && sum != m->slices[i].amount.e8)
			return false;
	}
	return true;
}

int main(void)
{
	size_t wrong_sum = 0, wrong_level = 0, wrong_units = 0, wrong_steps = 0, wrong_sales = 0;
	size_t refused = 0, wrong_parts = 0;
	struct random_plan *p = pool_zero(NULL, struct random_plan);

	for (int i = 0; i < PLANS; i++) {
		void *pool = pool_new(NULL, "plan");
		struct money first = { (wide)(1 + dice(500000)) * CENT };
		struct money second = { (wide)(1 + dice(5000)) * CENT };
		struct money both = { first.e8 + second.e8 };
		struct plan_state s;
		struct plan_moves m;

		a_plan(p);
		if (plan_state(pool, &p->in, &s) != CALC_OK ||
		    plan_contribute(pool, &s, both, &m) != CALC_OK) {
			refused++;
			continue;
		}
		wrong_sum += !sums_to(&m, both);
		wrong_level += !is_level(&s, &m);
		wrong_units += !all_by_the_letter(&m);
		wrong_parts += !parts_add_up(&m);
		wrong_steps += !in_two_steps(pool, p, &s, first, second, &m);
		if (plan_rebalance(pool, &s, both, &m) != CALC_OK)
			refused++;
		wrong_sum += !sums_to(&m, both);
		wrong_sales += !sells_what_is_held(&m);
		wrong_parts += !parts_add_up(&m);
		pool_free(pool);
	}
	pool_free(p);
	ok(!refused, "%d random plans: none refused (%zu)", PLANS, refused);
	ok(!wrong_sum, "the amounts add up to the contribution (%zu)", wrong_sum);
	ok(!wrong_level, "what is bought ends at one level, nothing is below it (%zu)",
	   wrong_level);
	ok(!wrong_units, "units as one at a time by the letter (%zu)", wrong_units);
	ok(!wrong_parts, "costs and what is left add up to the amount (%zu)", wrong_parts);
	ok(!wrong_steps, "one amount after another as both at once, within a cent (%zu)",
	   wrong_steps);
	ok(!wrong_sales, "sales are of whole units that are held (%zu)", wrong_sales);
	return tap_done();
}
