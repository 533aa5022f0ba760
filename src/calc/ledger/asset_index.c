/* SPDX-License-Identifier: Apache-2.0 */
/* asset_index.c: the assets of a ledger by symbol. */
#include "config.h"

#include "calc/ledger/asset_index.h"

#include "core/order.h"
#include "core/pool.h"

static int symbol_order(const void *a, const void *b)
{
	const struct ledger_asset *x = *(const struct ledger_asset *const *)a;
	const struct ledger_asset *y = *(const struct ledger_asset *const *)b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (x > y) - (x < y);
}

struct asset_index asset_index_of(void *pool, const struct ledger *ledger)
{
	struct asset_index index = {
		.by_symbol = pool_array(pool, const struct ledger_asset *, ledger->n_assets),
		.n = ledger->n_assets,
	};

	for (size_t i = 0; i < index.n; i++)
		index.by_symbol[i] = &ledger->assets[i];
	order_sort(index.by_symbol, index.n, sizeof(index.by_symbol[0]), symbol_order);
	return index;
}

const struct ledger_asset *asset_find(const struct asset_index *index, const char *symbol,
				      enum asset_type type, enum currency currency,
				      const struct ledger_asset *but)
{
	const struct ledger_asset *found = NULL;
	size_t lo = 0;
	size_t hi = index->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(index->by_symbol[mid]->symbol, symbol) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < index->n && str_eq(index->by_symbol[lo]->symbol, symbol); lo++) {
		const struct ledger_asset *a = index->by_symbol[lo];

		if (a == but || a->currency != currency)
			continue;
		if (!found || (a->type == type && found->type != type))
			found = a;
	}
	return found;
}
