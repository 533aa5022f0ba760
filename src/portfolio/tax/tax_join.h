/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tax_join.h: the portfolios of a taxpayer while tax_load.c joins them into one ledger.
 */
#ifndef LASTRO_PORTFOLIO_TAX_JOIN_H
#define LASTRO_PORTFOLIO_TAX_JOIN_H

#include "portfolio/tax/tax_answers.h"

#include "market/prices/market.h"
#include "portfolio/store/ledgers.h"

/* The portfolios being joined. */
struct tax_joining {
	struct ctx *ctx;
	struct taxpayer *out;
	struct loaded **list; /* ascending by id */
	size_t n;
	struct uuid *ids;
	struct tax_asset *assets;
	size_t n_assets;
	size_t *slots, n_slots; /* by hash of a symbol: 1 + its index among them, or 0 */
	struct tax_own_asset *own;
	size_t n_own;
	struct tax_row *rows;
	size_t n_rows;
	struct tax_income *income;
	size_t n_income;
	struct tax_bare_bonus *bonuses;
	size_t n_bonuses;
	const struct market *market;
	struct known_successions successions; /* including typed ones of any portfolio */
	struct known_spin_offs spin_offs;     /* likewise */
};

/* tax_join_asset() - the index in @g->assets of @a, an asset of the portfolio at @portfolio; facts are joined. */
size_t tax_join_asset(struct tax_joining *g, const struct ledger_asset *a, size_t portfolio);

/* tax_join_rest() - adds, after all portfolios: assets without rows, tax ids and terms of options of the registers. */
void tax_join_rest(struct tax_joining *g);

#endif
