/* SPDX-License-Identifier: Apache-2.0 */
/* tickers.c: the types that the form of a ticker suggests, and groups of types. */
#include "config.h"

#include <ctype.h>

#include "calc/import/import_row.h"
#include "core/pool.h"

int ticker_ending(const char *symbol)
{
	size_t n = strlen(symbol);

	if (n < 5 || n > 6 || !isalpha((unsigned char)symbol[0]))
		return -1;
	for (size_t i = 1; i < 4; i++) {
		if (!isalnum((unsigned char)symbol[i]))
			return -1;
	}
	for (size_t i = 4; i < n; i++) {
		if (!isdigit((unsigned char)symbol[i]))
			return -1;
	}
	return n == 5 ? symbol[4] - '0' : (symbol[4] - '0') * 10 + (symbol[5] - '0');
}

bool ticker_is_right(const char *symbol)
{
	int e = ticker_ending(symbol);

	return e == 1 || e == 2 || e == 12;
}

bool ticker_is_receipt(const char *symbol)
{
	int e = ticker_ending(symbol);

	return e == 9 || e == 10 || (e >= 13 && e <= 15);
}

const char *ticker_underlying(void *pool, const char *symbol)
{
	const char *ending = NULL;

	switch (ticker_ending(symbol)) {
	case 1:
	case 9:
		ending = "3";
		break;
	case 2:
	case 10:
		ending = "4";
		break;
	case 12:
	case 13:
	case 14:
	case 15:
		ending = "11";
		break;
	default:
		return symbol;
	}
	return pool_printf(pool, "%.4s%s", symbol, ending);
}

/* Root, month letter A-X, digits, and the suffix of weekly series (PETRH365W2). */
bool option_shape(const char *symbol)
{
	size_t n = strlen(symbol), i;

	if (n < 6 || n > 12 || !isalpha((unsigned char)symbol[0]) || symbol[4] < 'A' ||
	    symbol[4] > 'X' || !isdigit((unsigned char)symbol[5]))
		return false;
	for (i = 1; i < n; i++) {
		if (!isalnum((unsigned char)symbol[i]))
			return false;
	}
	return true;
}

/* Ending 11 is a unit, a fund of either kind or an ETF; usually a fund. */
enum asset_type ticker_type(const char *symbol)
{
	int ending = ticker_ending(symbol);

	if (ending == 39 || (ending >= 31 && ending <= 35))
		return ASSET_BDR;
	if (ending >= 11 && ending <= 15)
		return ASSET_FII;
	if (ending < 0 && option_shape(symbol))
		return ASSET_OPTION;
	return ASSET_STOCK;
}

enum paper_group paper_group_of(enum asset_type type)
{
	switch (type) {
	case ASSET_STOCK:
	case ASSET_FII:
	case ASSET_ETF:
	case ASSET_BDR:
		return GROUP_EXCHANGE;
	case ASSET_TESOURO:
		return GROUP_TREASURY;
	case ASSET_RENDA_FIXA:
	case ASSET_DEBENTURE:
		return GROUP_PRIVATE;
	case ASSET_OPTION:
		return GROUP_OPTION;
	case ASSET_US:
		return GROUP_US;
	case ASSET_CRYPTO:
		return GROUP_CRYPTO;
	case ASSET_FUND:
		return GROUP_FUND;
	case ASSET_INDEX:
		break;
	}
	return GROUP_INDEX;
}

bool import_guesses(const char *symbol)
{
	return ticker_ending(symbol) >= 0;
}

int import_type_of_form(const char *symbol)
{
	int ending = ticker_ending(symbol);
	enum asset_type type = ticker_type(symbol);

	return type == ASSET_BDR || (ending >= 3 && ending <= 8) ? (int)type : -1;
}
