/* SPDX-License-Identifier: Apache-2.0 */
/*
 * twr.c: time-weighted return over points (calculations.md 6.2).
 *
 * Purchases enter at the start of their day and sales leave at its end, so that a step is defined
 * through day trades, total liquidation and restart.
 */
#include "config.h"

#include "calc/twr.h"

#include <math.h>

#define LEAST_BASE 0.01 /* BRL: nothing is earned on less */
#define YEAR 365

bool twr_factor(const struct twr_point *before, const struct twr_point *at, double *factor)
{
	double base = (before ? before->equity : 0) + at->buys;

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
	/* Income below zero (a short covered at a loss) may take more than there was. */
	t->annualized = product > 0 ? pow(product, (double)YEAR / days) - 1 : -1;
}

struct twr twr_between(const struct twr_point *points, size_t n, struct day after, struct day until)
{
	struct twr t = { .known = false };
	const struct twr_point *last = NULL;
	double product = 1;
	double factor;

	for (size_t i = 0; i < n && !day_before(until, points[i].day); i++) {
		if (!day_before(after, points[i].day))
			continue;
		last = &points[i];
		if (!twr_factor(i ? &points[i - 1] : NULL, &points[i], &factor))
			continue;
		if (!t.known)
			t.first = points[i].day;
		t.known = true;
		product *= factor;
	}
	if (!t.known)
		return t;
	t.cumulative = product - 1;
	t.months = day_month(last->day).n - day_month(t.first).n + 1;
	annualize(&t, product, last->day);
	return t;
}

struct twr twr(const struct twr_point *points, size_t n)
{
	return twr_between(points, n, day_plus(DAY_FAR_PAST, -1), DAY_FAR_FUTURE);
}
