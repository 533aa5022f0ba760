/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cohort_rank.c: the value of an object from its observations, and the ranking of objects by it
 * (doc/calculations.md 13).
 *
 * The database finds the observations visible on a date, their sum and extremes; this file has the
 * rules about ends, bases and means.
 */
#include "config.h"

#include "calc/names/names.h"

const char *const cohort_reduces[] = { "last",	"min",	 "max",	       "avg", "sum",
				       "count", "delta", "pct_change", NULL };
const char *const cohort_ops[] = { "gt", "ge", "lt", "le", "eq", "ne", NULL };

static bool lacks_end(const struct cohort_facts *f)
{
	return !f->has_to || !f->has_from || day_same(f->to_day, f->from_day);
}

static enum calc_err of_ends(enum cohort_reduce reduce, const struct cohort_facts *f,
			     bool *left_out, struct cohort_value *out)
{
	struct cohort_value v = {
		.observations = 2, .has_from = true, .as_of = f->to_day, .as_of_from = f->from_day
	};
	bool range = false;

	*left_out = lacks_end(f) || (reduce == REDUCE_PCT_CHANGE && f->from == 0);
	if (*left_out)
		return CALC_OK;
	v.e12 = wide_sub(f->to, f->from, &range);
	if (reduce == REDUCE_PCT_CHANGE)
		v.e12 = dec_mul_div_half_away(v.e12, 100 * E12, wide_abs(f->from), &range);
	if (range)
		return CALC_RANGE;
	*out = v;
	return CALC_OK;
}

static wide of_window(enum cohort_reduce reduce, const struct cohort_facts *f)
{
	switch (reduce) {
	case REDUCE_MIN:
		return f->min;
	case REDUCE_MAX:
		return f->max;
	case REDUCE_SUM:
		return f->sum;
	case REDUCE_COUNT:
		return f->n * E12;
	case REDUCE_AVG:
		return dec_div_half_away(f->sum, f->n);
	case REDUCE_LAST:
	case REDUCE_DELTA:
	case REDUCE_PCT_CHANGE:
		break; /* of ends */
	}
	return 0;
}

enum calc_err cohort_value_of(enum cohort_reduce reduce, const struct cohort_facts *facts,
			      bool *left_out, struct cohort_value *out)
{
	if (reduce == REDUCE_DELTA || reduce == REDUCE_PCT_CHANGE)
		return of_ends(reduce, facts, left_out, out);
	if (reduce == REDUCE_LAST) {
		*left_out = !facts->has_to;
		if (!*left_out)
			*out = (struct cohort_value){ .e12 = facts->to,
						      .observations = 1,
						      .as_of = facts->to_day };
		return CALC_OK;
	}
	*left_out = facts->n == 0;
	if (!*left_out)
		*out = (struct cohort_value){ .e12 = of_window(reduce, facts),
					      .observations = facts->n,
					      .has_from = true,
					      .as_of = facts->to_day,
					      .as_of_from = facts->from_day };
	return CALC_OK;
}

bool cohort_passes(enum cohort_op op, wide value, wide bound)
{
	switch (op) {
	case COHORT_GT:
		return value > bound;
	case COHORT_GE:
		return value >= bound;
	case COHORT_LT:
		return value < bound;
	case COHORT_LE:
		return value <= bound;
	case COHORT_EQ:
		return value == bound;
	case COHORT_NE:
		return value != bound;
	}
	return false;
}

int cohort_order(bool descending, wide a, const char *a_id, wide b, const char *b_id)
{
	if (a != b)
		return (a < b) == descending ? 1 : -1;
	return strcmp(a_id, b_id);
}
