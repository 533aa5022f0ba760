/* SPDX-License-Identifier: Apache-2.0 */
/* explain_steps.c: evaluates operations as they are written down. */
#include "config.h"

#include "calc/explain/nodes.h"

#include "core/pool.h"

#include <math.h>

#define GROUP 50 /* operands of one sum */

/* A real value becomes exact when it is rounded; truncation tolerates floating-point error. */
static void settle(struct explain *e, struct explain_node *node)
{
	long double scaled;

	if (!node->real || node->round == ROUND_NONE)
		return;
	scaled = node->r * (long double)explain_ten(node->round_places);
	if (!(fabsl(scaled) < 1e36L)) {
		e->range = true;
		return;
	}
	if (node->round == ROUND_TRUNCATE)
		scaled = truncl(scaled + copysignl(fabsl(scaled) * 1e-16L, scaled));
	else
		scaled = roundl(scaled);
	node->real = false;
	node->v = (wide)scaled;
	node->places = node->round_places;
}

static wide cut_to(struct explain *e, const struct explain_node *how, wide a, wide b, wide c)
{
	return how->round == ROUND_TRUNCATE ? dec_mul_div_trunc(a, b, c, &e->range)
					    : dec_mul_div_half_away(a, b, c, &e->range);
}

/* Sums are exact, whatever the grids. */
static void sum_up(struct explain *e, struct explain_node *node, const struct term *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (explain_node(e, list[i])->places > node->places)
			node->places = explain_node(e, list[i])->places;
	for (size_t i = 0; i < n; i++) {
		const struct explain_node *one = explain_node(e, list[i]);
		wide v = explain_widen(e, one->v, one->places, node->places);

		if (i && node->op == OP_SUBTRACT)
			node->v = wide_sub(node->v, v, &e->range);
		else
			node->v = wide_add(node->v, v, &e->range);
	}
}

static struct term sum_of(struct explain *e, enum explain_op op, const struct term *list, size_t n,
			  struct note note)
{
	struct explain_node node = { .op = op, .note = note };

	if (explain_any_none(list, n))
		return (struct term){ 0 };
	if (explain_any_real(e, list, n)) {
		node.real = true;
		for (size_t i = 0; i < n; i++)
			node.r += i && op == OP_SUBTRACT ? -explain_number(e, list[i])
							 : explain_number(e, list[i]);
	} else {
		sum_up(e, &node, list, n);
	}
	return explain_step(e, node, list, n);
}

struct term explain_add(struct explain *e, struct term a, struct term b, struct note note)
{
	const struct term list[] = { a, b };

	if (a.n && b.n && a.n == e->zero.n)
		return b;
	return sum_of(e, OP_ADD, list, 2, note);
}

struct term explain_sub(struct explain *e, struct term a, struct term b, struct note note)
{
	const struct term list[] = { a, b };

	return sum_of(e, OP_SUBTRACT, list, 2, note);
}

struct term explain_sum(struct explain *e, const struct term *list, size_t n, struct note note)
{
	struct term *groups;
	size_t n_groups = 0;

	if (!n)
		return e->zero;
	if (n == 1)
		return list[0];
	if (n <= GROUP)
		return sum_of(e, OP_ADD, list, n, note);
	groups = pool_array(e->pool, struct term, n / GROUP + 1);
	for (size_t i = 0; i < n; i += GROUP)
		groups[n_groups++] =
			explain_sum(e, list + i, n - i < GROUP ? n - i : GROUP,
				    (struct note){ .text = "Soma parcial.", .day = note.day });
	return explain_sum(e, groups, n_groups, note);
}

struct term explain_negate(struct explain *e, struct term a, struct note note)
{
	struct explain_node node = { .op = OP_NEGATE, .note = note };

	if (!a.n)
		return a;
	node.real = explain_node(e, a)->real;
	node.r = -explain_node(e, a)->r;
	node.v = -explain_node(e, a)->v;
	node.places = explain_node(e, a)->places;
	return explain_step(e, node, &a, 1);
}

struct term explain_mul(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = {
		.op = OP_MULTIPLY, .note = note, .round = round, .round_places = places
	};

	if (explain_any_none(list, 2))
		return (struct term){ 0 };
	if (explain_any_real(e, list, 2)) {
		node.real = true;
		node.r = explain_number(e, a) * explain_number(e, b);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		int all = x->places + y->places;

		node.places = round == ROUND_NONE ? all : places;
		if (node.places > EXPLAIN_MOST_PLACES) {
			node.real = true;
			node.r = explain_number(e, a) * explain_number(e, b);
		} else if (all >= node.places)
			node.v = cut_to(e, &node, x->v, y->v, explain_ten(all - node.places));
		else
			node.v = dec_mul_div_half_away(
				x->v, explain_widen(e, y->v, all, node.places), 1, &e->range);
	}
	return explain_step(e, node, list, 2);
}

