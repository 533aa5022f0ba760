/* SPDX-License-Identifier: Apache-2.0 */
/* closes.c: makes closes in the market's form from a plain list. */
#include "config.h"

#include "closes.h"

#include "core/pool.h"

static int year_of(struct day day)
{
	int year, month, dom;

	day_to_ymd(day, &year, &month, &dom);
	return year;
}

static struct close_year one_year(void *pool, const struct close *list, size_t n, int places)
{
	int16_t *days = pool_array(pool, int16_t, n);
	int64_t *closes = pool_array(pool, int64_t, n);
	struct close_year y = { .places = places, .n = n, .days = days, .closes = closes };
	bool range = false;

	if (!day_from_ymd(year_of(list[0].day), 1, 1, &y.first))
		return y;
	for (size_t i = 0; i < n; i++) {
		days[i] = (int16_t)(list[i].day.n - y.first.n);
		closes[i] = (int64_t)dec_rescale(list[i].price.e12, PRICE_PLACES, places, &range);
	}
	return y;
}

struct close_series closes_of(void *pool, const struct close *list, size_t n, int places)
{
	struct close_year *years = pool_array(pool, struct close_year, n);
	struct close_series s = { years, 0 };

	for (size_t i = 0; i < n;) {
		size_t end = i + 1;

		while (end < n && year_of(list[end].day) == year_of(list[i].day))
			end++;
		years[s.n++] = one_year(pool, list + i, end - i, places);
		i = end;
	}
	return s;
}

void closes_give(void *pool, struct market_symbol *m, const struct close *list, size_t n,
		 int places, struct day as_of)
{
	size_t seen = n;

	m->closes = closes_of(pool, list, n, places);
	while (seen && day_before(as_of, list[seen - 1].day))
		seen--;
	m->has_last = seen > 0;
	m->has_prev = seen > 1;
	if (m->has_last)
		m->last = list[seen - 1];
	if (m->has_prev)
		m->prev = list[seen - 2];
}
