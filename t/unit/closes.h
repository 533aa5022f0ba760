/* SPDX-License-Identifier: Apache-2.0 */
/* closes.h: makes closes in the market's form from a plain list, for tests. */
#ifndef LASTRO_T_CLOSES_H
#define LASTRO_T_CLOSES_H

#include "calc/amounts/amounts.h"

/* closes_of() - ascending closes, by year, on a grid of @places; they must be exact on it. */
struct close_series closes_of(void *pool, const struct close *list, size_t n, int places);

/* closes_give() - adds a symbol's series and its two newest closes on or before @as_of. */
void closes_give(void *pool, struct market_symbol *m, const struct close *list, size_t n,
		 int places, struct day as_of);

#endif
