/* SPDX-License-Identifier: Apache-2.0 */
/* explain_steps.c: operations evaluated as they are written down. */
#include "config.h"

#include "calc/explain_steps.h"

#include "core/buf.h"
#include "core/pool.h"

#include <math.h>
#include <stdio.h>

#define GROUP 50       /* operands of one sum */
#define MOST_PLACES 18 /* of an exact result */

const char *const explain_op_names[] = {
	[OP_TAKE] = "take",
	[OP_ADD] = "add",
	[OP_SUBTRACT] = "subtract",
	[OP_NEGATE] = "negate",
	[OP_MULTIPLY] = "multiply",
	[OP_DIVIDE] = "divide",
	[OP_PROPORTION] = "proportion",
	[OP_ROUND] = "round",
	[OP_MIN] = "min",
	[OP_POWER] = "power",
	[OP_COMPOUND] = "compound",
	[OP_APPORTION] = "apportion",
	[OP_ROOT] = "root",
	NULL,
};

const char *const explain_round_names[] = { NULL, "half_away", "truncate", NULL };

const char *const explain_kind_names[] = {
	[INPUT_TRANSACTION] = "transaction", [INPUT_INCOME] = "income",
	[INPUT_PROVENT] = "provent",	     [INPUT_EVENT] = "corporate_event",
	[INPUT_SUCCESSION] = "succession",   [INPUT_QUOTE] = "quote",
	[INPUT_EXCHANGE] = "exchange_rate",  [INPUT_RATE] = "rate",
	[INPUT_DAYS] = "business_days",	     [INPUT_TERMS] = "terms",
	[INPUT_REGISTER] = "register",	     [INPUT_RULE] = "rule",
	[INPUT_FIGURE] = "figure",	     NULL,
};

/* ---- nodes ---- */

static struct term put(struct explain *e, const struct explain_node *node)
{
	EXPLAIN_GROW(e->pool, e->nodes, struct explain_node, e->n, e->size);
	e->nodes[e->n] = *node;
	return (struct term){ ++e->n };
}

void explain_init(struct explain *e, void *pool)
{
	*e = (struct explain){ .pool = pool };
	e->zero = explain_constant(e, 0, 0, "Zero: nada antes disto.");
}

size_t explain_input(struct explain *e, const struct explain_input *in)
{
	EXPLAIN_GROW(e->pool, e->inputs, struct explain_input, e->n_inputs, e->inputs_size);
	e->inputs[e->n_inputs] = *in;
	return e->n_inputs++;
}

static struct term put_value(struct explain *e, size_t input, struct explain_node node)
{
	struct explain_input *in = &e->inputs[input];
	struct term t;

	node.input = (uint32_t)input;
	t = put(e, &node);
	if (in->last_node)
		e->nodes[in->last_node - 1].next = t.n;
	else
		in->first_node = t.n;
	in->last_node = t.n;
	return t;
}

struct term explain_value(struct explain *e, size_t input, const char *member, wide v, int places)
{
	return put_value(e, input,
			 (struct explain_node){ .member = member, .v = v, .places = places });
}

struct term explain_real(struct explain *e, size_t input, const char *member, double v)
{
	return put_value(
		e, input,
		(struct explain_node){ .member = member, .real = true, .r = (long double)v });
}

struct term explain_constant(struct explain *e, wide v, int places, const char *text)
{
	size_t input;

	for (size_t i = 0; i < e->n_inputs; i++) {
		const struct explain_input *in = &e->inputs[i];

		if (in->kind == INPUT_RULE && str_eq(in->text, text) &&
		    e->nodes[in->first_node - 1].v == v &&
		    e->nodes[in->first_node - 1].places == places)
			return (struct term){ in->first_node };
	}
	input = explain_input(e, &(struct explain_input){ .kind = INPUT_RULE, .text = text });
	return explain_value(e, input, "value", v, places);
}

/* ---- reading ---- */

static wide power_of_ten(int n)
{
	wide p = 1;

	while (n-- > 0)
		p *= 10;
	return p;
}

/* On a finer grid. */
static wide widen(struct explain *e, wide v, int from, int to)
{
	wide out = 0;

	if (to - from > 37 || __builtin_mul_overflow(v, power_of_ten(to - from), &out))
		e->range = true;
	return out;
}

