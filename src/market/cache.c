/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache.c: the symbols that the worker keeps between requests.
 *
 * A hash table of chains and a list in order of use.  What the present request has found is never
 * freed: each use stamps the entry with the request's turn, and eviction stops at the first stamp of
 * this turn, all later ones in the list being of this turn too.
 */
#include "config.h"

#include "market/cache.h"

#include "access/caller.h"
#include "core/pool.h"
#include "http/config.h"

#define BUCKETS 8192 /* of some ten symbols each when 32 MiB are full */

/* Belongs to a database: hangs on its context, goes with it. */
static struct {
	struct db *db;
	void *pool;    /* of the entries */
	void *request; /* pool of the request that uses them */
	uint64_t turn;
	bool versioned;		   /* the request knows which version it reads */
	int64_t reference, closes; /* versions that the entries were read at */
	size_t bytes;
	struct kept_symbol *newest, *oldest;
	struct kept_symbol *bucket[BUCKETS];
} cache;

static void empty(void)
{
	cache.bytes = 0;
	cache.newest = NULL;
	cache.oldest = NULL;
	memset(cache.bucket, 0, sizeof(cache.bucket));
}

static void database_gone(void *arg UNUSED)
{
	cache.db = NULL;
	cache.pool = NULL;
	empty();
}

static void request_gone(void *arg UNUSED)
{
	cache.request = NULL;
}

static void drop_all(struct ctx *ctx)
{
	pool_free(
		cache.pool); /* of another database: its guard stays and does nothing worse than this */
	empty();
	cache.db = ctx->db;
	cache.pool = pool_new(ctx->db, "market symbols");
	pool_on_free(cache.pool, database_gone, NULL);
}

void cache_open(struct ctx *ctx)
{
	if (cache.request != ctx->pool) {
		cache.request = ctx->pool;
		cache.turn++;
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

/* ---- the table ---- */

static struct kept_symbol **bucket_of(const char *symbol)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

	for (; *symbol; symbol++)
		hash = (hash ^ (unsigned char)*symbol) * UINT64_C(1099511628211);
	return &cache.bucket[hash % BUCKETS];
}

static void list_remove(struct kept_symbol *s)
{
	*(s->newer ? &s->newer->older : &cache.newest) = s->older;
	*(s->older ? &s->older->newer : &cache.oldest) = s->newer;
}

static void list_push(struct kept_symbol *s)
{
	s->turn = cache.turn;
	s->newer = NULL;
	s->older = cache.newest;
	*(s->older ? &s->older->newer : &cache.oldest) = s;
	cache.newest = s;
}

struct kept_symbol *cache_find(const char *venue, const char *symbol)
{
	struct kept_symbol *s;

	if (!cache.versioned)
		return NULL;
	for (s = *bucket_of(symbol); s; s = s->next)
		if (str_eq(s->symbol.symbol, symbol) && str_eq(s->venue, venue))
			break;
	if (!s)
		return NULL;
	list_remove(s);
	list_push(s);
	return s;
}

static void evict(struct kept_symbol *s)
{
	struct kept_symbol **at = bucket_of(s->symbol.symbol);

	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	list_remove(s);
	cache.bytes -= s->bytes;
	pool_free(s);
}

/* Whether there is room for so much more, now that what nobody uses has gone. */
static bool make_room(struct ctx *ctx, size_t bytes)
{
	while (cache.oldest && cache.oldest->turn != cache.turn &&
	       cache.bytes + bytes > ctx->config->cache_bytes)
		evict(cache.oldest);
	return cache.bytes + bytes <= ctx->config->cache_bytes;
}

bool cache_grow(struct ctx *ctx, struct kept_symbol *s, const struct close_year *years, size_t n,
		size_t bytes)
{
	if (!make_room(ctx, bytes))
		return false;
	pool_move(s, years);
	cache.bytes += bytes;
	s->bytes += bytes;
	s->symbol.closes = (struct close_series){ years, n };
	s->has_series = true;
	return true;
}

void cache_keep(struct ctx *ctx, struct kept_symbol *s)
{
	struct kept_symbol **bucket = bucket_of(s->symbol.symbol);

	if (!cache.versioned || !make_room(ctx, s->bytes))
		return;
	pool_move(cache.pool, s);
	cache.bytes += s->bytes;
	s->next = *bucket;
	*bucket = s;
	list_push(s);
}
