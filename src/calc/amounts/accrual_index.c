/* SPDX-License-Identifier: Apache-2.0 */
/* accrual_index.c: growth by IPCA and IGP-M, cycle by cycle (doc/calculations.md 4.3). */
#include "config.h"

#include "calc/amounts/accrual_factor.h"
#include "calc/amounts/accrual_tables.h"

#include <float.h>
#include <math.h>

#include "core/pool.h"

/* Running products of monthly changes. */
struct index_chain {
	struct month first;
	size_t n;
	long double *change;  /* v of 4.3; NAN: not known */
	long double *product; /* before each month, skipping unknown ones */
	int32_t *unknown;     /* number of unknown months before each month */
	long double last;     /* repeated for months after the last */
};

const struct index_month *index_before(const struct index_months *x, size_t i)
{
	const struct index_month *m = &x->items[i];
	const struct index_month *before = i ? m - 1 : NULL;

	if (!before || !m->has_number || !before->has_number || before->month.n != m->month.n - 1 ||
	    before->number.e12 <= 0)
		return NULL;
	return m->number.e12 * 10 >= before->number.e12 * 8 &&
			       m->number.e12 <= before->number.e12 * 2
		       ? before
		       : NULL;
}

/* v of a month: from the index numbers, else the published change; NAN when both are missing. */
static long double change_of(const struct index_months *x, size_t i)
{
	const struct index_month *m = &x->items[i];
	const struct index_month *before = index_before(x, i);

	if (before)
		return (long double)m->number.e12 / (long double)before->number.e12;
	if (m->has_change && m->change.e8 > -HUNDRED)
		return 1 + (long double)m->change.e8 / HUNDRED;
	return (long double)NAN;
}

static struct index_chain *index_chain_new(void *pool, const struct index_months *x)
{
	struct index_chain *c = pool_zero(pool, struct index_chain);
	size_t i = 0;

	c->first = x->items[0].month;
	c->n = (size_t)(x->items[x->n - 1].month.n - c->first.n) + 1;
	c->change = pool_array(pool, long double, c->n);
	c->product = pool_array(pool, long double, c->n + 1);
	c->unknown = pool_array(pool, int32_t, c->n + 1);
	c->product[0] = 1;
	c->last = (long double)NAN;
	for (size_t k = 0; k < c->n; k++) {
		bool listed = x->items[i].month.n == c->first.n + (int32_t)k;
		long double v = listed ? change_of(x, i) : (long double)NAN;

		c->change[k] = v;
		c->product[k + 1] = c->product[k] * (isnan(v) ? 1 : v);
		c->unknown[k + 1] = c->unknown[k] + (isnan(v) != 0);
		if (listed && !isnan(v) && !x->items[i].projected)
			c->last = v;
		i += listed;
	}
	return c;
}

static struct index_chain *index_chain_of(struct accruer *a, enum indexer indexer)
{
	struct index_chain **cached = indexer == INDEXER_IPCA ? &a->t->ipca : &a->t->igpm;
	const struct index_months *x;

	if (*cached || !a->rates)
		return *cached;
	x = indexer == INDEXER_IPCA ? &a->rates->ipca : &a->rates->igpm;
	if (x->n)
		*cached = index_chain_new(a->t->pool, x);
	return *cached;
}

/* The change of a month; one not yet published repeats the last published (4.3). */
static long double change_at(const struct index_chain *c, int32_t month)
{
	if (month < c->first.n)
		return (long double)NAN;
	if (month >= c->first.n + (int32_t)c->n)
		return c->last;
	return c->change[month - c->first.n];
}

/* The changes of months [from, to). */
static long double changes_between(const struct index_chain *c, int32_t from, int32_t to)
{
	int32_t known = to < c->first.n + (int32_t)c->n ? to : c->first.n + (int32_t)c->n;
	long double v = 1;

	if (from >= to)
		return 1;
	if (from < c->first.n)
		return (long double)NAN;
	if (from < known) {
		size_t i = (size_t)(from - c->first.n);
		size_t k = (size_t)(known - c->first.n);

		if (c->unknown[k] != c->unknown[i])
			return (long double)NAN;
		v = c->product[k] / c->product[i];
	} else {
		known = from;
	}
	return known < to ? v * powl(c->last, (long double)(to - known)) : v;
}

