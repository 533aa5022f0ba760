/* SPDX-License-Identifier: Apache-2.0 */
/* twr.h: time-weighted return over points (doc/calculations.md 6.2). */
#ifndef LASTRO_CALC_HISTORY_TWR_H
#define LASTRO_CALC_HISTORY_TWR_H

#include "calc/amounts/amounts.h"
#include "core/day.h"

/* A chain beyond it says nothing but that a price was absurd; it is not shown. */
#define TWR_MOST 1e12

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

/* A chain of steps as far as it has come. */
struct twr_chain {
	bool known;	  /* a step was valid */
	struct day first; /* of the first valid step */
	double product;
	double equity; /* at the last point */
};

/* twr_begin() - at @base, whose flows belong to the step before; NULL: from nothing. */
struct twr_chain twr_begin(const struct twr_point *base);

/* twr_add() - the step to the next point; false for one that is skipped, else its factor. */
bool twr_add(struct twr_chain *c, const struct twr_point *at, double *factor);

/* twr_end() - what the chain says, its last point being of @last. */
struct twr twr_end(const struct twr_chain *c, struct day last);

#endif
