/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dedupe.c: an export that overlaps an earlier one adds only what is new.
 *
 * Statements have no row ids, and equal executions of one day are real, so keys are compared with
 * their multiplicity: both sides are sorted by key and walked together.
 */
#include "config.h"

#include <stdlib.h>

#include "calc/import/import.h"
#include "core/pool.h"

struct keyed {
	const struct natural_key *key;
	size_t place;
};

static int wide_compare(wide a, wide b)
{
	return a < b ? -1 : a > b;
}

static int key_compare(const struct natural_key *a, const struct natural_key *b)
{
	int c = strcmp(a->symbol, b->symbol);

	if (c == 0)
		c = wide_compare(a->type, b->type);
	if (c == 0)
		c = wide_compare(a->kind, b->kind);
	if (c == 0)
		c = wide_compare(a->day.n, b->day.n);
	if (c == 0)
		c = wide_compare(a->qty.e8, b->qty.e8);
	if (c == 0)
		c = wide_compare(a->price_known, b->price_known);
	if (c == 0 && a->price_known)
		c = wide_compare(a->price.e12, b->price.e12);
	return c;
}

static int keyed_compare(const void *x, const void *y)
{
	const struct keyed *a = x, *b = y;
	int c = key_compare(a->key, b->key);

	return c ? c : wide_compare((wide)a->place, (wide)b->place);
}

static struct keyed *sorted(void *pool, const struct natural_key *keys, size_t n)
{
	struct keyed *k = pool_array(pool, struct keyed, n);

	for (size_t i = 0; i < n; i++)
		k[i] = (struct keyed){ &keys[i], i };
	qsort(k, n, sizeof(*k), keyed_compare);
	return k;
}

void import_dedupe(void *pool, const struct natural_key *existing, size_t n_existing,
		   const struct natural_key *incoming, size_t n_incoming, bool *duplicate)
{
	struct keyed *have = sorted(pool, existing, n_existing);
	struct keyed *come = sorted(pool, incoming, n_incoming);
	size_t h = 0;

	for (size_t c = 0; c < n_incoming; c++) {
		while (h < n_existing && key_compare(have[h].key, come[c].key) < 0)
			h++;
		duplicate[come[c].place] =
			h < n_existing && key_compare(have[h].key, come[c].key) == 0;
		if (duplicate[come[c].place])
			h++;
	}
	pool_free(have);
	pool_free(come);
}
