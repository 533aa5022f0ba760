/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool.h: memory that is freed whole.
 *
 * A pool is a talloc context.  A request has one (ctx->pool); what outlives a request hangs on a
 * named context with an owner.  Running out of memory logs and aborts, so no caller tests for NULL.
 * Sizes that come from outside are bounded by the caller first.
 */
#ifndef LASTRO_CORE_POOL_H
#define LASTRO_CORE_POOL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/attributes.h"

/* pool_new() - a context below @parent, or a root when @parent is NULL (the two programs' roots). */
void *pool_new(void *parent, const char *name);

/* pool_of_many() - the same for many small blocks that live about as long as the context. */
void *pool_of_many(void *parent, const char *name);

/* pool_beside() - a context that is freed with @pool; its blocks may be moved, those of many may not. */
void *pool_beside(void *pool, const char *name);

/* pool_free() - free a context and all below it; NULL is allowed. */
void pool_free(void *pool);

/* pool_size() - bytes of a context and all below it, with about what their blocks cost. */
size_t pool_size(const void *pool);

/* pool_start() - at the start of a worker: how it takes memory from the system and gives it back. */
void pool_start(void);

/*
 * pool_limit() - the address space of this process, at most: whoever asks for more ends it, not the machine.
 * Nothing under AddressSanitizer, which takes it all.  False: the system refuses.
 */
bool pool_limit(size_t bytes) MUST_CHECK;

/*
 * pool_trim() - between requests: give back to the system what large ones left free, when it is much.
 * @idle: nobody is waiting: also when it is little
 * Returns whether being called again when idle would give something back.
 *
 * A busy worker keeps up to 12 MiB of it, or each large request would pay the system for all of its
 * pages anew; whoever takes memory for good on top of it (a cache) must not keep it there.
 */
bool pool_trim(bool idle);

/* Typed blocks, zeroed.  pool_array() of 0 elements gives a valid pointer, to which nothing
 * may be hung. */
#define pool_zero(pool, type) ((type *)pool_bytes((pool), sizeof(type), 1, #type))
#define pool_array(pool, type, n) ((type *)pool_bytes((pool), sizeof(type), (n), #type "[]"))
void *pool_bytes(void *pool, size_t size, size_t n, const char *name) NEVER_NULL;

/* pool_resize() - grow or shrink an array made by pool_array(); new elements are not zeroed. */
#define pool_resize(pool, p, type, n)                                                              \
	((type *)pool_resized((pool), (p), sizeof(type), (n), #type "[]"))
void *pool_resized(void *pool, void *p, size_t size, size_t n, const char *name) NEVER_NULL;

char *pool_strdup(void *pool, const char *s);
char *pool_strndup(void *pool, const char *s, size_t n);
void *pool_memdup(void *pool, const void *p, size_t n);
char *pool_printf(void *pool, const char *fmt, ...) PRINTF_LIKE(2, 3);
char *pool_vprintf(void *pool, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* pool_move() - give a block, not of pool_of_many(), to another pool. */
void pool_move(void *new_pool, const void *block);

/*
 * pool_on_free() - call undo(arg) when the pool is freed.  Last hung, first run: blocks that were
 * allocated on the pool after this call are gone by then, older ones are still there.  undo must not
 * fail and must not allocate on the pool.
 */
void pool_on_free(void *pool, void (*undo)(void *arg), void *arg);

#endif
