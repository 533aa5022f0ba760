/* SPDX-License-Identifier: Apache-2.0 */
/* symbols.h: the market's data about some symbols; used only in src/market. */
#ifndef LASTRO_MARKET_PRICES_SYMBOLS_H
#define LASTRO_MARKET_PRICES_SYMBOLS_H

#include "calc/amounts/amounts.h"
#include "core/ctx.h"

struct want {
	const char *symbol;
	enum asset_type type;
	const char *venue; /* of market_venue(), not NULL */
};

/*
 * symbols_find() - fills out[0..n) for wants that ascend by (symbol, type), without duplicates.  Cached
 * ones cost nothing; all others are read in one round trip.
 * @at:     two newest closes on or before this day instead of the newest ones; or NULL
 * @series: also all closes, including those after @at
 *
 * The caller owns the structs; their data is valid until ctx->pool is freed.
 */
void symbols_find(struct ctx *ctx, const struct want *wants, size_t n, const struct day *at,
		  bool series, struct market_symbol *out);

#endif
