/* SPDX-License-Identifier: Apache-2.0 */
/* typed_succession.c: the reference's successions, and the person's, with the spin-offs. */
#include "config.h"

#include "calc/base/typed_succession.h"

#include <stdlib.h>

#include "core/pool.h"

static bool reference_has(const struct market *m, const char *from, struct day day)
{
	for (size_t i = 0; i < m->n_successions; i++)
		if (str_eq(m->successions[i].from, from) && same_event(m->successions[i].day, day))
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

		if (s && !reference_has(market, s->from, s->day) && !closes_circle(all, n, s))
			all[n++] = *s;
	}
	if (n)
		qsort(all, n, sizeof(*all), day_order);
	return (struct known_successions){ all, n };
}

/* ---- spin-offs ---- */

static int spin_order(const void *a, const void *b)
{
	const struct spin_off *x = a, *y = b;
	int order = (x->day.n > y->day.n) - (x->day.n < y->day.n);

	if (!order)
		order = strcmp(x->from, y->from);
	if (!order)
		order = (int)x->currency - (int)y->currency;
	if (!order)
		order = strcmp(x->to, y->to);
	return order ? order : (x->share.e8 > y->share.e8) - (x->share.e8 < y->share.e8);
}

/* The one among @all that @s says again, or disputes; NULL where it is the first of its event. */
static struct spin_off *said_before(struct spin_off *all, size_t n, const struct spin_off *s)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq(all[i].from, s->from) && all[i].currency == s->currency &&
		    same_event(all[i].day, s->day))
			return &all[i];
	return NULL;
}

struct known_spin_offs spin_offs_known(void *pool, const struct ledger *ledger,
				       const struct market *market)
{
	struct spin_off *all;
	size_t typed = 0, n = 0;

	for (size_t i = 0; i < ledger->n_assets; i++)
		typed += ledger->assets[i].spin_off != NULL;
	if (!typed)
		return (struct known_spin_offs){ NULL, 0 };
	all = pool_array(pool, struct spin_off, typed);
	typed = 0;
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct spin_off *s = ledger->assets[i].spin_off;

		if (s && !reference_has(market, s->from, s->day))
			all[typed++] = *s;
	}
	if (typed)
		qsort(all, typed, sizeof(*all), spin_order);
	for (size_t i = 0; i < typed; i++) {
		struct spin_off *before = said_before(all, n, &all[i]);

		if (before)
			before->disputed |= before->share.e8 != all[i].share.e8 ||
					    !str_eq(before->to, all[i].to);
		else
			all[n++] = all[i];
	}
	return (struct known_spin_offs){ all, n };
}

const struct ledger_asset *spin_off_into(const struct ledger *ledger, const struct spin_off *s)
{
	const struct ledger_asset *found = NULL;

	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct ledger_asset *a = &ledger->assets[i];

		if (str_eq(a->symbol, s->to) && a->currency == s->currency &&
		    (!found || (a->type == s->to_type && found->type != s->to_type)))
			found = a;
	}
	return found;
}