bool explain_is_zero(const struct explain *e, struct term t)
{
	const struct explain_node *n = explain_node(e, t);

	return n->real ? n->r == 0 : n->v == 0;
}

long double explain_number(const struct explain *e, struct term t)
{
	const struct explain_node *n = explain_node(e, t);

	return n->real ? n->r : (long double)n->v / (long double)power_of_ten(n->places);
}

int explain_compare(const struct explain *e, struct term a, struct term b)
{
	const struct explain_node *x = explain_node(e, a);
	const struct explain_node *y = explain_node(e, b);
	int places = x->places > y->places ? x->places : y->places;
	struct explain scratch = { .range = false };
	wide v = widen(&scratch, x->v, x->places, places);
	wide w = widen(&scratch, y->v, y->places, places);

	return (v > w) - (v < w);
}

/* ---- steps ---- */

static uint32_t operand(struct explain *e, struct term t)
{
	EXPLAIN_GROW(e->pool, e->operands, uint32_t, e->n_operands, e->operands_size);
	e->operands[e->n_operands] = t.n;
	return (uint32_t)e->n_operands++;
}

static bool any_none(const struct term *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!list[i].n)
			return true;
	return false;
}

static bool any_real(const struct explain *e, const struct term *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (explain_node(e, list[i])->real)
			return true;
	return false;
}

static struct term step(struct explain *e, struct explain_node node, const struct term *list,
			size_t n)
{
	node.is_step = true;
	node.n = (uint32_t)n;
	node.first = (uint32_t)e->n_operands;
	for (size_t i = 0; i < n; i++)
		(void)operand(e, list[i]);
	return put(e, &node);
}

/* A real value becomes exact where it is rounded; cutting forgives what floating point lost. */
static void settle(struct explain *e, struct explain_node *node)
{
	long double scaled;

	if (!node->real || node->round == ROUND_NONE)
		return;
	scaled = node->r * (long double)power_of_ten(node->round_places);
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
		wide v = widen(e, one->v, one->places, node->places);

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

	if (any_none(list, n))
		return (struct term){ 0 };
	if (any_real(e, list, n)) {
		node.real = true;
		for (size_t i = 0; i < n; i++)
			node.r += i && op == OP_SUBTRACT ? -explain_number(e, list[i])
							 : explain_number(e, list[i]);
	} else {
		sum_up(e, &node, list, n);
	}
	return step(e, node, list, n);
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
	return step(e, node, &a, 1);
}

struct term explain_mul(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = {
		.op = OP_MULTIPLY, .note = note, .round = round, .round_places = places
	};

	if (any_none(list, 2))
		return (struct term){ 0 };
	if (any_real(e, list, 2)) {
		node.real = true;
		node.r = explain_number(e, a) * explain_number(e, b);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		int all = x->places + y->places;

		node.places = round == ROUND_NONE ? all : places;
		if (node.places > MOST_PLACES) {
			node.real = true;
			node.r = explain_number(e, a) * explain_number(e, b);
		} else if (all >= node.places)
			node.v = cut_to(e, &node, x->v, y->v, power_of_ten(all - node.places));
		else
			node.v = dec_mul_div_half_away(x->v, widen(e, y->v, all, node.places), 1,
						       &e->range);
	}
	return step(e, node, list, 2);
}

struct term explain_proportion(struct explain *e, struct term a, struct term b, struct term c,
			       enum explain_round round, int places, struct note note)
{
	const struct term list[] = { a, b, c };
	struct explain_node node = {
		.op = OP_PROPORTION, .note = note, .round = round, .round_places = places
	};

	if (any_none(list, 3) || explain_is_zero(e, c))
		return (struct term){ 0 };
	if (any_real(e, list, 3)) {
		node.real = true;
		node.r = explain_number(e, a) * explain_number(e, b) / explain_number(e, c);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		const struct explain_node *z = explain_node(e, c);
		int up = places + z->places - x->places - y->places;

		node.places = places;
		node.v = up >= 0 ? cut_to(e, &node, x->v, widen(e, y->v, 0, up), z->v)
				 : cut_to(e, &node, x->v, y->v, widen(e, z->v, 0, -up));
	}
	return step(e, node, list, 3);
}

