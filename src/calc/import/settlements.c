/* SPDX-License-Identifier: Apache-2.0 */
/* settlements.c: matches settlements of one statement with trades of the other. */
#include "config.h"

#include <stdlib.h>

#include "calc/import/settlements.h"
#include "core/pool.h"

#define COVER_DAYS 7

/* With more, a day's executions are matched as a whole or not at all, which bounds the work. */
#define SINGLE_MAX 200
#define SUBSET_MAX 10

/* The executions of a day. */
struct bucket {
	struct day day;
	struct cover_trade *trades;
	size_t n;
	int64_t left; /* unmatched quantity */
	bool any;     /* a trade of unknown quantity */
	bool whole;   /* nothing matched so far */
};

struct group {
	struct bucket *buckets; /* ascending by day */
	size_t n_buckets;
	struct cover_settlement *items; /* first ones first, then ascending by day */
	size_t n_items;
};

static int paper_compare(const char *a, enum row_kind a_side, const char *b, enum row_kind b_side)
{
	int c = strcmp(a, b);

	return c ? c : (int)a_side - (int)b_side;
}

static int trade_compare(const void *x, const void *y)
{
	const struct cover_trade *a = x, *b = y;
	int c = paper_compare(a->symbol, a->side, b->symbol, b->side);

	if (c == 0)
		c = wide_order(a->day.n, b->day.n);
	if (c == 0)
		c = wide_order(a->qty.e8, b->qty.e8);
	return c ? c : memcmp(a->import_id.b, b->import_id.b, sizeof(a->import_id.b));
}

static int settlement_compare(const void *x, const void *y)
{
	const struct cover_settlement *a = x, *b = y;
	int c = paper_compare(a->symbol, a->side, b->symbol, b->side);

	if (c == 0)
		c = wide_order(b->first, a->first);
	if (c == 0)
		c = wide_order(a->day.n, b->day.n);
	if (c == 0)
		c = wide_order(a->qty.e8, b->qty.e8);
	return c ? c : wide_order(a->place, b->place);
}

static bool in_window(const struct bucket *b, const struct cover_settlement *s)
{
	return b->day.n <= s->day.n && s->day.n - b->day.n <= COVER_DAYS;
}

static void cover_trade_take(struct bucket *b, struct cover_trade *t, struct cover_settlement *s)
{
	t->used = true;
	b->left -= t->qty.e8;
	b->whole = false;
	if (!s->covered) {
		s->by = t->import_id;
		s->by_note = t->of_note;
	}
	s->covered = true;
}

static void take_all(struct bucket *b, struct cover_settlement *s)
{
	for (size_t i = 0; i < b->n; i++) {
		if (!b->trades[i].used)
			cover_trade_take(b, &b->trades[i], s);
	}
	b->any = false;
}

static bool by_day(struct bucket *b, struct cover_settlement *s)
{
	if (b->any || !b->whole || b->left != s->qty.e8)
		return false;
	take_all(b, s);
	return true;
}

static bool by_execution(struct bucket *b, struct cover_settlement *s)
{
	for (size_t i = 0; i < b->n && b->n <= SINGLE_MAX; i++) {
		if (!b->trades[i].used && b->trades[i].qty.e8 == s->qty.e8 && s->qty.e8) {
			cover_trade_take(b, &b->trades[i], s);
			return true;
		}
	}
	return false;
}

static bool by_set(struct bucket *b, struct cover_settlement *s)
{
	struct cover_trade *free_ones[SUBSET_MAX];
	size_t n = 0;

	for (size_t i = 0; i < b->n; i++) {
		if (b->trades[i].used)
			continue;
		if (n == SUBSET_MAX)
			return false;
		free_ones[n++] = &b->trades[i];
	}
	for (unsigned set = 1; set < 1u << n && s->qty.e8; set++) {
		wide sum = 0;

		for (size_t i = 0; i < n; i++) {
			if (set & (1u << i))
				sum += free_ones[i]->qty.e8;
		}
		if (sum != s->qty.e8)
			continue;
		for (size_t i = 0; i < n; i++) {
			if (set & (1u << i))
				cover_trade_take(b, free_ones[i], s);
		}
		return true;
	}
	return false;
}

