/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed.h: derived figures as bytes, to be kept.
 *
 * Two parts.  The head is everything that a detail shows and is read whole: assets, positions,
 * recent rows and steps, lots, flows and months of the portfolio.  A tail is what one holding adds for
 * histories: its months, flows, income and all steps.  Integers are LEB128, signed ones zigzag;
 * days are told by their distance from the one before.  The first byte is the form's version: what
 * another program wrote is made again, never converted.
 */
#ifndef LASTRO_CALC_PACKED_H
#define LASTRO_CALC_PACKED_H

#include "calc/derived.h"
#include "core/buf.h"

/* head_pack() - append the head of @d, whose holdings point into @ledger. */
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

#endif
