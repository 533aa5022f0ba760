/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accrual_steps.h: the parts of a factor: runs of a daily rate, cycles of an index.
 *
 * Open to calc/explain, which writes down what accrual computes.
 */
#ifndef LASTRO_CALC_AMOUNTS_ACCRUAL_STEPS_H
#define LASTRO_CALC_AMOUNTS_ACCRUAL_STEPS_H

#include "calc/amounts/accrual.h"

/* Consecutive bank days with one daily factor. */
struct accrual_segment {
	struct day from, to; /* civil days, excluding to */
	int days;	     /* bank days */
	struct daily_rate rate;
	bool spent; /* after the days that may repeat the last rate: contributes nothing */
	wide step;  /* the daily factor less 1, 16 places */
};

/* accrual_segments() - the runs within [start, t); NULL when the rates do not cover it. */
struct accrual_segment *accrual_segments(struct accruer *a, const struct accrual_terms *terms,
					 struct day start, struct day t, size_t *n);

/* The part of an index cycle within a period. */
struct accrual_cycle {
	struct day from, to; /* nominal bounds of the cycle */
	int part, whole;     /* bank days */
	const struct index_month *month;
	const struct index_month *before; /* v: quotient of their numbers; NULL: published change */
};

/*
 * accrual_cycles() - the cycles of [start, t) that contain bank days; NULL when the index does not
 * cover it.
 */
struct accrual_cycle *accrual_cycles(struct accruer *a, const struct accrual_terms *terms,
				     struct day start, struct day t, size_t *n);

/* accrual_days() - bank days in [from, to). */
int accrual_days(const struct accruer *a, struct day from, struct day to);

#endif
