/* SPDX-License-Identifier: Apache-2.0 */
/* plan_moves.c: where an amount goes: the water level, sales, and cents (doc/calculations.md 21.3). */
#include "config.h"

#include "calc/plan/plan.h"

#include <stdlib.h>

#include "calc/plan/plan_units.h"
#include "core/pool.h"

const char *const plan_reason_names[] = { NULL, "no_value", "no_price", "no_unit" };

/* One that takes part: a slice, or an asset inside one.  In cents. */
struct part {
	wide value;
	int weight;
	wide amount; /* the result */
	wide rest;   /* what was cut off: a fraction of a cent, over a common denominator */
};

/* ---- the water level ---- */

static int by_ratio(const void *a, const void *b)
{
	const struct part *x = *(struct part *const *)a, *y = *(struct part *const *)b;
	wide left = x->value * y->weight, right = y->value * x->weight;

	if (left != right)
		return left < right ? -1 : 1;
	return x < y ? -1 : 1; /* the order of the document */
}

static struct plan_level find_level(void *pool, struct part *parts, size_t n, wide amount)
{
	struct part **sorted = pool_array(pool, struct part *, n);
	struct plan_level l = { amount, 0 };
	size_t m = 0;

	for (size_t i = 0; i < n; i++)
		if (parts[i].weight)
			sorted[m++] = &parts[i];
	qsort(sorted, m, sizeof(*sorted), by_ratio);
	for (size_t i = 0; i < m; i++) {
		if (i && l.n * sorted[i]->weight <= sorted[i]->value * l.d)
			break;
		l.n += sorted[i]->value;
		l.d += sorted[i]->weight;
	}
	return l;
}

/* ---- cents ---- */

static wide floor_div(wide n, wide d)
{
	wide q = n / d;

	return n % d < 0 ? q - 1 : q;
}

/* Cuts @n / @d of a part to the cent. */
static void cut(struct part *p, wide n, wide d)
{
	p->amount = floor_div(n, d);
	p->rest = n - p->amount * d;
}

static int by_rest(const void *a, const void *b)
{
	const struct part *x = *(struct part *const *)a, *y = *(struct part *const *)b;

	if (x->rest != y->rest)
		return x->rest > y->rest ? -1 : 1;
	return x < y ? -1 : 1;
}

/* The cents that the cuts left over go to the largest parts that were cut off. */
static void give_rest(void *pool, struct part *parts, size_t n, wide amount)
{
	struct part **sorted = pool_array(pool, struct part *, n);
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		amount -= parts[i].amount;
		if (parts[i].rest)
			sorted[m++] = &parts[i];
	}
	qsort(sorted, m, sizeof(*sorted), by_rest);
	for (size_t i = 0; i < m && amount > 0; i++, amount--)
		sorted[i]->amount++;
}

/* Divides @amount among the parts; false when none has a weight. */
static bool raise_parts(void *pool, struct part *parts, size_t n, wide amount, struct plan_level *l)
{
	*l = find_level(pool, parts, n, amount);
	if (l->d == 0)
		return false;
	for (size_t i = 0; i < n; i++)
		if (parts[i].weight && l->n * parts[i].weight > parts[i].value * l->d)
			cut(&parts[i], l->n * parts[i].weight - parts[i].value * l->d, l->d);
	give_rest(pool, parts, n, amount);
	return true;
}

/* Each part to its weight of @whole, which is what all of them are to be worth; @amount is added in all. */
static struct plan_level level_parts(void *pool, struct part *parts, size_t n, wide whole,
				     wide amount)
{
	int64_t weights = 0;

	for (size_t i = 0; i < n; i++)
		weights += parts[i].weight;
	for (size_t i = 0; i < n; i++) {
		if (weights)
			cut(&parts[i], parts[i].weight * whole - parts[i].value * weights, weights);
		else
			parts[i].amount = -parts[i].value;
	}
	if (weights)
		give_rest(pool, parts, n, amount);
	return (struct plan_level){ whole, weights };
}

/* ---- the slices and what is inside ---- */

#define CENT (E8 / 100)

