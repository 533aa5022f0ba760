/* SPDX-License-Identifier: Apache-2.0 */
/* asset_terms.h: the members of an asset's metadata that figures depend on (doc/calculations.md 3.1, 4). */
#ifndef LASTRO_PORTFOLIO_STORE_ASSET_TERMS_H
#define LASTRO_PORTFOLIO_STORE_ASSET_TERMS_H

#include "calc/amounts/accrual.h"

/*
 * terms_read() - meta.fixed_income of an asset that can have one, or NULL. Metadata from a spreadsheet
 * is stored without validation: a term that is not understood sets the indexer to INDEXER_OTHER, so
 * that no figure is computed from half the terms.
 */
const struct accrual_terms *terms_read(void *pool, enum asset_type type, const char *meta);

/*
 * terms_give() - sets what figures depend on from .meta and .contract of every asset of a list: .terms,
 * and .quoted_as of a fund with a named sub-class (meta.subclass: TAXID:SUBCLASS) and of a Treasury
 * bond spelled otherwise than in the Treasury's files.
 */
void terms_give(void *pool, struct ledger_asset *list, size_t n);

/*
 * terms_succession() - sets only .succession and .spin_off, for an asset with symbol, type, currency
 * and meta.
 */
void terms_succession(void *pool, struct ledger_asset *a);

#endif
