/* SPDX-License-Identifier: Apache-2.0 */
/* symbol.h: how a person spells a paper, and how the ledger does. */
#ifndef LASTRO_PORTFOLIO_STORE_SYMBOL_H
#define LASTRO_PORTFOLIO_STORE_SYMBOL_H

#include "calc/amounts/amounts.h"

/*
 * symbol_normal() - @in as the ledger keeps it, in @pool; NULL when it cannot be a symbol of @type,
 * with *expected (pt-BR) saying what one looks like.
 *
 * Exchange papers in capitals, without the F of the fractional market (doc/calculations.md 16); a
 * fund is its 14-character tax id; a Treasury bond keeps its name.  Whether the paper exists is not
 * asked: an unknown ticker is allowed and shows as unpriced.
 */
const char *symbol_normal(void *pool, enum asset_type type, const char *in, const char **expected);

/*
 * symbol_names_of() - what a filter may mean by @typed, of whichever type: each type's spelling of it (a tax
 * id without its marks, a ticker in capitals, a bond by its name), and the text as it came.
 */
#define SYMBOL_NAMES_MAX 13 /* one of each type, and the text */
struct symbol_names {
	const char *names[SYMBOL_NAMES_MAX];
	size_t n;
};
struct symbol_names symbol_names_of(void *pool, const char *typed);

/* symbol_is_named() - whether @symbol, as a ledger has it, is one of them. */
bool symbol_is_named(const struct symbol_names *names, const char *symbol);

#endif
