/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed.h: derived figures as bytes, for the cache in the database.
 *
 * Derived state has two parts.  The head is everything that a detail shows and is read whole: assets,
 * positions, recent rows and steps, lots, flows and months of the portfolio.  A tail is what one
 * holding adds for histories: its months, flows, income and all steps.  Beside them stands the prefix
 * of a history, for which closes were read too.  Integers are LEB128, signed ones zigzag; days are stored
 * as their distance from the one before.  Texts of what is unpacked stand in the bytes.  The first byte is the form's version, the last four are a
 * checksum: what another program wrote, or a flipped bit, is made again, never converted.
 */
#ifndef LASTRO_CALC_HISTORY_PACKED_H
#define LASTRO_CALC_HISTORY_PACKED_H

#include "calc/history/history.h"
#include "core/buf.h"

/*
 * head_pack() - append the head of @d, whose holdings point into @ledger.  What it still has of a head that it was
 * unpacked from is copied: that one's bytes must stand.
 */
void head_pack(struct buf *out, const struct ledger *ledger, const struct derived *d);

/*
 * head_unpack() - assets without rows, holdings without tails; false when the bytes are of another
 * form or end early, and then nothing of what comes out is to be used.
 */
bool head_unpack(void *pool, struct slice bytes, struct ledger_asset **assets, size_t *n_assets,
		 struct derived *derived) MUST_CHECK;

/* head_assets() - the assets alone. */
bool head_assets(void *pool, struct slice bytes, struct ledger_asset **assets,
		 size_t *n) MUST_CHECK;

void tail_pack(struct buf *out, const struct derived_holding *h);
bool tail_unpack(void *pool, struct slice bytes, struct derived_holding *h) MUST_CHECK;

/* What is cached of a history: all that does not change within a day. */
struct cached_prefix {
	struct history_prefix prefix; /* without its points */
	struct benchmark_result benchmarks[BENCHMARKS];
	struct slice seen; /* names what the walk to the cut had read; empty without a cut */
};

/* prefix_pack() - not of a prefix that is `live`. */
void prefix_pack(struct buf *out, const struct cached_prefix *cached);
bool prefix_unpack(void *pool, struct slice bytes, struct cached_prefix *out) MUST_CHECK;

#endif
