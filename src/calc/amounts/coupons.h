/* SPDX-License-Identifier: Apache-2.0 */
/*
 * coupons.h: what fixed income pays by its contract in days to come (doc/market-rules.md, Payments to come).
 *
 * The days and the percentages of a bond of the Treasury are fixed by its kind and its maturity.  Nothing here has been
 * received.
 */
#ifndef LASTRO_CALC_AMOUNTS_COUPONS_H
#define LASTRO_CALC_AMOUNTS_COUPONS_H

#include "calc/amounts/ledger.h"

/* asset_is_fixed_income() - bonds of the Treasury, debentures, and papers of banks and securitisers. */
static inline bool asset_is_fixed_income(enum asset_type type)
{
	return type == ASSET_TESOURO || type == ASSET_RENDA_FIXA || type == ASSET_DEBENTURE;
}

/* A payment by contract. */
struct coupon {
	const char *kind;    /* interest, amortization, maturity, … */
	struct day due;	     /* of the contract */
	bool pays_known;     /* pays_on */
	struct day pays_on;  /* the business day on which it is paid */
	bool pct_known;	     /* pct, of */
	struct percent pct;  /* of what @of says */
	const char *of;	     /* pt-BR */
	bool amount_known;   /* amount; else @unknown */
	struct price amount; /* gross, of a unit, BRL */
	const char *unknown; /* why the amount is not known, pt-BR */
};

/*
 * treasury_pays() - whether a bond of this name pays before it matures, and has begun to by @today; false also of a name that
 * is none.
 */
bool treasury_pays(const char *name, struct day today);

/* treasury_is_known() - whether its payments follow from its name and its maturity. */
bool treasury_is_known(const char *name);

/*
 * treasury_coupons() - what a bond pays from @from to @to, by day of payment.
 * @name: as in the Treasury's files
 * @out:  room for @room of them; later ones are left out
 *
 * Returns how many.  O(payments until maturity), at most 1,200.
 */
size_t treasury_coupons(const char *name, struct day maturity, struct day from, struct day to,
			struct coupon *out, size_t room);

#endif
