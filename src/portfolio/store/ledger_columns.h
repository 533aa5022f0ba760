/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ledger_columns.h: the columns of assets and ledger that ledger_rows.c decodes.
 *
 * Apart from ledger_rows.h, since cached state is discarded when this file changes (src/calc/state.mk).
 */
#ifndef LASTRO_PORTFOLIO_STORE_LEDGER_COLUMNS_H
#define LASTRO_PORTFOLIO_STORE_LEDGER_COLUMNS_H

/*
 * ASSET_COLUMNS - what a statement for ledger_take() selects from asset, then columns of its own from
 * ASSET_OWN_COLUMN on.  The last column is the known contract of a debenture, in the form of
 * meta.fixed_income.
 */
#define ASSET_COLUMNS                                                                              \
	"id, symbol, asset_type, currency, name, meta::text,"                                      \
	" coalesce(meta ->> 'corporate_events' = 'ledger', false),"                                \
	" case when asset_type = 'debenture' then"                                                 \
	"  (select jsonb_strip_nulls(jsonb_build_object('indexer', d.indexer, 'pct', d.pct,"       \
	"           'spread', d.spread, 'rate', d.rate, 'maturity', d.maturity,"                   \
	"           'anniversary_day', d.index_day, 'exempt', d.incentivised,"                     \
	"           'issuer', d.issuer_name))::text"                                               \
	"     from debenture d where d.code = asset.symbol) end"
enum { ASSET_OWN_COLUMN = 8 };

/* LEDGER_COLUMNS - what such a statement selects from ledger, then columns of its own. */
#define LEDGER_COLUMNS "packed"

#endif
