/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nodes.h: adds evaluated steps, for the operations.
 *
 * Internal to explain: explain_steps.c has the arithmetic, lists.c the operations on lists,
 * explain_finish.c storage and presentation.
 */
#ifndef LASTRO_CALC_EXPLAIN_NODES_H
#define LASTRO_CALC_EXPLAIN_NODES_H

#include "calc/explain/explain_steps.h"

#define EXPLAIN_MOST_PLACES 18 /* of an exact result */

/* explain_step() - adds @node, evaluated, as a step on the operands @list. */
struct term explain_step(struct explain *e, struct explain_node node, const struct term *list,
			 size_t n);

/* explain_any_none() - whether one of them is a term of 0. */
bool explain_any_none(const struct term *list, size_t n);

/* explain_any_real() - whether one of them is floating. */
bool explain_any_real(const struct explain *e, const struct term *list, size_t n);

/* explain_ten() - 10 to the power of @n. */
wide explain_ten(int n);

/* explain_widen() - a value on a finer grid; sets e->range when it leaves it. */
wide explain_widen(struct explain *e, wide v, int from, int to);

#endif
