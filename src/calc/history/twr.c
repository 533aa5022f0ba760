/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twr.c: time-weighted return over points (doc/calculations.md 6.2).
 *
 * Purchases enter at the start of their day and sales leave at its end, so that a step is defined
 * through day trades, total liquidation and restart.
 */
#include "config.h"

#include "calc/history/twr.h"

#include <math.h>

#define LEAST_BASE 0.01 /* BRL: a smaller base has no return */
#define YEAR 365

static bool step(double equity, const struct twr_point *at, double *factor)
{
	double base = equity + at->buys;

	if (base < LEAST_BASE)
		return false;
	*factor = (at->equity + at->sells + at->income) / base;
	return true;
}

static void annualize(struct twr *t, double product, struct day last)
{
	int days = last.n - t->first.n;

	if (days < YEAR)
		return;
	t->annual_known = true;
	/* Negative income (a short covered at a loss) may exceed the equity. */
	t->annualized = product > 0 ? pow(product, (double)YEAR / days) - 1 : -1;
}

struct twr_chain twr_begin(const struct twr_point *base)
{
	return (struct twr_chain){ .product = 1, .equity = base ? base->equity : 0 };
}

bool twr_add(struct twr_chain *c, const struct twr_point *at, double *factor)
{
	bool valid = step(c->equity, at, factor);

	c->result += at->equity + at->sells + at->income - c->equity - at->buys;
	c->equity = at->equity;
	if (!valid)
		return false;
	if (!c->known)
		c->first = at->day;
	c->known = true;
	c->product *= *factor;
	return true;
}

struct twr twr_end(const struct twr_chain *c, struct day last)
{
	struct twr t = { .known = c->known && fabs(c->product) < TWR_MOST, .first = c->first };

	if (!t.known)
		return t;
	t.cumulative = c->product - 1;
	t.months = day_month(last).n - day_month(t.first).n + 1;
	annualize(&t, c->product, last);
	return t;
}
