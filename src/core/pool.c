/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool.c: memory that is freed whole, on talloc.
 *
 * Plain contexts; only a request's small blocks come out of one large block, and not under
 * AddressSanitizer, which would miss overruns there.  Hot loops use one array sized from the row count.
 */
#include "config.h"

#include "core/pool.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <talloc.h>

#define BUSY_KEPT ((size_t)12 << 20) /* kept for the next request */
#define IDLE_KEPT ((size_t)1 << 20)
#define MAPPED ((size_t)4 << 20) /* larger blocks are mapped, and unmapped when freed */

#define FIRST_BLOCK ((size_t)256 << 10) /* enough for most requests */

static long trimmed_at; /* page faults until the last trim */

/* An array without elements: most of a portfolio's small lists are empty. */
static max_align_t nothing[1];

static NORETURN void memory_ended(void)
{
	static const char line[] = "{\"level\":\"error\",\"msg\":\"out of memory\"}\n";

	fputs(line, stderr);
	abort();
}

static void *have(void *p)
{
	if (!p)
		memory_ended();
	return p;
}

void *pool_new(void *parent, const char *name)
{
	void *pool = have(talloc_new(parent));

	talloc_set_name_const(pool, name);
	return pool;
}

#ifdef __SANITIZE_ADDRESS__
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

void *pool_of_many(void *parent, const char *name)
{
#ifdef IS_SANITIZED
	return pool_new(parent, name);
#else
	void *pool = have(talloc_pool(parent, FIRST_BLOCK));

	talloc_set_name_const(pool, name);
	return pool;
#endif
}

static void free_beside(void *arg)
{
	pool_free(arg);
}

void *pool_beside(void *pool, const char *name)
{
	void *beside = pool_new(NULL, name);

	pool_on_free(pool, free_beside, beside);
	return beside;
}

void pool_free(void *pool)
{
	if (pool && pool != nothing)
		(void)talloc_free(pool); /* fails only when a destructor refuses; ours do not */
}

/* The overhead of a block: talloc's header and the allocator's own. */
#define BLOCK_COST 112

size_t pool_size(const void *pool)
{
	return talloc_total_size(pool) + talloc_total_blocks(pool) * BLOCK_COST;
}

void pool_start(void)
{
	(void)mallopt(M_TRIM_THRESHOLD, (int)BUSY_KEPT);
	(void)mallopt(M_TOP_PAD, (int)(IDLE_KEPT / 4));
	(void)mallopt(M_MMAP_THRESHOLD, (int)MAPPED);
}

bool pool_limit(size_t bytes)
{
#ifdef IS_SANITIZED
	(void)bytes; /* AddressSanitizer maps terabytes */
	return true;
#else
	const struct rlimit limit = { bytes, bytes };

	return setrlimit(RLIMIT_AS, &limit) == 0;
#endif
}

/*
 * Counts the page faults since the last trim instead of the free memory: memory that was already
 * returned would be returned again at every request, and faulted in again.
 */
static long pages_touched(void)
{
	struct rusage used;

	return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_minflt : trimmed_at;
}

static bool is_above(long touched, size_t kept)
{
	return (size_t)(touched - trimmed_at) * (size_t)sysconf(_SC_PAGESIZE) >= kept;
}

bool pool_trim(bool idle)
{
	long touched = pages_touched();

	if (!is_above(touched, idle ? IDLE_KEPT : BUSY_KEPT))
		return is_above(touched, IDLE_KEPT);
	(void)malloc_trim(0);
	trimmed_at = touched;
	return false;
}

void *pool_bytes(void *pool, size_t size, size_t n, const char *name)
{
	size_t total;

	if (__builtin_mul_overflow(size, n, &total))
		memory_ended();
	return total ? have(_talloc_zero(pool, total, name)) : nothing;
}

void *pool_resized(void *pool, void *p, size_t size, size_t n, const char *name)
{
	size_t total;

	if (__builtin_mul_overflow(size, n, &total))
		memory_ended();
	return have(_talloc_realloc(pool, p == nothing ? NULL : p, total ? total : 1, name));
}

char *pool_strdup(void *pool, const char *s)
{
	return have(talloc_strdup(pool, s));
}

char *pool_strndup(void *pool, const char *s, size_t n)
{
	char *copy = pool_bytes(pool, 1, n + 1, "char[]");

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

void *pool_memdup(void *pool, const void *p, size_t n)
{
	void *copy = pool_bytes(pool, 1, n, "bytes");

	if (n)
		memcpy(copy, p, n);
	return copy;
}

char *pool_vprintf(void *pool, const char *fmt, va_list ap)
{
	return have(talloc_vasprintf(pool, fmt, ap));
}

char *pool_printf(void *pool, const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = pool_vprintf(pool, fmt, ap);
	va_end(ap);
	return s;
}

void pool_move(void *new_pool, const void *block)
{
	if (block != nothing)
		(void)talloc_steal(new_pool, block);
}

struct undo {
	void (*call)(void *arg);
	void *arg;
};

static int undo_run(struct undo *u)
{
	u->call(u->arg);
	return 0;
}

void pool_on_free(void *pool, void (*undo)(void *arg), void *arg)
{
	struct undo *u = pool_zero(pool, struct undo);

	u->call = undo;
	u->arg = arg;
	talloc_set_destructor(u, undo_run);
}
