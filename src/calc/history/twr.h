/* SPDX-License-Identifier: Apache-2.0 */
/* twr.h: time-weighted return over points (doc/calculations.md 6.2). */
#ifndef LASTRO_CALC_HISTORY_TWR_H
#define LASTRO_CALC_HISTORY_TWR_H

#include "core/day.h"

/* A larger chain only shows that a price was absurd; it is not shown. */
#define TWR_MOST 1e12

/* The end of a day: equity, and the day's purchases, sales and payments. */
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

/* A chain of steps as far as it has come. */
struct twr_chain {
	bool known;	  /* a step was valid */
	struct day first; /* of the first valid step */
	double product;
	double equity; /* at the last point */
	double result; /* of all steps, also of skipped ones: V + S + I - V_prev - B */
};

/* twr_begin() - starts at @base, whose flows belong to the step before; NULL: from nothing. */
struct twr_chain twr_begin(const struct twr_point *base);

/* twr_add() - adds the step to the next point; false when it is skipped, else sets its factor. */
bool twr_add(struct twr_chain *c, const struct twr_point *at, double *factor);

/* twr_end() - the result of the chain; its last point is of @last. */
struct twr twr_end(const struct twr_chain *c, struct day last);

#endif
