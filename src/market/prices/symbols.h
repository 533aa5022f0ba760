/* SPDX-License-Identifier: Apache-2.0 */
/* symbols.h: what the market knows of some symbols; only src/market includes this. */
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
 * symbols_find() - fill out[0..n) for wants that ascend by (symbol, type), none twice.  What the
 * worker keeps costs nothing; all the rest comes in one round trip.
 * @at:     two newest closes on or before this day instead of the newest there are; or NULL
 * @series: all closes too, those after @at included
 *
 * The structs are the caller's, what they point to stays until ctx->pool is freed.
 */
void symbols_find(struct ctx *ctx, const struct want *wants, size_t n, const struct day *at,
		  bool series, struct market_symbol *out);

#endif
