/* SPDX-License-Identifier: Apache-2.0 */
/* nodes.c: the parts of an explanation: inputs, their values, steps. */
#include "config.h"

#include "calc/explain/nodes.h"

#include "core/pool.h"

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
	[OP_COUNT] = "count",
	[OP_DRAWDOWN] = "drawdown",
	[OP_DRAWDOWN_START] = "drawdown_start",
	[OP_DRAWDOWN_TROUGH] = "drawdown_trough",
	[OP_DRAWDOWN_RECOVERY] = "drawdown_recovery",
	NULL,
};

const char *const explain_round_names[] = { NULL, "half_away", "truncate", NULL };

const char *const explain_kind_names[] = {
	[INPUT_TRANSACTION] = "transaction",
	[INPUT_INCOME] = "income",
	[INPUT_DISTRIBUTION] = "provent",
	[INPUT_EVENT] = "corporate_event",
	[INPUT_SUCCESSION] = "succession",
	[INPUT_SPIN_OFF] = "spin_off",
	[INPUT_QUOTE] = "quote",
	[INPUT_STATED] = "stated_price",
	[INPUT_EXCHANGE] = "exchange_rate",
	[INPUT_RATE] = "rate",
	[INPUT_DAYS] = "business_days",
	[INPUT_TERMS] = "terms",
	[INPUT_REGISTER] = "register",
	[INPUT_DISCLOSED] = "fund_portfolio",
	[INPUT_RULE] = "rule",
	[INPUT_FIGURE] = "figure",
	NULL,
};

/* ---- nodes ---- */

static struct term append_node(struct explain *e, const struct explain_node *node)
{
	pool_grow(e->pool, e->nodes, struct explain_node, e->n, e->size, 64);
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
	pool_grow(e->pool, e->inputs, struct explain_input, e->n_inputs, e->inputs_size, 64);
	e->inputs[e->n_inputs] = *in;
	return e->n_inputs++;
}

static struct term put_value(struct explain *e, size_t input, struct explain_node node)
{
	struct explain_input *in = &e->inputs[input];
	struct term t;

	node.input = (uint32_t)input;
	t = append_node(e, &node);
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

wide explain_ten(int n)
{
	wide p = 1;

	while (n-- > 0)
		p *= 10;
	return p;
}

wide explain_widen(struct explain *e, wide v, int from, int to)
{
	wide out = 0;

	if (to - from > 37 || __builtin_mul_overflow(v, explain_ten(to - from), &out))
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

	return n->real ? n->r : (long double)n->v / (long double)explain_ten(n->places);
}

int explain_compare(const struct explain *e, struct term a, struct term b)
{
	const struct explain_node *x = explain_node(e, a);
	const struct explain_node *y = explain_node(e, b);
	int places = x->places > y->places ? x->places : y->places;
	struct explain scratch = { .range = false };
	wide v = explain_widen(&scratch, x->v, x->places, places);
	wide w = explain_widen(&scratch, y->v, y->places, places);

	return (v > w) - (v < w);
}

/* ---- a step ---- */

static uint32_t operand(struct explain *e, struct term t)
{
	pool_grow(e->pool, e->operands, uint32_t, e->n_operands, e->operands_size, 64);
	e->operands[e->n_operands] = t.n;
	return (uint32_t)e->n_operands++;
}

bool explain_any_none(const struct term *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!list[i].n)
			return true;
	return false;
}

bool explain_any_real(const struct explain *e, const struct term *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (explain_node(e, list[i])->real)
			return true;
	return false;
}

struct term explain_step(struct explain *e, struct explain_node node, const struct term *list,
			 size_t n)
{
	node.is_step = true;
	node.n = (uint32_t)n;
	node.first = (uint32_t)e->n_operands;
	for (size_t i = 0; i < n; i++)
		(void)operand(e, list[i]);
	return append_node(e, &node);
}
