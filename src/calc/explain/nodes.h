/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nodes.h: a step put down, for who evaluates operations.
 *
 * Internal to explain: explain_steps.c has the arithmetic, lists.c what is worked out of a list,
 * explain_finish.c what is stored and shown.
 */
#ifndef LASTRO_CALC_EXPLAIN_NODES_H
#define LASTRO_CALC_EXPLAIN_NODES_H

#include "calc/explain/explain_steps.h"

#define EXPLAIN_MOST_PLACES 18 /* of an exact result */

/* explain_step() - @node, evaluated, as a step on the operands @list. */
struct term explain_step(struct explain *e, struct explain_node node, const struct term *list,
			 size_t n);

/* explain_any_none() - a term of 0 among them. */
bool explain_any_none(const struct term *list, size_t n);

/* explain_any_real() - a floating one among them. */
bool explain_any_real(const struct explain *e, const struct term *list, size_t n);

/* explain_ten() - 10 to the power of @n. */
wide explain_ten(int n);

/* explain_widen() - on a finer grid; e->range where it leaves it. */
wide explain_widen(struct explain *e, wide v, int from, int to);

#endif
