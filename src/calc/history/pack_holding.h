/* SPDX-License-Identifier: Apache-2.0 */
/* pack_holding.h: one holding of a head, as bytes; internal to the rooms packed_*. */
#ifndef LASTRO_CALC_HISTORY_PACK_HOLDING_H
#define LASTRO_CALC_HISTORY_PACK_HOLDING_H

#include "calc/ledger/derive.h"
#include "calc/history/pack_bytes.h"

/*
 * pack_holding() - packs @h of @d, whose assets are stored as indices of @ledger.
 * unpack_holding() - fills @h, which must be zero.
 */
void pack_holding(struct buf *b, const struct ledger *ledger, const struct derived *d,
		  const struct derived_holding *h);
void unpack_holding(struct unpacking *r, const struct ledger *ledger, struct derived_holding *h);

#endif
