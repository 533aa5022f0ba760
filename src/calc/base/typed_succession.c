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

#define FOLLOWED_MAX ((size_t)64) /* papers that one may become; more is no story of a paper */

static bool is_among(const char *const *list, size_t n, const char *symbol)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(list[i], symbol))
			return true;
	return false;
}

/* Whether @s closes a cycle of successions; the roads would disagree about which paper is held. */
static bool closes_circle(const struct succession *known, size_t n, const struct succession *s)
{
	const char *reached[FOLLOWED_MAX] = { s->to };
	size_t n_reached = 1;

	for (size_t at = 0; at < n_reached; at++) {
		if (str_eq(reached[at], s->from))
			return true;
		for (size_t i = 0; i < n; i++) {
			if (!str_eq(known[i].from, reached[at]) ||
			    is_among(reached, n_reached, known[i].to))
				continue;
			if (n_reached == FOLLOWED_MAX)
				return true;
			reached[n_reached++] = known[i].to;
		}
	}
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

		if (s && !reference_has(market, s) && !closes_circle(all, n, s))
			all[n++] = *s;
	}
	if (n)
		qsort(all, n, sizeof(*all), day_order);
	return (struct known_successions){ all, n };
}