static bool at_least(struct bucket *b, struct cover_settlement *s)
{
	if (!b->any && (b->left <= 0 || b->left < s->qty.e8))
		return false;
	take_all(b, s);
	return true;
}

typedef bool match_fn(struct bucket *b, struct cover_settlement *s);

static void each(struct group *g, size_t from, size_t to, match_fn *match)
{
	size_t low = 0;

	for (size_t i = from; i < to; i++) {
		struct cover_settlement *s = &g->items[i];

		while (low < g->n_buckets && s->day.n - g->buckets[low].day.n > COVER_DAYS)
			low++;
		for (size_t k = low;
		     k < g->n_buckets && !s->covered && in_window(&g->buckets[k], s); k++)
			(void)match(&g->buckets[k], s); /* sets s->covered */
	}
}

/* Settlements of one day that add up to the rest of one day's trades. */
static void by_sum(struct group *g, size_t from, size_t to)
{
	for (size_t i = from, end; i < to; i = end) {
		wide sum = 0;
		size_t open = 0;

		for (end = i; end < to && day_same(g->items[end].day, g->items[i].day); end++) {
			if (!g->items[end].covered) {
				sum += g->items[end].qty.e8;
				open++;
			}
		}
		for (size_t k = 0; k < g->n_buckets && open > 1; k++) {
			struct bucket *b = &g->buckets[k];

			if (b->any || b->left != sum || !in_window(b, &g->items[i]))
				continue;
			for (size_t j = i; j < end; j++) {
				if (!g->items[j].covered)
					take_all(b, &g->items[j]);
				if (!g->items[j].covered) {
					g->items[j].covered = true;
					g->items[j].by = b->trades[0].import_id;
					g->items[j].by_note = b->trades[0].of_note;
				}
			}
			break;
		}
	}
}

static void match_range(struct group *g, size_t from, size_t to)
{
	each(g, from, to, by_day);
	each(g, from, to, by_execution);
	each(g, from, to, by_set);
	by_sum(g, from, to);
	each(g, from, to, at_least);
}

static size_t make_buckets(struct cover_trade *trades, size_t n, struct bucket *buckets)
{
	size_t made = 0;

	for (size_t i = 0; i < n; i++) {
		struct bucket *b = made ? &buckets[made - 1] : NULL;

		if (!b || !day_same(b->day, trades[i].day)) {
			b = &buckets[made++];
			*b = (struct bucket){ .day = trades[i].day,
					      .trades = &trades[i],
					      .whole = true };
		}
		b->n++;
		b->any |= trades[i].qty.e8 == 0;
		if (__builtin_add_overflow(b->left, trades[i].qty.e8, &b->left))
			b->left = INT64_MAX;
	}
	return made;
}

void import_cover(void *pool, struct cover_trade *trades, size_t n_trades,
		  struct cover_settlement *settlements, size_t n_settlements)
{
	struct bucket *buckets = pool_array(pool, struct bucket, n_trades);
	size_t t = 0, t_end, s_end;

	qsort(trades, n_trades, sizeof(*trades), trade_compare);
	qsort(settlements, n_settlements, sizeof(*settlements), settlement_compare);
	for (size_t s = 0; s < n_settlements; s = s_end) {
		const struct cover_settlement *one = &settlements[s];
		struct group g = { .buckets = buckets, .items = &settlements[s] };
		size_t interned = 0;

		for (s_end = s; s_end < n_settlements &&
				paper_compare(settlements[s_end].symbol, settlements[s_end].side,
					      one->symbol, one->side) == 0;
		     s_end++)
			interned += settlements[s_end].first;
		while (t < n_trades &&
		       paper_compare(trades[t].symbol, trades[t].side, one->symbol, one->side) < 0)
			t++;
		for (t_end = t;
		     t_end < n_trades && paper_compare(trades[t_end].symbol, trades[t_end].side,
						       one->symbol, one->side) == 0;)
			t_end++;
		g.n_items = s_end - s;
		g.n_buckets = make_buckets(&trades[t], t_end - t, buckets);
		match_range(&g, 0, interned);
		match_range(&g, interned, g.n_items);
		t = t_end;
	}
	pool_free(buckets);
}
