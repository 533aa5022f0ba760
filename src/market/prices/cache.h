/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache.h: the worker's cache of symbols; used only in src/market.
 *
 * Bounded by three quarters of LASTRO_CACHE_MB, evicting the least recently used.  Emptied when the
 * version of the reference data or the closes differs from that of the entries.
 */
#ifndef LASTRO_MARKET_PRICES_CACHE_H
#define LASTRO_MARKET_PRICES_CACHE_H

#include "calc/amounts/amounts.h"
#include "core/lru.h"
#include "core/ctx.h"

/* One symbol of a venue. */
struct cached_symbol {
	struct lru_entry entry;
	struct market_symbol symbol; /* .type is not set: several types share a venue */
	const char *venue;	     /* of market_venue(): static */
	bool has_series;	     /* symbol.closes is complete */
};

/* cache_open() - before the first use in a request (idempotent); drops outdated entries. */
void cache_open(struct ctx *ctx);

/* cache_find() - NULL when it is not cached.  A result stays valid until ctx->pool is freed. */
struct cached_symbol *cache_find(const char *venue, const char *symbol);

/*
 * cache_put() - moves a symbol, a block of ctx->pool with everything below it, to the cache. When this
 * request's entries leave no room, it stays the request's.
 */
void cache_put(struct cached_symbol *s);

/*
 * cache_grow() - adds to a symbol of cache_find() its series, a block of ctx->pool of so many bytes in
 * all, if there is room; false: it stays the request's.
 */
bool cache_grow(struct cached_symbol *s, const struct close_year *years, size_t n, size_t bytes);

#endif