static wide cents_of(struct money m)
{
	return m.e8 / CENT;
}

static struct money of_cents(wide cents)
{
	return (struct money){ cents * CENT };
}

/* The amounts of the members of a slice. */
static void divide_members(void *pool, const struct plan_slice_state *s, bool sell,
			   struct plan_slice_buys *out)
{
	struct part *parts = pool_array(pool, struct part, s->n_members);
	size_t *at = pool_array(pool, size_t, s->n_members), n = 0;
	wide whole = cents_of(s->whole.value), amount = cents_of(out->amount);

	for (size_t i = 0; i < s->n_members; i++) {
		const struct plan_share *m = &s->members[i];

		out->buys[i] = (struct plan_buy){ .asset = m };
		if (m->without_value)
			out->buys[i].reason = PLAN_NO_VALUE;
		if (!plan_takes_part(m, sell))
			continue;
		parts[n] = (struct part){ .value = cents_of(m->value), .weight = m->pct };
		at[n++] = i;
	}
	if (sell)
		out->level = level_parts(pool, parts, n, whole + amount, amount);
	else if (amount > 0)
		(void)raise_parts(pool, parts, n, amount,
				  &out->level); /* none: all of it is left */
	for (size_t i = 0; i < n; i++)
		out->buys[at[i]].amount = of_cents(parts[i].amount);
}

static enum calc_err give_members(void *pool, const struct plan_slice_state *s, bool sell,
				  struct plan_slice_buys *out)
{
	if (!s->named)
		return CALC_OK;
	out->buys = pool_array(pool, struct plan_buy, s->n_members);
	out->n = s->n_members;
	divide_members(pool, s, sell, out);
	return plan_units(pool, out);
}

static struct part *slice_parts(void *pool, const struct plan_state *state)
{
	struct part *parts = pool_array(pool, struct part, state->n);

	for (size_t i = 0; i < state->n; i++)
		parts[i] = (struct part){ .value = cents_of(state->slices[i].whole.value),
					  .weight = state->slices[i].whole.pct };
	return parts;
}

static enum calc_err give_slices(void *pool, const struct plan_state *state,
				 const struct part *parts, bool sell, struct plan_moves *out)
{
	enum calc_err err = CALC_OK;
	bool range = false;

	out->slices = pool_array(pool, struct plan_slice_buys, state->n);
	out->n = state->n;
	for (size_t i = 0; i < state->n && err == CALC_OK; i++) {
		struct plan_slice_buys *s = &out->slices[i];

		s->amount = of_cents(parts[i].amount);
		err = give_members(pool, &state->slices[i], sell, s);
		if (s->left.e8 < 0)
			out->missing_cash = money_add(out->missing_cash, s->left, &range);
	}
	return range ? CALC_RANGE : err;
}

enum calc_err plan_contribute(void *pool, const struct plan_state *state, struct money amount,
			      struct plan_moves *out)
{
	struct part *parts = slice_parts(pool, state);
	bool range = false;

	*out = (struct plan_moves){ .level_known = true };
	if (amount.e8 <= 0 || amount.e8 % CENT ||
	    !raise_parts(pool, parts, state->n, cents_of(amount), &out->level))
		return CALC_INPUT;
	/* Cents for a hundredth of a point are reais for a point. */
	out->level_e8 = dec_mul_div_half_away(out->level.n, E8, out->level.d, &range);
	return range ? CALC_RANGE : give_slices(pool, state, parts, false, out);
}

enum calc_err plan_rebalance(void *pool, const struct plan_state *state, struct money amount,
			     struct plan_moves *out)
{
	struct part *parts = slice_parts(pool, state);
	wide whole = cents_of(amount);

	*out = (struct plan_moves){ .level_known = false };
	if (amount.e8 < 0 || amount.e8 % CENT)
		return CALC_INPUT;
	for (size_t i = 0; i < state->n; i++)
		whole += parts[i].value;
	out->level = level_parts(pool, parts, state->n, whole, cents_of(amount));
	return give_slices(pool, state, parts, true, out);
}
