/* SPDX-License-Identifier: Apache-2.0 */
/*
 * together.h: all portfolios of a workspace that count together (calculations.md 17).
 *
 * Those that the caller may read and that are no simulations; as many statements for a hundred of
 * them as for one.
 */
#ifndef LASTRO_WALLET_TOGETHER_H
#define LASTRO_WALLET_TOGETHER_H

#include "calc/consolidate.h"
#include "wallet/returns.h"

struct together {
	struct valued *list; /* ascending by id */
	size_t n;
	struct consolidated all;
	const struct kept_past *past; /* NULL: not asked for, or none stands */
};

/* together_past() - of all of them as one: the one they were loaded with, or made now. */
const struct kept_past *together_past(struct ctx *ctx, const struct together *t);

/*
 * together_load() - valued today, each and as one.
 * @history: with what is kept of their history or, where none stands, with tails and all closes
 */
void together_load(struct ctx *ctx, bool history, struct together *out);

#endif