struct term explain_div(struct explain *e, struct term a, struct term b, enum explain_round round,
			int places, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = {
		.op = OP_DIVIDE, .note = note, .round = round, .round_places = places
	};

	if (any_none(list, 2) || explain_is_zero(e, b))
		return (struct term){ 0 };
	if (round == ROUND_NONE || any_real(e, list, 2)) {
		node.real = true;
		node.r = explain_number(e, a) / explain_number(e, b);
		settle(e, &node);
	} else {
		const struct explain_node *x = explain_node(e, a);
		const struct explain_node *y = explain_node(e, b);
		int up = places + y->places - x->places;

		node.places = places;
		node.v = up >= 0 ? cut_to(e, &node, x->v, power_of_ten(up), y->v)
				 : cut_to(e, &node, x->v, 1, widen(e, y->v, 0, -up));
	}
	return step(e, node, list, 2);
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
		node.v = cut_to(e, &node, x->v, 1, power_of_ten(x->places - places));
	}
	return step(e, node, &a, 1);
}

struct term explain_min(struct explain *e, struct term a, struct term b, struct note note)
{
	const struct term list[] = { a, b };
	struct explain_node node = { .op = OP_MIN, .note = note };
	const struct explain_node *less;

	if (any_none(list, 2))
		return (struct term){ 0 };
	less = explain_node(e, explain_compare(e, a, b) <= 0 ? a : b);
	node.v = less->v;
	node.places = less->places;
	return step(e, node, list, 2);
}

struct term explain_power(struct explain *e, struct term a, struct term b, struct term c,
			  enum explain_round round, int places, struct note note)
{
	const struct term list[] = { a, b, c };
	struct explain_node node = {
		.op = OP_POWER, .note = note, .round = round, .round_places = places, .real = true
	};

	if (any_none(list, 3))
		return (struct term){ 0 };
	node.r = powl(explain_number(e, a), explain_number(e, b) / explain_number(e, c));
	settle(e, &node);
	return step(e, node, list, 3);
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

	if (any_none(list, 3))
		return (struct term){ 0 };
	x = explain_node(e, a);
	node.places = 16;
	node.v = widen(e, x->v, x->places, 16);
	x = explain_node(e, b);
	factor = widen(e, x->v, x->places, 16);
	for (wide i = explain_node(e, c)->v; i > 0; i--)
		node.v = dec_mul_div_trunc(node.v, factor, E16, &e->range);
	return step(e, node, list, 3);
}

struct term explain_apportion(struct explain *e, size_t which, struct term whole,
			      const struct term *list, size_t n, int64_t pct_e2, struct note note)
{
	struct explain_node node = { .op = OP_APPORTION, .note = note, .v = pct_e2, .places = 2 };
	struct term *all = pool_array(e->pool, struct term, n + 2);

	all[0] = explain_constant(e, (wide)which + 1, 0, "O lugar do item na lista.");
	all[1] = whole;
	for (size_t i = 0; i < n; i++)
		all[i + 2] = list[i];
	return step(e, node, all, n + 2);
}

struct term explain_root(struct explain *e, const struct term *list, size_t n, double r,
			 struct note note)
{
	struct explain_node node = {
		.op = OP_ROOT, .note = note, .real = true, .r = (long double)r
	};

	if (any_none(list, n))
		return (struct term){ 0 };
	return step(e, node, list, n);
}

/* ---- the end ---- */

void explain_expect(struct explain *e, struct term t, wide v, int places, const char *what)
{
	const struct explain_node *n = t.n ? explain_node(e, t) : NULL;
	int all = n && n->places > places ? n->places : places;

	if (!n || n->real || widen(e, n->v, n->places, all) != widen(e, v, places, all))
		e->wrong = what;
}

void explain_expect_real(struct explain *e, struct term t, double v, const char *what)
{
	long double got = t.n ? explain_number(e, t) : (long double)NAN;
	long double size = fabsl((long double)v) > 1 ? fabsl((long double)v) : 1;

	if (!(fabsl(got - (long double)v) <= 1e-9L * size))
		e->wrong = what;
}

static void use(struct explain *e, uint32_t node)
{
	e->nodes[node - 1].used = true;
}

