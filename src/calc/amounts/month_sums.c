/* SPDX-License-Identifier: Apache-2.0 */
/* month_sums.c: sums of shown amounts by month, and the number of their holders. */
#include "config.h"

#include "calc/amounts/month_sums.h"

#include "core/pool.h"

#include <string.h>

#define SPARE 12 /* months: a table that had to grow once will probably grow again */

static size_t months_of(const struct month_sums *t)
{
	return t->sum ? (size_t)(t->last - t->first) + 1 : 0;
}

/* Maps ascend, so their ends are the range. */
static void widen(void *pool, struct month_sums *t, int first, int last)
{
	struct month_sums was = *t;
	size_t n = months_of(&was), room;

	if (n && was.first <= first && last <= was.last)
		return;
	t->first = !n ? first : first < was.first ? first - SPARE : was.first;
	t->last = n && last < was.last ? was.last : last;
	room = (size_t)(t->last - t->first) + 1;
	t->sum = pool_array(pool, struct money, room);
	t->holders = pool_array(pool, size_t, room);
	if (!n)
		return;
	memcpy(t->sum + (was.first - t->first), was.sum, n * sizeof(*was.sum));
	memcpy(t->holders + (was.first - t->first), was.holders, n * sizeof(*was.holders));
	pool_free(was.sum);
	pool_free(was.holders);
}

void month_sums_add(void *pool, struct month_sums *t, const struct months *m, const size_t *holders)
{
	if (!m->n)
		return;
	widen(pool, t, m->items[0].month.n, m->items[m->n - 1].month.n);
	for (size_t i = 0; i < m->n; i++) {
		int at = m->items[i].month.n - t->first;

		t->sum[at] = money_add_shown(t->sum[at], m->items[i].amount, &t->range);
		t->holders[at] += holders ? holders[i] : 1;
	}
}

/* Cached maps may be damaged, and lack the amount to subtract. */
void month_sums_take_off(void *pool, struct month_sums *t, const struct months *m)
{
	if (!m->n)
		return;
	widen(pool, t, m->items[0].month.n, m->items[m->n - 1].month.n);
	for (size_t i = 0; i < m->n; i++) {
		int at = m->items[i].month.n - t->first;

		t->sum[at] =
			money_sub(t->sum[at], money_round_cents(m->items[i].amount), &t->range);
		t->holders[at] -= t->holders[at] > 0;
	}
}

struct months month_sums_months(void *pool, const struct month_sums *t, size_t **holders)
{
	size_t room = months_of(t), n = 0;
	struct months out = { 0 };

	for (size_t at = 0; at < room; at++)
		n += t->holders[at] > 0;
	out.items = pool_array(pool, struct month_amount, n);
	if (holders)
		*holders = pool_array(pool, size_t, n);
	for (size_t at = 0; at < room; at++) {
		if (!t->holders[at])
			continue;
		if (holders)
			(*holders)[out.n] = t->holders[at];
		out.items[out.n++] = (struct month_amount){ { t->first + (int)at }, t->sum[at] };
	}
	return out;
}
