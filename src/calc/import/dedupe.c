/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dedupe.c: imports of overlapping exports add only new rows.
 *
 * Statements have no row ids, and equal executions on one day are real, so keys are compared with their
 * multiplicity: both sides are sorted by key and merged.
 */
#include "config.h"

#include <stdlib.h>

#include "calc/import/import.h"
#include "core/pool.h"

struct keyed {
	const struct natural_key *key;
	size_t place;
};

static int key_compare(const struct natural_key *a, const struct natural_key *b)
{
	int c = strcmp(a->symbol, b->symbol);

	if (c == 0)
		c = wide_order(a->type, b->type);
	if (c == 0)
		c = wide_order(a->kind, b->kind);
	if (c == 0)
		c = wide_order(a->day.n, b->day.n);
	if (c == 0)
		c = wide_order(a->qty.e8, b->qty.e8);
	if (c == 0)
		c = wide_order(a->price_known, b->price_known);
	if (c == 0 && a->price_known)
		c = wide_order(a->price.e12, b->price.e12);
	return c;
}

/* Among equal keys, those with an external id come first, ordered by it. */
static int external_compare(const struct natural_key *a, const struct natural_key *b)
{
	if (!a->external_id || !b->external_id)
		return wide_order(!a->external_id, !b->external_id);
	return strcmp(a->external_id, b->external_id);
}

static int keyed_compare(const void *x, const void *y)
{
	const struct keyed *a = x, *b = y;
	int c = key_compare(a->key, b->key);

	if (c == 0)
		c = external_compare(a->key, b->key);
	return c ? c : wide_order(a->place, b->place);
}

static struct keyed *sorted(void *pool, const struct natural_key *keys, size_t n)
{
	struct keyed *k = pool_array(pool, struct keyed, n);

	for (size_t i = 0; i < n; i++)
		k[i] = (struct keyed){ &keys[i], i };
	qsort(k, n, sizeof(*k), keyed_compare);
	return k;
}

/* Rows with one key, [from, to) of a sorted array. */
struct group {
	const struct keyed *rows;
	size_t from, to;
};

static struct group group_at(const struct keyed *rows, size_t n, size_t from)
{
	struct group g = { rows, from, from };

	while (g.to < n && key_compare(rows[g.to].key, rows[from].key) == 0)
		g.to++;
	return g;
}

static size_t with_external(const struct group *g)
{
	size_t n = 0;

	while (g->from + n < g->to && g->rows[g->from + n].key->external_id)
		n++;
	return n;
}

/* The same external id on both sides; returns how many of @have are matched. */
static size_t absorb_named(const struct group *have, const struct group *come, bool *duplicate)
{
	size_t h = have->from, h_end = h + with_external(have), used = 0;
	size_t c = come->from, c_end = c + with_external(come);

	while (h < h_end && c < c_end) {
		int order = strcmp(have->rows[h].key->external_id, come->rows[c].key->external_id);

		if (order == 0) {
			duplicate[come->rows[c].place] = true;
			used++;
		}
		h += order <= 0;
		c += order >= 0;
	}
	return used;
}

static void absorb(const struct group *have, const struct group *come, bool *duplicate)
{
	size_t named = with_external(have), bare = have->to - have->from - named;
	size_t c = come->from, c_end = c + with_external(come);

	named -= absorb_named(have, come, duplicate);
	for (; c < c_end; c++) {
		bool *same = &duplicate[come->rows[c].place];

		if (*same || !bare)
			continue;
		*same = true;
		bare--;
	}
	for (; c < come->to && named + bare; c++) {
		duplicate[come->rows[c].place] = true;
		if (named)
			named--;
		else
			bare--;
	}
}

void import_dedupe(void *pool, const struct natural_key *existing, size_t n_existing,
		   const struct natural_key *incoming, size_t n_incoming, bool *duplicate)
{
	struct keyed *have = sorted(pool, existing, n_existing);
	struct keyed *come = sorted(pool, incoming, n_incoming);
	struct group h = { have, 0, 0 }, c = { come, 0, 0 };

	for (size_t i = 0; i < n_incoming; i++)
		duplicate[i] = false;
	while (h.from < n_existing && c.from < n_incoming) {
		int order = key_compare(have[h.from].key, come[c.from].key);

		h = group_at(have, n_existing, h.from);
		c = group_at(come, n_incoming, c.from);
		if (order == 0)
			absorb(&h, &c, duplicate);
		h.from = order <= 0 ? h.to : h.from;
		c.from = order >= 0 ? c.to : c.from;
	}
	pool_free(have);
	pool_free(come);
}
