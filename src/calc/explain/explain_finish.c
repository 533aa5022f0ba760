/* SPDX-License-Identifier: Apache-2.0 */
/* explain_finish.c: selects the steps that the figure depends on, numbers and compares them. */
#include "config.h"

#include "calc/explain/nodes.h"

#include "core/buf.h"
#include "core/number_text.h"
#include "core/pool.h"

#include <math.h>
#include <stdio.h>

void explain_expect(struct explain *e, struct term t, wide v, int places, const char *what)
{
	const struct explain_node *n = t.n ? explain_node(e, t) : NULL;
	int all = n && n->places > places ? n->places : places;

	if (!n || n->real ||
	    explain_widen(e, n->v, n->places, all) != explain_widen(e, v, places, all))
		e->wrong = what;
}

void explain_expect_real(struct explain *e, struct term t, double v, double size, const char *what)
{
	long double got = t.n ? explain_number(e, t) : (long double)NAN;

	if (!(fabsl(got - (long double)v) <= 1e-9L * (size > 1 ? (long double)size : 1)))
		e->wrong = what;
}

static void use(struct explain *e, uint32_t node)
{
	e->nodes[node - 1].used = true;
}

/* Inputs in the order in which steps first use them. */
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
		figure = *asked = explain_step(e, node, &figure, 1);
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

	if (node->is_day)
		return day_iso(pool, (struct day){ (int)node->v });
	if (!node->real) {
		(void)dec_format(text, node->v, node->places, node->places, true);
		return pool_strdup(pool, text);
	}
	for (long double v = fabsl(node->r); v >= 10 && whole < 40; v /= 10)
		whole++;
	out = pool_printf(pool, "%.*Lf",
			  whole < EXPLAIN_MOST_PLACES ? EXPLAIN_MOST_PLACES - whole : 0, node->r);
	point = strpbrk(out, ".,"); /* whatever the locale's decimal point is */
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
			buf_str(&b, date_text(pool, note->day));
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
