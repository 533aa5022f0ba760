/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "computed.h"

#include "core/pool.h"

enum calc_err portfolio_compute(void *pool, const struct ledger *ledger,
				const struct market *market, struct day as_of,
				struct portfolio *out)
{
	struct derived *derived = pool_zero(pool, struct derived);
	enum calc_err err = ledger_derive(pool, ledger, market, as_of, derived);

	return err == CALC_OK ? portfolio_mark(pool, derived, market, as_of, out) : err;
}

enum calc_err history_compute(void *pool, const struct history_source *sources, size_t n,
			      struct day as_of, struct history *out)
{
	const struct portfolio **portfolios = pool_array(pool, const struct portfolio *, n);
	struct history_prefix prefix;
	enum calc_err err = history_walk(pool, sources, n, as_of, NULL, &prefix);

	for (size_t i = 0; i < n; i++)
		portfolios[i] = sources[i].portfolio;
	return err == CALC_OK ? history_finish(pool, &prefix, portfolios, n, out) : err;
}
