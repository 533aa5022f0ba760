/* SPDX-License-Identifier: Apache-2.0 */
/* order.h: orders, and sorting and searching by one. */
#ifndef LASTRO_CORE_ORDER_H
#define LASTRO_CORE_ORDER_H

#include <stdint.h>
#include <stdlib.h>

#include "core/day.h"
#include "core/uuid.h"

/* order_text(), order_uuid(), order_day() - of two such values, or of two structs whose first member is one. */
static inline int order_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static inline int order_uuid(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct uuid));
}

static inline int order_day(const void *a, const void *b)
{
	const struct day *x = a, *y = b;

	return (x->n > y->n) - (x->n < y->n);
}

/* order_sort() - as qsort(), also of no items. */
static inline void order_sort(void *items, size_t n, size_t size,
			      int (*order)(const void *, const void *))
{
	if (n)
		qsort(items, n, size, order);
}

/* order_find() - the item that equals @key, as bsearch(); NULL also without items. */
static inline void *order_find(const void *key, const void *items, size_t n, size_t size,
			       int (*order)(const void *, const void *))
{
	return n ? bsearch(key, items, n, size, order) : NULL;
}

/* order_seek() - the first item that equals @key, of items in no order; NULL: none. */
static inline void *order_seek(const void *key, const void *items, size_t n, size_t size,
			       int (*order)(const void *, const void *))
{
	for (const char *at = items; n; n--, at += size)
		if (order(at, key) == 0)
			return (void *)(uintptr_t)at;
	return NULL;
}

/* order_first() - the index of the first item that is not before @key; @n when all are. */
static inline size_t order_first(const void *key, const void *items, size_t n, size_t size,
				 int (*order)(const void *, const void *))
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (order((const char *)items + mid * size, key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* days_until() - how many items, which ascend and begin with their day, are dated on or before @day. */
static inline size_t days_until(const void *items, size_t n, size_t size, struct day day)
{
	const struct day next = day_plus(day, 1);

	return order_first(&next, items, n, size, order_day);
}

#endif
