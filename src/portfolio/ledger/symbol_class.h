/* SPDX-License-Identifier: Apache-2.0 */
/* symbol_class.h: the class of a paper by its symbol alone. */
#ifndef LASTRO_PORTFOLIO_LEDGER_SYMBOL_CLASS_H
#define LASTRO_PORTFOLIO_LEDGER_SYMBOL_CLASS_H

#include "core/ctx.h"

/*
 * symbol_class_known() - the classes that a typed symbol has, a bit each: the portfolio's; else the market's; else the one of
 * the ticker's form, where that is not open.  0: unknown.  Access to the portfolio is established.
 */
unsigned symbol_class_known(struct ctx *ctx, const char *typed);
/* symbol_classes_known() - of @n symbols at once; with @all, among the papers of all portfolios. */
void symbol_classes_known(struct ctx *ctx, bool all, const char *const *typed, size_t n,
			  unsigned *out);

/* symbol_class_one() - enum asset_type, or -1 for none or several. */
int symbol_class_one(unsigned known);

#endif
