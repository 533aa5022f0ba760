/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A history continued from an earlier cut equals the one walked from the first flow, to the last
 * bit; and history_inputs() changes with every part of the ledger that the walk up to the cut
 * reads.
 */
#include "config.h"

#include "calc/history/packed.h"

#include "tap.h"
#include "world.h"

#include <string.h>

static void *pool;

static struct slice packed(const struct cached_prefix *p)
{
	struct buf b;

	buf_init(&b, pool, 256);
	prefix_pack(&b, p);
	return (struct slice){ b.p, b.n };
}

static struct slice seen_of(const struct derived *d, struct day last)
{
	struct buf b;

	buf_init(&b, pool, 256);
	for (size_t i = 0; i < d->n; i++)
		history_inputs(&b, &d->holdings[i], last);
	return (struct slice){ b.p, b.n };
}

/* The ledger without one row of one asset. */
static struct ledger without(const struct world *w, size_t asset, size_t row)
{
	struct ledger_asset *assets = pool_array(pool, struct ledger_asset, w->ledger.n_assets);
	struct ledger_row *rows =
		pool_array(pool, struct ledger_row, w->ledger.assets[asset].n_rows);
	size_t n = 0;

	for (size_t i = 0; i < w->ledger.n_assets; i++)
		assets[i] = w->ledger.assets[i];
	for (size_t i = 0; i < assets[asset].n_rows; i++)
		if (i != row)
			rows[n++] = assets[asset].rows[i];
	assets[asset].rows = rows;
	assets[asset].n_rows = n;
	return (struct ledger){ assets, w->ledger.n_assets, w->ledger.coverage,
				w->ledger.n_coverage };
}

static bool walked(const struct world *w, struct seen *s, const struct history_prefix *cut,
		   struct cached_prefix *out)
{
	const struct history_source source = { &s->derived, &s->portfolio, &w->market, false };

	*out = (struct cached_prefix){ .prefix = { .n_months = 0 } };
	if (history_walk(pool, &source, 1, w->as_of, cut, &out->prefix) != CALC_OK)
		return false;
	out->seen = seen_of(&s->derived, history_cut(w->as_of));
	return true;
}

static struct counts {
	int gone_on, same, before, noticed, wrong;
} counts;

/* A write: the row is there now, and was not before. */
static void one_world(const struct world *w)
{
	size_t asset = dice((uint32_t)w->ledger.n_assets);
	size_t n = w->ledger.assets[asset].n_rows, row;
	struct cached_prefix earlier, cached, whole, rest;
	struct ledger ledger;
	struct seen was, is;
	struct day day;

	if (!n)
		return;
	row = dice(2) ? n - 1 : dice((uint32_t)n);
	day = w->ledger.assets[asset].rows[row].day;
	ledger = without(w, asset, row);
	if (!world_seen(pool, w, &ledger, &was) || !world_seen(pool, w, &w->ledger, &is) ||
	    !walked(w, &was, NULL, &earlier) || !walked(w, &is, NULL, &whole))
		return;
	if (!earlier.prefix.cut || !prefix_unpack(pool, packed(&earlier), &cached))
		return;
	if (!day_before(history_cut(w->as_of), day)) {
		counts.before++;
		counts.noticed += !slice_same(cached.seen, whole.seen);
	}
	if (!slice_same(cached.seen, whole.seen) || !walked(w, &is, cached.prefix.cut, &rest))
		return;
	counts.gone_on++;
	if (slice_same(packed(&rest), packed(&whole)))
		counts.same++;
	else if (counts.wrong++ == 0)
		diag("the first that is another one: asset %zu, row %zu", asset, row);
}

int main(void)
{
	void *all = pool_new(NULL, "cut");
	const int worlds = random_cases(1500);

	for (int i = 0; i < worlds; i++) {
		pool = pool_new(all, "world");
		one_world(world_new(pool));
		pool_free(pool);
	}
	diag("%d went on, %d of %d rows before the cut were noticed", counts.gone_on,
	     counts.noticed, counts.before);
	ok(counts.gone_on > worlds / 20, "many go on from the cut");
	is_int(counts.same, counts.gone_on, "each to what a walk from the first flow finds");
	ok(counts.before > worlds / 4, "many rows lie before it");
	ok(counts.noticed > counts.before * 9 / 10, "which is noticed");
	pool_free(all);
	return tap_done();
}