/* Inputs in the order in which steps first take them. */
static void number_input(struct explain *e, const struct explain_node *value)
{
	struct explain_input *in = &e->inputs[value->input];

	if (in->number)
		return;
	e->shown_inputs[e->n_shown_inputs++] = value->input;
	in->number = (uint32_t)e->n_shown_inputs;
}

void explain_finish(struct explain *e, struct term *asked)
{
	struct term figure = *asked;

	if (!figure.n)
		return;
	if (!explain_node(e, figure)->is_step) {
		struct explain_node node = *explain_node(e, figure);

		node.op = OP_TAKE;
		node.round = ROUND_NONE;
		node.note = (struct note){ .text = "O número vem direto da fonte." };
		node.member = NULL;
		figure = *asked = step(e, node, &figure, 1);
	}
	use(e, figure.n);
	e->steps = pool_array(e->pool, uint32_t, figure.n);
	e->shown_inputs = pool_array(e->pool, uint32_t, e->n_inputs);
	for (uint32_t i = figure.n; i > 0; i--)
		for (uint32_t k = 0; e->nodes[i - 1].used && k < e->nodes[i - 1].n; k++)
			use(e, e->operands[e->nodes[i - 1].first + k]);
	for (uint32_t i = 1; i <= figure.n; i++) {
		struct explain_node *node = &e->nodes[i - 1];

		if (!node->used || !node->is_step)
			continue;
		e->steps[e->n_steps++] = i;
		node->number = (uint32_t)e->n_steps;
		for (uint32_t k = 0; k < node->n; k++) {
			const struct explain_node *of = &e->nodes[e->operands[node->first + k] - 1];

			if (!of->is_step)
				number_input(e, of);
		}
	}
}

void explain_operand(const struct explain *e, uint32_t node, char out[OPERAND_TEXT_SIZE])
{
	const struct explain_node *n = &e->nodes[node - 1];

	if (n->is_step)
		(void)snprintf(out, OPERAND_TEXT_SIZE, "s%u", n->number);
	else
		(void)snprintf(out, OPERAND_TEXT_SIZE, "i%u.%s", e->inputs[n->input].number,
			       n->member);
}

bool explain_follows(const struct explain *e, uint32_t a, uint32_t b)
{
	const struct explain_node *x = &e->nodes[a - 1];
	const struct explain_node *y = &e->nodes[b - 1];

	return !x->is_step && !y->is_step && str_eq(x->member, y->member) &&
	       e->inputs[y->input].number == e->inputs[x->input].number + 1;
}

/* ---- texts ---- */

const char *explain_decimal(void *pool, const struct explain_node *node)
{
	char text[DEC_TEXT_SIZE];
	char *out;
	char *point;
	int whole = 1;

	if (!node->real) {
		(void)dec_format(text, node->v, node->places, node->places, true);
		return pool_strdup(pool, text);
	}
	for (long double v = fabsl(node->r); v >= 10 && whole < 40; v /= 10)
		whole++;
	out = pool_printf(pool, "%.*Lf", whole < MOST_PLACES ? MOST_PLACES - whole : 0, node->r);
	point = strpbrk(out, ".,"); /* whatever the locale's is */
	if (point) {
		char *end = out + strlen(out);

		*point = '.';
		while (end[-1] == '0')
			*--end = '\0';
		if (end[-1] == '.')
			end[-1] = '\0';
	}
	return str_eq(out, "-0") ? "0" : out;
}

const char *explain_text(void *pool, const struct note *note)
{
	char day[DAY_TEXT_SIZE];
	struct buf b;
	const char *p = note->text;

	buf_init(&b, pool, 96);
	while (*p) {
		const char *mark = strchr(p, '{');

		if (!mark) {
			buf_printf(&b, "%s", p);
			break;
		}
		buf_printf(&b, "%.*s", (int)(mark - p), p);
		if (strncmp(mark, "{day}", 5) == 0) {
			day_format(note->day, day);
			buf_printf(&b, "%.2s/%.2s/%.4s", day + 8, day + 5, day);
			p = mark + 5;
		} else if (strncmp(mark, "{name}", 6) == 0) {
			buf_printf(&b, "%s", note->name ? note->name : "");
			p = mark + 6;
		} else {
			buf_printf(&b, "{");
			p = mark + 1;
		}
	}
	return buf_text(&b);
}
