/* SPDX-License-Identifier: Apache-2.0 */
/* ledger.c: finds a symbol in the market's data. */
#include "config.h"

#include "calc/amounts/ledger.h"

#include <string.h>

const struct market_symbol *market_find(const struct market *m, const char *symbol,
					enum asset_type type)
{
	size_t low = 0;
	size_t high = m->n_symbols;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct market_symbol *s = &m->symbols[mid];
		int order = strcmp(symbol, s->symbol);

		if (!order)
			order = (int)type - (int)s->type;
		if (!order)
			return s;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const struct market_symbol *market_of(const struct market *market, const char *symbol,
				      enum asset_type type, bool succeeded)
{
	static const enum asset_type exchange[] = { ASSET_STOCK, ASSET_FII, ASSET_ETF, ASSET_BDR,
						    ASSET_US };
	const struct market_symbol *m = market_find(market, symbol, type);

	for (size_t i = 0; !m && succeeded && i < ARRAY_SIZE(exchange); i++)
		m = market_find(market, symbol, exchange[i]);
	return m;
}

/* Tickers differ in their first letters: compared inline, since a call of strcmp() would cost more. */
static bool same_ticker(const char *a, const char *b)
{
	for (; *a == *b; a++, b++)
		if (!*a)
			return true;
	return false;
}

const struct ledger_asset *ledger_traded(const struct ledger *ledger, const char *symbol)
{
	const struct ledger_asset *could = NULL;

	for (size_t i = 0; i < ledger->n_assets; i++) {
		const struct ledger_asset *a = &ledger->assets[i];

		if (a->type == ASSET_INDEX || !same_ticker(a->symbol, symbol))
			continue;
		if (a->n_rows > 0)
			return a;
		if (!could)
			could = a;
	}
	return could;
}

bool ledger_row_contradicts(const struct ledger_row *row)
{
	switch (row->kind) {
	case ROW_BUY:
	case ROW_SELL:
		return row->qty.e8 <= 0;
	case ROW_SPLIT:
		return row->ratio_e12 <= 0;
	case ROW_ADJUST:
		return false;
	}
	return true;
}
