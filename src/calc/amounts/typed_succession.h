/* SPDX-License-Identifier: Apache-2.0 */
/*
 * typed_succession.h: successions and spin-offs that a person typed for a portfolio, beside the
 * successions of the reference data (doc/calculations.md 1.7).
 */
#ifndef LASTRO_CALC_AMOUNTS_TYPED_SUCCESSION_H
#define LASTRO_CALC_AMOUNTS_TYPED_SUCCESSION_H

#include "calc/amounts/counterpart.h"

/*
 * successions_known() - those of @market and those typed for assets of @ledger, ascending by day. One
 * of the reference data replaces a typed one of the same paper within the days of one event; a typed
 * one that would close a cycle is ignored.
 *
 * Those of @market itself when none is typed; else on @pool.
 */
struct known_successions successions_known(void *pool, const struct ledger *ledger,
					   const struct market *market);

struct known_spin_offs {
	const struct spin_off *items; /* ascending by day */
	size_t n;
};

/*
 * spin_offs_known() - those typed for assets of @ledger, which may be of several portfolios. A
 * reference succession of the same paper replaces one within the days of one event; several of one
 * paper, type and currency in those days are one, disputed when they differ.
 */
struct known_spin_offs spin_offs_known(void *pool, const struct ledger *ledger,
				       const struct market *market);

/* spin_off_part() - the part of a cost that moves. */
static inline struct money spin_off_part(const struct spin_off *s, struct money cost, bool *range)
{
	return (struct money){ dec_mul_div_half_away(cost.e8, s->share.e8, 100 * E8, range) };
}

#endif