struct term explain_proportion(struct explain *e, struct term a, struct term b, struct term c,
			       enum explain_round round, int places, struct note note)
{
	const struct term list[] = { a, b, c };
	struct explain_node node = {
		.op = OP_PROPORTION, .note = note, .round = round, .round_places = places
	};

	if (explain_any_none(list, 3) || explain_is_zero(e, c))
		return (struct term){ 0 };
	if (explain_any_real(e, list, 3)) {
		node.real = true;
		node.r = explain_number(e, a) * explain_number(e, b) / explain_number(e, c);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		const struct explain_node *z = explain_node(e, c);
		int up = places + z->places - x->places - y->places;

		node.places = places;
		node.v = up >= 0 ? cut_to(e, &node, x->v, explain_widen(e, y->v, 0, up), z->v)
				 : cut_to(e, &node, x->v, y->v, explain_widen(e, z->v, 0, -up));
	}
	return explain_step(e, node, list, 3);
}

struct term explain_div(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = {
		.op = OP_DIVIDE, .note = note, .round = round, .round_places = places
	};

	if (explain_any_none(list, 2) || explain_is_zero(e, b))
		return (struct term){ 0 };
	if (round == ROUND_NONE || explain_any_real(e, list, 2)) {
		node.real = true;
		node.r = explain_number(e, a) / explain_number(e, b);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		int up = places + y->places - x->places;

		node.places = places;
		node.v = up >= 0 ? cut_to(e, &node, x->v, explain_ten(up), y->v)
				 : cut_to(e, &node, x->v, 1, explain_widen(e, y->v, 0, -up));
	}
	return explain_step(e, node, list, 2);
}

struct term explain_rounded(struct explain *e, struct term a, enum explain_round round, int places,
			    struct note note)
{
	struct explain_node node = {
		.op = OP_ROUND, .note = note, .round = round, .round_places = places
	};
	const struct explain_node *x;

	if (!a.n)
		return a;
	x = explain_node(e, a);
	if (x->real) {
		node.real = true;
		node.r = x->r;
		settle(e, &node);
	} else {
		if (x->places <= places)
			return a;
		node.places = places;
		node.v = cut_to(e, &node, x->v, 1, explain_ten(x->places - places));
	}
	return explain_step(e, node, &a, 1);
}

struct term explain_shown(struct explain *e, struct term a)
{
	const struct explain_node *x = a.n ? explain_node(e, a) : NULL;

	if (!x || x->real || x->places <= 2 || x->v % explain_ten(x->places - 2) == 0)
		return a;
	return explain_rounded(e, a, ROUND_HALF_AWAY, 2,
			       (struct note){ .text = "Como é mostrado, em centavos." });
}

struct term explain_min(struct explain *e, struct term a, struct term b, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = { .op = OP_MIN, .note = note };
	const struct explain_node *less;

	if (explain_any_none(list, 2))
		return (struct term){ 0 };
	less = explain_node(e, explain_compare(e, a, b) <= 0 ? a : b);
	node.v = less->v;
	node.places = less->places;
	return explain_step(e, node, list, 2);
}

struct term explain_power(struct explain *e, struct term a, struct term b, struct term c,
			  enum explain_round round, int places, struct note note)
{
	const struct term list[] = { a, b, c };
	struct explain_node node = {
		.op = OP_POWER, .note = note, .round = round, .round_places = places, .real = true
	};

	if (explain_any_none(list, 3))
		return (struct term){ 0 };
	node.r = powl(explain_number(e, a), explain_number(e, b) / explain_number(e, c));
	settle(e, &node);
	return explain_step(e, node, list, 3);
}

struct term explain_compound(struct explain *e, struct term a, struct term b, struct term c,
			     struct note note)
{
	const struct term list[] = { a, b, c };
	struct explain_node node = {
		.op = OP_COMPOUND, .note = note, .round = ROUND_TRUNCATE, .round_places = 16
	};
	const struct explain_node *x;
	wide factor;

	if (explain_any_none(list, 3))
		return (struct term){ 0 };
	x = explain_node(e, a);
	node.places = 16;
	node.v = explain_widen(e, x->v, x->places, 16);
	x = explain_node(e, b);
	factor = explain_widen(e, x->v, x->places, 16);
	for (wide i = explain_node(e, c)->v; i > 0; i--)
		node.v = dec_mul_div_trunc(node.v, factor, E16, &e->range);
	return explain_step(e, node, list, 3);
}
