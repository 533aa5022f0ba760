/* SPDX-License-Identifier: Apache-2.0 */
/* known.c: the portfolio's and the listing's types of a symbol. */
#include "config.h"

#include <stdlib.h>

#include "calc/import/import_row.h"
#include "core/order.h"

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
	size_t at =
		order_first(&symbol, ctx->assets, ctx->n_assets, sizeof(*ctx->assets), order_text);

	for (; at < ctx->n_assets && str_eq(ctx->assets[at].symbol, symbol); at++)
		if (may_be(ctx, ctx->assets[at].type))
			return &ctx->assets[at];
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
		k = bsearch(&symbol, ctx->known, ctx->n_known, sizeof(*ctx->known), order_text);
	for (unsigned t = 0; k && t < ASSET_TYPES; t++)
		if ((k->types & (1u << t)) && may_be(ctx, (enum asset_type)t))
			types |= 1u << t;
	return types;
}

size_t fact_first(const struct import_context *ctx, const char *symbol, struct day day)
{
	size_t low = 0, high = ctx->n_facts;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int c = strcmp(ctx->facts[mid].symbol, symbol);

		if (c < 0 || (c == 0 && day_before(ctx->facts[mid].day, day)))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}
