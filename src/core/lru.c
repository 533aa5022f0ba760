/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lru.c: a cache that a worker keeps between requests, evicting the least recently used entry first.
 *
 * A hash table with chaining, and a list in order of use.  Each use stamps the entry with the current
 * turn; eviction stops at the first entry of this turn, since all later ones in the list are of this
 * turn too.
 */
#include "config.h"

#include "core/lru.h"

#include "core/pool.h"

#include <string.h>

static void list_remove(struct lru *l, struct lru_entry *e)
{
	*(e->newer ? &e->newer->older : &l->newest) = e->older;
	*(e->older ? &e->older->newer : &l->oldest) = e->newer;
}

static void list_push(struct lru *l, struct lru_entry *e)
{
	e->turn = l->turn;
	e->newer = NULL;
	e->older = l->newest;
	*(e->older ? &e->older->newer : &l->oldest) = e;
	l->newest = e;
}

struct lru_entry *lru_find(struct lru *l, uint64_t hash,
			   bool (*same)(const struct lru_entry *entry, const void *key),
			   const void *key)
{
	struct lru_entry *e = l->bucket[hash % l->n_buckets];

	while (e && !(e->hash == hash && same(e, key)))
		e = e->next;
	if (!e)
		return NULL;
	list_remove(l, e);
	list_push(l, e);
	return e;
}

void lru_remove(struct lru *l, struct lru_entry *e)
{
	struct lru_entry **at = &l->bucket[e->hash % l->n_buckets];

	while (*at != e)
		at = &(*at)->next;
	*at = e->next;
	list_remove(l, e);
	l->bytes -= e->bytes;
	pool_free(e);
}

bool lru_room(struct lru *l, size_t bytes)
{
	if (bytes > l->most)
		return false;
	while (l->oldest && l->oldest->turn != l->turn && l->bytes + bytes > l->most)
		lru_remove(l, l->oldest);
	return l->bytes + bytes <= l->most;
}

void lru_add(struct lru *l, uint64_t hash, struct lru_entry *e)
{
	struct lru_entry **bucket = &l->bucket[hash % l->n_buckets];

	e->hash = hash;
	e->next = *bucket;
	*bucket = e;
	l->bytes += e->bytes;
	list_push(l, e);
}

void lru_grow(struct lru *l, struct lru_entry *e, size_t bytes)
{
	e->bytes += bytes;
	l->bytes += bytes;
}

void lru_empty(struct lru *l)
{
	memset(l->bucket, 0, l->n_buckets * sizeof(struct lru_entry *));
	l->bytes = 0;
	l->newest = NULL;
	l->oldest = NULL;
}
