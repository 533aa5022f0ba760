/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain_shares.h: the positions as used by the x-ray and the costs.
 *
 * Internal to explain.
 */
#ifndef LASTRO_CALC_EXPLAIN_EXPLAIN_SHARES_H
#define LASTRO_CALC_EXPLAIN_EXPLAIN_SHARES_H

#include "calc/explain/explain_figures.h"

/* share_value() - the market value of a position, as a figure. */
struct term share_value(struct explaining *x, const struct open_position *s);

/* share_open_position() - the position of a holding; NULL when it has none. */
const struct open_position *share_open_position(const struct explaining *x,
						const struct holding *h);

/* shares_considered() - all positions with a value. */
struct term shares_considered(struct explaining *x);

#endif
