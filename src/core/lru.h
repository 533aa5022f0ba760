/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lru.h: things that a worker keeps between requests, as many as fit; the least recently used go first.
 *
 * The owner embeds a struct lru_entry as the first member of a block of its own (a pool context: it is
 * freed with all below it).  What the present turn, that is request, has found or kept is never freed.
 */
#ifndef LASTRO_CORE_LRU_H
#define LASTRO_CORE_LRU_H

#include "core/attributes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lru_entry {
	size_t bytes; /* all blocks below this one, and it */
	uint64_t hash;
	uint64_t turn;		/* that used it last */
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

/* lru_find() - the entry of this hash for which same(entry, key) holds, used now; or NULL. */
struct lru_entry *lru_find(struct lru *l, uint64_t hash,
			   bool (*same)(const struct lru_entry *entry, const void *key),
			   const void *key);

/*
 * lru_room() - whether so many bytes more fit, now that what this turn does not use made room.  Nothing goes for
 * what would not fit among nothing.
 */
bool lru_room(struct lru *l, size_t bytes) MUST_CHECK;

/* lru_add() - an entry that there is room for, with its bytes set. */
void lru_add(struct lru *l, uint64_t hash, struct lru_entry *e);

/* lru_grow() - an entry became larger, by what there is room for. */
void lru_grow(struct lru *l, struct lru_entry *e, size_t bytes);

/* lru_remove() - forget and free an entry that nobody uses. */
void lru_remove(struct lru *l, struct lru_entry *e);

/* lru_empty() - forget all entries; they are freed with the owner's pool. */
void lru_empty(struct lru *l);

#endif
