/* SPDX-License-Identifier: Apache-2.0 */
/* plan_units.h: from the amounts of a slice's assets to units that can be bought (doc/calculations.md 21.3). */
#ifndef LASTRO_CALC_PLAN_PLAN_UNITS_H
#define LASTRO_CALC_PLAN_PLAN_UNITS_H

#include "calc/plan/plan.h"

/*
 * plan_units() - sets quantity, cost and what is left, from the amount of the slice and of each asset.
 * What is left buys one unit at a time of the asset furthest below its target.
 */
enum calc_err plan_units(void *pool, struct plan_slice_buys *s) MUST_CHECK;

#endif
