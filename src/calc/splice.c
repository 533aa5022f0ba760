/* SPDX-License-Identifier: Apache-2.0 */
/*
 * splice.c: some holdings of what was derived by others, without deriving the rest.
 *
 * What is of all holdings is a sum, so what left is taken away and what came is added; a month stays
 * while one holding has it, which is why the holders of each are counted.
 */
#include "config.h"

#include "calc/join.h"

/* ---- flows ---- */

static bool replace_flows(void *pool, struct derived *d, const struct derived_holding *out,
			  size_t n_out, const struct derived_holding *in, size_t n_in)
{
	struct day_sums t = DAY_SUMS_NONE;

	day_sums_reach_flows(&t, d->flows, d->n_flows);
	holdings_reach(&t, out, n_out);
	holdings_reach(&t, in, n_in);
	day_sums_open(pool, &t);
	day_sums_add_flows(&t, d->flows, d->n_flows);
	holdings_add(&t, out, n_out, true);
	holdings_add(&t, in, n_in, false);
	d->flows = day_sums_flows(pool, &t, &d->n_flows);
	return !t.range;
}

/* ---- months ---- */

struct kept_months {
	struct months *months;
	size_t **holders;
	const struct months *(*of)(const struct derived_holding *h);
};

static const struct months *realized_of(const struct derived_holding *h)
{
	return &h->brl.realized_by_month;
}

static const struct months *income_of(const struct derived_holding *h)
{
	return &h->income.by_month;
}

static bool replace_months(void *pool, const struct kept_months *kept,
			   const struct derived_holding *out, size_t n_out,
			   const struct derived_holding *in, size_t n_in)
{
	struct month_sums t = MONTH_SUMS_NONE;

	month_sums_add(pool, &t, kept->months, *kept->holders);
	for (size_t i = 0; i < n_in; i++)
		month_sums_add(pool, &t, kept->of(&in[i]), NULL);
	for (size_t i = 0; i < n_out; i++)
		month_sums_take_off(pool, &t, kept->of(&out[i]));
	*kept->months = month_sums_months(pool, &t, kept->holders);
	return !t.range;
}

enum calc_err derived_replace(void *pool, struct derived *d, const struct derived_holding *out,
			      size_t n_out, const struct derived_holding *in, size_t n_in)
{
	const struct kept_months realized = { &d->realized_by_month, &d->realized_holders,
					      realized_of };
	const struct kept_months income = { &d->income_by_month, &d->income_holders, income_of };

	if (!replace_flows(pool, d, out, n_out, in, n_in) ||
	    !replace_months(pool, &realized, out, n_out, in, n_in) ||
	    !replace_months(pool, &income, out, n_out, in, n_in))
		return CALC_RANGE;
	derived_gather(pool, d);
	return CALC_OK;
}
