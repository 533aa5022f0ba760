/* SPDX-License-Identifier: Apache-2.0 */
/* lately.c: who asked, as it was told the last time. */
#include "config.h"

#include "access/lately.h"

#include "access/key.h"
#include "core/encode.h"
#include "core/lru.h"
#include "core/pool.h"

#define PLACES 256 /* each of whichever of its questions was asked last */

/* Two questions of one hash would guess wrong, which is found out. */
static struct told {
	uint64_t hash;
	bool known;
	struct caller caller;
} told[PLACES];

static uint64_t hash_of(const struct lately_asked *asked)
{
	uint64_t hash = fnv1a(FNV1A_START, asked->hash, KEY_HASH);

	hash = fnv1a(hash, asked->portfolio.b, sizeof(asked->portfolio.b));
	return asked->workspace ? fnv1a(hash, asked->workspace, strlen(asked->workspace) + 1)
				: hash;
}

struct caller *lately_find(void *pool, const struct lately_asked *asked)
{
	uint64_t hash = hash_of(asked);
	const struct told *t = &told[hash % PLACES];

	return t->known && t->hash == hash ? pool_memdup(pool, &t->caller, sizeof(t->caller))
					   : NULL;
}

void lately_told(const struct lately_asked *asked, const struct caller *caller)
{
	uint64_t hash = hash_of(asked);
	struct told *t = &told[hash % PLACES];

	t->hash = hash;
	t->known = true;
	memcpy(&t->caller, caller, sizeof(t->caller)); /* its padding too: it will be compared */
}

void lately_forget(const struct lately_asked *asked)
{
	told[hash_of(asked) % PLACES].known = false;
}

void lately_wrote(const struct lately_asked *asked)
{
	uint64_t hash = hash_of(asked);
	struct told *t = &told[hash % PLACES];

	if (t->known && t->hash == hash)
		t->caller.ledger_version++;
}
