/* SPDX-License-Identifier: Apache-2.0 */
/*
 * typed_succession.h: successions that a person typed for a portfolio, beside those of the reference
 * (doc/calculations.md 1.7).
 */
#ifndef LASTRO_CALC_BASE_TYPED_SUCCESSION_H
#define LASTRO_CALC_BASE_TYPED_SUCCESSION_H

#include "calc/base/counterpart.h"

/*
 * successions_known() - those of @market and those typed for assets of @ledger, ascending by day.
 * A typed one gives way to a reference one of the same paper within the days of one event, and counts for nothing where it
 * would close a circle.
 *
 * Those of @market itself where none is typed; else on @pool.
 */
struct known_successions successions_known(void *pool, const struct ledger *ledger,
					   const struct market *market);

#endif
