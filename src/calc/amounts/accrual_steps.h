/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_steps.h: a factor taken apart: the stretches of a daily rate, the cycles of an index.
 *
 * Open to calc/explain, which writes down what accrual computes.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_STEPS_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_STEPS_H

#include "calc/amounts/accrual.h"

/* Bank days in a row with one daily factor. */
struct accrual_segment {
	struct day from, to; /* civil days, to is not in it */
	int days;	     /* bank days */
	struct daily_rate rate;
	bool spent; /* beyond the days that repeat the last rate: they add nothing */
	wide step;  /* the day's factor less 1, 16 places */
};

/* accrual_segments() - those of [start, t); NULL where the rates do not reach. */
struct accrual_segment *accrual_segments(struct accruer *a, const struct accrual_terms *terms,
					 struct day start, struct day t, size_t *n);

/* The part of an index cycle that lies in a period. */
struct accrual_cycle {
	struct day from, to; /* of the cycle, nominal */
	int part, whole;     /* bank days */
	const struct index_month *month;
	const struct index_month
		*before; /* v is a quotient of their numbers; NULL: it is published */
};

/* accrual_cycles() - those of [start, t) with bank days in them; NULL where the index does not reach. */
struct accrual_cycle *accrual_cycles(struct accruer *a, const struct accrual_terms *terms,
				     struct day start, struct day t, size_t *n);

/* accrual_days() - bank days in [from, to). */
int accrual_days(const struct accruer *a, struct day from, struct day to);

#endif
