/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lru.h: a cache that a worker keeps between requests; the least recently used entries are evicted
 * first.
 *
 * The owner embeds a struct lru_entry as the first member of a block of its own (a pool context: it is
 * freed with all below it).  Entries found or added in the current turn (a request) are never freed.
 */
#ifndef LASTRO_CORE_LRU_H
#define LASTRO_CORE_LRU_H

#include "core/attributes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lru_entry {
	size_t bytes; /* this block and all blocks below it */
	uint64_t hash;
	uint64_t turn;		/* the last turn that used it */
	struct lru_entry *next; /* in its bucket */
	struct lru_entry *newer, *older;
};

struct lru {
	struct lru_entry **bucket; /* the owner's, zeroed */
	size_t n_buckets;
	size_t most;  /* bytes */
	size_t bytes; /* of all entries */
	uint64_t turn;
	struct lru_entry *newest, *oldest;
};

/* lru_find() - the entry of this hash for which same(entry, key) holds, marked as used; or NULL. */
struct lru_entry *lru_find(struct lru *l, uint64_t hash,
			   bool (*same)(const struct lru_entry *entry, const void *key),
			   const void *key);

/*
 * lru_room() - makes room for @bytes by evicting entries that this turn does not use; false when there
 * still is none.  Evicts nothing for an entry larger than the whole cache.
 */
bool lru_room(struct lru *l, size_t bytes) MUST_CHECK;

/* lru_add() - adds an entry with its bytes set, after lru_room() made room. */
void lru_add(struct lru *l, uint64_t hash, struct lru_entry *e);

/* lru_grow() - an entry became larger by @bytes, for which lru_room() made room. */
void lru_grow(struct lru *l, struct lru_entry *e, size_t bytes);

/* lru_remove() - removes and frees an entry that is not in use. */
void lru_remove(struct lru *l, struct lru_entry *e);

/* lru_empty() - forgets all entries; they are freed with the owner's pool. */
void lru_empty(struct lru *l);

#endif
