/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed.h: derived figures as bytes, for the cache in the database.  A public header of the room.
 *
 * Derived state has two parts.  The head has everything that a detail shows and is read whole: assets,
 * positions, recent rows and steps, lots, flows and months of the portfolio.  A tail has what one
 * holding adds for histories: its months, flows, income and all steps.  The prefix of a history is
 * stored separately, since it also depends on closes.  Integers are LEB128, signed ones zigzag; days
 * are stored as their distance from the one before.  Unpacked texts point into the bytes.  The first
 * byte is the form's version, the last four are a checksum: bytes of another program version, or
 * damaged ones, are derived again, never converted.
 */
#ifndef LASTRO_CALC_HISTORY_PACKED_H
#define LASTRO_CALC_HISTORY_PACKED_H

#include "calc/history/history.h"
#include "core/buf.h"

/*
 * head_pack() - appends the head of @d, whose holdings point into @ledger.  Copies unchanged parts of
 * the head that it was unpacked from, whose bytes must still exist.
 */
void head_pack(struct buf *out, const struct ledger *ledger, const struct derived *d);

/*
 * head_unpack() - assets without rows, holdings without tails; false when the bytes have another
 * version or end early: the output must then not be used.
 */
bool head_unpack(void *pool, struct slice bytes, struct ledger_asset **assets, size_t *n_assets,
		 struct derived *derived) MUST_CHECK;

/* head_assets() - only the assets. */
bool head_assets(void *pool, struct slice bytes, struct ledger_asset **assets,
		 size_t *n) MUST_CHECK;

void tail_pack(struct buf *out, const struct derived_holding *h);
bool tail_unpack(void *pool, struct slice bytes, struct derived_holding *h) MUST_CHECK;

/* The cached part of a history, which does not change within a day. */
struct cached_prefix {
	struct history_prefix prefix; /* without its points */
	struct benchmark_result benchmarks[BENCHMARKS];
	struct slice seen; /* stamp of what the walk to the cut read; empty without a cut */
};

/* prefix_pack() - must not be called for a `live` prefix. */
void prefix_pack(struct buf *out, const struct cached_prefix *cached);
bool prefix_unpack(void *pool, struct slice bytes, struct cached_prefix *out) MUST_CHECK;

#endif
