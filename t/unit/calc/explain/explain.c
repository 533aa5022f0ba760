/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of explanations, worked by hand, and the recorded steps. */
#include "config.h"

#include "calc/explain/explain.h"
#include "core/pool.h"

#include "tap.h"

static struct explain e;
static const struct note none = { .text = "Passo." };

/* A constant of two places. */
static struct term cents(int64_t v)
{
	return explain_constant(&e, v, 2, "Teste.");
}

static struct term whole(int64_t v)
{
	return explain_constant(&e, v, 0, "Teste.");
}

static void is_term(struct term t, const char *want, const char *name)
{
	is_text(t.n ? explain_decimal(e.pool, explain_node(&e, t)) : NULL, want, name);
}

static void exact_ones(void)
{
	is_term(explain_add(&e, cents(150), whole(2), none), "3.5", "a sum of two grids");
	is_term(explain_sub(&e, whole(1), cents(150), none), "-0.5", "a difference below zero");
	is_term(explain_negate(&e, cents(-150), none), "1.5", "the other sign");
	is_term(explain_min(&e, cents(199), whole(2), none), "1.99", "the smaller of two grids");
	is_term(explain_mul(&e, cents(105), cents(-105), ROUND_HALF_AWAY, 3, none), "-1.103",
		"half a thousandth goes away from zero");
	is_term(explain_mul(&e, cents(105), cents(-105), ROUND_TRUNCATE, 3, none), "-1.102",
		"or is cut");
	is_term(explain_mul(&e, cents(105), cents(105), ROUND_NONE, 0, none), "1.1025",
		"or nothing is lost");
	is_term(explain_div(&e, whole(2), whole(3), ROUND_HALF_AWAY, 4, none), "0.6667",
		"a quotient");
	is_term(explain_proportion(&e, whole(10), whole(1), whole(3), ROUND_HALF_AWAY, 2, none),
		"3.33", "10 x 1 / 3");
	is_term(explain_rounded(&e, cents(-125), ROUND_HALF_AWAY, 1, none), "-1.3",
		"rounded to a tenth");
	is_term(explain_proportion(&e, whole(1), whole(1), whole(0), ROUND_HALF_AWAY, 2, none),
		NULL, "nothing is divided by zero");
	is_term(explain_add(&e, whole(1), (struct term){ 0 }, none), NULL,
		"what rests on nothing is nothing");
}

static void factors(void)
{
	struct term daily = explain_power(&e, explain_constant(&e, 11490, 4, "Teste."), whole(1),
					  whole(252), ROUND_HALF_AWAY, 8, none);
	struct term factor = explain_constant(&e, 15, 1, "Teste.");

	is_term(daily, "1.00055131", "a yearly rate of 14.90% by day (doc/calculations.md 4.1)");
	is_term(explain_compound(&e, whole(1), factor, whole(3), none), "3.375", "1.5 three times");
	is_term(explain_compound(&e, whole(1),
				 explain_constant(&e, 10000000000000001, 16, "Teste."), whole(2),
				 none),
		"1.0000000000000002", "cut in 16 places after each");
	is_term(explain_power(&e, whole(2), whole(1), whole(2), ROUND_NONE, 0, none),
		has_long_double() ? "1.41421356237309505" : "1.41421356237309492",
		"a root is a floating number");
	is_term(explain_rounded(&e, explain_div(&e, whole(1), whole(3), ROUND_NONE, 0, none),
				ROUND_TRUNCATE, 8, none),
		"0.33333333", "until it is rounded");
}

static void sums(void)
{
	struct term many[120];

	for (int i = 0; i < 120; i++)
		many[i] = whole(i);
	is_term(explain_sum(&e, many, 0, none), "0", "nothing adds up to zero");
	is_term(explain_sum(&e, many, 120, none), "7140", "many are added in groups");
	ok(explain_node(&e, explain_sum(&e, many, 120, none))->n <= 50, "of 50 at most");
}

/* 1 of 3 and 2 of 3 of R$ 3: 33.33 and 66.67; the hundredth goes to the largest remainder, as in the x-ray. */
static void shares(void)
{
	struct term list[] = { whole(2), whole(1) };

	is_term(explain_apportion(&e, 0, whole(3), list, 2, 6667, none), "66.67",
		"the larger remainder takes the hundredth");
}

