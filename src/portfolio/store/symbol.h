/* SPDX-License-Identifier: Apache-2.0 */
/* symbol.h: normalises a person's spelling of a paper to the ledger's. */
#ifndef LASTRO_PORTFOLIO_STORE_SYMBOL_H
#define LASTRO_PORTFOLIO_STORE_SYMBOL_H

#include "calc/amounts/amounts.h"

/*
 * symbol_normal() - @in in the ledger's spelling, in @pool; NULL when it cannot be a symbol of @type,
 * and *expected (pt-BR) describes one.
 *
 * Exchange papers in capitals, without the F of the fractional market (doc/calculations.md 16); a fund
 * is its 14-character tax id; a Treasury bond keeps its name.  Does not check that the paper exists: an
 * unknown ticker is allowed and shows as unpriced.
 */
const char *symbol_normal(void *pool, enum asset_type type, const char *in, const char **expected);

/*
 * symbol_names_of() - the symbols that @typed in a filter may mean: each type's spelling of it (a tax
 * id without its marks, a ticker in capitals, a bond by its name), and the text itself.
 */
#define SYMBOL_NAMES_MAX 13 /* one for each type, and the text */
struct symbol_names {
	const char *names[SYMBOL_NAMES_MAX];
	size_t n;
};
struct symbol_names symbol_names_of(void *pool, const char *typed);

/* symbol_is_named() - whether @symbol, from a ledger, is one of them. */
bool symbol_is_named(const struct symbol_names *names, const char *symbol);

#endif
