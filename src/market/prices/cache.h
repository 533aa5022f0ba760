/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cache.h: the symbols that the worker keeps between requests; only src/market includes this.
 *
 * Bounded by three quarters of LASTRO_CACHE_MB, the least recently used go first.  All go when the reference or the
 * closes have another version than the one they were read at.
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
	const char *venue;	     /* of market_venue(): lives for ever */
	bool has_series;	     /* symbol.closes is all there is */
};

/* cache_open() - before the first use in a request (again does no harm); forgets what is outdated. */
void cache_open(struct ctx *ctx);

/* cache_find() - NULL when it is not kept.  What was found stays until ctx->pool is freed. */
struct cached_symbol *cache_find(const char *venue, const char *symbol);

/*
 * cache_put() - give a symbol, a block of ctx->pool with all it points to below it, to the cache.
 * Where it finds no room among what this request uses, it stays the request's.
 */
void cache_put(struct cached_symbol *s);

/*
 * cache_grow() - a symbol of cache_find() gets its series, a block of ctx->pool of so many bytes in
 * all, if there is room; false: it stays the request's.
 */
bool cache_grow(struct cached_symbol *s, const struct close_year *years, size_t n, size_t bytes);

#endif
