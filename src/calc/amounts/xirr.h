/* SPDX-License-Identifier: Apache-2.0 */
/* xirr.h: money-weighted annual return (doc/calculations.md 6.1). */
#ifndef LASTRO_CALC_AMOUNTS_XIRR_H
#define LASTRO_CALC_AMOUNTS_XIRR_H

#include "calc/amounts/position.h"

/*
 * xirr() - the only rate in -99.9999 % … +300 % a year, as a decimal, or false.
 * @flows: ascending by day, amounts of one day may repeat; the terminal value is one of them
 *
 * False: no rate, several rates, an implausible one, fewer than two days, all of one sign.
 */
bool xirr(void *pool, const struct flow *flows, size_t n, double *rate) MUST_CHECK;

/*
 * xirr_prepare() - flows without the terminal value, for repeated use with other days or prices;
 * xirr_of() - the rate with the terminal value, on their last day or later; the last answer is
 * remembered.
 */
struct xirr_flows;
struct xirr_flows *xirr_prepare(void *pool, const struct flow *flows, size_t n);
bool xirr_of(void *pool, const struct xirr_flows *flows, struct flow terminal,
	     double *rate) MUST_CHECK;

/* Why there is no rate. */
enum xirr_reason {
	XIRR_KNOWN,
	XIRR_SHORT,   /* fewer than two days, all of one sign, or a sum beyond the grid */
	XIRR_NO_RATE, /* none, or several */
	XIRR_BEYOND,  /* one, above +300 % a year */
};

/*
 * xirr_why() - the reason for the flows with the terminal value at their end; for explanations,
 * computed anew.
 */
enum xirr_reason xirr_why(void *pool, const struct flow *flows, size_t n, struct flow terminal);

#endif
