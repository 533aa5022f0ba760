/* SPDX-License-Identifier: Apache-2.0 */
/* stated.h: the prices that a person stated for a paper, beside its closes (doc/calculations.md 3.1). */
#ifndef LASTRO_CALC_VALUE_STATED_H
#define LASTRO_CALC_VALUE_STATED_H

#include "calc/ledger/derive.h"

/* Those of one ticker of a holding: of @asset from @from on, and only before @until. */
struct stated {
	const struct ledger_asset *asset;
	struct day from, until;
};

/* stated_now() - of today's ticker; the holding's tickers need not be known. */
struct stated stated_now(const struct derived_holding *d);

/* stated_then() - of ticker @ticker, while it traded. */
struct stated stated_then(const struct derived_holding *d, size_t ticker);

/* stated_at() - the newest up to @day; false when there is none. */
bool stated_at(const struct stated *s, struct day day, struct close *out) MUST_CHECK;

#endif
