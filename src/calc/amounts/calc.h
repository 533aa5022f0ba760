/* SPDX-License-Identifier: Apache-2.0 */
/* calc.h: what every computation shares: its errors and the field's enumerations. */
#ifndef LASTRO_CALC_AMOUNTS_CALC_H
#define LASTRO_CALC_AMOUNTS_CALC_H

#include <stdbool.h>

#include "core/text.h"

enum calc_err {
	CALC_OK,
	CALC_RANGE,   /* a sum or product left the grid */
	CALC_ORDER,   /* rows are not ascending */
	CALC_INPUT,   /* a row contradicts its kind (ratio of a split not positive, …) */
	CALC_STOPPED, /* core/stop.h */
};

enum asset_type {
	ASSET_STOCK,
	ASSET_FII,
	ASSET_ETF,
	ASSET_BDR,
	ASSET_INDEX,
	ASSET_TESOURO,
	ASSET_CRYPTO,
	ASSET_OPTION,
	ASSET_RENDA_FIXA,
	ASSET_DEBENTURE,
	ASSET_FUND,
	ASSET_US,
};
#define ASSET_TYPES (ASSET_US + 1)

/* type_of_exchange() - whether it trades under a ticker of the exchange, in whole units. */
bool type_of_exchange(enum asset_type type);

enum currency { CURRENCY_BRL, CURRENCY_USD };

enum row_kind { ROW_BUY, ROW_SELL, ROW_SPLIT, ROW_ADJUST };

enum event_kind {
	EVENT_NONE,
	EVENT_SPLIT,
	EVENT_BONUS,
	EVENT_INCORPORATION,
	EVENT_SUBSCRIPTION,
	EVENT_FRACTION,
	EVENT_EXERCISE, /* of an option: shares at the strike (doc/tax.md 20.3) */
};

/* Income and capital returns; the groups of doc/calculations.md 2.1. */
enum income_kind {
	INCOME_DIVIDEND,
	INCOME_JCP,
	INCOME_YIELD,
	INCOME_INTEREST,
	INCOME_AMORTIZATION,
	INCOME_CAPITAL_RETURN, /* these two lower the cost, 2.5 */
};

/*
 * income_lowers_cost() - whether a payment of this kind returns capital: it must be known before the
 * fold.
 */
bool income_lowers_cost(enum income_kind kind);

/* The contract's spellings, indexed by the enums, NULL-terminated ("none" of event_kind is NULL at 0). */
extern const char *const asset_type_names[];
extern const char *const asset_type_titles[]; /* pt-BR: "Ações" … (doc/calculations.md 8) */
extern const char *const currency_names[];
extern const char *const row_kind_names[];
extern const char *const event_kind_names[]; /* index 0 is "" */
extern const char *const income_kind_names[];

/* enum_find() - index of @name in a NULL-terminated list, or -1. */
int enum_find(const char *const *names, const char *name);

#endif
