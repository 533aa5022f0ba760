/* SPDX-License-Identifier: Apache-2.0 */
/* lists.c: operations that compute one number from a list. */
#include "config.h"

#include "calc/explain/nodes.h"

#include "calc/history/history.h"
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

struct term explain_count(struct explain *e, const struct term *list, size_t n, struct note note)
{
	struct explain_node node = { .op = OP_COUNT, .note = note, .v = (wide)n };

	return explain_step(e, node, list, n);
}

/* ---- maximum drawdown ---- */

/* Indices in the list; as in drawdown.c. */
struct fall {
	long double depth;
	size_t start, trough, recovery; /* n: no recovery */
};

static struct fall deepest(const struct explain *e, const struct term *list, size_t n)
{
	const long double same = 1 - (long double)DRAWDOWN_NOISE;
	struct fall f = { .recovery = n };
	long double top = 0, deepest_top = 0;
	size_t top_at = 0;

	for (size_t i = 0; i < n; i++) {
		long double v = explain_number(e, list[i]);

		if (!i || v >= top * same) {
			top = i && top > v ? top : v;
			top_at = i;
		} else if (v / top - 1 < f.depth - (long double)DRAWDOWN_NOISE) {
			f = (struct fall){ v / top - 1, top_at, i, n };
			deepest_top = top;
		}
		if (f.depth < 0 && f.recovery == n && v >= deepest_top * same)
			f.recovery = i;
	}
	return f;
}

struct term explain_drawdown(struct explain *e, enum explain_op op, const struct term *list,
			     size_t n, struct note note)
{
	struct explain_node node = { .op = op, .note = note };
	struct fall f;
	size_t at;

	if (explain_any_none(list, n))
		return (struct term){ 0 };
	f = deepest(e, list, n);
	at = op == OP_DRAWDOWN_START ? f.start : op == OP_DRAWDOWN_TROUGH ? f.trough : f.recovery;
	if (op == OP_DRAWDOWN) {
		node.real = true;
		node.r = f.depth;
	} else if (f.depth >= 0 || at == n) {
		return (struct term){ 0 };
	} else {
		node.is_day = true;
		node.v = e->inputs[explain_node(e, list[at])->input].day.n;
	}
	return explain_step(e, node, list, n);
}