/* A dated value of two places. */
static struct term dated(int day, int64_t v)
{
	size_t in = explain_input(&e, &(struct explain_input){ .kind = INPUT_RULE,
							       .text = "Teste.",
							       .has_day = true,
							       .day = { 20454 + day } });

	return explain_value(&e, in, "value", v, 2);
}

static void is_fall(const struct term *list, size_t n, const char *depth, const char *start,
		    const char *trough, const char *recovery, const char *name)
{
	is_term(explain_drawdown(&e, OP_DRAWDOWN, list, n, none), depth, name);
	is_term(explain_drawdown(&e, OP_DRAWDOWN_START, list, n, none), start, "from");
	is_term(explain_drawdown(&e, OP_DRAWDOWN_TROUGH, list, n, none), trough, "down to");
	is_term(explain_drawdown(&e, OP_DRAWDOWN_RECOVERY, list, n, none), recovery, "back on");
}

static void falls(void)
{
	/* 20% down, and back; then from 2, twice, to 1.5, twice, a quarter down, and back again. */
	const struct term list[] = { dated(0, 100), dated(1, 80),  dated(2, 100), dated(3, 200),
				     dated(4, 200), dated(5, 150), dated(6, 150), dated(7, 199),
				     dated(8, 200), dated(9, 400) };

	is_term(explain_count(&e, list, 3, none), "3", "how many there are");
	is_fall(list, 3, has_long_double() ? "-0.2" : "-0.19999999999999996", "2026-01-01",
		"2026-01-02", "2026-01-03", "the only fall");
	is_fall(list, 10, "-0.25", "2026-01-05", "2026-01-06", "2026-01-09",
		"the deepest of two, from the last day of its top to the first of its low");
	is_fall(list, 8, "-0.25", "2026-01-05", "2026-01-06", NULL, "one that did not come back");
	is_fall(list, 1, "0", NULL, NULL, NULL, "none");
}

static void kept(void)
{
	struct term a = cents(1), b = cents(2), c;
	char operand[OPERAND_TEXT_SIZE];

	(void)explain_add(&e, a, a, none); /* not used by any step */
	c = explain_add(&e, b, a, none);
	explain_expect(&e, c, 3, 2, "soma");
	ok(!e.wrong, "what was computed is what the step gives");
	explain_finish(&e, &c);
	is_int((int64_t)e.n_steps, 1, "only what the figure rests on is kept");
	is_int((int64_t)e.n_shown_inputs, 2, "of the inputs too");
	explain_operand(&e, b.n, operand);
	is_text(operand, "i1.value", "numbered as they are first used");
	explain_expect(&e, c, 4, 2, "soma");
	is_text(e.wrong, "soma", "another number is wrong");
}

static void taken(void)
{
	struct explain other;
	struct term t;

	explain_init(&other, e.pool);
	t = explain_constant(&other, 5, 0, "Teste.");
	explain_finish(&other, &t);
	is_int((int64_t)other.n_steps, 1, "a number straight from its source is one step");
	is_int(explain_node(&other, t)->op, OP_TAKE, "that takes it");
}

static void sentences(void)
{
	const struct note note = { .text = "Em {day}, {name} {x}.",
				   .day = { 20454 },
				   .name = "PETR4" };

	is_text(explain_text(e.pool, &note), "Em 01/01/2026, PETR4 {x}.",
		"a sentence has its day as it is written in Brazil, and a name");
}

static void names(void)
{
	ok(explain_field_find("avg_price", true) && !explain_field_find("avg_price", false),
	   "a figure of holdings");
	ok(explain_field_find("patrimonio", false) && !explain_field_find("patrimonio", true),
	   "one of the whole");
	ok(explain_field_find("realized_pl", true) != explain_field_find("realized_pl", false),
	   "one name of both");
	ok(explain_field_find("realized_by_month", true) ==
		   explain_field_find("realized_by_month", false),
	   "and one that takes either");
	ok(!explain_field_find("nada", true) && !explain_field_find("nada", false), "and none");
}

int main(void)
{
	explain_init(&e, pool_new(NULL, "test"));
	exact_ones();
	factors();
	sums();
	shares();
	falls();
	kept();
	taken();
	sentences();
	names();
	pool_free(e.pool);
	return tap_done();
}
