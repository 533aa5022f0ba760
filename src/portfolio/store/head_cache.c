/* SPDX-License-Identifier: Apache-2.0 */
/* head_cache.c: the worker's cache of recently read heads. */
#include "config.h"

#include "portfolio/store/head_cache.h"

#include <inttypes.h>

#include "identity/caller.h"
#include "core/encode.h"
#include "core/pool.h"
#include "core/uuid.h"
#include "core/settings.h"

#define BUCKETS 1024

static struct lru_entry *buckets[BUCKETS];

/*
 * Belongs to one connection: hangs on the context of its database, and is emptied when the connection
 * changes.
 */
static struct {
	struct db *db;
	uint64_t connection;
	void *pool;    /* of the entries */
	void *request; /* pool of the request that last used them: another pool means another turn */
	struct lru heads;
} cache = { .heads = { .bucket = buckets, .n_buckets = BUCKETS } };

static void database_gone(void *arg UNUSED)
{
	cache.db = NULL;
	cache.pool = NULL;
	lru_empty(&cache.heads);
}

static void request_gone(void *arg UNUSED)
{
	cache.request = NULL;
}

static void drop_all(struct ctx *ctx)
{
	pool_free(cache.pool);
	lru_empty(&cache.heads);
	cache.db = ctx->db;
	cache.connection = db_connection(ctx->db);
	cache.pool = pool_new(ctx->db, "head cache");
	pool_on_free(cache.pool, database_gone, NULL);
}

static void open_cache(struct ctx *ctx)
{
	cache.heads.most = ctx->config->cache_bytes / 4;
	if (cache.request != ctx->pool) {
		cache.request = ctx->pool;
		cache.heads.turn++;
		pool_on_free(ctx->pool, request_gone, NULL);
	}
	if (cache.db != ctx->db || cache.connection != db_connection(ctx->db))
		drop_all(ctx);
}

/*
 * A key is "id:version id:version".  An entry is found by its ids alone, so that a newer version
 * replaces the older one instead of leaving it until eviction.
 */
static const char *skip_version(const char *p)
{
	if (*p == ':')
		p += strcspn(p, " ");
	return p;
}

static uint64_t hash_of(const char *ledgers)
{
	uint64_t hash = FNV1A_START;

	for (const char *p = skip_version(ledgers); *p; p = skip_version(p + 1))
		hash = fnv1a(hash, p, 1);
	return hash;
}

static bool same_portfolios(const struct lru_entry *e, const void *key)
{
	const char *a = skip_version(((const struct cached_head *)e)->ledgers);
	const char *b = skip_version(key);

	while (*a && *a == *b) {
		a = skip_version(a + 1);
		b = skip_version(b + 1);
	}
	return *a == *b;
}

/* An entry of these portfolios, at any version. */
static struct cached_head *find(const char *ledgers)
{
	return (struct cached_head *)lru_find(&cache.heads, hash_of(ledgers), same_portfolios,
					      ledgers);
}

const char *head_cache_ledger(struct ctx *ctx)
{
	return pool_printf(ctx->pool, "%s:%" PRId64, uuid_text(ctx->pool, ctx->caller->portfolio),
			   ctx->caller->ledger_version);
}

struct cached_head *head_cache_find(struct ctx *ctx, const char *ledgers)
{
	struct cached_head *h;

	if (!ctx->caller || !db_reads(ctx->db))
		return NULL;
	open_cache(ctx);
	h = find(ledgers);
	if (h && str_eq(h->ledgers, ledgers) &&
	    h->reference == ctx->caller->market_version[FAMILY_REFERENCE]) {
		ctx->cache_hits++;
		return h;
	}
	ctx->cache_misses++;
	if (h)
		lru_remove(&cache.heads, &h->entry);
	return NULL;
}

void head_cache_put(struct ctx *ctx, const char *ledgers, struct db_rows *rows)
{
	struct cached_head *h;
	size_t bytes;

	if (!ctx->caller || !db_reads(ctx->db))
		return;
	open_cache(ctx);
	h = find(ledgers);
	if (h && str_eq(h->ledgers, ledgers) &&
	    h->reference == ctx->caller->market_version[FAMILY_REFERENCE])
		return;
	if (h)
		lru_remove(&cache.heads, &h->entry);
	bytes = db_rows_bytes(rows) + sizeof(*h) + strlen(ledgers);
	if (!lru_room(&cache.heads, bytes))
		return;
	h = pool_zero(cache.pool, struct cached_head);
	*h = (struct cached_head){ .entry.bytes = bytes,
				   .ledgers = pool_strdup(h, ledgers),
				   .reference = ctx->caller->market_version[FAMILY_REFERENCE],
				   .rows = db_keep(h, rows) };
	lru_add(&cache.heads, hash_of(ledgers), &h->entry);
}

bool head_cache_unpacked(struct cached_head *h, void *pool, const struct loaded *heads)
{
	size_t bytes = pool_size(pool);

	if (!lru_room(&cache.heads, bytes))
		return false;
	lru_grow(&cache.heads, &h->entry, bytes);
	h->heads = heads;
	return true;
}

void head_cache_drop(struct cached_head *h)
{
	h->reference =
		-1; /* no version: it is removed at the next lookup; this request still reads it */
}
