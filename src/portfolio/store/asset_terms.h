/* SPDX-License-Identifier: Apache-2.0 */
/* asset_terms.h: the members of an asset's metadata that figures depend on (doc/calculations.md 3.1, 4). */
#ifndef LASTRO_PORTFOLIO_STORE_ASSET_TERMS_H
#define LASTRO_PORTFOLIO_STORE_ASSET_TERMS_H

#include "calc/amounts/accrual.h"

/*
 * terms_give() - what figures depend on in .meta and .contract of every asset of a list: .terms, .stated, and .quoted_as
 * of a fund whose sub-class is named (meta.subclass: TAXID:SUBCLASS) and of a title of the Treasury
 * that is not written as its files write it.
 */
void terms_give(void *pool, struct ledger_asset *list, size_t n);

/*
 * terms_succession() - sets only .succession and .spin_off, for an asset with symbol, type, currency
 * and meta.
 */
void terms_succession(void *pool, struct ledger_asset *a);

/* terms_stated() - sets only .stated, for an asset with meta. */
void terms_stated(void *pool, struct ledger_asset *a);

#endif
