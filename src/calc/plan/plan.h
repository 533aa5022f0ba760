/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plan.h: the targets of a portfolio, how far it is from them, and where an amount goes
 * (doc/calculations.md 21).  The room's public header.
 *
 * Percentages are hundredths of a per cent, amounts are cents within: all of 21 is exact in them.
 */
#ifndef LASTRO_CALC_PLAN_PLAN_H
#define LASTRO_CALC_PLAN_PLAN_H

#include "calc/amounts/amounts.h"

#define PLAN_SLICES_MAX 40
#define PLAN_ASSETS_MAX 200 /* named by one document */
#define PLAN_WHOLE 10000    /* 100.00 % */

/* ---- the document (21.1) ---- */

struct plan_asset {
	const char *symbol;
	enum asset_type type;
	int pct; /* of its slice; of `inside` only */
};

struct plan_slice {
	const char *name;
	int pct;
	unsigned types; /* a bit for each asset type */
	const struct plan_asset *assets;
	size_t n_assets;
	const struct plan_asset *inside;
	size_t n_inside;
};

struct plan_targets {
	const struct plan_slice *slices;
	size_t n;
	int band_pp, band_relative; /* hundredths */
};

#define PLAN_BAND_PP 500
#define PLAN_BAND_RELATIVE 2500

/*
 * plan_sum_is_whole() - whether the slices add up to 100.00 %, and each `inside`.
 * @slice: set to the slice whose `inside` does not, or NULL
 * @sum:   the sum that is not 100.00
 */
bool plan_sum_is_whole(const struct plan_targets *t, const struct plan_slice **slice,
		       int *sum) MUST_CHECK;

/* plan_slice_of() - the slice that an asset belongs to, or NULL: it is outside. */
const struct plan_slice *plan_slice_of(const struct plan_targets *t, const char *symbol,
				       enum asset_type type);

/* ---- what there is ---- */

/* An open position; or the price of an asset that is named and not held (@held false). */
struct plan_position {
	const char *symbol;
	enum asset_type type;
	bool held;
	struct qty qty;
	bool value_known;
	struct money value; /* whole cents */
	bool price_known;
	struct price price; /* in reais a unit; above 0 */
	bool native_known;
	struct price native; /* in dollars, of a paper that is traded in them */
};

struct plan_input {
	struct plan_targets targets;
	const struct plan_position *positions;
	size_t n;
};

/* ---- its state (21.2) ---- */

/* An asset inside a slice, or a slice as a whole (@position NULL, @symbol NULL). */
struct plan_share {
	const char *symbol;
	enum asset_type type;
	const struct plan_position *position; /* NULL: not held and without a price */
	bool without_value;
	struct money value;
	int pct;
	bool share_known;     /* false: `no_value` */
	struct percent share; /* two places */
	struct percent drift;
	bool out;
	struct money missing; /* to the cent; negative: too much */
};

/* plan_takes_part() - whether an asset of a slice may be sold, or bought. */
static inline bool plan_takes_part(const struct plan_share *m, bool sells)
{
	return !m->without_value && (sells || m->pct);
}

struct plan_slice_state {
	const struct plan_slice *slice;
	struct plan_share whole;
	/* Those of `inside` in order, then what else the slice holds; without `inside` nothing, or the only asset. */
	struct plan_share *members;
	size_t n_members;
	bool named; /* its members have units: it has `inside`, or names exactly one asset and no type */
	/* Of one that is not: what it holds, as shares of the slice, largest first. */
	struct plan_share *held;
	size_t n_held;
};

struct plan_state {
	struct money total;
	struct plan_slice_state *slices; /* as the document has them */
	size_t n;
	const struct plan_position **without_value; /* by symbol */
	size_t n_without_value;
	struct plan_share *outside; /* largest first */
	size_t n_outside;
};

enum calc_err plan_state(void *pool, const struct plan_input *in,
			 struct plan_state *out) MUST_CHECK;

/* ---- where an amount goes (21.3) ---- */

enum plan_reason { PLAN_BUYS, PLAN_NO_VALUE, PLAN_NO_PRICE, PLAN_NO_UNIT };
extern const char *const plan_reason_names[]; /* NULL, "no_value" … */

struct plan_buy {
	const struct plan_share *asset;
	enum plan_reason reason;
	struct money amount;
	bool qty_known;
	struct qty qty; /* negative: to sell */
	bool cost_known;
	struct money cost;
};

/* The level that the lowest are raised to, exact: cents for each hundredth of a point.  @d 0: there is none. */
struct plan_level {
	wide n;
	int64_t d;
};

struct plan_slice_buys {
	struct money amount;
	struct plan_level
		level; /* of what is inside; with sales, what the whole is worth for its weights */
	struct plan_buy *buys; /* as the members of its state; NULL: its amount only */
	size_t n;
	struct money left;
};

struct plan_moves {
	struct plan_level level; /* likewise, of the slices */
	bool level_known;	 /* false: with sales there is none */
	wide level_e8;		 /* reais for each point */
	struct plan_slice_buys *slices;
	size_t n;
	struct money missing_cash; /* with sales: the sum of what is left below zero */
};

/* plan_contribute() - raises the lowest slices together with @amount, whole cents above 0. */
enum calc_err plan_contribute(void *pool, const struct plan_state *state, struct money amount,
			      struct plan_moves *out) MUST_CHECK;

/* plan_rebalance() - the same with sales, so that each slice is at its target; @amount may be 0. */
enum calc_err plan_rebalance(void *pool, const struct plan_state *state, struct money amount,
			     struct plan_moves *out) MUST_CHECK;

/* plan_unit() - the smallest quantity of a type that is bought, 8 places; 0: it is bought by amount. */
int64_t plan_unit(enum asset_type type);

#endif
