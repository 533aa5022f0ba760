/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.c: finding a paper among what the market knows. */
#include "config.h"

#include "calc/ledger.h"

#include <string.h>

const struct market_symbol *market_find(const struct market *m, const char *symbol, enum asset_type type)
{
	size_t lo = 0;
	size_t hi = m->n_symbols;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct market_symbol *s = &m->symbols[mid];
		int order = strcmp(symbol, s->symbol);

		if (!order)
			order = (type > s->type) - (type < s->type);
		if (!order)
			return s;
		if (order < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}
