/* SPDX-License-Identifier: Apache-2.0 */
/*
 * world.h: random portfolios in a random market, for tests of properties.
 *
 * Two papers of one company, a renamed paper, a FII, shares abroad, an option, crypto and
 * contracted paper; closes with gaps, splits, bonuses, distributions, unknown prices, uncovered
 * sales, spin-offs.
 */
#ifndef LASTRO_T_WORLD_H
#define LASTRO_T_WORLD_H

#include "calc/history/history.h"
#include "calc/value/value.h"
#include "core/buf.h"

enum {
	W_ON,  /* AAAA3, with */
	W_PN,  /* AAAA4, of one company */
	W_OLD, /* BBBB3, which became */
	W_NEW, /* CCCC3 */
	W_FII,
	W_US,
	W_CDB,
	W_OPTION,
	W_CRYPTO,
	WORLD_ASSETS
};

#define WORLD_ROWS 24
#define WORLD_CLOSES 160

struct world {
	struct ledger_asset assets[WORLD_ASSETS];
	struct ledger_row rows[WORLD_ASSETS][WORLD_ROWS];
	struct income_row income[WORLD_ASSETS][4];
	struct ledger ledger;

	struct market_symbol symbols[WORLD_ASSETS];
	struct close closes[WORLD_ASSETS][WORLD_CLOSES];
	struct reference_event events[WORLD_ASSETS][2];
	struct distribution distributions[WORLD_ASSETS][6];
	struct succession succession;
	struct spin_off spins[2]; /* of AAAA3 to AAAA4, and of BBBB3 to CCCC3 */
	struct close dollar[WORLD_CLOSES];
	struct daily_rate cdi[WORLD_CLOSES * 5];
	struct rates rates;
	struct accrual_terms terms;
	struct market market;
	struct day first, as_of;
	bool clean; /* all prices known, no uncovered sales: returns are defined */
};

/* dice() - 0 to @sides - 1, from one fixed seed on. */
uint32_t dice(uint32_t sides);
uint64_t dice_state(void);

/* world_new() - makes the next random world. */
struct world *world_new(void *pool);

/* world_rows() - makes other rows for one asset. */
void world_rows(struct world *w, size_t asset);

/* world_seen() - derives, values and walks it; false unless all return CALC_OK. */
struct seen {
	struct derived derived;
	struct portfolio portfolio;
	struct history history;
};
bool world_seen(void *pool, const struct world *w, const struct ledger *ledger, struct seen *out);

/* seen_again() - values and walks @out->derived again. */
bool seen_again(void *pool, const struct world *w, struct seen *out);

/* Every figure as text, the doubles to the last bit. */
const char *portfolio_told(void *pool, const struct portfolio *p);
const char *history_told(void *pool, const struct history *h);

/* told_alike() - compares two texts, and prints the first line that differs. */
bool told_alike(const char *got, const char *want);

#endif
