/* SPDX-License-Identifier: Apache-2.0 */
/* serve/metrics.c: the counters of a pool's requests. */
#include "config.h"

#include "serve/metrics.h"

#include <stdatomic.h>

#include "core/encode.h"
#include "http/response.h"

const int metrics_statuses[METRICS_STATUSES] = {
	0,   200, 201, 202, 204, 206, 302, 303, 304, 400, 401, 403, 404, 405, 406,
	408, 409, 410, 411, 412, 413, 415, 422, 428, 429, 431, 500, 502, 503, 504,
};

const int64_t metrics_bounds_us[METRICS_BUCKETS - 1] = {
	1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 2500000, 10000000,
};

static void add(_Atomic uint64_t *to, uint64_t n)
{
	if (n)
		atomic_fetch_add_explicit(to, n, memory_order_relaxed);
}

struct metrics *metrics_alone(void)
{
	static struct metrics own;

	return &own;
}

struct metrics_row *metrics_row(struct metrics *m, const char *operation)
{
	uint64_t hash;

	if (!operation)
		return &m->rows[0];
	hash = fnv1a(FNV1A_START, operation, strlen(operation));
	for (size_t i = 0; i < METRICS_ROWS; i++) {
		struct metrics_row *row = &m->rows[(hash + i) % METRICS_ROWS];
		uint64_t name = atomic_load_explicit(&row->name, memory_order_relaxed);

		if (row == &m->rows[0])
			continue;
		if (name == hash)
			return row;
		/* Another worker may have taken the row meanwhile, possibly for the same operation. */
		if (!name &&
		    (atomic_compare_exchange_strong(&row->name, &name, hash) || name == hash))
			return row;
	}
	return &m->rows[0];
}

static size_t status_index(int status)
{
	for (size_t i = 1; i < METRICS_STATUSES; i++)
		if (metrics_statuses[i] == status)
			return i;
	return 0;
}

static size_t bucket_index(int64_t took_us)
{
	size_t i = 0;

	while (i < METRICS_BUCKETS - 1 && took_us > metrics_bounds_us[i])
		i++;
	return i;
}

void metrics_count(struct metrics *m, const struct ctx *ctx, int64_t took_us)
{
	struct metrics_row *row = metrics_row(m, ctx->route ? ctx->route->operation : NULL);

	add(&row->status[status_index(ctx->res->status)], 1);
	add(&row->bucket[bucket_index(took_us)], 1);
	add(&row->took_us, took_us > 0 ? (uint64_t)took_us : 0);
	add(&m->round_trips, ctx->round_trips);
	add(&m->cache_hits, ctx->cache_hits);
	add(&m->cache_misses, ctx->cache_misses);
	add(&m->rebuilds, ctx->rebuilds);
}
