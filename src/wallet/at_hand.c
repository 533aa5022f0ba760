/* SPDX-License-Identifier: Apache-2.0 */
/* at_hand.c: kept heads that the worker has read lately. */
#include "config.h"

#include "wallet/at_hand.h"

#include "access/caller.h"
#include "core/pool.h"
#include "http/config.h"

#define BUCKETS 1024

static struct lru_entry *buckets[BUCKETS];

/* Belongs to a connection of a database: hangs on the database's context, goes with it. */
static struct {
	struct db *db;
	uint64_t connection;
	void *pool;    /* of the entries */
	void *request; /* pool of the request that uses them */
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
	cache.pool = pool_new(ctx->db, "heads at hand");
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

static bool is_portfolio(const struct lru_entry *e, const void *key)
{
	return uuid_same(((const struct at_hand *)e)->portfolio, *(const struct uuid *)key);
}

static struct at_hand *find(struct uuid portfolio)
{
	return (struct at_hand *)lru_find(&cache.heads,
					  lru_hash(LRU_HASH, portfolio.b, sizeof(portfolio.b)),
					  is_portfolio, &portfolio);
}

struct at_hand *at_hand_find(struct ctx *ctx)
{
	struct at_hand *h;

	if (!ctx->caller || !db_reads(ctx->db))
		return NULL;
	open_cache(ctx);
	h = find(ctx->caller->portfolio);
	if (!h)
		return NULL;
	if (h->version == ctx->caller->ledger_version &&
	    h->reference == ctx->caller->market_version[FAMILY_REFERENCE])
		return h;
	lru_remove(&cache.heads, &h->entry);
	return NULL;
}

void at_hand_keep(struct ctx *ctx, struct db_rows *row, int64_t version, int64_t reference)
{
	struct at_hand *h;
	size_t bytes;

	if (!ctx->caller || !db_reads(ctx->db))
		return;
	open_cache(ctx);
	bytes = db_rows_bytes(row) + sizeof(*h);
	if (find(ctx->caller->portfolio) || !lru_room(&cache.heads, bytes))
		return;
	h = pool_zero(cache.pool, struct at_hand);
	*h = (struct at_hand){ .entry.bytes = bytes,
			       .portfolio = ctx->caller->portfolio,
			       .version = version,
			       .reference = reference,
			       .row = db_keep(h, row) };
	lru_add(&cache.heads, lru_hash(LRU_HASH, h->portfolio.b, sizeof(h->portfolio.b)),
		&h->entry);
}

bool at_hand_unpacked(struct at_hand *h, void *pool, const struct loaded *head)
{
	size_t bytes = pool_size(pool);

	if (!lru_room(&cache.heads, bytes))
		return false;
	lru_grow(&cache.heads, &h->entry, bytes);
	h->head = head;
	return true;
}
