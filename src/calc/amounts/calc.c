/* SPDX-License-Identifier: Apache-2.0 */
/* calc.c: the contract's spellings of the field's enumerations. */
#include "config.h"

#include "calc/amounts/calc.h"

const char *const asset_type_names[] = {
	[ASSET_STOCK] = "stock",
	[ASSET_FII] = "fii",
	[ASSET_ETF] = "etf",
	[ASSET_BDR] = "bdr",
	[ASSET_INDEX] = "index",
	[ASSET_TESOURO] = "tesouro",
	[ASSET_CRYPTO] = "crypto",
	[ASSET_OPTION] = "option",
	[ASSET_RENDA_FIXA] = "renda_fixa",
	[ASSET_DEBENTURE] = "debenture",
	[ASSET_FUND] = "fund",
	[ASSET_US] = "us",
	[ASSET_TYPES] = NULL,
};

/* doc/calculations.md 8. */
const char *const asset_type_titles[] = {
	[ASSET_STOCK] = "Ações",
	[ASSET_FII] = "FIIs",
	[ASSET_ETF] = "ETFs",
	[ASSET_BDR] = "BDRs",
	[ASSET_INDEX] = "Índices",
	[ASSET_TESOURO] = "Tesouro Direto",
	[ASSET_CRYPTO] = "Criptoativos",
	[ASSET_OPTION] = "Opções",
	[ASSET_RENDA_FIXA] = "Renda fixa",
	[ASSET_DEBENTURE] = "Debêntures",
	[ASSET_FUND] = "Fundos",
	[ASSET_US] = "Exterior (EUA)",
	[ASSET_TYPES] = NULL,
};

const char *const currency_names[] = {
	[CURRENCY_BRL] = "BRL",
	[CURRENCY_USD] = "USD",
	NULL,
};

const char *const row_kind_names[] = {
	[ROW_BUY] = "buy",
	[ROW_SELL] = "sell",
	[ROW_SPLIT] = "split",
	[ROW_ADJUST] = "adjust",
	NULL,
};

const char *const event_kind_names[] = {
	[EVENT_NONE] = "",
	[EVENT_SPLIT] = "split",
	[EVENT_BONUS] = "bonus",
	[EVENT_INCORPORATION] = "incorporation",
	[EVENT_SUBSCRIPTION] = "subscription",
	[EVENT_FRACTION] = "fraction",
	[EVENT_EXERCISE] = "exercise",
	NULL,
};

const char *const income_kind_names[] = {
	[INCOME_DIVIDEND] = "dividend",
	[INCOME_JCP] = "jcp",
	[INCOME_YIELD] = "yield",
	[INCOME_INTEREST] = "interest",
	[INCOME_AMORTIZATION] = "amortization",
	[INCOME_CAPITAL_RETURN] = "capital_return",
	NULL,
};

int enum_find(const char *const *names, const char *name)
{
	for (int i = 0; names[i]; i++)
		if (str_eq(names[i], name))
			return i;
	return -1;
}

bool type_of_exchange(enum asset_type type)
{
	return type == ASSET_STOCK || type == ASSET_FII || type == ASSET_ETF || type == ASSET_BDR ||
	       type == ASSET_OPTION;
}

bool income_lowers_cost(enum income_kind kind)
{
	return kind == INCOME_AMORTIZATION || kind == INCOME_CAPITAL_RETURN;
}
