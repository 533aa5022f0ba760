/* SPDX-License-Identifier: Apache-2.0 */
/*
 * typed_succession.c: joins the reference data's successions with those that a person typed, and the
 * spin-offs.
 */
#include "config.h"

#include "calc/amounts/typed_succession.h"

#include "core/order.h"
#include "core/pool.h"
#include "core/text.h"

static bool reference_has(const struct market *m, const char *from, struct day day)
{
	size_t i = same_event_first(m->successions, m->n_successions, sizeof(*m->successions), day);

	for (; i < m->n_successions && same_event(m->successions[i].day, day); i++)
		if (str_eq(m->successions[i].from, from))
			return true;
	return false;
}

#define FOLLOWED_MAX ((size_t)64) /* longest chain of successions that is followed */

/* The reference data's successions, then typed ones, some of which repeat them. */
struct finder {
	struct succession *all;
	bool *known;			   /* by index in @all */
	const struct succession **by_from; /* ascending by from */
	size_t n;
};

static int from_order(const void *a, const void *b)
{
	const struct succession *x = *(const struct succession *const *)a;
	const struct succession *y = *(const struct succession *const *)b;

	return strcmp(x->from, y->from);
}

/* The first one of @symbol, or the first after it. */
static size_t first_from(const struct finder *f, const char *symbol)
{
	const struct succession of = { .from = symbol }, *key = &of;

	return order_first(&key, f->by_from, f->n, sizeof(*f->by_from), from_order);
}

/* Whether @s closes a cycle of successions, which would leave undefined which paper is held. */
static bool closes_circle(const struct finder *f, const struct succession *s)
{
	const char *reached[FOLLOWED_MAX] = { s->to };
	size_t n_reached = 1;

	for (size_t at = 0; at < n_reached; at++) {
		if (str_eq(reached[at], s->from))
			return true;
		for (size_t i = first_from(f, reached[at]);
		     i < f->n && str_eq(f->by_from[i]->from, reached[at]); i++) {
			if (!f->known[f->by_from[i] - f->all] ||
			    text_among(reached, n_reached, f->by_from[i]->to))
				continue;
			if (n_reached == FOLLOWED_MAX)
				return true;
			reached[n_reached++] = f->by_from[i]->to;
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

static void index_by_from(void *pool, struct finder *f)
{
	f->known = pool_array(pool, bool, f->n);
	f->by_from = pool_array(pool, const struct succession *, f->n);
	for (size_t i = 0; i < f->n; i++)
		f->by_from[i] = &f->all[i];
	order_sort(f->by_from, f->n, sizeof(f->by_from[0]), from_order);
}

struct known_successions successions_known(void *pool, const struct ledger *ledger,
					   const struct market *market)
{
	size_t typed = 0, n = market->n_successions;
	struct finder f = { .n = n };

	for (size_t i = 0; i < ledger->n_assets; i++)
		typed += ledger->assets[i].succession != NULL;
	if (!typed)
		return (struct known_successions){ market->successions, n };
	f.all = pool_array(pool, struct succession, n + typed);
	if (n)
		memcpy(f.all, market->successions, n * sizeof(*f.all));
	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct succession *s = ledger->assets[i].succession;

		if (s && !reference_has(market, s->from, s->day))
			f.all[f.n++] = *s;
	}
	index_by_from(pool, &f);
	for (size_t i = 0; i < f.n; i++)
		f.known[i] = i < market->n_successions || !closes_circle(&f, &f.all[i]);
	for (; n < f.n && f.known[n]; n++)
		;
	for (size_t i = n; i < f.n; i++)
		if (f.known[i])
			f.all[n++] = f.all[i];
	order_sort(f.all, n, sizeof(*f.all), day_order);
	return (struct known_successions){ f.all, n };
}

/* ---- spin-offs ---- */

static int paper_order(const struct spin_off *x, const struct spin_off *y)
{
	int order = strcmp(x->from, y->from);

	if (!order)
		order = (int)x->currency - (int)y->currency;
	return order ? order : (int)x->from_type - (int)y->from_type;
}

static int spin_day_order(const struct spin_off *x, const struct spin_off *y)
{
	return (x->day.n > y->day.n) - (x->day.n < y->day.n);
}

/* Those of one paper are adjacent, ascending by day. */
static int giver_order(const void *a, const void *b)
{
	const struct spin_off *x = a, *y = b;
	int order = paper_order(x, y);

	if (!order)
		order = spin_day_order(x, y);
	if (!order)
		order = strcmp(x->to, y->to);
	return order ? order : (x->share.e8 > y->share.e8) - (x->share.e8 < y->share.e8);
}

static int spin_order(const void *a, const void *b)
{
	int order = spin_day_order(a, b);

	return order ? order : paper_order(a, b);
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
	order_sort(all, typed, sizeof(*all), giver_order);
	for (size_t i = 0; i < typed; i++) {
		struct spin_off *before = n ? &all[n - 1] : NULL;

		if (before && !paper_order(before, &all[i]) && same_event(before->day, all[i].day))
			before->disputed |= before->share.e8 != all[i].share.e8 ||
					    !str_eq(before->to, all[i].to);
		else
			all[n++] = all[i];
	}
	order_sort(all, n, sizeof(*all), spin_order);
	return (struct known_spin_offs){ all, n };
}
