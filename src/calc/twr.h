/* SPDX-License-Identifier: Apache-2.0 */
/* twr.h: time-weighted return over points (calculations.md 6.2). */
#ifndef LASTRO_CALC_TWR_H
#define LASTRO_CALC_TWR_H

#include "calc/calc.h"
#include "core/day.h"

/* The end of a day: equity, and what the day brought in, took out and paid. */
struct twr_point {
	struct day day;
	double equity, buys, sells, income;
};

struct twr {
	bool known; /* false: no step is valid; the rest is then meaningless */
	double cumulative;
	bool annual_known; /* from 365 days on */
	double annualized;
	int months;
	struct day first; /* of the first valid step */
};

/*
 * twr_factor() - the step from @before (NULL: from nothing) to @at; false for one that is skipped.
 */
bool twr_factor(const struct twr_point *before, const struct twr_point *at, double *factor);

/*
 * twr_between() - the steps that end after @after and on or before @until.
 * @points: ascending by day
 */
struct twr twr_between(const struct twr_point *points, size_t n, struct day after,
		       struct day until);

/* twr() - all of them. */
struct twr twr(const struct twr_point *points, size_t n);

#endif
