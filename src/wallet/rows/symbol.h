/* SPDX-License-Identifier: Apache-2.0 */
/* symbol.h: how a person spells a paper, and how the ledger does. */
#ifndef LASTRO_WALLET_ROWS_SYMBOL_H
#define LASTRO_WALLET_ROWS_SYMBOL_H

#include "calc/base/base.h"

/*
 * symbol_normal() - @in as the ledger keeps it, in @pool; NULL when it cannot be a symbol of @type,
 * with *expected (pt-BR) saying what one looks like.
 *
 * Exchange papers in capitals, without the F of the fractional market (doc/calculations.md 16); a
 * fund is its 14-character tax id; a Treasury bond keeps its name.  Whether the paper exists is not
 * asked: an unknown ticker is allowed and shows as unpriced.
 */
const char *symbol_normal(void *pool, enum asset_type type, const char *in, const char **expected);

#endif
