/* SPDX-License-Identifier: Apache-2.0 */
/* cache.c: the worker's cache of symbols. */
#include "config.h"

#include "market/prices/cache.h"

#include "identity/caller.h"
#include "core/encode.h"
#include "core/pool.h"
#include "core/settings.h"

#define BUCKETS 8192 /* of some ten symbols each when 32 MiB are full */

/* Belongs to a database: hangs on its context, and is freed with it. */
static struct {
	struct db *db;
	void *pool;		   /* of the entries */
	void *request;		   /* pool of the request that uses it */
	bool versioned;		   /* the request has versions */
	int64_t reference, closes; /* versions of the cached entries */
	struct lru symbols;
} cache;

static struct lru_entry *buckets[BUCKETS];

static void database_gone(void *arg UNUSED)
{
	cache.db = NULL;
	cache.pool = NULL;
	lru_empty(&cache.symbols);
}

static void request_gone(void *arg UNUSED)
{
	cache.request = NULL;
}

static void drop_all(struct ctx *ctx)
{
	pool_free(cache.pool); /* of another database: its undo function is harmless */
	lru_empty(&cache.symbols);
	cache.db = ctx->db;
	cache.pool = pool_new(ctx->db, "market symbols");
	pool_on_free(cache.pool, database_gone, NULL);
}

void cache_open(struct ctx *ctx)
{
	cache.symbols.bucket = buckets;
	cache.symbols.n_buckets = BUCKETS;
	cache.symbols.most = ctx->config->cache_bytes / 4 * 3; /* the head cache has the rest */
	if (cache.request != ctx->pool) {
		cache.request = ctx->pool;
		cache.symbols.turn++;
		pool_on_free(ctx->pool, request_gone, NULL);
	}
	cache.versioned = ctx->caller;
	if (!cache.versioned)
		return;
	if (cache.db == ctx->db &&
	    cache.reference == ctx->caller->market_version[FAMILY_REFERENCE] &&
	    cache.closes == ctx->caller->market_version[FAMILY_CLOSES])
		return;
	drop_all(ctx);
	cache.reference = ctx->caller->market_version[FAMILY_REFERENCE];
	cache.closes = ctx->caller->market_version[FAMILY_CLOSES];
}

/* ---- the symbols ---- */

struct symbol_key {
	const char *venue, *symbol;
};

static bool is_symbol(const struct lru_entry *e, const void *key)
{
	const struct cached_symbol *s = (const struct cached_symbol *)e;
	const struct symbol_key *k = key;

	return str_eq(s->symbol.symbol, k->symbol) && str_eq(s->venue, k->venue);
}

static uint64_t hash_of(const char *symbol)
{
	return fnv1a(FNV1A_START, symbol, strlen(symbol));
}

struct cached_symbol *cache_find(const char *venue, const char *symbol)
{
	const struct symbol_key key = { venue, symbol };

	if (!cache.versioned)
		return NULL;
	return (struct cached_symbol *)lru_find(&cache.symbols, hash_of(symbol), is_symbol, &key);
}

bool cache_grow(struct cached_symbol *s, const struct close_year *years, size_t n, size_t bytes)
{
	if (!lru_room(&cache.symbols, bytes))
		return false;
	pool_move(s, years);
	lru_grow(&cache.symbols, &s->entry, bytes);
	s->symbol.closes = (struct close_series){ years, n };
	s->has_series = true;
	return true;
}

void cache_put(struct cached_symbol *s)
{
	if (!cache.versioned || !lru_room(&cache.symbols, s->entry.bytes))
		return;
	pool_move(cache.pool, s);
	lru_add(&cache.symbols, hash_of(s->symbol.symbol), &s->entry);
}
