/* SPDX-License-Identifier: Apache-2.0 */
/* explain_lists.c: operations that work one number out of a list. */
#include "config.h"

#include "calc/explain_nodes.h"

#include "core/pool.h"

struct term explain_apportion(struct explain *e, size_t which, struct term whole,
			      const struct term *list, size_t n, int64_t pct_e2, struct note note)
{
	struct explain_node node = { .op = OP_APPORTION, .note = note, .v = pct_e2, .places = 2 };
	struct term *all = pool_array(e->pool, struct term, n + 2);

	all[0] = explain_constant(e, (wide)which + 1, 0, "O lugar do item na lista.");
	all[1] = whole;
	for (size_t i = 0; i < n; i++)
		all[i + 2] = list[i];
	return explain_step(e, node, all, n + 2);
}

struct term explain_root(struct explain *e, const struct term *list, size_t n, double r,
			 struct note note)
{
	struct explain_node node = {
		.op = OP_ROOT, .note = note, .real = true, .r = (long double)r
	};

	if (explain_any_none(list, n))
		return (struct term){ 0 };
	return explain_step(e, node, list, n);
}
