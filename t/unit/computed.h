/* SPDX-License-Identifier: Apache-2.0 */
/* computed.h: rows and prices to figures in one call, for tests; errors as of its parts. */
#ifndef LASTRO_T_COMPUTED_H
#define LASTRO_T_COMPUTED_H

#include "calc/history/history.h"
#include "calc/value/value.h"

/* portfolio_compute() - derived and marked. */
enum calc_err portfolio_compute(void *pool, const struct ledger *ledger,
				const struct market *market, struct day as_of,
				struct portfolio *out) MUST_CHECK;

/* history_compute() - walked from the first flow and finished. */
enum calc_err history_compute(void *pool, const struct history_source *sources, size_t n,
			      struct day as_of, struct history *out) MUST_CHECK;

#endif