/* The nominal anniversary of a month: the last day of a shorter month. */
struct day accrual_nominal(int dom, int32_t month)
{
	struct month m = { month };
	struct day last = month_last(m);
	struct day d = day_plus(month_first(m), dom - 1);

	return day_before(last, d) ? last : d;
}

/* The part of a cycle within [from, to), by bank days. */
static long double part_of_cycle(const struct accruer *a, const struct index_chain *c, int dom,
				 int32_t cycle, struct day from, struct day to)
{
	struct day opens = accrual_nominal(dom, cycle);
	struct day closes = accrual_nominal(dom, cycle + 1);
	int part = accrual_days(a, day_before(from, opens) ? opens : from,
				day_before(to, closes) ? to : closes);
	int whole;

	if (!part)
		return 1;
	whole = accrual_days(a, opens, closes);
	return accrual_power(a->t, change_at(c, cycle - 1), part, whole);
}

/* The month in which the cycle of a day begins. */
static int32_t cycle_of(int dom, struct day d)
{
	int32_t m = day_month(d).n;

	return day_before(d, accrual_nominal(dom, m)) ? m - 1 : m;
}

/* C of 4.3, truncated to 8 places.  Floating-point error must not change the last place. */
enum accrual_reason accrual_index(struct accruer *a, const struct accrual_terms *terms,
				  struct day start, struct day t, wide *e8)
{
	int dom = terms->anniversary_day;
	struct index_chain *c;
	int32_t first, last;
	long double v, lost;

	*e8 = E8;
	if (!accrual_days(a, start, t))
		return ACCRUAL_KNOWN;
	c = index_chain_of(a, terms->indexer);
	if (!c)
		return ACCRUAL_RATES;
	first = cycle_of(dom, start);
	last = cycle_of(dom, t);
	v = part_of_cycle(a, c, dom, first, start, t);
	if (last > first) {
		v *= changes_between(c, first, last - 1);
		v *= part_of_cycle(a, c, dom, last, start, t);
	}
	if (isnan(v))
		return ACCRUAL_RATES;
	if (!(v < FACTOR_MAX))
		return ACCRUAL_BEYOND;
	lost = v * 1e8L * (long double)(last - first + 8) * 4 * LDBL_EPSILON;
	*e8 = (wide)floorl(v * 1e8L + lost);
	return ACCRUAL_KNOWN;
}

/* ---- for explanations ---- */

/* The month whose published change applies to a month; one not yet published repeats the last (4.3). */
static const struct index_month *month_told(const struct index_months *x, int32_t month)
{
	const struct index_month *last = NULL;

	for (size_t i = 0; i < x->n; i++) {
		if (x->items[i].month.n == month)
			return &x->items[i];
		if (!x->items[i].projected && !isnan(change_of(x, i)))
			last = &x->items[i];
	}
	return last;
}

struct accrual_cycle *accrual_cycles(struct accruer *a, const struct accrual_terms *terms,
				     struct day start, struct day t, size_t *n)
{
	const struct index_months *x =
		terms->indexer == INDEXER_IPCA ? &a->rates->ipca : &a->rates->igpm;
	int dom = terms->anniversary_day;
	int32_t first = cycle_of(dom, start);
	int32_t last = cycle_of(dom, t);
	struct accrual_cycle *out =
		pool_array(a->pool, struct accrual_cycle, (size_t)(last - first) + 1);

	*n = 0;
	for (int32_t cycle = first; cycle <= last; cycle++) {
		struct day opens = accrual_nominal(dom, cycle);
		struct day closes = accrual_nominal(dom, cycle + 1);
		struct accrual_cycle one = {
			.from = opens,
			.to = closes,
			.part = accrual_days(a, day_before(start, opens) ? opens : start,
					     day_before(t, closes) ? t : closes),
			.whole = accrual_days(a, opens, closes),
			.month = month_told(x, cycle - 1),
		};

		if (!one.part)
			continue;
		if (!one.month)
			return NULL;
		one.before = index_before(x, (size_t)(one.month - x->items));
		out[(*n)++] = one;
	}
	return out;
}
