/* SPDX-License-Identifier: Apache-2.0 */
/* typed_succession.c: the reference's successions and the person's. */
#include "config.h"

#include "calc/base/typed_succession.h"

#include <stdlib.h>

#include "core/pool.h"

static bool reference_has(const struct market *m, const struct succession *typed)
{
	for (size_t i = 0; i < m->n_successions; i++)
		if (str_eq(m->successions[i].from, typed->from) &&
		    same_event(m->successions[i].day, typed->day))
			return true;
	return false;
}

static int day_order(const void *a, const void *b)
{
	const struct succession *x = a, *y = b;
	int order = (x->day.n > y->day.n) - (x->day.n < y->day.n);

	return order ? order : strcmp(x->from, y->from);
}

struct known_successions successions_known(void *pool, const struct ledger *ledger,
					   const struct market *market)
{
	struct succession *all;
	size_t typed = 0, n = market->n_successions;

	for (size_t i = 0; i < ledger->n_assets; i++)
		typed += ledger->assets[i].succession != NULL;
	if (!typed)
		return (struct known_successions){ market->successions, n };
	all = pool_array(pool, struct succession, n + typed);
	if (n)
		memcpy(all, market->successions, n * sizeof(*all));
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct succession *s = ledger->assets[i].succession;

		if (s && !reference_has(market, s))
			all[n++] = *s;
	}
	if (n)
		qsort(all, n, sizeof(*all), day_order);
	return (struct known_successions){ all, n };
}
