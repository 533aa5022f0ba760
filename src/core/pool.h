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

/* pool_of_many() - the same, for many small blocks that live about as long as the context. */
void *pool_of_many(void *parent, const char *name);

/*
 * pool_beside() - a context that is freed with @pool; its blocks may be moved, those of pool_of_many()
 * may not.
 */
void *pool_beside(void *pool, const char *name);

/* pool_free() - free a context and all below it; NULL is allowed. */
void pool_free(void *pool);

/* pool_size() - bytes of a context and all below it, with an estimate of the overhead. */
size_t pool_size(const void *pool);

/*
 * pool_start() - configures the allocator of a worker: when it takes memory from the system and returns
 * it.
 */
void pool_start(void);

/*
 * pool_limit() - limits the address space of this process: exceeding it ends the process instead of
 * exhausting the machine. Does nothing under AddressSanitizer, which reserves everything.  False when
 * the system refuses.
 */
bool pool_limit(size_t bytes) MUST_CHECK;

/*
 * pool_trim() - between requests: returns memory that large requests freed to the system, when it is
 * much.
 * @idle: no client is waiting: also when it is little Returns whether a further call when idle would
 * return something.
 *
 * A busy worker keeps up to 12 MiB, or each large request would fault all of its pages in again; code
 * that takes memory for good (a cache) must not take it from there.
 */
bool pool_trim(bool idle);

/*
 * Typed blocks, zeroed.  pool_array() of 0 elements gives a valid pointer, which must not be used as a
 * parent.
 */
#define pool_zero(pool, type) ((type *)pool_bytes((pool), sizeof(type), 1, #type))
#define pool_array(pool, type, n) ((type *)pool_bytes((pool), sizeof(type), (n), #type "[]"))
void *pool_bytes(void *pool, size_t size, size_t n, const char *name) NEVER_NULL;

/* pool_resize() - grow or shrink an array made by pool_array(); new elements are not zeroed. */
#define pool_resize(pool, p, type, n)                                                              \
	((type *)pool_resized((pool), (p), sizeof(type), (n), #type "[]"))
void *pool_resized(void *pool, void *p, size_t size, size_t n, const char *name) NEVER_NULL;

/* pool_grow() - makes room for one more element where @n == @size: first for @first, then for twice as many. */
#define pool_grow(pool, items, type, n, size, first)                                               \
	do {                                                                                       \
		if ((n) == (size)) {                                                               \
			(size) = (size) ? 2 * (size) : (first);                                    \
			(items) = pool_resize((pool), (items), type, (size));                      \
		}                                                                                  \
	} while (0)

char *pool_strdup(void *pool, const char *s);
char *pool_strndup(void *pool, const char *s, size_t n);
void *pool_memdup(void *pool, const void *p, size_t n);
char *pool_printf(void *pool, const char *fmt, ...) PRINTF_LIKE(2, 3);
char *pool_vprintf(void *pool, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* pool_move() - moves a block to another pool; not one of pool_of_many(). */
void pool_move(void *new_pool, const void *block);

/*
 * pool_on_free() - calls undo(arg) when the pool is freed, the last registered first.  Blocks allocated
 * on the pool after this call are freed by then, older ones are still there.  undo must not fail and
 * must not allocate on the pool.
 */
void pool_on_free(void *pool, void (*undo)(void *arg), void *arg);

#endif
