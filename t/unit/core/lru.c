/* SPDX-License-Identifier: Apache-2.0 */
/* The worker's cache: evicts the least recently used entry first, and none that the present turn uses. */
#include "config.h"

#include "core/encode.h"
#include "core/lru.h"
#include "core/pool.h"

#include "tap.h"

#define BUCKETS 4 /* fewer buckets than entries, so chains are walked */

struct thing {
	struct lru_entry entry;
	int key;
};

static struct lru_entry *buckets[BUCKETS];
static struct lru l = { .bucket = buckets, .n_buckets = BUCKETS, .most = 100 };

static bool same(const struct lru_entry *e, const void *key)
{
	return ((const struct thing *)e)->key == *(const int *)key;
}

/* Entries 1 and 5 have the same hash. */
static uint64_t hash_of(int key)
{
	int n = key % 4;

	return fnv1a(FNV1A_START, &n, sizeof(n));
}

static struct thing *find(int key)
{
	return (struct thing *)lru_find(&l, hash_of(key), same, &key);
}

static struct thing *add(void *pool, int key, size_t bytes)
{
	struct thing *t = pool_new(pool, "thing");

	t = pool_zero(t, struct thing);
	pool_move(pool, t);
	t->key = key;
	t->entry.bytes = bytes;
	if (!lru_room(&l, bytes))
		return NULL;
	lru_add(&l, hash_of(key), &t->entry);
	return t;
}

/* Bounds are in bytes of memory: a head is thousands of small blocks. */
static void test_size(void *pool)
{
	void *many = pool_new(pool, "many");

	for (int i = 0; i < 1000; i++)
		(void)pool_bytes(many, 1, 8, "byte[]");
	ok(pool_size(many) > 100000, "a thousand blocks of 8 bytes are more than 8,000 bytes");
	pool_free(many);
}

int main(void)
{
	void *pool = pool_new(NULL, "test");
	struct thing *five;

	test_size(pool);

	for (int key = 1; key <= 5; key++)
		(void)add(pool, key, 20);
	ok(l.bytes == 100, "five of 20 bytes fill 100");
	ok(!add(pool, 6, 20), "what this turn uses makes no room");
	ok(find(1)->key == 1 && find(5)->key == 5, "two of one hash are told apart");
	ok(!find(9), "what was never kept is not found");

	l.turn++;
	ok(find(1), "the oldest is used");
	ok(add(pool, 6, 20), "a new turn makes room");
	ok(find(1) && !find(2) && find(3), "of what was used least recently");

	l.turn++;
	five = find(5);
	ok(lru_room(&l, 20), "room to grow by 20");
	lru_grow(&l, &five->entry, 20);
	ok(l.bytes == 100 && find(5) && !find(4), "what grew stands, another went for it");
	ok(!lru_room(&l, 80), "more than all others have is not given");
	ok(l.bytes == 40 && find(5), "and what this turn uses stands");

	l.turn++;
	ok(!lru_room(&l, 101) && find(5), "for what never fits nothing goes");

	l.turn++;
	lru_remove(&l, &find(5)->entry);
	ok(l.bytes == 0 && !find(5), "what is removed is forgotten");
	(void)add(pool, 7, 30);
	lru_empty(&l);
	ok(l.bytes == 0 && !find(7) && !l.newest && !l.oldest, "and so is everything");
	pool_free(pool);
	return tap_done();
}
