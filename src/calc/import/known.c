/* SPDX-License-Identifier: Apache-2.0 */
/* known.c: the portfolio's and the listing's types of a symbol. */
#include "config.h"

#include <stdlib.h>

#include "calc/import/import_row.h"

static int known_compare(const void *key, const void *item)
{
	return strcmp(key, ((const struct import_known *)item)->symbol);
}

/*
 * In the exchange's files a symbol means neither a foreign paper nor a token; in a hand-made sheet it
 * may.
 */
static bool may_be(const struct import_context *ctx, enum asset_type type)
{
	return type != ASSET_INDEX &&
	       (!ctx->of_exchange ||
		(type != ASSET_US && type != ASSET_CRYPTO && type != ASSET_FUND));
}

/* The oldest asset that the symbol in the file may mean. */
const struct import_asset *import_asset_of(const struct import_context *ctx, const char *symbol)
{
	size_t lo = 0, hi = ctx->n_assets;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(ctx->assets[mid].symbol, symbol) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < ctx->n_assets && str_eq(ctx->assets[lo].symbol, symbol); lo++)
		if (may_be(ctx, ctx->assets[lo].type))
			return &ctx->assets[lo];
	return NULL;
}

unsigned import_known_types(const struct import_context *ctx, const char *symbol)
{
	const struct import_asset *a = import_asset_of(ctx, symbol);
	const struct import_known *k = NULL;
	unsigned types = 0;

	if (a)
		return 1u << a->type;
	if (ctx->n_known)
		k = bsearch(symbol, ctx->known, ctx->n_known, sizeof(*ctx->known), known_compare);
	for (unsigned t = 0; k && t < ASSET_TYPES; t++)
		if ((k->types & (1u << t)) && may_be(ctx, (enum asset_type)t))
			types |= 1u << t;
	return types;
}
